/* SPDX-License-Identifier: MIT */
/*
 * Which functions a member of a struct may hold, by what the program is declared to do.
 *
 * Memory that goes through untyped hands is one for the sets: the handlers of all events,
 * of all tables and of all modules meet there, and a call of table->size() reaches the
 * comparison of some tree. But nobody has stored that comparison in a 'size' of a 'struct
 * table'. Here a member of a named struct is one place for all objects of that type,
 * values that are passed on are one with it (union-find over the constraints), and each
 * function is noted where the program mentions it. What is stored through a pointer whose
 * type is not known, passed in a call through a pointer, or copied as bytes (the members
 * that the copy covers, by its length; of unknown length: to the end of the struct, or of
 * the array of numbers that it begins in) is LOOSE: it may turn up in any member. A code
 * pointer that is loaded through such a pointer is ANY.
 *
 * The answer is used to choose among the functions that the sets have (fit.c).
 */
#include "pointer/internal.h"

#include <stdlib.h>

#include "ir/names.h"

enum { LOOSE, ANY, FIRST_NODE, MAX_DEPTH = 16 };

struct mention {
	sym_id function;
	uint32_t at;
};

struct slots {
	struct pointers *pt;
	VEC(uint32_t) up; /* union-find: LOOSE, ANY, nodes, members */
	struct map members;
	struct map loose; /* records that are copied as bytes, all of them */
	VEC(uint64_t) keys;
	VEC(struct mention) mentions; /* by function in the end */
	uint32_t first_member;
	obj_id *object;     /* [nodes] */
	struct map indexed; /* node -> record of the element it points to */
};

/* ---- union-find ---- */

static uint32_t find(struct slots *s, uint32_t x)
{
	while (s->up.at[x] != x)
		x = s->up.at[x] = s->up.at[s->up.at[x]];
	return x;
}

/* The lower number wins: the same in every run. */
static void unite(struct slots *s, uint32_t a, uint32_t b)
{
	a = find(s, a);
	b = find(s, b);
	s->up.at[a > b ? a : b] = a > b ? b : a;
}

/* ---- members of records ---- */

static const struct ir_type *type_at(const struct slots *s, type_id t)
{
	return &s->pt->p->types.at[t];
}

static bool is_record(const struct ir_type *t)
{
	return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
}

/* Two units may each have their own words for a struct: its tag counts. */
static uint32_t record_key(const struct slots *s, type_id t)
{
	uint32_t name = type_at(s, t)->name;
	return name ? name : UINT32_C(1) << 31 | t;
}

static const struct ir_member *member_at(const struct slots *s, const struct ir_type *t,
					 uint64_t off)
{
	const struct program *p = s->pt->p;
	for (uint32_t i = t->kind == TYPE_STRUCT ? t->member_count : 0; i > 0; i--) {
		const struct ir_member *m = &p->members.at[t->members + i - 1];
		if (off >= m->offset &&
		    off - m->offset < type_at(s, type_strip(p, m->type))->size)
			return m;
	}
	return NULL;
}

/* The innermost record with a tag at that place of a t, and the offset there; elements of
 * an array are one. 0: not a place in a record that is known. */
static uint64_t member_key(const struct slots *s, type_id t, uint64_t off)
{
	type_id record = 0;
	uint64_t base = 0;
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		t = type_strip(s->pt->p, t);
		const struct ir_type *type = type_at(s, t);
		uint64_t stride =
			type->kind == TYPE_ARRAY
				? type_at(s, type_strip(s->pt->p, type->target))->size
				: 0;
		if (type->kind == TYPE_ARRAY && !stride)
			return 0;
		if (stride) {
			off %= stride;
			t = type->target;
			continue;
		}
		if (is_record(type) && (type->name || !record)) {
			record = t;
			base = 0;
		}
		if (is_record(type) && !type->member_count)
			return 0;
		const struct ir_member *m = member_at(s, type, off);
		if (!m)
			return record ? map_key2(record_key(s, record),
						 (uint32_t)(base + off))
				      : 0;
		base += m->offset;
		off -= m->offset;
		t = m->type;
	}
	return 0;
}

static uint32_t place_of_key(struct slots *s, uint64_t key)
{
	uint32_t at = map_get(&s->members, key, 0);
	if (!at) {
		at = s->up.n;
		map_put(&s->members, key, at);
		vec_push(&s->up, at);
		vec_push(&s->keys, key);
	}
	return at;
}

