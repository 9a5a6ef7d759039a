/* SPDX-License-Identifier: MIT */
/* chequer why: listens while pairs are judged. */
#ifndef CHEQUER_RACE_WHY_H
#define CHEQUER_RACE_WHY_H

#include "race/internal.h"

struct why {
	struct race_place a, b;
	FILE *out;
	uint32_t *pairs; /* how many were told */
};

/* Is there an access on each of the two lines? Pairs of others are not judged. */
bool why_asks_for(struct races *r, struct cluster *a, struct cluster *b);
void why_pair_judged(struct races *r, const struct instance *a, const struct instance *b,
		     enum veto v);

#endif
