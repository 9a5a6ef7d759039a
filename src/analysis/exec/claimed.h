/* SPDX-License-Identifier: MIT */
/* Objects that are claimed by a flag in them, under a mutex. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_CLAIMED_H
#define CHEQUER_ANALYSIS_CLAIMED_H

#include "analysis/exec/frame.h"

/* Before the store is recorded: if it claims, the state has that claim (LOCK_CLAIMED). */
bool claim_by_store(struct frame *fr, struct state *s, uint32_t inst, path_id address);
/* After that: whoever had it claimed by this flag has it no longer. */
void claim_given_by_store(struct frame *fr, struct state *s, uint32_t inst, path_id address);

#endif
