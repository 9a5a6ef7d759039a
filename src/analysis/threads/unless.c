/* SPDX-License-Identifier: MIT */
/*
 * Who joins if there is a thread: if (t && *t) join((*t)->id). After it the thread has been joined,
 * or the pointer is null that its id is found by, or the id is, and there is none. That is said by
 * 'id unless id == 0' among the ids that are joined. Who has created a thread whose id is found
 * by just that pointer knows that neither is null as long as the thread runs, and the id is there.
 */
#include "analysis/state/facts.h"
#include "analysis/threads/join.h"
#include "analysis/whole/modified.h"

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
	if (!pointer_to(&fr->paths, id) || path_at(&fr->paths, id)->flags & PATHF_RANGE)
		return 0;
	path_id null = path_math(&fr->paths, id, path_int(&fr->paths, 0), MATH_EQUAL);
	return path_math(&fr->paths, id, null, MATH_UNLESS);
}

/* Null is what the id is here. Of one that threads may clear that tells nothing. */
static bool is_no_id(struct frame *fr, const struct state *s, path_id id)
{
	if (facts_of(fr, s, id).signs != SIGN_ZERO || path_at(&fr->paths, id)->kind != PATH_LOAD)
		return false;
	cell_id c = frame_alias(fr, path_at(&fr->paths, id)->a);
	return c && c != ALIAS_MIXED && !modified_has(fr->by_threads, c);
}

bool join_is_vacuous(struct frame *fr, const struct state *s, path_id id)
{
	for (path_id p = pointer_to(&fr->paths, id); p; p = pointer_to(&fr->paths, p))
		if (facts_of(fr, s, p).signs == SIGN_ZERO)
			return true;
	return is_no_id(fr, s, id);
}

void join_note_vacuous(struct frame *fr, struct state *s)
{
	for (uint32_t i = 0; i < fr->joined_cells.n; i++) {
		path_id id = fr->joined_cells.at[i], weak = join_unless_null(fr, id);
		if (weak && !join_is_noted(s, id) && !join_is_noted(s, weak) &&
		    is_no_id(fr, s, id))
			join_note(s, weak);
	}
}

path_id join_said(struct frame *fr, const struct state *b, path_id joined)
{
	path_id id = path_usually(&fr->paths, joined);
	path_id exact = id ? id : joined, weak = id ? joined : join_unless_null(fr, joined);
	if (join_is_noted(b, joined) || (!id && handle_is_null(fr, b, joined)))
		return joined;
	bool less = weak && (join_is_noted(b, weak) || join_is_noted(b, exact) ||
			     join_is_vacuous(fr, b, exact));
	return less ? weak : 0;
}
