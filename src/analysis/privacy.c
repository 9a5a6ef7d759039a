/* SPDX-License-Identifier: MIT */
/*
 * Privacy: which objects nobody else can reach yet. What is stored in a private object
 * gets out with it.
 */
#include <string.h>

#include "analysis/memory.h"

static void mark_escaped(struct frame *fr, struct state *s, uint32_t number)
{
	uint32_t words = number / 64 + 1;
	state_own(fr, s, STATE_ESCAPED);
	if (s->escaped_words < words) {
		uint64_t *more = ARENA_ARRAY(fr->scratch, uint64_t, words);
		if (s->escaped_words)
			memcpy(more, s->escaped, s->escaped_words * sizeof(*more));
		s->escaped = more;
		s->escaped_words = words;
	}
	s->escaped[number / 64] |= (uint64_t)1 << number % 64;
}

static void escape_contents(struct frame *fr, struct state *s, uint32_t number, bool given);

/* Given: somebody gets it who is not told of by the summary's writes. */
static void escape_number(struct frame *fr, struct state *s, uint32_t number, bool given)
{
	bool news = given && !fr->given.at[number];
	if (state_has_escaped(s, number) && !news)
		return;
	fr->given.at[number] |= given;
	mark_escaped(fr, s, number);
	escape_contents(fr, s, number, given);
}

static void escape_contents(struct frame *fr, struct state *s, uint32_t number, bool given)
{
	for (uint32_t i = 0; i < fr->contains.n; i++) {
		const struct contains c = fr->contains.at[i];
		if (c.outer != number)
			continue;
		formals_add(&s->escaped_formals, &c.formals);
		formals_add(&fr->escapes, &c.formals);
		if (c.inner != UINT32_MAX)
			escape_number(fr, s, c.inner, given);
	}
}

/* Calls visit for each private object that the value may be the address of, or be
 * found behind. */
static void each_private(struct frame *fr, path_id value, uint32_t depth, bool behind,
			 void (*visit)(struct frame *, void *, uint32_t, bool), void *context)
{
	path_id root = path_at(&fr->paths, value)->root;
	if (!value)
		return;
	behind |= path_at(&fr->paths, value)->loads > 0;
	uint32_t number = frame_private(fr, root);
	if (number != UINT32_MAX) {
		visit(fr, context, number, behind);
		return;
	}
	const struct path *x = path_at(&fr->paths, root);
	if (x->kind != PATH_VALUE || x->a != fr->func || x->b & VALUE_PARAM || !depth)
		return;
	const struct alternatives *alt = &fr->alternatives[x->b];
	for (uint32_t i = 0; i < alt->count; i++)
		if (path_at(&fr->paths, alt->values[i])->root != root)
			each_private(fr, alt->values[i], depth - 1, behind, visit, context);
}

static void visit_escape(struct frame *fr, void *context, uint32_t number, bool behind)
{
	if (behind)
		escape_contents(fr, context, number, true);
	else
		escape_number(fr, context, number, true);
}

/* Callers are told where to find it. */
static void visit_told(struct frame *fr, void *context, uint32_t number, bool behind)
{
	if (behind)
		escape_contents(fr, context, number, false);
	else
		escape_number(fr, context, number, false);
}

static uint64_t formal_bit(const struct path *formal)
{
	return (uint64_t)1 << (formal->a < 63 ? formal->a : 63);
}

/* What a formal reaches is known to the callers: tell them. */
static void escape_formals(struct frame *fr, path_id value, uint32_t depth, bool behind,
			   struct formals *out)
{
	path_id root = path_at(&fr->paths, value)->root;
	const struct path *x = path_at(&fr->paths, root);
	behind |= path_at(&fr->paths, value)->loads > 0;
	if (x->kind == PATH_FORMAL)
		*(behind ? &out->behind : &out->direct) |= formal_bit(x);
	if (x->kind != PATH_VALUE || x->a != fr->func || x->b & VALUE_PARAM || !depth)
		return;
	const struct alternatives *alt = &fr->alternatives[x->b];
	for (uint32_t i = 0; i < alt->count; i++)
		if (path_at(&fr->paths, alt->values[i])->root != root)
			escape_formals(fr, alt->values[i], depth - 1, behind, out);
}

/* What was stored in the memory of a formal is among what is found there. */
static void escape_stored(struct frame *fr, struct state *s)
{
	if (s->escaped_formals.direct | s->escaped_formals.behind)
		formals_add(&s->escaped_formals, &fr->formals_stored);
	formals_add(&fr->escapes, &s->escaped_formals);
}

void memory_escape(struct frame *fr, struct state *s, path_id value)
{
	if (!value)
		return;
	lockset_disown(&s->locks, value);
	each_private(fr, value, 6, false, visit_escape, s);
	escape_formals(fr, value, 6, false, &s->escaped_formals);
	escape_stored(fr, s);
}

void memory_escape_behind(struct frame *fr, struct state *s, path_id address)
{
	if (!address)
		return;
	each_private(fr, address, 6, true, visit_escape, s);
	escape_formals(fr, address, 6, true, &s->escaped_formals);
	escape_stored(fr, s);
}

bool memory_has_got_out(const struct frame *fr, const struct state *s, path_id address)
{
	const struct path *x = path_at(&fr->paths, address);
	const struct path *root = path_at(&fr->paths, x->root);
	const struct formals *out = &s->escaped_formals;
	return root->kind == PATH_FORMAL &&
	       (out->direct | (x->loads ? out->behind : 0)) & formal_bit(root);
}

