/* SPDX-License-Identifier: MIT */
/* Whole reports in the cache. */
#ifndef CHEQUER_CLI_RECALL_H
#define CHEQUER_CLI_RECALL_H

#include "cli/analysis.h"

/* After clang: when the report is there, a->report is filled and a->recalled is set. If
 * not, what is said from now on is heard. */
void recall_report(struct analysis *a);
/* When all phases were run to their end: before anything is done with the report. */
void keep_report(struct analysis *a);

#endif
