/* SPDX-License-Identifier: MIT */
/*
 * What a main reaches: the functions and variables that it mentions, and those that these
 * mention, through all units of its program. A program that is linked with code for threads
 * need not use it: a tool of a project, or a test, often does not.
 */
#ifndef CHEQUER_IR_REACHED_H
#define CHEQUER_IR_REACHED_H

#include "ir/ir.h"

struct reached {
	uint32_t creations; /* calls that create threads */
	uint64_t code;	    /* instructions */
};

/* Does a function of a library start threads, by its name? */
struct creators {
	bool (*creates)(const void *context, const char *name);
	const void *context;
};

/* name_of: by unit and symbol, 0 for what is not seen from outside; below names. */
struct reached reached_from(const struct program *units, uint32_t n, const bool *taken,
			    uint32_t main, uint32_t *const *name_of, uint32_t names,
			    const struct creators *who);

#endif
