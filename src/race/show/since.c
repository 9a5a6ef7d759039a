/* SPDX-License-Identifier: MIT */
#include "race/show/since.h"

#include <string.h>

static bool has_changed(struct changes *c, struct report_place p, const char *function)
{
	return changes_has_line(c, p.file, p.line) ||
	       (function && changes_has_removed(c, p.file, function));
}

static bool has_changed_stack(struct changes *c, const struct report_frame *stack, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (has_changed(c, stack[i].place, stack[i].function))
			return true;
	return false;
}

/* Where the thread, or one above it, is created or joined. */
static bool has_changed_thread(const struct report *r, struct changes *c, uint32_t thread)
{
	uint32_t most = r->thread_count;
	for (int32_t at = (int32_t)thread; at >= 0 && most--; at = r->threads[at].creator) {
		const struct report_thread *t = &r->threads[at];
		if (has_changed(c, t->created, NULL) || has_changed(c, t->joined, NULL) ||
		    has_changed_stack(c, t->stack, t->frame_count))
			return true;
	}
	return false;
}

static bool has_changed_access(const struct report *r, struct changes *c,
			       const struct report_access *a)
{
	for (uint32_t i = 0; i < a->lock_count; i++)
		if (has_changed(c, a->locks[i].taken, NULL))
			return true;
	return has_changed(c, a->place, a->function) ||
	       has_changed_stack(c, a->stack, a->frame_count) ||
	       has_changed_thread(r, c, a->thread);
}

/* Puts the pair that the change is about first. */
static bool turn_to_change(struct report *r, struct changes *c, struct report_race *x)
{
	for (uint32_t i = 0; i < x->pair_count; i++) {
		struct report_pair p = x->pairs[i];
		bool a = has_changed_access(r, c, &x->accesses[p.a]);
		bool b = !a && has_changed_access(r, c, &x->accesses[p.b]);
		if (!a && !b)
			continue;
		/* the line itself is better than a call or a lock on the way */
		bool turn = b || (!has_changed(c, x->accesses[p.a].place, NULL) &&
				  has_changed(c, x->accesses[p.b].place, NULL));
		struct report_pair *pairs = arena_memdup(&r->memory, x->pairs,
							 x->pair_count * sizeof(*pairs));
		memmove(pairs + 1, pairs, i * sizeof(*pairs));
		pairs[0] = p;
		if (turn)
			pairs[0].a = p.b, pairs[0].b = p.a;
		x->pairs = pairs;
		return true;
	}
	return has_changed(c, x->declared, NULL);
}

void since_apply(struct report *r, struct changes *c, const char *revision,
		 const struct intern *known, bool all)
{
	struct report_race *races = ARENA_ARRAY(&r->memory, struct report_race, r->race_count + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->race_count; i++) {
		struct report_race x = r->races[i];
		bool is_new = known && !intern_find(known, x.id, strlen(x.id));
		if (turn_to_change(r, c, &x) || is_new)
			races[n++] = x;
		else
			r->elsewhere += !x.suppressed && (all || x.confidence > CONFIDENCE_LOW);
	}
	r->races = races;
	r->race_count = n;
	r->since = revision;
}
