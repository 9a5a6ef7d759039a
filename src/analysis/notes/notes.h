/* SPDX-License-Identifier: MIT */
/*
 * Notes about the code of a function, for later stages (summary/notes.h). Private to
 * analysis/: made when the summary is final, callees before callers.
 */
#ifndef CHEQUER_ANALYSIS_NOTES_H
#define CHEQUER_ANALYSIS_NOTES_H

#include "analysis/exec/condition.h"
#include "analysis/summarize.h"
#include "base/arena.h"
#include "ir/edges.h"

/* One per worker, reused from function to function. */
/* Memory that a call fills with pointers: the library with what it keeps, a function of the program
 * with what it has found from its other arguments, or from variables if it has none. */
struct filled {
	ir_val memory;
	uint32_t call;
	bool shared; /* from what is one for all */
};

struct noter {
	const struct summarize_input *in;
	const struct summaries *all;
	const struct program *p;
	func_id func;
	const struct ir_func *fn;
	const struct summary *s; /* of the function */
	struct arena *scratch;
	bool *wanted; /* [inst] its value is asked for; after note_values: and may be a
		       * number, as it is not declared to be a pointer */
	struct ir_edges edges; /* as note_edges has made them */
	bool counts;  /* some access counts up or down */
	/* the lists while they grow */
	VEC(struct pointee) pointees;
	VEC(obj_id) through;
	VEC(struct filled) filled;
	struct pt_set set; /* scratch */
	VEC(struct lock_note) locks;
	VEC(struct found_note) found;
	VEC(struct number_note) numbers;
	VEC(struct taken_note) taken;
	VEC(struct indexed_note) indexed;
	VEC(struct dealt_note) dealt;
	VEC(struct flow_block) flow;
	VEC(struct flow_edge) flow_edges;
	VEC(struct flow_term) flow_terms;
	VEC(struct flow_choice) flow_choices;
	VEC(struct deed) deeds;
};

/* Fills s->notes of the function. */
void notes_make(struct noter *n, const struct summarize_input *in, struct summaries *all,
		func_id f, struct arena *scratch);
void noter_free(struct noter *n);
const struct ir_edges *note_edges(struct noter *n);

/* ---- note_value.c ---- */
/* The value, if it is one of an instruction, will be asked for. */
void note_want(struct noter *n, ir_val v);
void note_locks(struct noter *n);
/* After all others who want values, before those who look at the wanted ones. */
void note_values(struct noter *n);

/* ---- note_number.c ---- */
void note_numbers(struct noter *n);
/* note_dealt.c */
void note_dealt(struct noter *n, uint32_t inst);
void note_taken(struct noter *n);

/* ---- note_known.c ---- */
/* What v compares like (compare, number) where control goes from that block to the other, or with
 * 'to' UINT32_MAX is in it; false: nothing is known. */
bool note_known(struct noter *n, uint32_t from, uint32_t to, ir_val v, struct flow_term *out);
/* Does the condition say something of v? */
bool note_says(const struct noter *n, struct condition c, ir_val v, struct flow_term *out);

/* ---- note_zero.c ---- */
/* Is the value certainly not zero when the instruction is executed? */
bool note_not_zero(struct noter *n, uint32_t inst, ir_val v);

/* ---- note_flow.c ---- */
/* Control flow, and what branches depend on; what others may wait for. */
void note_flow(struct noter *n);
void note_deeds(struct noter *n);

#endif
