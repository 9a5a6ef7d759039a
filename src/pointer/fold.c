/* SPDX-License-Identifier: MIT */
/*
 * Offsets in objects: arrays fold onto one element.
 *
 * A type gives a list of ranges, one for each array in it, outer before inner:
 * an offset in a range is replaced by the same place in the first element.
 * Since folding is a function of the true offset, two accesses to the same
 * byte always meet, whatever the list says; the list only decides how much
 * else meets with them. Types may therefore be guesses.
 *
 * Arithmetic that leaves an object is dropped (docs/soundness.md,
 * 'out-of-bounds pointer arithmetic'), with two exceptions that C programs
 * rely on: one past the end, and one step before the start (container_of on
 * the head of a list, undone before the access).
 */
#include "pointer/internal.h"

#include "base/number.h"
#include "ir/names.h"

enum {
	MAX_DEPTH = 32,   /* nesting of types */
	MAX_RANGES = 256, /* arrays of one type; the rest stay unfolded */
	FAR = 1 << 24,    /* offsets beyond, in objects of unknown size: anywhere */
	FAR_BEFORE = 1 << 16,
	FAR_UNKNOWN = 32,  /* likewise, of which no type is known either */
};

enum fold_mode { FOLD_DECLARED, FOLD_HEAP_ONE, FOLD_HEAP_ARRAY };

static const struct ir_type *type_of(const struct pointers *pt, type_id t)
{
	return &pt->p->types.at[type_strip(pt->p, t)];
}

static uint64_t mod(int64_t x, uint32_t stride)
{
	int64_t m = x % (int64_t)stride;
	return (uint64_t)(m < 0 ? m + stride : m);
}

/* ---- ranges of a type ---- */

/* Ranges since 'first' become one if they overlap: members of a union. */
static void fold_join_since(struct pointers *pt, uint32_t first)
{
	struct fold_range all = pt->folds.at[first];
	for (uint32_t i = first + 1; i < pt->folds.n; i++) {
		const struct fold_range *r = &pt->folds.at[i];
		all.stride = (uint32_t)number_gcd(all.stride, r->stride);
		if (r->start < all.start)
			all.start = r->start;
		if (r->end > all.end)
			all.end = r->end;
	}
	pt->folds.n = first;
	all.next = first + 1;
	vec_push(&pt->folds, all);
}

static void fold_type(struct pointers *pt, type_id t, int64_t base, uint32_t first,
		      int depth);

static void fold_array(struct pointers *pt, const struct ir_type *t, int64_t base,
		       uint32_t first, int depth)
{
	uint64_t stride = type_of(pt, t->target)->size;
	uint32_t at = pt->folds.n;
	if (stride == 0 || stride > FAR)
		return;
	int64_t end = t->size && t->size < FOLD_END ? base + (int64_t)t->size : FOLD_END;
	vec_push(&pt->folds, ((struct fold_range){base, end, (uint32_t)stride, 0}));
	fold_type(pt, t->target, base, first, depth + 1);
	pt->folds.at[at].next = pt->folds.n;
}

static bool is_bytes(const struct pointers *pt, type_id t)
{
	const struct ir_type *type = type_of(pt, t);
	return type->kind == TYPE_ARRAY && type_of(pt, type->target)->size == 1;
}

/* A byte array beside a larger member is padding or a view of its bytes. */
static bool union_is_only_bytes(const struct pointers *pt, const struct ir_type *t)
{
	for (uint32_t i = 0; i < t->member_count; i++) {
		if (!is_bytes(pt, pt->p->members.at[t->members + i].type))
			return false;
	}
	return true;
}

static void fold_members(struct pointers *pt, const struct ir_type *t, int64_t base,
			 uint32_t first, int depth)
{
	uint32_t start = pt->folds.n, arrays = 0;
	bool is_union = t->kind == TYPE_UNION;
	bool skip_bytes = is_union && !union_is_only_bytes(pt, t);
	for (uint32_t i = 0; i < t->member_count; i++) {
		const struct ir_member *m = &pt->p->members.at[t->members + i];
		uint32_t before = pt->folds.n;
		if (skip_bytes && is_bytes(pt, m->type))
			continue;
		if (!m->bit_size)
			fold_type(pt, m->type, base + m->offset, first, depth + 1);
		arrays += pt->folds.n > before;
	}
	if (is_union && arrays > 1)
		fold_join_since(pt, start);
}