/* ---- nodes ---- */

static uint32_t place_of_node(uint32_t node)
{
	return FIRST_NODE + node;
}

static type_id kind_of(const struct slots *s, uint32_t node)
{
	type_id t = node < s->pt->node_type.n ? s->pt->node_type.at[node] : 0;
	return t ? t : map_get(&s->indexed, node, 0);
}

/* By its declaration a value that is not known, or a pointer to a function. */
static bool may_be_code(const struct slots *s, uint32_t node)
{
	type_id kind = kind_of(s, node);
	return node && !s->object[node] && (!kind || kind == NODE_CODE);
}

static sym_id function_of(const struct slots *s, struct ref r)
{
	obj_id o = r.node && !r.off ? s->object[r.node] : 0;
	return o && s->pt->objects.at[o].kind == OBJ_FUNCTION ? s->pt->objects.at[o].sym
							      : 0;
}

/* What is known about the type of the memory at an address. */
static type_id memory_type(const struct slots *s, struct ref address)
{
	obj_id o = s->object[address.node];
	type_id kind = o ? s->pt->objects.at[o].type : kind_of(s, address.node);
	return o || is_record_kind(kind) ? kind : 0;
}

/* The place in memory; LOOSE if its type is not known. A variable that is no record is a
 * place by itself. */
static uint32_t place_at(struct slots *s, struct ref address)
{
	type_id t = memory_type(s, address);
	uint64_t key =
		t && address.off >= 0 ? member_key(s, t, (uint64_t)address.off) : 0;
	obj_id o = s->object[address.node];
	if (!key && o && t && !is_record(type_at(s, type_strip(s->pt->p, t))))
		key = map_key2(UINT32_MAX, o);
	return key ? place_of_key(s, key) : LOOSE;
}

/* The value goes to the place. */
static void put(struct slots *s, uint32_t place, struct ref value)
{
	sym_id f = function_of(s, value);
	if (f)
		vec_push(&s->mentions, ((struct mention){f, place}));
	else if (!value.off && may_be_code(s, value.node))
		unite(s, place, place_of_node(value.node));
}

/* ---- constraints ---- */

static void add_load(struct slots *s, const struct con *c)
{
	uint32_t from = place_at(s, c->a);
	if (!may_be_code(s, c->dst))
		return;
	if (from == LOOSE && kind_of(s, c->dst) == NODE_CODE)
		from = ANY;
	unite(s, place_of_node(c->dst), from);
}

/* Bytes of a record that are copied from or to something else. */
struct part {
	type_id root;
	uint64_t from, end; /* in it */
};

static void add_loose(struct slots *s, const struct part *part, type_id t, uint64_t at,
		      int depth);

static void add_loose_member(struct slots *s, const struct part *part,
			     const struct ir_member *m, uint64_t at, int depth)
{
	uint64_t size = type_at(s, type_strip(s->pt->p, m->type))->size;
	if (at < part->end && (at + size > part->from || at == part->from))
		add_loose(s, part, m->type, at, depth);
}

/* The t at that place of the root: a record as a whole if all of it is copied. */
static void add_loose(struct slots *s, const struct part *part, type_id t, uint64_t at,
		      int depth)
{
	const struct program *p = s->pt->p;
	const struct ir_type *type = type_at(s, t = type_strip(p, t));
	if (depth == MAX_DEPTH)
		return;
	if (type->kind == TYPE_ARRAY &&
	    is_record(type_at(s, type_strip(p, type->target)))) {
		struct part all = {type->target, 0, UINT64_MAX};
		add_loose(s, &all, type->target, 0, depth + 1);
		return;
	}
	if (!is_record(type)) {
		uint64_t key = member_key(s, part->root, at);
		if (key)
			unite(s, LOOSE, place_of_key(s, key));
		return;
	}
	if (part->from <= at && part->end >= at + type->size) {
		if (map_get(&s->loose, record_key(s, t), 0))
			return;
		map_put(&s->loose, record_key(s, t), 1);
	}
	for (uint32_t i = 0; i < type->member_count; i++) {
		const struct ir_member *m = &p->members.at[type->members + i];
		add_loose_member(s, part, m, at + m->offset, depth + 1);
	}
}

