/* SPDX-License-Identifier: MIT */
/*
 * Which pair explains a race: a total order, told in docs/levels.md. What readers of reports found
 * wrong about the first pair was mostly the time of one side: main before it has created the
 * thread, when it has joined it, or in a child process; a handler that interrupts itself. Two
 * threads that were created are there at the same time as surely as can be said.
 */
#include "race/internal.h"

/* How surely such a thread is there while others are. */
enum presence { ONCE_MORE, INTERRUPTS, IS_MAIN, IS_CREATED };

static enum presence presence_of(const struct thread *t)
{
	switch ((enum thread_origin)t->origin) {
	case ORIGIN_FORK: return IS_CREATED;
	case ORIGIN_MAIN:
	case ORIGIN_ENTRY: return IS_MAIN;
	default: return INTERRUPTS;
	}
}

/* Two threads that were created; one, and main; one, and a handler; main and a handler; two
 * handlers; one with itself. */
static uint8_t together(const struct races *r, const struct instance *a,
			const struct instance *b)
{
	const struct thread *x = thread_at(r->t, a->thread), *y = thread_at(r->t, b->thread);
	enum presence p = presence_of(x), q = presence_of(y);
	if (a->thread == b->thread && p != IS_CREATED)
		return ONCE_MORE;
	return (uint8_t)(p + q);
}

static uint32_t guard_count(const struct races *r, const struct instance *x)
{
	uint32_t n;
	threads_guards(r->t, x->guards, &n);
	return n;
}

static bool same_line(const struct races *r, const struct instance *a,
		      const struct instance *b)
{
	struct report_place x = place_of(r->p, a->point.func, a->point.inst);
	struct report_place y = place_of(r->p, b->point.func, b->point.inst);
	return x.line == y.line && x.file == y.file;
}

void score(const struct races *r, struct found *f)
{
	const struct instance *a = &r->instances.at[f->a], *b = &r->instances.at[f->b];
	uint32_t locks = guard_count(r, a) + guard_count(r, b);
	f->together = together(r, a, b);
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
	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return x->b < y->b ? -1 : x->b > y->b;
}
