/* SPDX-License-Identifier: MIT */
/* Flags by which objects may be claimed (analysis/exec/claimed.c). Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_CLAIMS_H
#define CHEQUER_ANALYSIS_CLAIMS_H

#include "analysis/summarize.h"

struct claims {
	struct map places; /* object and offset, of such flags -> 1 + the number for free */
};

void claims_find(const struct summarize_input *in, struct claims *out);
void claims_free(struct claims *c);
/* Are all of these such flags, with one number for free; is one of them? */
bool claims_have(const struct claims *c, const struct pt_set *set, int64_t *free);
bool claims_may_have(const struct claims *c, const struct pt_set *set);

#endif
