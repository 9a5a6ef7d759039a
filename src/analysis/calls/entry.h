/* SPDX-License-Identifier: MIT */
/* What comes from one entry of a table. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_ENTRY_H
#define CHEQUER_ANALYSIS_ENTRY_H

#include "analysis/exec/frame.h"

/* The function was read through the pointer: is there an entry of a table that names it, and
 * of which all is true that the state knows of the entry? */
bool entry_may_name(struct frame *fr, const struct state *s, path_id pointer, sym_id target);

/* The handler and the number were read from one entry: the signals, as bits, of those entries that
 * have a function there; 0: not known. */
uint64_t entry_signals(struct frame *fr, path_id handler, path_id number);

/* Is it known what all the memory holds that the pointer was read from? */
bool entry_is_known(struct frame *fr, path_id pointer);

#endif
