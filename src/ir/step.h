/* SPDX-License-Identifier: MIT */
/*
 * Counters: n = n + 4, a load, an addition of a constant and a store to the same
 * address with nothing in between that could end a critical section; or one atomic
 * instruction that does the same.
 */
#ifndef CHEQUER_IR_STEP_H
#define CHEQUER_IR_STEP_H

#include "ir/ir.h"

/* What the instruction, a store or an atomic addition, adds; 0: it is no such step. */
int64_t ir_step_of(const struct program *p, const struct ir_func *f, uint32_t inst);
/* The store of the step that the load begins; 0: it begins none. */
uint32_t ir_step_from(const struct program *p, const struct ir_func *f, uint32_t load);
/* Is it the same address, maybe computed twice? */
bool ir_same_address(const struct program *p, const struct ir_func *f, ir_val x, ir_val y);

#endif