static void fold_type(struct pointers *pt, type_id t, int64_t base, uint32_t first,
		      int depth)
{
	const struct ir_type *type = type_of(pt, t);
	if (depth > MAX_DEPTH || pt->folds.n - first > MAX_RANGES)
		return;
	if (type->kind == TYPE_ARRAY)
		fold_array(pt, type, base, first, depth);
	else if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION)
		fold_members(pt, type, base, first, depth);
}

/* 'char data[]', [0] or [1] at the end of an allocated struct has no end. */
static void fold_open_end(struct pointers *pt, uint32_t first, int64_t size)
{
	for (uint32_t i = first; i < pt->folds.n; i = pt->folds.at[i].next) {
		if (pt->folds.at[i].end >= size)
			pt->folds.at[i].end = FOLD_END;
	}
}

static uint64_t fold_span(struct pointers *pt, type_id t, enum fold_mode mode)
{
	uint64_t key = (uint64_t)t << 2 | mode;
	uint32_t known = map_get(&pt->type_folds, key, UINT32_MAX);
	if (known != UINT32_MAX)
		return pt->fold_spans.at[known];
	uint32_t first = pt->folds.n;
	uint64_t size = type_of(pt, t)->size;
	if (mode == FOLD_HEAP_ARRAY && size && size <= FAR)
		vec_push(&pt->folds,
			 ((struct fold_range){0, FOLD_END, (uint32_t)size, 0}));
	uint32_t inner = pt->folds.n;
	fold_type(pt, t, 0, first, 0);
	if (mode == FOLD_HEAP_ONE)
		fold_open_end(pt, inner, (int64_t)size);
	if (inner > first)
		pt->folds.at[first].next = pt->folds.n;
	for (uint32_t i = first; i < pt->folds.n; i++)
		pt->folds.at[i].next -= first;
	uint64_t span = map_key2(first, pt->folds.n - first);
	map_put(&pt->type_folds, key, pt->fold_spans.n);
	vec_push(&pt->fold_spans, span);
	return span;
}

void fold_object(struct pointers *pt, obj_id o, type_id t, bool repeat)
{
	enum fold_mode mode = pt->info.at[o].declared ? FOLD_DECLARED
			      : repeat                ? FOLD_HEAP_ARRAY
						      : FOLD_HEAP_ONE;
	uint64_t span = fold_span(pt, t, mode);
	pt->info.at[o].fold_first = (uint32_t)(span >> 32);
	pt->info.at[o].fold_count = (uint32_t)span;
}

/* ---- folding ---- */

int64_t fold_offset(const struct pointers *pt, obj_id o, int64_t off)
{
	const struct object *info = &pt->info.at[o];
	const struct fold_range *r = &pt->folds.at[info->fold_first];
	if (info->one_cell)
		return 0;
	for (uint32_t i = 0; i < info->fold_count;) {
		if (off < r[i].start) {
			break;
		} else if (off >= r[i].end) {
			i = r[i].next;
		} else {
			off = r[i].start + (int64_t)mod(off - r[i].start, r[i].stride);
			i++;
		}
	}
	return off;
}

/* The innermost range around off for which 'accept' holds. */
static const struct fold_range *range_around(const struct pointers *pt, obj_id o,
					     int64_t off, uint64_t stride)
{
	const struct object *info = &pt->info.at[o];
	const struct fold_range *r = &pt->folds.at[info->fold_first], *found = NULL;
	for (uint32_t i = 0; i < info->fold_count;) {
		if (off < r[i].start)
			break;
		if (off >= r[i].end) {
			i = r[i].next;
			continue;
		}
		if (!stride || stride % r[i].stride == 0)
			found = &r[i];
		off = r[i].start + (int64_t)mod(off - r[i].start, r[i].stride);
		i++;
	}
	return found;
}

