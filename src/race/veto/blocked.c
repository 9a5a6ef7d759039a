/* SPDX-License-Identifier: MIT */
/*
 * Signals that are blocked: a handler does not interrupt who has its signal blocked, and runs on
 * no other thread of the process if these have it blocked too (thread/masks.c). Of two handlers
 * each has to keep the other one out, since either may have come first.
 */
#include "race/veto/veto.h"

static bool keeps_out(struct races *r, const struct instance *at, const struct instance *handler)
{
	uint64_t signals = threads_signals(r->t, handler->thread);
	context_id c = at->point.context;
	struct signal_mask mask = threads_mask_at(r->t, c, at->access->ordering);
	return signals && !(signals & ~threads_blocked(r->t, c, mask)) &&
	       !threads_others_take(r->t, &at->point, signals);
}

bool blocked_signal(struct races *r, const struct instance *a, const struct instance *b,
		    struct str *fact)
{
	bool first = thread_at(r->t, a->thread)->origin == ORIGIN_SIGNAL;
	bool second = thread_at(r->t, b->thread)->origin == ORIGIN_SIGNAL;
	(void)fact;
	return (first || second) && (!first || keeps_out(r, b, a)) &&
	       (!second || keeps_out(r, a, b));
}
