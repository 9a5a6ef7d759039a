/* SPDX-License-Identifier: MIT */
/*
 * Processes. The child of fork() has a copy of the memory, and of the threads only the one
 * that has called fork(): what it does from then on meets nobody's accesses but those of
 * threads that it starts there, and of signal handlers, which are inherited.
 *
 * That a thread may still be in the process in which it began is an element of what runs
 * (SPAWN_HERE): it comes down the calls with the rest, is there if it is on one of the ways
 * that meet, and ends in the child. Who has not got it has surely gone through a fork() since
 * it began. Two of which both have are in different processes: the one was not started in the
 * process that the other has made, or has left it since.
 */
#include "thread/internal.h"

static bool forks_process(const struct summary *s)
{
	for (uint32_t i = 0; i < s->orders.n; i++)
		if (s->orders.at[i].alone)
			return true;
	return false;
}

void find_processes(struct threads *t)
{
	uint32_t here = SPAWN_HERE;
	for (func_id f = 1; f < t->in.summaries->n && !t->memo->here; f++)
		if (forks_process(summary_of(t, f)))
			t->memo->here = set_of(t, &here, 1);
	/* as a thread, it is nobody */
	vec_push(&t->spawns.at[SPAWN_HERE].threads, 0);
}

bool runs_nothing(const struct threads *t, set_id running)
{
	return !running || running == t->memo->here;
}

bool is_child(const struct threads *t, set_id running)
{
	return t->memo->here && !set_has(t, running, SPAWN_HERE);
}

static bool is_in_child(struct threads *t, const struct point *p)
{
	return !p->running || !set_has(t, spawn_threads(t, p->running), 0);
}

set_id running_anything(struct threads *t, set_id running)
{
	uint32_t all = SPAWN_ALL;
	set_id s = set_of(t, &all, 1);
	return is_child(t, running) ? s : set_union(t, s, t->memo->here);
}

static bool is_among(const bool *in, const struct creation *x)
{
	return in[x->creator] && !in[x->thread];
}

set_id with_created(struct threads *t, bool *in)
{
	const struct threads_memo *m = t->memo;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < m->creations.n; i++) {
			changed |= is_among(in, &m->creations.at[i]);
			in[m->creations.at[i].thread] |= in[m->creations.at[i].creator];
		}
	}
	uint32_t *out = set_scratch(t, t->list.n), n = 0;
	for (thread_id id = 1; id < t->list.n; id++)
		if (in[id])
			out[n++] = id;
	return set_of(t, out, n);
}

static void include(const struct threads *t, bool *in, set_id threads)
{
	uint32_t n;
	const uint32_t *at = threads_set(t, threads, &n);
	for (uint32_t i = 0; i < n; i++)
		in[at[i]] = true;
}

/* Who may be in the process that the thread has forked: what it has running there, and
 * handlers that others have installed. Those that it has installed itself are among what runs,
 * if that was before the fork. */
static set_id find_company(struct threads *t, thread_id id, set_id running)
{
	bool *in = xcalloc(t->list.n, sizeof(*in));
	include(t, in, spawn_threads(t, running));
	include(t, in, spawn_ended(t, running));
	for (thread_id i = 1; i < t->list.n; i++) {
		const struct thread *x = thread_at(t, i);
		in[i] |= x->origin == ORIGIN_SIGNAL && (x->creator != id || x->wide);
	}
	set_id all = with_created(t, in);
	free(in);
	return all;
}

static set_id company_of(struct threads *t, thread_id id, set_id running)
{
	uint64_t key = map_key2(running, id);
	uint32_t known = map_get(&t->memo->in_child, key, UINT32_MAX);
	if (known == UINT32_MAX)
		map_put(&t->memo->in_child, key, known = find_company(t, id, running));
	return known;
}

bool is_by_itself(struct threads *t, thread_id id, set_id running)
{
	return id == 1 && !running && t->memo->here && !company_of(t, id, running);
}

static bool may_be_with(struct threads *t, const struct point *child, thread_id other)
{
	thread_id id = context_at(t, child->context)->thread;
	return set_has(t, company_of(t, id, child->running), other);
}

/* The thread that has forked the process in which this one was started; 0: not known. */
static thread_id home_of(const struct threads *t, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	for (; x->creator && !x->wide; x = thread_at(t, x->creator))
		if (is_child(t, x->running))
			return x->creator;
	return 0;
}

static bool is_of_handler(const struct threads *t, thread_id id)
{
	while (id && thread_at(t, id)->origin != ORIGIN_SIGNAL)
		id = thread_at(t, id)->creator;
	return id;
}

/* Was the thread started in a child process, and surely not the other in the same? */
static bool starts_elsewhere(const struct threads *t, thread_id id, thread_id other)
{
	thread_id home = home_of(t, id);
	return home && !thread_at(t, other)->wide && !is_of_handler(t, other) &&
	       !threads_is_ancestor(t, home, other);
}

bool threads_other_process(struct threads *t, const struct point *a, const struct point *b)
{
	if (!t->memo->here)
		return false;
	thread_id x = context_at(t, a->context)->thread, y = context_at(t, b->context)->thread;
	bool left = is_in_child(t, a), right = is_in_child(t, b);
	if (left != right)
		return left ? !may_be_with(t, a, y) : !may_be_with(t, b, x);
	return left || starts_elsewhere(t, x, y) || starts_elsewhere(t, y, x);
}
