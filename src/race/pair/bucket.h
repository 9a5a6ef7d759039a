/* SPDX-License-Identifier: MIT */
/* Private to race/pair: the pairs of one object. */
#ifndef CHEQUER_RACE_BUCKET_H
#define CHEQUER_RACE_BUCKET_H

#include "race/veto/veto.h"

struct bucket {
	struct map seen; /* first common byte -> 1: parallel, 2: a race */
	uint32_t judged, most;
	bool cut;
	bool vague; /* the second pass: pairs that may mean many objects */
	uint32_t enough; /* partners */
};

/* ---- shapes.c ---- */
/* What is known about the pairs of two shapes. */
enum { SHAPE_JUDGED = 1, SHAPE_PARALLEL = 2 };
enum { SHAPES_UNKNOWN, SHAPES_OPEN, SHAPES_EXCLUDED };
struct shape_pair {
	uint8_t *vetoes; /* [situation of the one][of the other] + 1; 0: not asked */
	uint32_t width;
	uint8_t excluded; /* all of them? Then: */
	uint32_t pairs, judged, processes, locks;
	uint8_t *flags, *other_flags; /* [situation] what its instance is then */
};
/* NULL: there is no room for them. */
struct shape_pair *shape_pair_of(struct races *r, const struct instance *a,
				 const struct instance *b);
/* Finds out if all pairs of the two are removed by what their situations are. */
void find_excluded(struct races *r, struct shape_pair *s, const struct cluster *a,
		   const struct cluster *b);

/* ---- best.c ---- */
/* Do the two threads ever run at the same time? */
bool may_meet(struct races *r, thread_id x, thread_id y);
/* Of the pairs of instances that survive, the one that explains the race best. */
bool find_best(struct races *r, struct bucket *k, const struct cluster *a,
	       const struct cluster *b, struct found *best);
/* Has each thread that comes there an object of its own? One answer for all pairs. */
bool are_each_own(struct races *r, struct cluster *a, struct cluster *b);
/* All pairs of one thread that there is never more than one of: one answer for them. */
bool are_of_one_thread(struct races *r, const struct cluster *a, const struct cluster *b);

#endif
