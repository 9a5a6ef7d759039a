/* SPDX-License-Identifier: MIT */
/* Facts about memory that callers have set. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_TOLD_H
#define CHEQUER_ANALYSIS_TOLD_H

#include "analysis/exec/frame.h"

/* May a caller know more about it? */
bool told_by_callers(struct frame *fr, const struct fact *f);

#endif
