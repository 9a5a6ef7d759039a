/* SPDX-License-Identifier: MIT */
/* From a function and its summary to its notes. */
#include "analysis/notes/notes.h"

#include <string.h>

static void begin(struct noter *n, const struct summarize_input *in, struct summaries *all,
		  func_id f, struct arena *scratch)
{
	arena_reset(scratch);
	n->in = in;
	n->all = all;
	n->p = in->program;
	n->func = f;
	n->fn = &in->program->funcs.at[f];
	n->s = &all->at[f];
	n->scratch = scratch;
	vec_clear(&n->pointees);
	vec_clear(&n->through);
	vec_clear(&n->filled);
	vec_clear(&n->locks);
	vec_clear(&n->found);
	vec_clear(&n->numbers);
	vec_clear(&n->taken);
	vec_clear(&n->indexed);
	vec_clear(&n->dealt);
	vec_clear(&n->flow);
	vec_clear(&n->flow_edges);
	vec_clear(&n->flow_terms);
	vec_clear(&n->flow_choices);
	vec_clear(&n->deeds);
	n->counts = false;
	n->edges = (struct ir_edges){0};
	n->wanted = ARENA_ARRAY(scratch, bool, n->fn->inst_count);
}

#define TAKE(to, from)                                                                \
	do {                                                                          \
		(to).n = (from).n;                                                    \
		(to).at = (from).n ? xmalloc((from).n * sizeof(*(from).at)) : NULL;   \
		if ((from).n)                                                         \
			memcpy((to).at, (from).at, (from).n * sizeof(*(from).at));    \
	} while (0)

void notes_make(struct noter *n, const struct summarize_input *in, struct summaries *all,
		func_id f, struct arena *scratch)
{
	struct notes *out = &all->at[f].notes;
	begin(n, in, all, f, scratch);
	note_locks(n);
	note_values(n);
	note_numbers(n);
	note_taken(n);
	note_flow(n);
	note_deeds(n);
	TAKE(out->pointees, n->pointees);
	TAKE(out->through, n->through);
	TAKE(out->locks, n->locks);
	TAKE(out->found, n->found);
	TAKE(out->numbers, n->numbers);
	TAKE(out->taken, n->taken);
	TAKE(out->indexed, n->indexed);
	TAKE(out->dealt, n->dealt);
	TAKE(out->flow, n->flow);
	TAKE(out->flow_edges, n->flow_edges);
	TAKE(out->flow_terms, n->flow_terms);
	TAKE(out->flow_choices, n->flow_choices);
	TAKE(out->deeds, n->deeds);
}

const struct ir_edges *note_edges(struct noter *n)
{
	if (!n->edges.next.at)
		ir_edges_make(&n->edges, n->scratch, n->p, n->fn);
	return &n->edges;
}

void noter_free(struct noter *n)
{
	vec_free(&n->pointees);
	vec_free(&n->through);
	vec_free(&n->filled);
	pt_set_free(&n->set);
	vec_free(&n->locks);
	vec_free(&n->found);
	vec_free(&n->numbers);
	vec_free(&n->taken);
	vec_free(&n->indexed);
	vec_free(&n->dealt);
	vec_free(&n->flow);
	vec_free(&n->flow_edges);
	vec_free(&n->flow_terms);
	vec_free(&n->flow_choices);
	vec_free(&n->deeds);
}
