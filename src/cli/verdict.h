/* SPDX-License-Identifier: MIT */
/* What the answer rests on: what was not understood where threads get to, and which of the
 * assumptions of docs/soundness.md matter to this program. */
#ifndef CHEQUER_CLI_VERDICT_H
#define CHEQUER_CLI_VERDICT_H

#include "cli/analysis.h"

/* Fills 'unknown' and 'assumptions' of the report, after all phases. */
void verdict_fill(struct analysis *a);

#endif
