/* SPDX-License-Identifier: MIT */
/* Slots that are filled once, by whoever comes first. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_FILLED_H
#define CHEQUER_ANALYSIS_FILLED_H

#include "analysis/whole/exchange.h"

/* Looks at the whole program. */
void filled_find(const struct summarize_input *in, const struct exchanges *x,
		 struct filled_slots *out);

#endif
