/* SPDX-License-Identifier: MIT */
/* The state of looking at one function, for alloc.c and alloc_size.c. */
#ifndef CHEQUER_POINTER_ALLOC_H
#define CHEQUER_POINTER_ALLOC_H

#include "pointer/internal.h"

struct param_facts {
	uint32_t kept, self, returned; /* bit i: parameter i */
};

struct scan {
	struct pointers *pt;
	const struct program *p;
	func_id f;
	const struct ir_func *fn;
	const uint32_t *component;
	struct param_facts *facts; /* [funcs] */
	bool *known; /* [funcs] these are there; those of a recursion at first are not */
	/* Slots: parameters, then instructions, then contents of locals. */
	uint32_t *parent;
	uint8_t *flags;
	bool *opaque; /* [insts] a local whose address goes elsewhere */
	VEC(uint32_t) fresh;	/* calls that allocate */
	VEC(uint32_t) results;	/* slots that are returned */
	bool returns_other;
};

/* The function that a call names, or 0; one of its arguments. */
sym_id scan_callee(const struct scan *s, const struct ir_inst *i);
ir_val scan_arg(const struct scan *s, const struct ir_inst *i, int k);
/* How the size of what an allocation wrapper returns depends on its arguments. */
void scan_size(const struct scan *s, struct allocator *a);

#endif
