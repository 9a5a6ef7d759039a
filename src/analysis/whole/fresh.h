/* SPDX-License-Identifier: MIT */
/* Where memory goes that was just allocated: the words that alone hold their pointer. */
#ifndef CHEQUER_ANALYSIS_FRESH_H
#define CHEQUER_ANALYSIS_FRESH_H

#include "analysis/whole/exchange.h"

/* Looks at the whole program. */
void fresh_find_sole(const struct summarize_input *in, const struct exchanges *exchanges,
		     struct sole_words *out);

#endif
