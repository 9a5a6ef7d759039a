/* SPDX-License-Identifier: MIT */
/*
 * Who joins if there is a thread: if (t && *t) join((*t)->id). After it the thread has been joined,
 * or the pointer is null that its id is found by, and there is none. That is said by 'id unless
 * pointer == 0' among the ids that are joined. Who has created a thread whose id is found by just
 * that pointer knows that it is not null as long as the thread runs.
 *
 * Or the id is null: if (server.id) join(server.id). That is 'id unless id == 0', and tells
 * something of a variable that is not cleared before the thread has been joined (cleared.c).
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
	path_id p = pointer_to(&fr->paths, id);
	if (!p || path_at(&fr->paths, id)->flags & PATHF_RANGE)
		return 0;
	path_id null = path_math(&fr->paths, p, path_int(&fr->paths, 0), MATH_EQUAL);
	return path_math(&fr->paths, id, null, MATH_UNLESS);
}

path_id join_unless_none(struct frame *fr, path_id id)
{
	if (!pointer_to(&fr->paths, id) || path_at(&fr->paths, id)->flags & PATHF_RANGE)
		return 0;
	path_id none = path_math(&fr->paths, id, path_int(&fr->paths, 0), MATH_EQUAL);
	return path_math(&fr->paths, id, none, MATH_UNLESS);
}

bool join_is_unless_none(const struct paths *t, path_id joined)
{
	path_id id = path_usually(t, joined);
	return id && path_at(t, path_at(t, joined)->b)->a == id;
}

/* Null is what the id is here. Of one that threads may clear that tells nothing. */
static bool is_no_id(struct frame *fr, const struct state *s, path_id id)
{
	if (facts_of(fr, s, id).signs != SIGN_ZERO || path_at(&fr->paths, id)->kind != PATH_LOAD)
		return false;
	cell_id c = frame_alias(fr, path_at(&fr->paths, id)->a);
	return c && c != ALIAS_MIXED && !modified_has(fr->by_threads, c);
}

bool join_is_nowhere(const struct frame *fr, const struct state *s, path_id address)
{
	path_id p = 0;
	if (s->fact_count)
		path_split_offset(&fr->paths, address, &p);
	for (; p; p = pointer_to(&fr->paths, p))
		if (facts_of(fr, s, p).signs == SIGN_ZERO)
			return true;
	return false;
}

bool join_is_vacuous(const struct frame *fr, const struct state *s, path_id id)
{
	const struct path *x = path_at(&fr->paths, id);
	return x->kind == PATH_LOAD && join_is_nowhere(fr, s, x->a);
}

void join_note_vacuous(struct frame *fr, struct state *s)
{
	for (uint32_t i = 0; i < fr->joined_cells.n; i++) {
		path_id id = fr->joined_cells.at[i], none = join_unless_none(fr, id);
		if (none && !join_is_noted(s, id) && !join_is_noted(s, none) && is_no_id(fr, s, id))
			join_note(s, none);
	}
}

/* Which of the two was joined unless there was nobody, as far as the state says so; 0: neither. */
static path_id said_less(struct frame *fr, const struct state *b, path_id exact, bool none)
{
	path_id null = join_unless_null(fr, exact), nobody = join_unless_none(fr, exact);
	bool less = null && (join_is_noted(b, null) || join_is_noted(b, exact) ||
			     join_is_vacuous(fr, b, exact));
	if (less && !none)
		return null;
	return nobody && (less || join_is_noted(b, nobody) || join_is_noted(b, exact) ||
			  is_no_id(fr, b, exact))
		       ? nobody
		       : 0;
}

path_id join_said(struct frame *fr, const struct state *b, path_id joined)
{
	path_id id = path_usually(&fr->paths, joined);
	if (join_is_noted(b, joined) || (!id && handle_is_null(fr, b, joined)))
		return joined;
	return said_less(fr, b, id ? id : joined, id && join_is_unless_none(&fr->paths, joined));
}
