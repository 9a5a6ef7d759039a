/* SPDX-License-Identifier: MIT */
/*
 * Functions that stand before a library's. A unit that defines 'open', and looks up the next
 * 'open' by dlsym(RTLD_NEXT, "open"), is made to be loaded into programs that know nothing of
 * it (LD_PRELOAD). It is no definition of 'open' for whoever calls that: a program has it only
 * if it needs something else of the unit.
 *
 * The name may be handed through functions of the same unit or of others, or stand in a table.
 */
#ifndef CHEQUER_IR_BEFORE_H
#define CHEQUER_IR_BEFORE_H

#include "ir/ir.h"

/* Which argument of a library's function names what it returns? -1: it looks nothing up. */
struct lookups {
	int (*named_by)(const void *context, const char *function);
	const void *context;
};

/* before[unit][symbol]: the unit defines it, and looks up the next one. */
void find_before(const struct program *units, uint32_t n, const struct lookups *who,
		 bool **before);

#endif