const struct fold_range *fold_around(const struct pointers *pt, obj_id o, int64_t off)
{
	return range_around(pt, o, off, 0);
}

/* ---- arithmetic ---- */

static bool in_reach(const struct pointers *pt, obj_id o, int64_t from, int64_t imm,
		     int64_t to)
{
	uint64_t size = pt->objects.at[o].size;
	if (to < 0)
		return to >= -FAR_BEFORE && (from >= 0 || imm >= 0);
	return size == 0 || (uint64_t)to <= size;
}

/* What is known of a variable that is declared only, as an array, is where it begins: a pointer
 * that walks through it would never end. */
static int64_t far_in(const struct pt_object *o)
{
	return o->kind == OBJ_VARIABLE && !o->size && !o->type ? FAR_UNKNOWN : FAR;
}

static uint32_t emit(const struct pointers *pt, obj_id o, int64_t from, int64_t imm,
		     int64_t to, uint32_t out[2], uint32_t n)
{
	if (!in_reach(pt, o, from, imm, to))
		return n;
	int64_t folded = to < 0 ? to : fold_offset(pt, o, to);
	out[n] = folded > far_in(&pt->objects.at[o]) ? PT_ANY : (uint32_t)(int32_t)folded;
	return n && out[0] == out[1] ? n : n + 1;
}

static uint32_t object_step(const struct pointers *pt, obj_id o, int64_t from,
			    int64_t imm, uint32_t out[2])
{
	const struct fold_range *r = from < 0 ? NULL : fold_around(pt, o, from);
	int64_t to = from + imm;
	int64_t length = r ? r->end - r->start : 0;
	/* Some element plus or minus bytes: a neighbour is as likely as the first. */
	if (r && to >= r->end && imm < length)
		to = r->start + (int64_t)mod(to - r->start, r->stride);
	uint32_t n = emit(pt, o, from, imm, to, out, 0);
	if (r && to < r->start && -imm < length) {
		to = r->start + (int64_t)mod(to - r->start, r->stride);
		n = emit(pt, o, from, imm, to, out, n);
	}
	return n;
}

uint32_t object_add(const struct pointers *pt, obj_id o, uint32_t off, int64_t imm,
		    uint32_t out[2])
{
	out[0] = off;
	if (is_vague(off) || imm == 0)
		return 1;
	if (pt->info.at[o].code || imm < INT32_MIN)
		return 0;
	if (pt->info.at[o].one_cell)
		return 1;
	return object_step(pt, o, (int32_t)off, imm, out);
}

static bool is_record(const struct ir_type *t)
{
	return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
}

/* Does a part of exactly that size start at off? Then a pointer to it, indexed,
 * is a pointer to an array of one. But a number where a struct begins may be the first word of
 * all that is in the struct. */
static bool has_part(const struct pointers *pt, type_id t, uint64_t off, uint64_t size)
{
	bool begins = false;
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		const struct ir_type *type = type_of(pt, t);
		if (off == 0 && type->size == size)
			return !begins || is_record(type);
		begins = is_record(type) && (begins || off == 0);
		if (type->kind == TYPE_ARRAY) {
			uint64_t stride = type_of(pt, type->target)->size;
			if (!stride)
				return false;
			off %= stride;
			t = type->target;
			continue;
		}
		if (!is_record(type))
			return false;
		bool found = false;
		for (uint32_t i = 0; i < type->member_count && !found; i++) {
			const struct ir_member *m = &pt->p->members.at[type->members + i];
			if (off < m->offset ||
			    off - m->offset >= type_of(pt, m->type)->size)
				continue;
			found = true;
			off -= m->offset;
			t = m->type;
		}
		if (!found)
			return false;
	}
	return false;
}

/* Is all of it one number or pointer? Not two of them in a struct. */
static bool is_word(const struct pointers *pt, const struct pt_object *o)
{
	return o->size <= pt->pointer_size && !(o->type && is_record(type_of(pt, o->type)));
}

