/* SPDX-License-Identifier: MIT */
/*
 * What was done once and for all before a thread began. Who has come back from pthread_once, or
 * has found a flag set under its lock that stays set, holds that for good (LOCK_ONCE, shared;
 * LOCK_SET), and so does every thread that it creates then: whatever the routine did lies
 * before all of it, and a call there does nothing.
 *
 * Before anybody calls a library, its constructors have run.
 *
 * A thread has what all who create it have, and what they began with. Threads of a cycle begin with
 * all that there is, and lose what one of their creations does not have, until nothing changes.
 */
#include <stdlib.h>

#include "base/limit.h"
#include "outside/outside.h"
#include "thread/internal.h"

/* One variable, not one of several. */
static bool is_variable(const struct threads *t, path_id lock)
{
	path_id base;
	path_split_offset(&t->paths, lock, &base);
	const struct path *x = path_at(&t->paths, base);
	return x->kind == PATH_SYMBOL &&
	       !(t->in.program->symbols.at[x->a].flags & SYMF_THREAD_LOCAL);
}

static bool is_for_good(uint8_t kind, uint8_t mode)
{
	return (kind == LOCK_ONCE && mode == MODE_SHARED) || kind == LOCK_SET;
}

static set_id done_at(struct threads *t, context_id c, const struct fork *k)
{
	uint32_t n;
	set_id done = thread_at(t, context_at(t, c)->thread)->done;
	const struct guard *g = threads_guards(t, threads_guards_at(t, c, k->lockset), &n);
	for (uint32_t i = 0; i < n; i++)
		if (is_for_good(g[i].kind, g[i].mode) && is_variable(t, g[i].lock))
			done = threads_add(t, done, g[i].lock);
	return done;
}

/* What constructors have done before anybody calls the library. */
static set_id done_by_loader(struct threads *t)
{
	const struct program *p = t->in.program;
	func_id f = p->symbols.at[ir_find_symbol(p, OUTSIDE_LOADED)].func;
	const struct summary *s = summary_of(t, f);
	set_id done = 0;
	for (uint32_t i = 0; f && i < s->outcomes.n; i++) {
		const struct lockset *l = &s->locksets.at[s->outcomes.at[i].lockset];
		set_id here = 0;
		for (uint32_t k = 0; k < l->held_count; k++) {
			const struct held *h = &l->held[k];
			path_id lock = path_is_open(&s->paths, h->lock)
					       ? 0
					       : path_copy(&t->paths, &s->paths, h->lock);
			if (lock && is_for_good(h->kind, h->mode) && is_variable(t, lock))
				here = threads_add(t, here, lock);
		}
		done = i ? set_intersect(t, done, here) : here;
	}
	return done;
}

/* True: some thread has less than before. 'known': it has been created by one that is. */
static bool note_creations(struct threads *t, context_id c, bool *known)
{
	bool changed = false;
	const struct context x = *context_at(t, c);
	const struct summary *s = summary_of(t, x.func);
	for (uint32_t i = 0; i < s->forks.n && known[x.thread]; i++) {
		const struct fork *k = &s->forks.at[i];
		if (!fork_starts_here(t, x.thread, x.func, k))
			continue;
		set_id done = done_at(t, c, k);
		const struct spawn *made = &t->spawns.at[spawn_of(t, x.thread, x.func, i)];
		for (uint32_t j = 0; j < made->threads.n; j++) {
			thread_id id = made->threads.at[j];
			struct thread *y = &t->list.at[id];
			set_id less = known[id] ? set_intersect(t, y->done, done) : done;
			changed |= !known[id] || less != y->done;
			known[id] = true;
			y->done = less;
		}
	}
	return changed;
}

void find_done(struct threads *t)
{
	bool *known = xcalloc(t->list.n + 1u, sizeof(*known));
	bool changed = !t->memo->crowded;
	for (thread_id id = 1; id < t->list.n; id++) {
		known[id] = !thread_at(t, id)->creator;
		if (thread_at(t, id)->origin == ORIGIN_ENTRY)
			t->list.at[id].done = done_by_loader(t);
	}
	while (changed && !limit_reached()) {
		changed = false;
		for (context_id c = 1; c < t->contexts.n; c++)
			changed |= note_creations(t, c, known);
	}
	for (thread_id id = 1; id < t->list.n && changed; id++)
		t->list.at[id].done = 0; /* cut short: nothing is known */
	free(known);
}

bool threads_was_done(const struct threads *t, thread_id id, path_id lock)
{
	return set_has(t, thread_at(t, id)->done, lock);
}
