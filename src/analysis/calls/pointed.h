/* SPDX-License-Identifier: MIT */
/* Calls through entries of tables that callers pass. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_POINTED_H
#define CHEQUER_ANALYSIS_POINTED_H

#include "analysis/exec/frame.h"

/* Notes the call through fr->called. */
void pointed_note(struct frame *fr, uint32_t inst, func_id callee);
/* The calls in the callee's list that cannot be when it is called in this state: how many; 'out'
 * has room for all of the list. Notes those that our callers may rule out. */
uint32_t pointed_rule_out(struct frame *fr, struct state *s, uint32_t inst,
			  const struct summary *c, const path_id *args, uint32_t n, uint32_t *out);

#endif
