/* SPDX-License-Identifier: MIT */
/*
 * Linking: units become one program, symbols resolved as a linker does.
 */
#ifndef CHEQUER_IR_LINK_H
#define CHEQUER_IR_LINK_H

#include "ir/ir.h"

struct link_conflict {
	const char *symbol;
	const char *first_unit, *second_unit;
};

/* One for each unit that cannot be linked with those before it, the first of them. */
enum { MAX_CONFLICTS = 16 };
struct link_conflicts {
	struct link_conflict at[MAX_CONFLICTS];
	uint32_t n;
};

/* Moves every unit into *out (initialised here); the units, which ir_verify
 * accepts, are freed. Returns false when two units both define a symbol
 * strongly; *conflicts names them, in strings that live as long as *out. */
bool link_units(struct program *units, uint32_t n, struct program *out,
		struct link_conflicts *conflicts);

#endif
