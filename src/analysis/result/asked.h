/* SPDX-License-Identifier: MIT */
/* What accesses ask for that are looked at by reference. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_ASKED_H
#define CHEQUER_ANALYSIS_ASKED_H

#include "analysis/exec/frame.h"

/* Of the summary of fr, which is complete but for that. */
void find_asked(struct frame *fr);

#endif
