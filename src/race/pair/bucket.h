/* SPDX-License-Identifier: MIT */
/* Private to race/pair: the pairs of one object. */
#ifndef CHEQUER_RACE_BUCKET_H
#define CHEQUER_RACE_BUCKET_H

#include "race/internal.h"

struct bucket {
	struct map seen; /* first common byte -> 1: parallel, 2: a race */
	uint32_t judged, most;
	bool cut;
	bool vague; /* the second pass: pairs that may mean many objects */
	uint32_t enough; /* partners */
};

/* ---- best.c ---- */
/* Of the pairs of instances that survive, the one that explains the race best. */
bool find_best(struct races *r, struct bucket *k, const struct cluster *a,
	       const struct cluster *b, struct found *best);
/* All pairs of one thread that there is never more than one of: one answer for them. */
bool are_of_one_thread(struct races *r, const struct cluster *a, const struct cluster *b);

#endif
