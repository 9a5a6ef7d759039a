/* SPDX-License-Identifier: MIT */
/*
 * Calls: binding a callee's summary at a call site. Private to analysis/.
 */
#ifndef CHEQUER_ANALYSIS_CALL_H
#define CHEQUER_ANALYSIS_CALL_H

#include "analysis/exec/frame.h"

/* A fork happens in s: it gets a number and is running from now on. */
void call_start(struct frame *fr, struct state *s, struct fork f);
/* The functions that the modelled call at inst calls back, with these arguments;
 * pointer is the one among them that it was given, 0 when that is not known. */
void call_callbacks(struct frame *fr, uint32_t inst, path_id pointer, const path_id *args,
		    uint32_t n, uint8_t flags, struct state_list *states);

#endif
