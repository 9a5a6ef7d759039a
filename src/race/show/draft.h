/* SPDX-License-Identifier: MIT */
/*
 * What a race will list: rows, an access in a thread each, and pairs of them. Each is
 * ranked for itself as far as it may be as sure as the race: those speak for it when races are
 * folded later.
 */
#ifndef CHEQUER_RACE_DRAFT_H
#define CHEQUER_RACE_DRAFT_H

#include "race/internal.h"

/* An access of the race as it will be listed. */
struct row {
	uint32_t instance;
	context_id context;
	const struct access *access;
	func_id func; /* this and the next three: what tells rows apart */
	uint32_t inst;
	thread_id thread;
	uint8_t kind;
	uint32_t next; /* row with the same hash of these; UINT32_MAX: none */
};

struct draft_pair {
	uint32_t a, b; /* rows */
	struct found of; /* as it was ranked; the instances are those of the rows, or alike */
};

/* Pairs of two lines; of these and two kinds of threads; there is no such bound. */
enum once { ONCE_ALL, ONCE_OF_KINDS, ONCE_OF_LINES };

struct draft {
	uint32_t most; /* rows */
	uint32_t ranked; /* pairs so far */
	uint8_t least; /* confidence: pairs that look surer, or as sure, are ranked */
	bool unranked; /* nobody looks at how sure its pairs are, but for the first */
	VEC(struct row) rows;
	VEC(struct draft_pair) pairs;
	VEC(struct found) kinds; /* of threads that no pair that was kept has */
	uint8_t once; /* enum once: what is listed no more than that, for now: */
	struct map alike;
	struct map row_at, pair_at; /* hash of a row, two rows -> in rows, in pairs */
};

/* A number for two threads of these entries, started so. */
uint64_t kind_of_threads(const struct races *r, const struct found *f);
/* Fills 'kinds', the best first; the best of all pairs is then the first of the location. */
void find_kinds(struct races *r, const struct location *l, struct draft *d);

/* The pairs of the location, the best first. 'places': every place that takes part, in some
 * thread, however many rows there are. */
void draft_fill(struct races *r, const struct location *l, struct draft *d, bool places);
void draft_free(struct draft *d);

#endif
