/* SPDX-License-Identifier: MIT */
/*
 * What type a value has, by what debug info says: of the variable that holds it, of the
 * memory it was loaded from, of the function that returned it. Types are for names, so
 * this is what the program calls it and no more; 0 is always possible.
 */
#ifndef CHEQUER_IR_VALUETYPE_H
#define CHEQUER_IR_VALUETYPE_H

#include "ir/ir.h"

/* ---- from declarations alone ---- */

/* Of a variable that holds the value, one that says more than 'void *' first. */
type_id ir_variable_type(const struct program *p, func_id f, ir_val v);
/* Of formal i; when it is 'void *', of the variable that it is copied to. */
type_id ir_param_type(const struct program *p, func_id f, uint32_t i);
/* Of the local that the instruction makes. */
type_id ir_local_type(const struct program *p, func_id f, uint32_t inst);

/* ---- from code ---- */

struct value_types {
	const struct program *p;
	func_id func;
	type_id *declared; /* [inst] as ir_variable_type says */
	bool layout; /* for the layout of memory, not for its name: locals are memory too,
		      * an address is what it was computed from whatever variable holds
		      * it, parameters are what they are declared to be */
};
/* Fills t->declared, which the caller has made, with room for all instructions. */
void value_types_begin(struct value_types *t);
type_id ir_value_type(const struct value_types *t, ir_val v);
/* Of what lies at an address. */
type_id ir_pointee_type(const struct value_types *t, ir_val v);

#endif