/* Does an array of numbers lie there, in one of those that a union may be? */
static bool has_numbers(const struct slots *s, type_id t, uint64_t off, int depth)
{
	const struct program *p = s->pt->p;
	const struct ir_type *type = type_at(s, t = type_strip(p, t));
	if (depth == MAX_DEPTH || off >= type->size)
		return false;
	if (type->kind == TYPE_ARRAY)
		return type_at(s, type_strip(p, type->target))->kind == TYPE_SCALAR;
	for (uint32_t i = 0; is_record(type) && i < type->member_count; i++) {
		const struct ir_member *m = &p->members.at[type->members + i];
		if (off >= m->offset && has_numbers(s, m->type, off - m->offset, depth + 1))
			return true;
	}
	return false;
}

/* Where the copy of so many bytes ends: in the array of numbers that it begins in, or in the union
 * that has such an array there. */
static uint64_t end_of_copy(const struct slots *s, type_id t, uint64_t off, uint32_t size)
{
	const struct program *p = s->pt->p;
	uint64_t at = 0;
	if (size != BLOCK_ALL)
		return off + size;
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		const struct ir_type *type = type_at(s, t = type_strip(p, t));
		if (type->kind == TYPE_ARRAY && type->size &&
		    type_at(s, type_strip(p, type->target))->kind == TYPE_SCALAR)
			return at + type->size;
		if (type->kind == TYPE_UNION && has_numbers(s, t, off - at, 0))
			return at + type->size;
		const struct ir_member *m = member_at(s, type, off - at);
		if (!m)
			break;
		at += m->offset;
		t = m->type;
	}
	return UINT64_MAX;
}

static void add_loose_side(struct slots *s, type_id t, int64_t off, uint32_t size)
{
	if (!t)
		return;
	uint64_t from = off > 0 ? (uint64_t)off : 0;
	struct part part = {t, from, off < 0 ? UINT64_MAX : end_of_copy(s, t, from, size)};
	add_loose(s, &part, t, 0, 0);
}

static void add_block(struct slots *s, const struct con *c)
{
	type_id a = memory_type(s, c->a), b = memory_type(s, c->b);
	bool same = a && b && c->a.off == c->b.off &&
		    record_key(s, type_strip(s->pt->p, a)) ==
			    record_key(s, type_strip(s->pt->p, b));
	uint64_t to = a && c->a.off >= 0 ? member_key(s, a, (uint64_t)c->a.off) : 0;
	uint64_t from = b && c->b.off >= 0 ? member_key(s, b, (uint64_t)c->b.off) : 0;
	if (same || (to && to == from))
		return;
	add_loose_side(s, a, c->a.off, c->imm);
	add_loose_side(s, b, c->b.off, c->imm);
	unite(s, LOOSE, to ? LOOSE : place_at(s, c->a));
	unite(s, LOOSE, from ? LOOSE : place_at(s, c->b));
}

/* table[i].run: an element of the record that has that size. */
static void add_index(struct slots *s, const struct con *c)
{
	type_id t = type_strip(s->pt->p, memory_type(s, c->a));
	uint64_t off = c->a.off >= 0 ? (uint64_t)c->a.off : 0;
	for (int depth = 0; t && depth < MAX_DEPTH; depth++) {
		const struct ir_type *type = type_at(s, t);
		if (is_record(type) && off == 0 && type->size == c->imm) {
			map_put(&s->indexed, c->dst, t);
			return;
		}
		const struct ir_member *m = member_at(s, type, off);
		if (m)
			off -= m->offset;
		t = type_strip(s->pt->p, m                          ? m->type
					 : type->kind == TYPE_ARRAY ? type->target
								    : 0);
	}
}

static void add_constraint(struct slots *s, const struct con *c)
{
	const struct site *site = NULL;
	switch (c->kind) {
	case CON_COPY:
		if (may_be_code(s, c->dst))
			put(s, place_of_node(c->dst), c->a);
		break;
	case CON_LOAD:
		add_load(s, c);
		break;
	case CON_STORE:
		put(s, place_at(s, c->a), c->b);
		break;
	case CON_BLOCK:
		add_block(s, c);
		break;
	case CON_CALL:
		site = &s->pt->sites.at[c->imm];
		for (uint32_t i = 0; i < site->arg_count; i++)
			put(s, LOOSE, s->pt->site_args.at[site->args + i]);
		put(s, LOOSE, (struct ref){site->result, 0});
		break;
	default:
		break;
	}
}

