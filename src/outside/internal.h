/* SPDX-License-Identifier: MIT */
/* Private to outside/. */
#ifndef CHEQUER_OUTSIDE_INTERNAL_H
#define CHEQUER_OUTSIDE_INTERNAL_H

#include "outside/outside.h"

/* ---- insert.c ---- */
/* The function of that name; a declaration of it if there is none. */
sym_id declare_function(struct program *p, const char *name, uint32_t unit);
ir_val address_of(struct program *p, sym_id s);
/* A call of 'callee' with one argument, or VAL_NONE, as an instruction. */
struct ir_inst make_call(struct program *p, sym_id callee, ir_val argument, loc_id loc);
/* Puts a call of 'callee', which takes nothing, in front of instruction 'at' of f. */
void insert_call(struct program *p, func_id f, uint32_t at, sym_id callee);
/* A new internal function that executes these instructions and returns. */
func_id make_function(struct program *p, const char *name, uint32_t unit,
		      const struct ir_inst *at, uint32_t n);

/* ---- interrupts.c ---- */
/* Handlers run from here on. */
void add_interrupts(struct program *p, const struct models *m);

#endif
