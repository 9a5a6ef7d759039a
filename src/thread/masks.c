/* SPDX-License-Identifier: MIT */
/*
 * Signal masks of threads. Contexts say what a thread has blocked and let in since it began; what
 * it began with is what its creator had blocked at each of its creations. Main begins with
 * nothing blocked, like callbacks of a library and whoever calls one.
 *
 * A handler runs on any thread of the process that has its signal open. So that a signal is
 * blocked keeps the handler out only if everybody else who may be there began with it blocked
 * and never lets it in, not for a moment either; who has created this thread, from then on.
 */
#include "thread/internal.h"

/* The signals that it is called for; 0: not known. */
static uint64_t signals_of(const struct threads *t, const struct creation *x)
{
	const struct path *number = path_at(&t->paths, x->argument);
	bool known = x->argument && number->kind == PATH_INT && number->imm >= 1 &&
		     number->imm <= 64;
	return known ? UINT64_C(1) << (number->imm - 1)
		     : summary_of(t, x->closed_in)->forks.at[x->fork].signals;
}

void find_handled(struct threads *t)
{
	struct threads_memo *m = t->memo;
	m->signals = xcalloc(t->list.n, sizeof(*m->signals));
	for (uint32_t i = 0; i < m->creations.n; i++) {
		const struct creation *x = &m->creations.at[i];
		uint64_t number = signals_of(t, x);
		if (thread_at(t, x->thread)->origin != ORIGIN_SIGNAL)
			continue;
		m->signals[x->thread] |= number ? number : UINT64_MAX;
		m->handled |= number;
	}
}

uint64_t threads_signals(const struct threads *t, thread_id handler)
{
	return t->memo->signals[handler];
}

struct signal_mask threads_mask_at(const struct threads *t, context_id c, uint32_t order)
{
	const struct context *x = context_at(t, c);
	uint64_t handled = t->memo->handled;
	if (!handled)
		return (struct signal_mask){0, 0};
	struct signal_mask m = mask_then(x->mask, summary_of(t, x->func)->orders.at[order].mask);
	return (struct signal_mask){m.blocked & handled, m.opened & handled};
}

uint64_t threads_blocked(const struct threads *t, context_id c, struct signal_mask mask)
{
	return mask_blocks(mask, t->memo->inherited[context_at(t, c)->thread]);
}

/* By that creation. */
static uint64_t given_by(const struct threads *t, const struct creation *x)
{
	const struct fork *k = &summary_of(t, x->closed_in)->forks.at[x->fork];
	uint64_t blocked = t->memo->handled;
	context_id c = threads_first_context(t, x->creator, x->closed_in);
	uint8_t origin = thread_at(t, x->thread)->origin;
	if (origin == ORIGIN_SIGNAL)
		return k->blocked;
	if (origin != ORIGIN_FORK || !c)
		return 0;
	for (; c; c = context_at(t, c)->next_here)
		blocked &= threads_blocked(t, c, threads_mask_at(t, c, k->ordering));
	return blocked;
}

/* As much as there may be: it only gets less. */
static void find_inherited(struct threads *t)
{
	struct threads_memo *m = t->memo;
	bool changed = m->handled != 0;
	for (thread_id i = 1; i < t->list.n; i++)
		m->inherited[i] = thread_at(t, i)->creator ? m->handled : 0;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < m->creations.n; i++) {
			uint64_t *had = &m->inherited[m->creations.at[i].thread];
			uint64_t has = *had & given_by(t, &m->creations.at[i]);
			changed |= has != *had;
			*had = has;
		}
	}
}

static void find_opens(struct threads *t)
{
	uint64_t any = 0;
	for (func_id f = 1; f < t->in.summaries->n; f++)
		any |= summary_of(t, f)->opens | summary_of(t, f)->restores;
	for (thread_id i = 1; i < t->list.n && any & t->memo->handled; i++) {
		const bool *in = threads_entered(t, i);
		for (func_id f = 1; f < t->in.summaries->n; f++) {
			t->memo->opens[i] |= in[f] ? summary_of(t, f)->opens : 0;
			t->memo->restores[i] |= in[f] ? summary_of(t, f)->restores : 0;
		}
	}
}

void find_masks(struct threads *t)
{
	struct threads_memo *m = t->memo;
	m->inherited = xcalloc(t->list.n, sizeof(*m->inherited));
	m->opens = xcalloc(t->list.n, sizeof(*m->opens));
	m->restores = xcalloc(t->list.n, sizeof(*m->restores));
	find_inherited(t);
	find_opens(t);
}

static struct point begin_of(const struct threads *t, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	context_id c = x->entry ? threads_first_context(t, id, x->entry) : 0;
	return (struct point){.context = c, .func = x->entry, .running = context_at(t, c)->running};
}

static bool may_be_there(struct threads *t, const struct point *p, thread_id d)
{
	thread_id x = context_at(t, p->context)->thread;
	struct point begin = begin_of(t, d);
	if (x == d)
		return thread_at(t, x)->many;
	if (!threads_may_meet(t, x, d) || !threads_runs_at(t, p, d))
		return false;
	return !begin.context || !threads_other_process(t, p, &begin);
}

/* Handlers run on main, as far as no other thread can take their signals. */
static thread_id runner(const struct threads *t, thread_id id)
{
	return thread_at(t, id)->origin == ORIGIN_SIGNAL ? 1 : threads_runner(t, id);
}

/* Had d, by which x exists, these blocked when it created what x comes from, and never since let
 * them in? */
static bool has_blocked_since(const struct threads *t, thread_id d, thread_id x, uint64_t signals)
{
	const struct threads_memo *m = t->memo;
	while (x && !thread_at(t, x)->wide && thread_at(t, x)->creator != d)
		x = thread_at(t, x)->creator;
	return x && !thread_at(t, x)->wide && thread_at(t, x)->origin == ORIGIN_FORK &&
	       !(m->restores[d] & signals) && !(signals & ~m->inherited[x]);
}

/* May the signals come to d, or to a handler that it is, while x goes on? */
static bool may_take(const struct threads *t, thread_id d, thread_id x, uint64_t signals)
{
	const struct threads_memo *m = t->memo;
	if (m->opens[d] & signals)
		return true;
	return thread_at(t, d)->origin != ORIGIN_SIGNAL && signals & ~m->inherited[d] &&
	       !has_blocked_since(t, d, x, signals);
}

bool threads_others_take(struct threads *t, const struct point *p, uint64_t signals)
{
	thread_id x = context_at(t, p->context)->thread;
	for (thread_id d = 1; d < t->list.n; d++) {
		const struct thread *y = thread_at(t, d);
		bool itself = runner(t, d) == runner(t, x) && !y->many &&
			      (y->origin != ORIGIN_SIGNAL || d == x);
		if (!itself && may_take(t, d, x, signals) && may_be_there(t, p, d))
			return true;
	}
	return false;
}
