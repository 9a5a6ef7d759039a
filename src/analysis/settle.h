/* SPDX-License-Identifier: MIT */
/* The fixpoint over a recursive component: have its summaries settled? */
#ifndef CHEQUER_ANALYSIS_SETTLE_H
#define CHEQUER_ANALYSIS_SETTLE_H

#include "summary/summary.h"

/* Do both tell the other functions of their component the same? */
bool settle_same(const struct summary *s, const struct summary *t);
/* s := less exact, and covering the last summary of the same function. Repeated,
 * this comes to an end: whatever the function does then is described. */
void settle_widen(struct summary *s, const struct summary *last);

#endif
