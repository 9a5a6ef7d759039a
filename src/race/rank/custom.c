/* SPDX-License-Identifier: MIT */
/*
 * Does anybody treat the memory as shared? A variable is one for all threads, whatever is done to
 * it. An object is only if both sides mean the same one, and that names and sets of pointers can
 * be wrong about. Who takes a lock for it at one place at least, or has made it atomic or volatile,
 * expects others: then the places that do not are worth a look. Of objects that nobody
 * guards anywhere, read against their source, one in five was shared (docs/levels.md).
 *
 * Handlers take no locks; what they share with the program is not asked.
 */
#include <stdlib.h>

#include "race/rank/rank.h"
#include "race/show/show.h"
#include "race/veto/veto.h"

/* In a small program that nobody guards something says nothing: it may use no locks at all, and
 * pointers mean what they seem to mean. */
enum { MANY_LOCKING = 16, MANY_FUNCTIONS = 250 };

/* What may mean something else says nothing about this, unless it locks the object itself,
 * whichever that is. */
static bool is_guarded_at(struct races *r, const struct instance *x, const struct usual *u)
{
	const uint8_t marked = ACCESSF_ATOMIC | ACCESSF_VOLATILE;
	bool exact = x->targets <= 1;
	return (exact && x->flags & marked) ||
	       (u->count && (exact || u->own) && holds_usual(r, x, u));
}

static bool is_ever_guarded(struct races *r, const struct location *l)
{
	struct usual u = usual_lock(r, l);
	for (uint32_t i = next_touching(r, l, l->instance_first); i < l->instance_end;
	     i = next_touching(r, l, i + 1))
		if (is_guarded_at(r, &r->instances.at[i], &u))
			return true;
	return false;
}

/* ---- is the program large, or locking its custom? ---- */

static bool holds_mutex(const struct races *r, guards_id id)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, id, &n);
	for (uint32_t i = 0; i < n; i++)
		if (g[i].kind == LOCK_MUTEX && !is_hidden_lock(r, g[i].lock))
			return true;
	return false;
}

static bool is_always_locked(const struct races *r, const struct candidate *c)
{
	const struct situations *l = &r->lists.at[c->situations];
	for (uint32_t i = l->first; i < l->first + l->count; i++)
		if (!holds_mutex(r, r->situations.at[i].guards))
			return false;
	return l->count > 0;
}

/* How many functions touch shared memory under a lock? */
static uint32_t count_locking(const struct races *r)
{
	uint32_t n = 0;
	bool *known = xcalloc(r->p->funcs.n, sizeof(*known));
	for (uint32_t i = 0; i < r->candidates.n; i++) {
		const struct candidate x = nth_candidate(r, i), *c = &x;
		if (known[c->access->func] || !is_always_locked(r, c))
			continue;
		known[c->access->func] = true;
		n++;
	}
	free(known);
	return n;
}

static bool has_customs(struct races *r)
{
	if (r->p->funcs.n >= MANY_FUNCTIONS)
		return true;
	if (!r->locking)
		r->locking = 1 + count_locking(r);
	return r->locking > MANY_LOCKING;
}

bool is_object(const struct races *r, obj_id o)
{
	uint8_t kind = pointers_object(r->pt, o)->kind;
	return kind != OBJ_VARIABLE && kind != OBJ_LOCAL;
}

/* ---- who does not hold what nearly all hold ---- */

/* As for a field (outlier.c), in places of this memory, whatever it is: four of five. */
static bool is_customary(const struct usual *u)
{
	return u->count && u->count >= 4 * (u->total - u->count);
}

bool is_exception(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct usual *u = &r->customary;
	bool exact = a->targets <= 1 && b->targets <= 1;
	return u->count && a->obj == r->customary_at && b->obj == a->obj && (u->own || exact) &&
	       holds_usual(r, a, u) != holds_usual(r, b, u);
}

/* Is there a pair one side of which holds other locks than the other? */
static bool is_locked_somewhere(const struct races *r, const struct location *l)
{
	for (uint32_t i = 0; i < l->found_count; i++) {
		const struct found *f = &r->found.at[l->found_first + i];
		if (r->instances.at[f->a].guards != r->instances.at[f->b].guards)
			return true;
	}
	return false;
}

/* Of memory that nothing else is known about: what stands for any object of a type is not one. */
static void ask_for_lock(struct races *r, const struct location *l)
{
	const struct found *best = &r->found.at[l->found_first];
	r->customary = (struct usual){.count = 0};
	r->customary_at = l->obj;
	if (best->confidence != CONFIDENCE_LOW || r->instances.at[best->a].outlier ||
	    pointers_object(r->pt, l->obj)->kind == OBJ_CLASS || !is_locked_somewhere(r, l))
		return;
	struct usual u = usual_lock(r, l);
	if (is_customary(&u))
		r->customary = u;
}

void ask_for_custom(struct races *r, const struct location *l)
{
	const struct found *best = &r->found.at[l->found_first];
	bool doubtful = is_object(r, l->obj) || best->reasons & 1ull << REASON_TARGETS;
	r->unguarded = !r->p->kernel && doubtful && best->confidence != CONFIDENCE_LOW &&
		       !r->instances.at[best->a].outlier && has_customs(r) &&
		       !is_ever_guarded(r, l);
	ask_for_lock(r, l);
}
