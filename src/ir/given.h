/* SPDX-License-Identifier: MIT */
/* Formals that are functions, and that are called. */
#ifndef CHEQUER_IR_GIVEN_H
#define CHEQUER_IR_GIVEN_H

#include "ir/ir.h"

/* For each function the formals, as bits, that it calls, or gives to others that do; only
 * where not all calls give the same, and one that is given may start something. The caller
 * frees it. */
uint64_t *given_find(const struct program *p);

#endif
