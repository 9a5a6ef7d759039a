/* SPDX-License-Identifier: MIT */
/*
 * Units of several programs. The compile database of a project often has all its
 * programs in it, and the tests: each unit that defines main makes one, with the units
 * that define what it needs, as a linker takes them out of archives. Units that no
 * program needs (plug-ins) go with each, as long as they define nothing twice.
 */
#ifndef CHEQUER_IR_CHOOSE_H
#define CHEQUER_IR_CHOOSE_H

#include "ir/ir.h"

struct program_choice {
	uint32_t *mains; /* units that define main, in their order */
	uint32_t main_count;
	uint32_t chosen; /* one of them */
	bool *taken;	 /* [n]: the units of its program */
	uint32_t taken_count;
};

/* Chooses the program with most code, or that of the unit whose file is 'wanted', or ends
 * with '/wanted'. Returns false, and everything is taken, when there are not two
 * programs, or no such unit with a main among them. */
bool choose_program(const struct program *units, uint32_t n, const char *wanted,
		    struct program_choice *out);
/* Is there one program, that of 'wanted'? */
bool choice_is_only(const struct program *units, const struct program_choice *c,
		    const char *wanted);
void choice_free(struct program_choice *c);
/* The source file of a unit. */
const char *unit_file(const struct program *unit);

#endif
