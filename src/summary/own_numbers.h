/* SPDX-License-Identifier: MIT */
/*
 * Numbers that each thread keeps in a variable of its own, which begins with one below zero and is
 * only loaded and stored by its name (analysis/whole/own_numbers.c):
 *
 *	static _Thread_local int me = -1; ... if (me < 0) me = next++;
 *
 * All that is stored there; race/veto/ticket.c asks whether these are numbers that were taken.
 */
#ifndef CHEQUER_SUMMARY_OWN_NUMBERS_H
#define CHEQUER_SUMMARY_OWN_NUMBERS_H

#include "base/vec.h"
#include "ir/ir.h"

struct kept_number {
	sym_id variable;
	func_id func;
	uint32_t inst; /* whose value is stored there */
};

struct own_numbers {
	VEC(struct kept_number) list; /* by variable */
};

#endif
