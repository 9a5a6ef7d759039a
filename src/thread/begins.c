/* SPDX-License-Identifier: MIT */
/*
 * Beginnings: a thread that stands for several, which nothing but their code tells apart, has
 * one for each function in which it may begin, and for each thing it may be given there, as long
 * as these are few.
 */
#include "thread/internal.h"

/* ---- what it is given ---- */

static bool has_content(const struct threads *t, const struct thread *x, struct content c)
{
	for (uint32_t i = 0; i < x->content_count; i++) {
		const struct content *y = &t->contents.at[x->content_first + i];
		if (y->address == c.address && y->value == c.value)
			return true;
	}
	return false;
}

bool keep_common_contents(struct threads *t, struct thread *x, const struct thread *more)
{
	uint32_t first = t->contents.n;
	for (uint32_t i = 0; i < x->content_count; i++) {
		struct content c = t->contents.at[x->content_first + i];
		if (has_content(t, more, c))
			vec_push(&t->contents, c);
	}
	bool lost = t->contents.n - first < x->content_count;
	if (lost) {
		x->content_first = first;
		x->content_count = t->contents.n - first;
	}
	return lost;
}

bool is_same_fork(const struct thread *x, const struct thread *y)
{
	return x->func == y->func && x->fork == y->fork && x->entry == y->entry;
}

/* ---- one more ---- */

static bool has_same_contents(const struct threads *t, const struct thread *x,
			      const struct thread *y)
{
	bool same = x->content_count == y->content_count;
	for (uint32_t i = 0; i < x->content_count && same; i++)
		same = has_content(t, y, t->contents.at[x->content_first + i]);
	return same;
}

/* Of a crowd one for each function, or rather its formal. */
static uint32_t find_in_crowd(const struct threads *t, thread_id id, const struct thread *more)
{
	uint32_t at = map_get(&t->memo->begins_at, map_key2(id, more->entry), 0);
	const struct thread *x = at ? &t->begins.at[at] : thread_at(t, id);
	if (at && x->param != more->param)
		for (at = 0, x = thread_at(t, id); x; x = thread_next_beginning(t, x)) {
			if (x->entry == more->entry && x->param == more->param)
				return at;
			at = x->more;
		}
	return x && x->entry == more->entry && x->param == more->param ? at : UINT32_MAX;
}

/* The index of the thread's beginning that is this one already, or that stands for it since
 * there are so many of that function; UINT32_MAX: none. */
static uint32_t find_beginning(const struct threads *t, thread_id id, const struct thread *more)
{
	uint32_t at = 0, last = UINT32_MAX, count = 0;
	if (thread_at(t, id)->crowd)
		return find_in_crowd(t, id, more);
	for (const struct thread *x = thread_at(t, id); x; x = thread_next_beginning(t, x)) {
		if (x->entry == more->entry && x->param == more->param) {
			if (x->argument == more->argument && has_same_contents(t, x, more))
				return at;
			last = at;
			count++;
		}
		at = x->more;
	}
	return count >= MAX_CREATORS ? last : UINT32_MAX;
}

static void widen_beginning(struct threads *t, thread_id id, struct thread *x,
			    const struct thread *more)
{
	path_id any = path_leaf(&t->paths, PATH_VALUE, x->entry, VALUE_PARAM + x->param);
	keep_common_contents(t, x, more);
	if (x->argument != more->argument)
		x->argument = any;
	if (!thread_at(t, id)->more && !thread_at(t, id)->crowd)
		vec_push(&t->memo->widened, id);
}

/* One more creation of what is one thread with others of its cycle. */
thread_id add_beginning(struct threads *t, thread_id id, struct thread more)
{
	struct thread *x = &t->list.at[id];
	uint32_t at = find_beginning(t, id, &more);
	t->merged_threads += !x->merged;
	x->merged = true;
	x->mixed |= !is_same_fork(x, &more);
	x->asked_twice |= x->origin == ORIGIN_LATER && at != UINT32_MAX &&
			  !is_created_in_cycle(t, &more);
	x->creates_itself |= threads_is_ancestor(t, id, more.creator);
	x->flags |= more.flags & FORKF_LOOP;
	if (at != UINT32_MAX) {
		widen_beginning(t, id, at ? &t->begins.at[at] : x, &more);
		return id;
	}
	more.more = x->more;
	x->more = t->begins.n;
	vec_push(&t->begins, more);
	map_put(&t->memo->begins_at, map_key2(id, more.entry), t->begins.n - 1);
	if (x->crowd)
		reach_beginning(t, id, more.entry);
	else
		vec_push(&t->memo->widened, id);
	return id;
}

bool thread_may_fork(const struct threads *t, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	for (; x && !x->crowd; x = thread_next_beginning(t, x))
		if (summary_of(t, x->entry)->may_fork)
			return true;
	return x;
}
