/* SPDX-License-Identifier: MIT */
/*
 * One summary at one call. A summary is written in terms of the callee's formals; here
 * they are replaced by the actual arguments, and what the callee loads from memory by
 * what the state knows that memory to hold. Whatever cannot be named in the caller
 * keeps the callee's own name seen from outside (VALUE callee, parameter), which the
 * pointer analysis can still resolve: nothing is lost. Private to analysis/.
 */
#ifndef CHEQUER_ANALYSIS_BIND_H
#define CHEQUER_ANALYSIS_BIND_H

#include "analysis/calls/call.h"

struct binding {
	struct frame *fr;
	struct state *s; /* before the call */
	uint32_t inst;
	const struct summary *callee;
	const path_id *args;
	uint32_t arg_count;
	path_id result_leaf; /* the callee's VALUE that it returns: our result */
	uint32_t call;	     /* number of the binding: what it has bound is in the frame */
	uint32_t *fork_number; /* ours, by callee fork; FORK_NOT_MADE */
};

enum { FORK_NOT_MADE = UINT32_MAX }; /* not for the numbers that this call gives (chosen.h) */

/* What a call may return, over all its targets. */
struct results {
	path_id values[MAX_VALUES];
	uint32_t count;
	bool unknown, split;
};

static inline bool is_cut(const struct frame *fr, func_id f)
{
	return callgraph_is_cut(fr->in->callgraph, fr->func, f);
}

static inline bool same_component(const struct frame *fr, func_id f)
{
	return fr->in->callgraph->component[f] == fr->component;
}

/* ---- bind.c: names and locks ---- */
/* Nothing is bound yet. One binding at a time. */
void bind_begin(struct binding *b);
/* The callee's path in our terms; 0 when it has no name here. */
path_id bind_path(struct binding *b, path_id id);
/* Is bind_path all that it may be? Null is left out of what the callee has loaded, where it may
 * be something else. */
bool bind_is_certain(struct binding *b, path_id id);
/* The callee's path, its formals named from outside. */
path_id bind_outside(struct binding *b, path_id id);
/* Does the callee hold a lock there that has no name here? */
bool bind_loses_lock(struct binding *b, uint32_t index);
/* The locks at something that happens inside the callee: those by its own names. */
void bind_locks_inside(struct binding *b, uint32_t index, struct lockset *out);
/* What the callee took out and put where a formal points to: is it the caller's, maybe as long
 * as his own formal says so? */
bool bind_lent(struct binding *b, struct owned *o);
/* The callee has returned that: what is found in it, where threads' ids are found by it, has a
 * name. */
void bind_places(struct binding *b, struct state *s, path_id result);
/* The state's locks after what that lockset of the callee says. */
const struct lockset *bind_locks(struct binding *b, uint32_t index);

/* ---- bind_fork.c: threads and order ---- */
path_id bind_or_outside(struct binding *b, path_id id);
/* The callee's fork k as one of ours: its number. */
uint32_t bind_fork(struct binding *b, uint32_t k);
void bind_record_fork(struct binding *b, uint32_t k);
void bind_order(struct binding *b, struct state *s, const struct order *o);

/* ---- outcome.c: what the callee did, and how it comes back ---- */
/* Copies a chain of the callee behind our call. */
uint32_t bind_chain(struct frame *fr, uint32_t inst, const struct summary *c, uint32_t chain);
void bind_escapes(struct binding *b, struct state *s);
void call_add_result(struct results *r, path_id p);
/* Applies the summary of c to s; each way it comes back is added to out. */
void call_summary(struct frame *fr, uint32_t inst, struct state *s, const struct summary *c,
		  const path_id *args, uint32_t n, bool imports, struct results *r,
		  struct state_list *out);

#endif
