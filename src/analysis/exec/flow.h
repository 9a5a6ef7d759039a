/* SPDX-License-Identifier: MIT */
/*
 * Control flow of the function: order, dominators, loops. Private to analysis/; the arrays
 * are in the frame.
 */
#ifndef CHEQUER_ANALYSIS_FLOW_H
#define CHEQUER_ANALYSIS_FLOW_H

#include "summary/summary.h"

struct frame;
struct state;

enum { NO_LOOP = 0 };

struct loop {
	uint32_t header;
	uint32_t parent;      /* enclosing loop, NO_LOOP if none */
	uint32_t last;	      /* position of the last block that jumps back */
	uint32_t next_ending; /* the next loop, further out, with the same 'last' */
	uint32_t induction;   /* instruction of the counting phi + 1, or of the load that
			       * the test asks (counter.c); 0: none */
	ir_val first, bound;  /* values it starts from and stays below */
	int64_t bound_add;    /* added to the bound (<= is < bound + 1) */
	int64_t step;
	uint32_t striding; /* instruction of a phi + 1 that goes on by 'stride', no constant, in
			    * every round, from 'strides_from'; 0: none */
	ir_val strides_from, stride;
	uint32_t falling;    /* instruction of a phi, or of the load that the test asks, + 1 that
			      * goes down by one in every round, from 'falls_from' as far as
			      * 'falls_to'; 0: none */
	ir_val falls_from;
	bool falls_there;  /* from what is in memory there when the function is entered, */
	bool falls_likely; /* unless something has stored there before the loop */
	int64_t falls_to;
	uint32_t exit_from, exit_to; /* the edge taken when counting is done;
				      * UINT32_MAX: there is none */
	uint64_t entered; /* forks that may be running when it is entered */
};

/* ---- flow.c ---- */
void flow_analyse(struct frame *fr);
bool flow_dominates(const struct frame *fr, uint32_t a, uint32_t b);
bool flow_loop_contains(const struct frame *fr, uint32_t loop, uint32_t block);
/* Does the path mention a value that is computed in that loop? With 'head' those that its
 * rounds begin with, too. */
bool flow_mentions_loop(const struct frame *fr, uint32_t loop, path_id p, bool head);
/* May the fork be running when the innermost loop around 'inst' is entered? */
bool flow_entered_with(const struct frame *fr, uint32_t inst, uint32_t fork);
/* Does each round of the loop come to that block? */
bool flow_in_every_round(const struct frame *fr, uint32_t loop, uint32_t block);

/* ---- counter.c: does the loop count in memory? Finds all but its bound ---- */
bool counter_in_memory(struct frame *fr, struct loop *l);
/* Does it go down in memory? Finds all but where it ends. */
bool counter_falls_in_memory(struct frame *fr, struct loop *l);
/* A round has got its index, by a phi or by a load. */
void counter_begins(struct frame *fr, struct state *s, uint32_t header, enum ir_op op);
/* May one of these forks be a thread that the call creates, itself or below? */
bool counter_has_threads(const struct frame *fr, uint64_t running, uint32_t inst);

/* ---- foresee.c: what loops may change ---- */
void foresee_begin(struct frame *fr);
/* Were the values there before the loops around this instruction were entered? */
bool foresee_is_from_before(const struct frame *fr, uint32_t inst, const path_id *values,
			    uint32_t n);
/* May a loop around this instruction change that cell? */
bool foresee_change(struct frame *fr, uint32_t inst, cell_id c);

#endif
