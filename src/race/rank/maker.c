/* SPDX-License-Identifier: MIT */
/*
 * Who makes a thread: one that hardly exists makes none that matter.
 *
 * A callback may be run on another thread, and a signal handler runs whenever it likes. When
 * such a one calls what creates a thread, that thread seems to be there from the registration
 * on, before the program has done what comes before it. But handlers must not create threads;
 * that a function which we do not know runs the callback on a thread is a guess; and one that
 * does run it later, as its model says, does so most likely when the program waits for that.
 */
#include "race/rank/rank.h"

static enum maker as_maker(const struct thread *x)
{
	if (x->origin == ORIGIN_SIGNAL)
		return MAKER_HANDLER;
	if (x->origin != ORIGIN_LATER)
		return MAKER_USUAL;
	return x->flags & FORKF_MANY ? MAKER_GUESS : MAKER_LATER;
}

/* Of several ways up all count that may have been taken before the other is at its point;
 * they begin at these. */
static enum maker maker_of_all(struct threads *t, thread_id id, const struct instance *other)
{
	enum maker best = MAKER_COUNT;
	uint32_t n;
	const uint32_t *tops = threads_set(t, thread_at(t, id)->tops, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (!threads_runs_at(t, &other->point, tops[i]))
			continue;
		enum maker maker = as_maker(thread_at(t, tops[i]));
		if (tops[i] == id || threads_is_ancestor(t, tops[i], other->thread))
			return MAKER_USUAL;
		best = maker < best ? maker : best;
	}
	return best == MAKER_COUNT ? MAKER_USUAL : best;
}

enum maker unlikely_maker(struct threads *t, thread_id id, const struct instance *other)
{
	const struct thread *x = thread_at(t, id);
	if (x->wide)
		return maker_of_all(t, id, other);
	for (id = x->creator; id && !threads_is_ancestor(t, id, other->thread); id = x->creator) {
		x = thread_at(t, id);
		if (as_maker(x) != MAKER_USUAL)
			return as_maker(x);
	}
	return MAKER_USUAL;
}

bool maker_varies(const struct threads *t, thread_id id, thread_id other)
{
	const struct thread *x = thread_at(t, id);
	uint32_t n;
	const uint32_t *tops = threads_set(t, x->tops, &n);
	for (uint32_t i = 0; x->wide && i < n; i++)
		if (tops[i] != other && threads_is_ancestor(t, other, tops[i]))
			return true;
	return false;
}

bool is_doubtful_thread(const struct threads *t, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	uint32_t n;
	const uint32_t *tops = threads_set(t, x->tops, &n);
	for (uint32_t i = 0; x->wide && i < n; i++)
		if (as_maker(thread_at(t, tops[i])) != MAKER_USUAL)
			return true;
	for (thread_id up = x->creator; up; up = thread_at(t, up)->creator)
		if (as_maker(thread_at(t, up)) != MAKER_USUAL)
			return true;
	return x->origin == ORIGIN_LATER || threads_is_fault_handler(t, id);
}

static bool is_led(const struct threads *t, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	return x->origin == ORIGIN_LATER &&
	       pointers_is_led(t->in.pointers, t->in.program->funcs.at[x->entry].sym);
}

bool is_led_thread(const struct threads *t, thread_id id)
{
	uint32_t n, led = 0;
	const uint32_t *tops = threads_set(t, thread_at(t, id)->tops, &n);
	if (!thread_at(t, id)->wide) {
		while (id && !is_led(t, id))
			id = thread_at(t, id)->creator;
		return id;
	}
	for (uint32_t i = 0; i < n; i++)
		led += is_led(t, tops[i]);
	return led && led == n;
}
