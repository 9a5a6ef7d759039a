/* SPDX-License-Identifier: MIT */
/* Call records: what the contexts of the callee are made from. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_CALL_RECORD_H
#define CHEQUER_ANALYSIS_CALL_RECORD_H

#include "analysis/exec/frame.h"

/* The call in state s; c NULL: nothing is known of the callee yet. */
void call_record(struct frame *fr, struct state *s, uint32_t inst, func_id callee,
		 const struct summary *c, const path_id *args, uint32_t n, uint8_t flags);

#endif