uint32_t object_index(const struct pointers *pt, obj_id o, uint32_t off, uint64_t stride)
{
	const struct pt_object *obj = &pt->objects.at[o];
	const struct object *info = &pt->info.at[o];
	int64_t at = (int32_t)off;
	if (is_vague(off) || at < 0 || info->one_cell || info->code ||
	    obj->kind == OBJ_EXTERNAL)
		return off;
	if (stride == 0 || range_around(pt, o, at, stride))
		return off;
	if (obj->size && (obj->size <= stride || is_word(pt, obj)))
		return off;
	if (info->declared && has_part(pt, obj->type, (uint64_t)at, stride))
		return off;
	return PT_ANY;
}

/* ---- parts ---- */

/* The member of t around 'off', which becomes an offset in it; 0: none. */
static type_id member_around(const struct pointers *pt, const struct ir_type *t,
			     uint64_t *off)
{
	if (t->kind == TYPE_ARRAY) {
		uint64_t stride = type_of(pt, t->target)->size;
		*off = stride ? *off % stride : *off;
		return stride ? t->target : 0;
	}
	if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
		return 0;
	for (uint32_t i = 0; i < t->member_count; i++) {
		const struct ir_member *m = &pt->p->members.at[t->members + i];
		if (*off < m->offset || *off - m->offset >= type_of(pt, m->type)->size)
			continue;
		*off -= m->offset;
		return m->type;
	}
	return 0;
}

/* The largest part that starts at off, or the struct around a scalar there. */
static struct span part_span(const struct pointers *pt, type_id t, uint64_t off)
{
	uint64_t start = 0;
	struct span around = {0, UINT32_MAX};
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		const struct ir_type *type = type_of(pt, t);
		uint64_t inside = off - start, size = type->size;
		if (inside == 0 && size > pt->pointer_size)
			return (struct span){(uint32_t)start, (uint32_t)(start + size)};
		if (type->kind == TYPE_STRUCT)
			around = (struct span){(uint32_t)start, (uint32_t)(start + size)};
		t = member_around(pt, type, &inside);
		if (!t)
			return around;
		start = off - inside;
	}
	return around;
}

static uint32_t span_id(struct pointers *pt, struct span s)
{
	uint64_t key = map_key2(s.start, s.end);
	uint32_t id = map_get(&pt->span_ids, key, UINT32_MAX);
	if (id == UINT32_MAX) {
		id = pt->spans.n;
		vec_push(&pt->spans, s);
		map_put(&pt->span_ids, key, id);
	}
	return SPAN_FLAG | id;
}

uint32_t object_index_span(struct pointers *pt, obj_id o, uint32_t off, uint64_t stride)
{
	uint32_t to = object_index(pt, o, off, stride);
	const struct pt_object *obj = &pt->objects.at[o];
	if (to != PT_ANY || off == PT_ANY || !obj->type || obj->kind == OBJ_CLASS)
		return to;
	struct span s = part_span(pt, obj->type, off);
	uint64_t size = type_of(pt, obj->type)->size;
	return s.end == UINT32_MAX || s.end - s.start >= size ? PT_ANY : span_id(pt, s);
}

uint32_t object_part(struct pointers *pt, obj_id o, uint32_t off, uint64_t size)
{
	const struct pt_object *obj = &pt->objects.at[o];
	if (!size || !obj->type || obj->kind == OBJ_CLASS || (int32_t)off < 0 ||
	    fold_around(pt, o, off))
		return PT_ANY;
	uint64_t all = type_of(pt, obj->type)->size;
	return off + size > all || size == all ? PT_ANY
		: span_id(pt, (struct span){off, (uint32_t)(off + size)});
}

bool object_holds(const struct pointers *pt, obj_id o, uint32_t off)
{
	const struct pt_object *obj = &pt->objects.at[o];
	if (pt->info.at[o].code || o == pt->strings ||
	    (pt->anything && o == pt->anything))
		return false;
	if (is_vague(off))
		return true;
	if ((int32_t)off < 0)
		return false;
	return obj->size == 0 || off < obj->size;
}
