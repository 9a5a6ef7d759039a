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

/* The thread's next beginning in that function, the first after UINT32_MAX; 0 is the one that is in
 * the list of threads. UINT32_MAX: there is none. */
static uint32_t next_there(const struct threads *t, thread_id id, func_id entry, uint32_t at)
{
	const struct threads_memo *m = t->memo;
	if (at == UINT32_MAX && thread_at(t, id)->entry == entry)
		return 0;
	uint32_t next = at == 0 || at == UINT32_MAX
				? map_get(&m->begins_at, map_key2(id, entry), 0)
				: m->begins_before.at[at];
	return next ? next : UINT32_MAX;
}

/* The index of the thread's beginning that is this one already, or that stands for it since
 * there are so many of that function, or in a crowd for its formal; UINT32_MAX: none. */
static uint32_t find_beginning(const struct threads *t, thread_id id, const struct thread *more)
{
	uint32_t last = UINT32_MAX, count = 0;
	for (uint32_t at = next_there(t, id, more->entry, UINT32_MAX); at != UINT32_MAX;
	     at = next_there(t, id, more->entry, at)) {
		const struct thread *x = at ? &t->begins.at[at] : thread_at(t, id);
		if (x->param != more->param)
			continue;
		if (thread_at(t, id)->crowd ||
		    (x->argument == more->argument && has_same_contents(t, x, more)))
			return at;
		last = at;
		count++;
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

/* The next one in the list. */
static void note_beginning(struct threads *t, thread_id id, func_id entry)
{
	struct threads_memo *m = t->memo;
	uint64_t key = map_key2(id, entry);
	while (m->begins_before.n <= t->begins.n)
		vec_push(&m->begins_before, 0);
	m->begins_before.at[t->begins.n] = map_get(&m->begins_at, key, 0);
	map_put(&m->begins_at, key, t->begins.n);
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
	note_beginning(t, id, more.entry);
	vec_push(&t->begins, more);
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
