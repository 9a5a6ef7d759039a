/* SPDX-License-Identifier: MIT */
/*
 * Which pair explains a race: a total order, told in docs/levels.md. What readers of reports found
 * wrong about the first pair was mostly the time of one side: main before it has created the
 * thread, when it has joined it, or in a child process; a handler that interrupts itself. Two
 * threads that were created are there at the same time as surely as can be said. Main is most
 * surely there where it does something again and again: what it does once is often set-up, or
 * what is left to do when the others have ended in some way that was not understood.
 */
#include "race/rank/rank.h"
#include "race/veto/veto.h"

/* How surely such a thread is there while others are. */
enum presence { ONCE_MORE, INTERRUPTS = 2, IS_MAIN = 4, IS_MAIN_AGAIN, IS_CREATED };

/* Is the access itself inside a loop of its function? */
static bool loops_itself(const struct races *r, const struct access *x)
{
	const struct summary *s = summary_of(r->t, x->func);
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *y = nth_access(s, i);
		if (y->func == x->func && y->inst == x->inst && !y->chain)
			return y->flags & ACCESSF_LOOP;
	}
	return false;
}

/* Does the thread come there in a loop of what it does, and not only in one that goes through
 * an array? */
static bool comes_again(const struct races *r, const struct instance *x)
{
	const struct access *a = x->access;
	if (context_at(r->t, x->point.context)->again)
		return true;
	return a->flags & ACCESSF_LOOP &&
	       (a->func == thread_at(r->t, x->thread)->entry || !loops_itself(r, a));
}

static enum presence presence_of(const struct races *r, struct instance *x)
{
	enum { NO = 1, YES };
	switch ((enum thread_origin)thread_at(r->t, x->thread)->origin) {
	case ORIGIN_FORK: return IS_CREATED;
	case ORIGIN_MAIN:
		if (!x->again)
			x->again = comes_again(r, x) ? YES : NO;
		return x->again == YES ? IS_MAIN_AGAIN : IS_MAIN;
	case ORIGIN_ENTRY: return IS_MAIN_AGAIN;
	default: return INTERRUPTS;
	}
}

/* Two threads that were created; one, and main; one, and a handler; main and a handler; two
 * handlers; one with itself. */
static uint8_t together(const struct races *r, struct instance *a, struct instance *b)
{
	enum presence p = presence_of(r, a), q = presence_of(r, b);
	if (a->thread == b->thread && p != IS_CREATED)
		return ONCE_MORE;
	return (uint8_t)(p + q);
}

uint32_t unclear_calls(struct races *r, uint32_t instance)
{
	struct instance *x = &r->instances.at[instance];
	uint32_t n = x->unclear ? x->unclear - 1u : threads_unclear(r->t, &x->point);
	x->unclear = (uint8_t)(n < UINT8_MAX ? n + 1 : UINT8_MAX);
	return x->unclear - 1u;
}

uint32_t way_class(struct races *r, uint32_t instance)
{
	return presence_of(r, &r->instances.at[instance]) << 1 |
	       (unclear_calls(r, instance) > 0);
}

static uint32_t guard_count(const struct races *r, const struct instance *x)
{
	uint32_t n;
	threads_guards(r->t, x->guards, &n);
	return n;
}

static const struct ir_loc *loc_of(const struct races *r, const struct instance *x)
{
	const struct ir_loc *at = ir_loc_at(r->p, x->point.func, x->point.inst);
	return at->file ? at : &r->p->locs.at[r->p->funcs.at[x->point.func].loc];
}

static bool same_line(const struct races *r, const struct instance *a,
		      const struct instance *b)
{
	const struct ir_loc *x = loc_of(r, a), *y = loc_of(r, b);
	return r->p->files.at[x->file] == r->p->files.at[y->file] &&
	       (!x->file || x->line == y->line);
}

void score(struct races *r, struct found *f)
{
	struct instance *a = &r->instances.at[f->a], *b = &r->instances.at[f->b];
	uint32_t locks = guard_count(r, a) + guard_count(r, b);
	f->together = together(r, a, b);
	if (f->confidence > CONFIDENCE_LOW) /* of the others nobody sees which one leads */
		f->unclear = (uint16_t)(unclear_calls(r, f->a) + unclear_calls(r, f->b));
	f->score = (uint32_t)f->confidence << 16 | (locks < 15 ? 15 - locks : 0) << 8 |
		   (uint32_t)!same_line(r, a, b) << 4 | (uint32_t)(a->kind != FREE) << 3 |
		   (uint32_t)(b->kind != FREE) << 2 |
		   (uint32_t)(a->kind == WRITE && b->kind == WRITE) << 1 | !a->outlier;
}

int by_score(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	if (x->confidence != y->confidence)
		return x->confidence > y->confidence ? -1 : 1;
	if (x->together != y->together)
		return x->together > y->together ? -1 : 1;
	if (x->unclear != y->unclear)
		return x->unclear < y->unclear ? -1 : 1;
	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return x->b < y->b ? -1 : x->b > y->b;
}
