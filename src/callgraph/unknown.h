/* SPDX-License-Identifier: MIT */
/*
 * Where the code does something that is not understood: calls of functions that have neither
 * body nor model, calls through pointers without a target or with guessed ones, assembly.
 * One entry for each place; whether it matters depends on who gets there.
 */
#ifndef CHEQUER_CALLGRAPH_UNKNOWN_H
#define CHEQUER_CALLGRAPH_UNKNOWN_H

#include "callgraph/callgraph.h"

enum place_kind {
	PLACE_UNKNOWN, /* 'sym' is called, about which nothing is known */
	PLACE_GIVEN,   /* likewise, and it is given a function of the program, 'other'; or memory
			  that leads to one which nobody else calls, or has given such memory */
	PLACE_LEADS,   /* or memory that leads to some function, or has given such memory */
	PLACE_THREADS, /* 'sym' starts threads that are not followed, by its model */
	PLACE_CALL,    /* a call through a pointer for which nothing was found */
	PLACE_GUESS,   /* or only what may be anything */
	PLACE_LONG,    /* a call whose arguments are not all followed */
	PLACE_ASSEMBLY, /* that may touch memory */
	PLACE_NUMBER,  /* a number is made a pointer, of which nothing is known */
};

struct unknown_place {
	uint8_t kind; /* enum place_kind */
	func_id func;
	uint32_t inst;
	sym_id sym, other;
};

struct unknown_places {
	VEC(struct unknown_place) list; /* by function and instruction */
};

void unknown_places(const struct program *p, const struct models *m, const struct pointers *pt,
		    struct unknown_places *out);

#endif