static void visit_carry(struct frame *fr, void *context, uint32_t number, bool behind)
{
	(void)behind;
	const uint32_t *loop = context;
	const struct path *x = path_at(&fr->paths, fr->privates.at[number]);
	if (fr->carried.at[number] ||
	    (x->a == fr->func && !flow_loop_contains(fr, *loop, frame_block_of(fr, x->b))))
		return;
	fr->carried.at[number] = true;
	fr->values_changed = fr->carried_changed = true;
}

void memory_carry(struct frame *fr, path_id value, uint32_t loop)
{
	each_private(fr, value, 6, false, visit_carry, &loop);
}

struct containing {
	struct state *s;
	uint32_t outer;
};

static void visit_contain(struct frame *fr, void *context, uint32_t number, bool behind)
{
	struct containing *c = context;
	(void)behind; /* maybe less: what is in it */
	if (state_has_escaped(c->s, c->outer))
		escape_number(fr, c->s, number, fr->given.at[c->outer]);
	for (uint32_t i = 0; i < fr->contains.n; i++)
		if (fr->contains.at[i].outer == c->outer && fr->contains.at[i].inner == number)
			return;
	vec_push(&fr->contains, ((struct contains){c->outer, number, {0}}));
}

struct storing {
	struct state *s;
	path_id value;
	struct formals formals;
};

static void contain_formals(struct frame *fr, struct state *s, uint32_t outer,
			    const struct formals *in)
{
	if (state_has_escaped(s, outer)) {
		formals_add(&s->escaped_formals, in);
		formals_add(&fr->escapes, in);
	}
	for (uint32_t i = 0; i < fr->contains.n; i++) {
		struct contains *c = &fr->contains.at[i];
		if (c->outer == outer && c->inner == UINT32_MAX) {
			formals_add(&c->formals, in);
			return;
		}
	}
	vec_push(&fr->contains, ((struct contains){outer, UINT32_MAX, *in}));
}

static void visit_outer(struct frame *fr, void *context, uint32_t number, bool behind)
{
	struct storing *st = context;
	struct containing c = {st->s, number};
	(void)behind;
	each_private(fr, st->value, 6, false, visit_contain, &c);
	if (st->formals.direct | st->formals.behind)
		contain_formals(fr, st->s, number, &st->formals);
}

void memory_contain(struct frame *fr, struct state *s, path_id address, path_id v)
{
	struct storing st = {s, v, {0}};
	if (!v || path_at(&fr->paths, v)->kind == PATH_INT)
		return;
	if (address && memory_is_private(fr, s, address)) {
		escape_formals(fr, v, 6, false, &st.formals);
		each_private(fr, address, 6, false, visit_outer, &st);
		return;
	}
	const struct path *x = path_at(&fr->paths, address);
	if (address && x->flags & PATHF_OPEN && !(x->flags & (PATHF_VALUE | PATHF_ANY)) &&
	    !memory_has_got_out(fr, s, address)) {
		/* the write itself is part of the summary */
		lockset_disown(&s->locks, v);
		each_private(fr, v, 6, false, visit_told, s);
		escape_formals(fr, v, 6, false, &fr->formals_stored);
		return;
	}
	memory_escape(fr, s, v);
}

static bool all_private(const struct frame *fr, const struct state *s, path_id address,
			uint32_t depth)
{
	const struct path *x = path_at(&fr->paths, address);
	uint32_t number = frame_private(fr, x->root);
	if (x->kind == PATH_INT)
		return true; /* null: no memory at all */
	if (x->loads)
		return false;
	if (number != UINT32_MAX)
		return !state_has_escaped(s, number);
	const struct alternatives *alt = frame_alternatives(fr, x->root);
	if (!alt || !depth)
		return false;
	for (uint32_t i = 0; i < alt->count; i++)
		if (path_at(&fr->paths, alt->values[i])->root != x->root &&
		    !all_private(fr, s, alt->values[i], depth - 1))
			return false;
	return true;
}

bool memory_is_private(const struct frame *fr, const struct state *s, path_id address)
{
	return address && all_private(fr, s, address, 6);
}

/* ---- what is inside of what ---- */

struct search {
	uint32_t wanted;
	uint32_t depth;
	bool found;
};

static void visit_search(struct frame *fr, void *context, uint32_t number, bool behind)
{
	struct search *f = context;
	(void)behind;
	if (!f->depth)
		f->found = true; /* too far to tell */
	for (uint32_t i = 0; i < fr->contains.n && !f->found; i++) {
		const struct contains c = fr->contains.at[i];
		if (c.outer != number || c.inner == UINT32_MAX)
			continue;
		struct search deeper = {f->wanted, f->depth - 1, c.inner == f->wanted};
		if (!deeper.found && c.inner != number)
			visit_search(fr, &deeper, c.inner, false);
		f->found |= deeper.found;
	}
}

bool memory_is_inside(struct frame *fr, path_id value, path_id object)
{
	struct search f = {frame_private(fr, path_at(&fr->paths, object)->root), 4, false};
	if (f.wanted == UINT32_MAX || !value)
		return false;
	each_private(fr, value, 6, false, visit_search, &f);
	return f.found;
}
