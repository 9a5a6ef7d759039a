/* SPDX-License-Identifier: MIT */
/*
 * Escape: which memory no other thread can ever reach.
 *
 * The sets of pointer/ merge all callers of most functions: the list on one
 * thread's stack and the list in a global variable meet in 'list_add', and
 * everything seems reachable from everywhere. Here each function has a graph of
 * its own: nodes are memory, fields at byte offsets point to other nodes, an
 * assignment makes two nodes one. Callees come first, and what a callee's
 * parameters reach is copied into the graph at each call (Data Structure
 * Analysis; Lattner, Lenharth, Adve 2007). All memory that more than one thread
 * may reach is one node, SHARED: global variables, what unknown functions and
 * threads are given, and everything stored in it. Then the other way, from
 * callers down: what a parameter means is shared if it is in some call.
 *
 * The constraints are those of pointer/; flow does not matter, so an object that
 * is published late counts as shared all the time. After escape_solve the result
 * is read-only and may be used by any number of threads.
 */
#ifndef CHEQUER_ESCAPE_ESCAPE_H
#define CHEQUER_ESCAPE_ESCAPE_H

#include "callgraph/callgraph.h"

/* Memory as one function sees it; 0: not known, 1: shared. */
typedef uint32_t escape_node;

struct escape;

struct escape_options {
	const char *const *entries; /* functions run by threads we do not see created */
	uint32_t entry_count;
	bool trusting; /* functions that are not known keep nothing they are given: not
			* sound, but likely */
};

struct escape *escape_solve(const struct program *p, const struct pointers *pt,
			    const struct callgraph *g,
			    const struct escape_options *options);
/* Without trust and with it, each on a worker of its own if there are two; they have nothing in
 * common. */
void escape_solve_both(const struct program *p, const struct pointers *pt,
		       const struct callgraph *g, const struct escape_options *options,
		       unsigned workers, struct escape *out[2]);
void escape_free(struct escape *e);

/* May more than one thread reach some instance of the object? */
bool escape_may_be_shared(const struct escape *e, obj_id o);

/* What the address v means in function f, whoever calls it. */
escape_node escape_of_value(const struct escape *e, func_id f, ir_val v);
/* The same memory as the caller sees it, for one call; 0 when only the callee
 * knows it. */
escape_node escape_in_caller(const struct escape *e, func_id caller, uint32_t inst,
			     func_id callee, escape_node n);
/* Is it memory that no other thread can reach, whoever calls the function? */
bool escape_is_private(const struct escape *e, escape_node n);

/* Did the thread that runs f then make everything that v may point to itself? That
 * says nothing about who has a pointer to it by now. */
bool escape_is_own(const struct escape *e, func_id f, ir_val v);
/* Is this memory of one thread, where it keeps such pointers only? 'own': that thread has made
 * the memory itself, so it does not matter who else looks. */
bool escape_holds_own(const struct escape *e, struct pt_loc at, bool own);

void escape_count_stats(const struct escape *e); /* fills base/stats */

#endif
