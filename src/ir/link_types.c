/* SPDX-License-Identifier: MIT */
/*
 * One type for the copies of it that every unit brings along.
 *
 * A struct or union with a tag is known by (kind, tag, position, size); that
 * breaks all cycles that C can make. Every other type is known by its content,
 * with the types inside of it already renamed: the content is a row of words,
 * interned. Types are visited with a stack of our own, because debug info is
 * outside input and may nest as deep as it likes; a cycle without a tag in it
 * gets a type of its own.
 *
 * A struct without a tag that has a position, as in 'typedef struct { ... } list;', is
 * known by that and by what its members are called, where they are and what words their
 * types are written with. Their types themselves would not do: a header's struct is one
 * type, even if some units do not know what its pointers point to.
 *
 * A tag that one unit only declares is the struct that another one completes,
 * when there is only one such struct.
 */
#include "ir/linker.h"

#include <stdlib.h>

#define AMBIGUOUS UINT32_MAX
#define UNSEEN	  0 /* in link_unit.types while visiting */
#define OPEN	  UINT32_MAX

/* A new tagged type whose members are filled in at the end. */
struct pending {
	uint32_t unit;
	type_id from, to;
};

struct type_linker {
	struct linker *k;
	struct intern rows;    /* contents */
	VEC(type_id) row_type; /* by id of the row */
	struct map complete;   /* (kind, tag) to its only complete type */
	VEC(uint32_t) words;   /* the row being made */
	VEC(type_id) stack;    /* types of one unit that are being visited */
	VEC(struct pending) pending;
};

