/* SPDX-License-Identifier: MIT */
/* Numbers that each thread keeps. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_OWN_NUMBERS_H
#define CHEQUER_ANALYSIS_OWN_NUMBERS_H

#include "analysis/summarize.h"

void own_numbers_find(const struct program *p, struct own_numbers *out);

#endif
