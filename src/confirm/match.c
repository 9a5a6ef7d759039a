/* SPDX-License-Identifier: MIT */
/*
 * An access that was seen is one of the report when it is on the same line, and in the
 * same column or of the same kind: the compiler may have merged columns, and one column
 * ('x++') may stand for a read and a write. An optimised program has accesses without a line,
 * moved out of a loop for instance: the function and the kind must do for them. And it merges
 * writes of several lines into one, which has the line of one of them: where the other side is
 * exactly one of the report, the function and the kind are enough, too.
 */
#include "confirm/match.h"

#include <inttypes.h>
#include <string.h>

enum { EXACTLY = 4 };

static bool is_kind(const struct report_access *a, const struct seen_side *s)
{
	return a->kind == ACCESS_FREE    ? s->flags & SEEN_FREE
	       : a->kind == ACCESS_WRITE ? s->flags & SEEN_WRITE && !(s->flags & SEEN_FREE)
					 : !(s->flags & SEEN_WRITE);
}

static bool is_in_function(const struct report_access *a, const struct located *l,
			   const struct seen_side *s)
{
	return is_kind(a, s) && l->function && strcmp(a->function, l->function) == 0;
}

/* 0: another access; else how well it fits. */
static int fits(const struct report_access *a, const struct located *l,
		const struct seen_side *s)
{
	bool kind = is_kind(a, s);
	if (!l->real)
		return is_in_function(a, l, s);
	if (!a->place.file || a->place.line != l->place.line ||
	    strcmp(a->place.file, l->place.file) != 0)
		return 0;
	bool column = a->place.column == l->place.column;
	return column || kind ? 1 + 2 * column + kind : 0;
}

/* One exactly, the other only by its function; turn: which side is a. */
static bool fits_merged(const struct report_access *a, const struct report_access *b,
			const struct located l[2], const struct seen *s, int turn)
{
	const struct seen_side *x = &s->sides[turn], *y = &s->sides[!turn];
	return (fits(a, &l[turn], x) == EXACTLY && is_in_function(b, &l[!turn], y)) ||
	       (fits(b, &l[!turn], y) == EXACTLY && is_in_function(a, &l[turn], x));
}

/* Also two accesses of one race that the report has no pair of. */
static int fits_race(const struct report_race *r, const struct located l[2],
		     const struct seen *s, uint32_t *pair)
{
	int best = 0, one = 0, other = 0;
	for (uint32_t i = 0; i < r->pair_count; i++) {
		const struct report_access *a = &r->accesses[r->pairs[i].a];
		const struct report_access *b = &r->accesses[r->pairs[i].b];
		for (int turn = 0; turn < 2; turn++) {
			int x = fits(a, &l[turn], &s->sides[turn]);
			int y = fits(b, &l[!turn], &s->sides[!turn]);
			int both = x && y ? x + y : fits_merged(a, b, l, s, turn);
			if (both > best) {
				best = both;
				*pair = i;
			}
		}
	}
	for (uint32_t i = 0; !best && i < r->access_count; i++) {
		one |= fits(&r->accesses[i], &l[0], &s->sides[0]);
		other |= fits(&r->accesses[i], &l[1], &s->sides[1]);
	}
	return best ? best : one && other;
}

struct match match_seen(const struct evidence_maker *m, const struct seen *s)
{
	struct match found = {UINT32_MAX, 0, {UINT32_MAX, UINT32_MAX}};
	struct located l[2];
	int best = 0;
	for (int i = 0; i < 2; i++) {
		l[i] = evidence_locate(m, s, s->sides[i].pc, false);
		if (l[i].real)
			found.targets[i] = targets_find(m->targets, l[i].real, l[i].place.line,
							l[i].place.column);
	}
	for (uint32_t i = 0; i < m->report->race_count; i++) {
		uint32_t pair = 0;
		int good = fits_race(&m->report->races[i], l, s, &pair);
		if (good > best) {
			best = good;
			found.race = i;
			found.pair = pair;
		}
	}
	return found;
}

/* ---- races that the analysis has not found ---- */

static uint32_t thread_of(const struct report *r, const struct report_seen *s)
{
	for (uint32_t i = 0; i < r->thread_count; i++) {
		const struct report_thread *t = &r->threads[i];
		if (s->thread == 0 ? t->kind == THREAD_MAIN
				   : s->entry && strcmp(t->entry, s->entry) == 0)
			return i;
	}
	return 0;
}

static const char *new_id(struct arena *a, const char *name, const struct report_evidence *e)
{
	uint64_t h = hash_bytes(name, strlen(name), 1);
	for (int i = 0; i < 2; i++) {
		const char *f = e->sides[i].function ? e->sides[i].function : "?";
		h += hash_bytes(f, strlen(f), 2); /* in whatever order they came */
	}
	return arena_printf(a, "%016" PRIx64, hash_mix(h));
}

void match_invent(const struct evidence_maker *m, const struct seen *s,
		  const struct report_evidence *e, struct report_race *out)
{
	struct arena *a = &m->report->memory;
	struct report_access *accesses = ARENA_ARRAY(a, struct report_access, 2);
	struct report_pair *pair = ARENA_NEW(a, struct report_pair);
	const char **reason = ARENA_ARRAY(a, const char *, 1);
	const char *name = evidence_variable(m, s, s->low);
	for (int i = 0; i < 2; i++) {
		const struct report_seen *x = &e->sides[i];
		accesses[i] = (struct report_access){
			.place = x->place, .function = x->function ? x->function : "?",
			.kind = x->kind, .atomic = x->atomic, .thread = thread_of(m->report, x),
			.lock_count = x->lock_count, .locks = x->locks};
	}
	*pair = (struct report_pair){.a = 0, .b = 1, .confidence = CONFIDENCE_HIGH};
	*reason = "seen when the program ran; the analysis has not found it";
	*out = (struct report_race){.name = name ? name : "memory without a name",
				    .kind = name ? "global" : "unknown",
				    .confidence = CONFIDENCE_CONFIRMED,
				    .reason_count = 1, .reasons = reason,
				    .access_count = 2, .accesses = accesses,
				    .pair_count = 1, .pairs = pair, .tried = true};
	out->id = new_id(a, out->name, e);
}