static void add_body_call(struct slots *s, const struct body_call *b)
{
	const struct pointers *pt = s->pt;
	const struct ir_func *fn = &pt->p->funcs.at[b->callee];
	for (uint32_t i = 0; i < b->arg_count && i < fn->param_count; i++) {
		uint32_t node = pt->param_node[fn->param_first + i];
		if (may_be_code(s, node))
			put(s, place_of_node(node), pt->site_args.at[b->args + i]);
	}
	if (may_be_code(s, b->result))
		put(s, place_of_node(b->result),
		    (struct ref){pt->return_node[b->callee], 0});
}

/* Who is called through a pointer may get whatever is passed so. */
static void add_callback(struct slots *s, func_id f)
{
	const struct ir_func *fn = &s->pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->param_count; i++)
		put(s, LOOSE, (struct ref){s->pt->param_node[fn->param_first + i], 0});
	put(s, LOOSE, (struct ref){s->pt->return_node[f], 0});
}

/* ---- the whole ---- */

static int by_function(const void *a, const void *b)
{
	const struct mention *x = a, *y = b;
	return x->function != y->function ? (x->function < y->function ? -1 : 1)
					  : (x->at > y->at) - (x->at < y->at);
}

static void add_all(struct slots *s)
{
	const struct pointers *pt = s->pt;
	for (uint32_t i = 0; i < pt->cons.list.n; i++)
		if (pt->cons.list.at[i].kind == CON_INDEX)
			add_index(s, &pt->cons.list.at[i]);
	for (uint32_t i = 0; i < pt->cons.list.n; i++)
		add_constraint(s, &pt->cons.list.at[i]);
	for (uint32_t i = 0; i < pt->body_calls.n; i++)
		add_body_call(s, &pt->body_calls.at[i]);
	for (uint32_t i = 0; i < pt->extra_args.n; i++)
		put(s, LOOSE, pt->extra_args.at[i].value);
	for (func_id f = 1; f < pt->p->funcs.n; f++)
		if (pt->p->symbols.at[pt->p->funcs.at[f].sym].flags & SYMF_ADDRESS_TAKEN)
			add_callback(s, f);
	for (uint32_t i = 0; i < s->keys.n; i++)
		if (map_get(&s->loose, s->keys.at[i] >> 32, 0))
			unite(s, LOOSE, s->first_member + i);
}

struct slots *slots_find(struct pointers *pt)
{
	struct slots *s = xcalloc(1, sizeof(*s));
	s->pt = pt;
	s->object = xcalloc(pt->node_count + 1u, sizeof(*s->object));
	for (uint32_t i = 0; i < pt->bases.n; i++)
		s->object[pt->bases.at[i].node] = pt->bases.at[i].obj;
	s->first_member = FIRST_NODE + pt->node_count + 1;
	for (uint32_t i = 0; i < s->first_member; i++)
		vec_push(&s->up, i);
	add_all(s);
	if (s->mentions.n > 0)
		qsort(s->mentions.at, s->mentions.n, sizeof(*s->mentions.at), by_function);
	return s;
}

void slots_free(struct slots *s)
{
	if (!s)
		return;
	vec_free(&s->up);
	vec_free(&s->keys);
	vec_free(&s->mentions);
	map_free(&s->members);
	map_free(&s->loose);
	map_free(&s->indexed);
	free(s->object);
	free(s);
}

static uint32_t first_mention(const struct slots *s, sym_id f)
{
	uint32_t low = 0, high = s->mentions.n;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (s->mentions.at[middle].function < f)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_declared_code(const struct slots *s, struct ref address)
{
	type_id t = memory_type(s, address);
	return t && address.off >= 0 &&
	       typed_field(s->pt, t, (uint64_t)address.off) == NODE_CODE;
}

enum slot_holds slots_hold(struct slots *s, struct ref address, sym_id f)
{
	uint32_t place = place_at(s, address), at = find(s, place),
		 i = first_mention(s, f);
	enum slot_holds found = SLOT_NEVER;
	if (place == LOOSE || at == find(s, ANY) || i == s->mentions.n ||
	    s->mentions.at[i].function != f)
		return SLOT_UNKNOWN;
	for (; i < s->mentions.n && s->mentions.at[i].function == f; i++) {
		uint32_t m = find(s, s->mentions.at[i].at);
		if (m == find(s, LOOSE) || m == find(s, ANY))
			found = SLOT_UNKNOWN;
		else if (m == at)
			return is_declared_code(s, address) ? SLOT_HOLDS : SLOT_UNKNOWN;
	}
	return found;
}
