/* SPDX-License-Identifier: MIT */
#include "race/show/since.h"

#include <string.h>

/* The first thing about a race that was found to have changed. */
struct reason {
	const char *what; /* NULL: nothing yet */
	const char *function, *lost; /* or: it does not call that any more */
	struct report_place place;
};

/* 'function' NULL: what its lines have lost does not count. */
static bool has_changed(struct changes *c, struct report_place p, const char *function,
			const char *what, struct reason *out)
{
	bool line = changes_has_line(c, p.file, p.line);
	const char *lost = line || !function ? NULL : changes_removed(c, p.file, function);
	if ((line || lost) && !out->what)
		*out = (struct reason){what, lost ? function : NULL, lost, p};
	return line || lost;
}

static bool has_changed_stack(struct changes *c, const struct report_frame *stack, uint32_t n,
			      struct reason *out)
{
	for (uint32_t i = n; i > 0; i--)
		if (has_changed(c, stack[i - 1].place, stack[i - 1].function, "a call on the way",
				out))
			return true;
	return false;
}

/* Where the thread, or one above it, is created or joined. */
static bool has_changed_thread(const struct report *r, struct changes *c, uint32_t thread,
			       struct reason *out)
{
	uint32_t most = r->thread_count;
	for (int32_t at = (int32_t)thread; at >= 0 && most--; at = r->threads[at].creator) {
		const struct report_thread *t = &r->threads[at];
		if (has_changed(c, t->created, NULL, "where the thread is created", out) ||
		    has_changed(c, t->joined, NULL, "where the thread is joined", out) ||
		    has_changed_stack(c, t->stack, t->frame_count, out))
			return true;
	}
	return false;
}

static bool has_changed_access(const struct report *r, struct changes *c,
			       const struct report_access *a, struct reason *out)
{
	if (has_changed(c, a->place, a->function, "the access", out))
		return true;
	for (uint32_t i = 0; i < a->lock_count; i++)
		if (has_changed(c, a->locks[i].taken, NULL, "where a lock is taken", out))
			return true;
	return has_changed_stack(c, a->stack, a->frame_count, out) ||
	       has_changed_thread(r, c, a->thread, out);
}

/* The line itself is better than a call or a lock on the way. */
static bool is_better(struct changes *c, const struct report_access *a,
		      const struct report_access *b)
{
	return !changes_has_line(c, a->place.file, a->place.line) &&
	       changes_has_line(c, b->place.file, b->place.line);
}

/* Puts the pair that the change is about first. */
static bool turn_to_change(struct report *r, struct changes *c, struct report_race *x,
			   struct reason *out)
{
	for (uint32_t i = 0; i < x->pair_count; i++) {
		struct report_pair p = x->pairs[i];
		const struct report_access *a = &x->accesses[p.a], *b = &x->accesses[p.b];
		struct reason mine = {0}, other = {0};
		bool first = has_changed_access(r, c, a, &mine);
		bool second = has_changed_access(r, c, b, &other);
		if (!first && !second)
			continue;
		bool turn = !first || is_better(c, a, b);
		*out = turn ? other : mine;
		struct report_pair *pairs = arena_memdup(&r->memory, x->pairs,
							 x->pair_count * sizeof(*pairs));
		memmove(pairs + 1, pairs, i * sizeof(*pairs));
		pairs[0] = p;
		if (turn)
			pairs[0].a = p.b, pairs[0].b = p.a;
		x->pairs = pairs;
		return true;
	}
	return has_changed(c, x->declared, NULL, "where the memory comes from", out);
}

static const char *reason_text(struct arena *a, const struct reason *why)
{
	if (why->lost)
		return arena_printf(a, "'%s' does not call '%s' there any more", why->function,
				    why->lost);
	return why->what ? why->what : "it was not in the baseline then";
}

void since_apply(struct report *r, struct changes *c, const char *revision,
		 const struct intern *known, bool all)
{
	struct report_race *races = ARENA_ARRAY(&r->memory, struct report_race, r->race_count + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->race_count; i++) {
		struct report_race x = r->races[i];
		bool is_new = known && !intern_find(known, x.id, strlen(x.id));
		struct reason why = {0};
		if (turn_to_change(r, c, &x, &why) || is_new) {
			x.changed = reason_text(&r->memory, &why);
			x.changed_at = why.place;
			races[n++] = x;
		} else {
			r->elsewhere += !x.suppressed && (all || x.confidence > CONFIDENCE_LOW);
		}
	}
	r->races = races;
	r->race_count = n;
	r->since = revision;
}
