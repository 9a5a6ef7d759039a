/* SPDX-License-Identifier: MIT */
/*
 * The call graph: who calls whom, with thread creation kept apart, its strongly
 * connected components, and a bottom-up schedule over the worker pool.
 *
 * Nodes are functions with a body (func_id). An edge is one call site and one
 * possible callee. Calls made by a modelled library function to an argument
 * (qsort's comparison) are EDGE_CALLBACK; thread entries are EDGE_CREATE, and
 * signal handlers and 'later' callbacks EDGE_LATER: these two are not calls and
 * do not take part in the components.
 *
 * A logger that allocates and an allocator that logs before it aborts are no
 * recursion worth the name. Inside a cycle, doomed calls are *cut*: they do not
 * tie functions together, and the callee's summary may not be there when the
 * caller is summarised. Exactly these calls go from a lower component to a
 * higher one (callgraph_is_cut).
 */
#ifndef CHEQUER_CALLGRAPH_CALLGRAPH_H
#define CHEQUER_CALLGRAPH_CALLGRAPH_H

#include <stdio.h>

#include "base/pool.h"
#include "ir/ir.h"
#include "model/model.h"
#include "pointer/pointer.h"

enum edge_kind { EDGE_DIRECT, EDGE_INDIRECT, EDGE_CALLBACK, EDGE_CREATE, EDGE_LATER };

struct call_edge {
	func_id caller, callee;
	uint32_t inst; /* in the caller */
	uint8_t kind;
	bool doomed; /* every way on from here ends in a call that does not return */
	bool whole;  /* the instruction calls this or another one of its edges, and nothing else */
};

struct callgraph {
	uint32_t func_count; /* ids 1 .. func_count - 1 */
	struct call_edge *edges; /* sorted by caller, inst, callee */
	uint32_t edge_count;
	uint32_t *edge_at;	/* [func_count + 1] first edge of each caller */
	uint32_t *caller_edges; /* edge numbers sorted by callee */
	uint32_t *caller_at;	/* [func_count + 1] range in caller_edges */
	uint32_t component_count;
	uint32_t *component;	/* [func_count] component of each function; callees
				 * have lower numbers than callers, but for cut calls */
	func_id *members;	/* functions by component; inside one, callees before
				 * callers as far as recursion allows */
	uint32_t *member_at;	/* [component_count + 1] */
	uint32_t *position;	/* [func_count] of each function in members */
	func_id *heavy;		/* [component_count] the member that is most of its code,
				 * where that is a lot; 0: none. It is the last one */
	bool *recursive;	/* [component_count] more than one, or calls itself */
	bool *cyclic;		/* [func_count] calls itself, maybe through cut calls */
	bool *doomed;		/* [func_count] never returns, for sure; only looked for
				 * where there is recursion */
	bool *ends;		/* [func_count] the program ends in it, for sure, and it is
				 * called in several places: fatal(), not run() */
	bool *creates;		/* [func_count] it or what it calls creates threads, or
				 * hands over functions for later */
	uint32_t unresolved_indirect; /* indirect calls with no known target */
	uint32_t indirect_calls;
};

struct callgraph *callgraph_build(const struct program *p, const struct pointers *pt);
void callgraph_free(struct callgraph *g);

/* Runs 'run' once for every component (task = component number), callees
 * before callers, on that many workers. */
void callgraph_bottom_up(const struct callgraph *g, unsigned workers, pool_task *run,
			 void *context);

static inline bool callgraph_is_cut(const struct callgraph *g, func_id caller, func_id callee)
{
	return g->component[callee] > g->component[caller];
}

/* The edges of one call site, as a range of g->edges. */
const struct call_edge *callgraph_at(const struct callgraph *g, func_id caller,
				     uint32_t inst, uint32_t *n);

void callgraph_dump(const struct callgraph *g, const struct program *p, bool dot, FILE *out);
/* Called functions with neither body nor model, most call sites first. */
void callgraph_list_unknown(const struct program *p, const struct models *m, FILE *out);

#endif
