/* SPDX-License-Identifier: MIT */
/*
 * Who joins if there is a thread: if (t && *t) join((*t)->id). After it the thread has been joined,
 * or the pointer is null that its id is found by, and there is none. That is said by 'id unless
 * pointer == 0' among the ids that are joined. Who has created a thread whose id is found by just
 * that pointer knows that it is not null as long as the thread runs.
 */
#include "analysis/state/facts.h"
#include "analysis/threads/join.h"

/* The pointer that the value is found by; 0: it is not loaded. */
static path_id pointer_to(const struct paths *t, path_id value)
{
	const struct path *x = path_at(t, value);
	path_id base = 0;
	if (x->kind == PATH_LOAD)
		path_split_offset(t, x->a, &base);
	return base;
}

path_id join_unless_null(struct frame *fr, path_id id)
{
	path_id p = pointer_to(&fr->paths, id);
	if (!p || path_at(&fr->paths, id)->flags & PATHF_RANGE)
		return 0;
	path_id null = path_math(&fr->paths, p, path_int(&fr->paths, 0), MATH_EQUAL);
	return path_math(&fr->paths, id, null, MATH_UNLESS);
}

path_id join_weak_id(const struct paths *t, path_id joined)
{
	const struct path *x = path_at(t, joined);
	return x->kind == PATH_MATH && x->imm == MATH_UNLESS ? x->a : 0;
}

bool join_is_vacuous(const struct frame *fr, const struct state *s, path_id id)
{
	for (path_id p = pointer_to(&fr->paths, id); p; p = pointer_to(&fr->paths, p))
		if (facts_of(fr, s, p).signs == SIGN_ZERO)
			return true;
	return false;
}

path_id join_said(struct frame *fr, const struct state *b, path_id joined)
{
	path_id id = join_weak_id(&fr->paths, joined);
	path_id exact = id ? id : joined, weak = id ? joined : join_unless_null(fr, joined);
	if (join_is_noted(b, joined) || (!id && handle_is_null(fr, b, joined)))
		return joined;
	bool less = weak && (join_is_noted(b, weak) || join_is_noted(b, exact) ||
			     join_is_vacuous(fr, b, exact));
	return less ? weak : 0;
}