static bool has_tag(const struct ir_type *t)
{
	return (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && t->name;
}

static bool has_place(const struct ir_type *t)
{
	return (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && !t->name && t->loc &&
	       t->member_count;
}

static bool is_complete(const struct ir_type *t)
{
	return t->size || t->member_count;
}

static void add_word(struct type_linker *tl, uint32_t word)
{
	vec_push(&tl->words, word);
}

/* What both kinds of row start with. */
static void start_row(struct type_linker *tl, const struct link_unit *u,
		      const struct ir_type *t)
{
	vec_clear(&tl->words);
	add_word(tl, t->kind | (uint32_t)t->flags << 8 | (uint32_t)has_tag(t) << 16 |
			     (uint32_t)has_place(t) << 17);
	add_word(tl, u->strs[t->name]);
	add_word(tl, u->locs[t->loc]);
	uint64_t size = t->kind == TYPE_ALIAS ? 0 : t->size; /* not known to all units */
	add_word(tl, (uint32_t)size);
	add_word(tl, (uint32_t)(size >> 32));
	add_word(tl, t->member_count);
}

/* A type as it is written, down to the first name. */
static void add_words_of(struct type_linker *tl, const struct link_unit *u, type_id id)
{
	enum { MOST = 16 };
	for (int depth = 0; depth < MOST; depth++) {
		const struct ir_type *t = &u->p->types.at[id];
		add_word(tl, t->kind);
		add_word(tl, u->strs[t->name]);
		if (!id || t->name || !t->target)
			return;
		id = t->target;
	}
}

/* What tells a struct without a tag from others at the same place. */
static void add_members(struct type_linker *tl, const struct link_unit *u,
			const struct ir_type *t)
{
	for (uint32_t i = 0; i < t->member_count; i++) {
		const struct ir_member *m = &u->p->members.at[t->members + i];
		add_word(tl, u->strs[m->name]);
		add_word(tl, m->offset);
		add_word(tl, m->bit_offset | (uint32_t)m->bit_size << 16);
		add_words_of(tl, u, m->type);
	}
}

/* The type that has this row; *fresh when it is a new one, still empty. */
static type_id intern_row(struct type_linker *tl, bool *fresh)
{
	struct program *out = tl->k->out;
	uint32_t row = intern_bytes(&tl->rows, tl->words.at,
				    tl->words.n * sizeof(*tl->words.at));
	while (tl->row_type.n <= row)
		vec_push(&tl->row_type, 0);
	*fresh = !tl->row_type.at[row];
	if (*fresh) {
		tl->row_type.at[row] = out->types.n;
		vec_push(&out->types, (struct ir_type){0});
	}
	return tl->row_type.at[row];
}

static void register_complete(struct type_linker *tl, const struct link_unit *u,
			      const struct ir_type *t, type_id id)
{
	uint64_t key = map_key2(t->kind, u->strs[t->name]);
	type_id other = map_get(&tl->complete, key, 0);
	map_put(&tl->complete, key, other && other != id ? AMBIGUOUS : id);
}

/* First over all units: the complete types with a tag or a place get their ids. */
static void number_tagged(struct type_linker *tl, uint32_t unit)
{
	struct link_unit *u = &tl->k->units[unit];
	u->types = xcalloc(u->p->types.n, sizeof(*u->types));
	for (type_id i = 1; i < u->p->types.n; i++) {
		const struct ir_type *t = &u->p->types.at[i];
		bool fresh;
		if (!has_place(t) && (!has_tag(t) || !is_complete(t)))
			continue;
		start_row(tl, u, t);
		if (!has_tag(t))
			add_members(tl, u, t);
		u->types[i] = intern_row(tl, &fresh);
		if (has_tag(t))
			register_complete(tl, u, t, u->types[i]);
		if (fresh)
			vec_push(&tl->pending, ((struct pending){unit, i, u->types[i]}));
	}
}

/* Copies t and its members; the types inside of it have their new ids. */
static void fill_type(struct type_linker *tl, const struct link_unit *u,
		      const struct ir_type *t, type_id to)
{
	struct program *out = tl->k->out;
	struct ir_type moved = *t;
	moved.name = u->strs[t->name];
	moved.loc = u->locs[t->loc];
	moved.target = u->types[t->target];
	moved.members = out->members.n;
	for (uint32_t i = 0; i < t->member_count; i++) {
		struct ir_member m = u->p->members.at[t->members + i];
		m.name = u->strs[m.name];
		m.type = u->types[m.type];
		vec_push(&out->members, m);
	}
	out->types.at[to] = moved;
}

/* The only complete type with the tag of a declared one, or 0. */
static type_id completion(const struct type_linker *tl, const struct link_unit *u,
			  const struct ir_type *t)
{
	if (!has_tag(t))
		return 0;
	type_id id = map_get(&tl->complete, map_key2(t->kind, u->strs[t->name]), 0);
	return id == AMBIGUOUS ? 0 : id;
}

static type_id own_type(struct type_linker *tl)
{
	vec_push(&tl->k->out->types, (struct ir_type){0});
	return tl->k->out->types.n - 1;
}

/* Asks for the new id of part of a type. True when the part must be visited
 * first. A part that is being visited contains itself, and no tag is on the
 * way: it is given a type that nobody shares. */
static bool must_visit(struct type_linker *tl, struct link_unit *u, type_id part)
{
	if (u->types[part] == OPEN)
		u->types[part] = own_type(tl);
	return part && u->types[part] == UNSEEN;
}

static void push_parts(struct type_linker *tl, struct link_unit *u, const struct ir_type *t)
{
	if (must_visit(tl, u, t->target))
		vec_push(&tl->stack, t->target);
	for (uint32_t i = 0; i < t->member_count; i++) {
		type_id part = u->p->members.at[t->members + i].type;
		if (must_visit(tl, u, part))
			vec_push(&tl->stack, part);
	}
}

static void finish_type(struct type_linker *tl, struct link_unit *u, type_id id)
{
	const struct ir_type *t = &u->p->types.at[id];
	bool fresh = true;
	if (u->types[id] != OPEN) { /* it contains itself */
		fill_type(tl, u, t, u->types[id]);
		return;
	}
	start_row(tl, u, t);
	add_word(tl, u->types[t->target]);
	for (uint32_t i = 0; i < t->member_count; i++) {
		const struct ir_member *m = &u->p->members.at[t->members + i];
		add_word(tl, u->strs[m->name]);
		add_word(tl, u->types[m->type]);
		add_word(tl, m->offset);
		add_word(tl, m->bit_offset | (uint32_t)m->bit_size << 16);
	}
	u->types[id] = intern_row(tl, &fresh);
	if (fresh)
		fill_type(tl, u, t, u->types[id]);
}

enum visit { NEW, STARTED, DONE };

static enum visit start_type(struct type_linker *tl, struct link_unit *u, type_id id)
{
	const struct ir_type *t = &u->p->types.at[id];
	u->types[id] = is_complete(t) ? 0 : completion(tl, u, t);
	if (u->types[id])
		return DONE;
	u->types[id] = OPEN;
	push_parts(tl, u, t);
	return STARTED;
}

/* A type is started when it is first on top of the stack and finished when it
 * is there again, with all its parts done. */
static void visit_types(struct type_linker *tl, struct link_unit *u, type_id root,
			uint8_t *state)
{
	vec_clear(&tl->stack);
	vec_push(&tl->stack, root);
	while (tl->stack.n) {
		type_id id = vec_last(&tl->stack);
		if (state[id] == NEW) {
			state[id] = (uint8_t)start_type(tl, u, id);
			continue;
		}
		if (state[id] == STARTED)
			finish_type(tl, u, id);
		state[id] = DONE;
		tl->stack.n--;
	}
}

static void move_types(struct type_linker *tl, struct link_unit *u)
{
	uint8_t *state = xcalloc(u->p->types.n, 1);
	for (type_id i = 1; i < u->p->types.n; i++) {
		if (u->types[i] == UNSEEN)
			visit_types(tl, u, i, state);
	}
	free(state);
}

/* A unit that knows the type only by name does not know its size. */
static void size_aliases(struct program *p)
{
	enum { MOST = 256 };
	for (type_id i = 1; i < p->types.n; i++) {
		type_id t = i;
		for (int hops = 0; hops < MOST && p->types.at[t].kind == TYPE_ALIAS; hops++)
			t = p->types.at[t].target;
		if (p->types.at[i].kind == TYPE_ALIAS)
			p->types.at[i].size = p->types.at[t].size;
	}
}

void link_types(struct linker *k)
{
	struct type_linker tl = {.k = k};
	for (uint32_t i = 0; i < k->n; i++)
		number_tagged(&tl, i);
	for (uint32_t i = 0; i < k->n; i++)
		move_types(&tl, &k->units[i]);
	for (uint32_t i = 0; i < tl.pending.n; i++) {
		const struct link_unit *u = &k->units[tl.pending.at[i].unit];
		fill_type(&tl, u, &u->p->types.at[tl.pending.at[i].from],
			  tl.pending.at[i].to);
	}
	size_aliases(k->out);
	intern_free(&tl.rows);
	vec_free(&tl.row_type);
	map_free(&tl.complete);
	vec_free(&tl.words);
	vec_free(&tl.stack);
	vec_free(&tl.pending);
}
