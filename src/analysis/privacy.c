/* SPDX-License-Identifier: MIT */
/*
 * Privacy: which objects nobody else can reach yet. What is stored in a private object
 * gets out with it.
 */
#include "analysis/frame.h"

#include <string.h>

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

static void escape_number(struct frame *fr, struct state *s, uint32_t number)
{
	if (state_has_escaped(s, number))
		return;
	mark_escaped(fr, s, number);
	for (uint32_t i = 0; i < fr->contains.n; i++) {
		const struct contains c = fr->contains.at[i];
		if (c.outer != number)
			continue;
		s->escaped_formals |= c.formals;
		fr->escapes |= c.formals;
		if (c.inner != UINT32_MAX)
			escape_number(fr, s, c.inner);
	}
}

/* Calls visit for each private object that the value may be the address of. */
static void each_private(struct frame *fr, path_id value, uint32_t depth,
			 void (*visit)(struct frame *, void *, uint32_t), void *context)
{
	path_id root = path_at(&fr->paths, value)->root;
	if (!value)
		return;
	uint32_t number = frame_private(fr, root);
	if (number != UINT32_MAX) {
		visit(fr, context, number);
		return;
	}
	const struct path *x = path_at(&fr->paths, root);
	if (x->kind != PATH_VALUE || x->a != fr->func || x->b & VALUE_PARAM || !depth)
		return;
	const struct alternatives *alt = &fr->alternatives[x->b];
	for (uint32_t i = 0; i < alt->count; i++)
		if (path_at(&fr->paths, alt->values[i])->root != root)
			each_private(fr, alt->values[i], depth - 1, visit, context);
}

static void visit_escape(struct frame *fr, void *context, uint32_t number)
{
	escape_number(fr, context, number);
}

/* What a formal reaches is known to the callers: tell them. */
static void escape_formals(struct frame *fr, path_id value, uint32_t depth, uint64_t *mask)
{
	path_id root = path_at(&fr->paths, value)->root;
	const struct path *x = path_at(&fr->paths, root);
	if (x->kind == PATH_FORMAL)
		*mask |= (uint64_t)1 << (x->a < 63 ? x->a : 63);
	if (x->kind != PATH_VALUE || x->a != fr->func || x->b & VALUE_PARAM || !depth)
		return;
	const struct alternatives *alt = &fr->alternatives[x->b];
	for (uint32_t i = 0; i < alt->count; i++)
		if (path_at(&fr->paths, alt->values[i])->root != root)
			escape_formals(fr, alt->values[i], depth - 1, mask);
}

void memory_escape(struct frame *fr, struct state *s, path_id value)
{
	if (!value)
		return;
	lockset_disown(&s->locks, value);
	each_private(fr, value, 6, visit_escape, s);
	escape_formals(fr, value, 6, &s->escaped_formals);
	fr->escapes |= s->escaped_formals;
}

static void visit_carry(struct frame *fr, void *context, uint32_t number)
{
	const uint32_t *loop = context;
	const struct path *x = path_at(&fr->paths, fr->privates.at[number]);
	if (fr->carried.at[number] ||
	    (x->a == fr->func && !flow_loop_contains(fr, *loop, frame_block_of(fr, x->b))))
		return;
	fr->carried.at[number] = true;
	fr->values_changed = true;
}

void memory_carry(struct frame *fr, path_id value, uint32_t loop)
{
	each_private(fr, value, 6, visit_carry, &loop);
}

struct containing {
	struct state *s;
	uint32_t outer;
};

static void visit_contain(struct frame *fr, void *context, uint32_t number)
{
	struct containing *c = context;
	if (state_has_escaped(c->s, c->outer))
		escape_number(fr, c->s, number);
	for (uint32_t i = 0; i < fr->contains.n; i++)
		if (fr->contains.at[i].outer == c->outer && fr->contains.at[i].inner == number)
			return;
	if (c->outer != number)
		vec_push(&fr->contains, ((struct contains){c->outer, number, 0}));
}

struct storing {
	struct state *s;
	path_id value;
	uint64_t formals;
};

static void contain_formals(struct frame *fr, struct state *s, uint32_t outer, uint64_t mask)
{
	if (state_has_escaped(s, outer)) {
		s->escaped_formals |= mask;
		fr->escapes |= mask;
	}
	for (uint32_t i = 0; i < fr->contains.n; i++) {
		struct contains *c = &fr->contains.at[i];
		if (c->outer == outer && c->inner == UINT32_MAX) {
			c->formals |= mask;
			return;
		}
	}
	vec_push(&fr->contains, ((struct contains){outer, UINT32_MAX, mask}));
}

static void visit_outer(struct frame *fr, void *context, uint32_t number)
{
	struct storing *st = context;
	struct containing c = {st->s, number};
	each_private(fr, st->value, 6, visit_contain, &c);
	if (st->formals)
		contain_formals(fr, st->s, number, st->formals);
}

void memory_contain(struct frame *fr, struct state *s, path_id address, path_id v)
{
	struct storing st = {s, v, 0};
	if (!v || path_at(&fr->paths, v)->kind == PATH_INT)
		return;
	if (address && memory_is_private(fr, s, address)) {
		escape_formals(fr, v, 6, &st.formals);
		each_private(fr, address, 6, visit_outer, &st);
		return;
	}
	const struct path *x = path_at(&fr->paths, address);
	if (address && x->flags & PATHF_OPEN && !(x->flags & (PATHF_VALUE | PATHF_ANY))) {
		/* the write itself is part of the summary */
		lockset_disown(&s->locks, v);
		each_private(fr, v, 6, visit_escape, s);
		escape_formals(fr, v, 6, &fr->formals_stored);
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
