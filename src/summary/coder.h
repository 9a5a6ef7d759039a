/* SPDX-License-Identifier: MIT */
/*
 * What the parts of a summary are coded with (encode.c says how), on top of base/bytes.h. Private
 * to summary/. Each function writes what it is given, or reads into it.
 */
#ifndef CHEQUER_SUMMARY_CODER_H
#define CHEQUER_SUMMARY_CODER_H

#include "base/bytes.h"
#include "summary/summary.h"

struct coder {
	struct bytes b;
	struct summary *s;
	struct { /* where the next range of each list is expected to start */
		uint32_t joined, phases, absent, contents, args, ruled, known, facts, values;
		uint32_t edges, choices, through;
	} next;
};

void code_u64(struct coder *c, uint64_t *x);
void code_s64(struct coder *c, int64_t *x);
/* A number up to and including 'most'. */
void code_up_to(struct coder *c, uint32_t *x, uint32_t most);
void code_u32(struct coder *c, uint32_t *x);
void code_u16(struct coder *c, uint16_t *x);
void code_u8(struct coder *c, uint8_t *x, uint32_t most);
void code_bool(struct coder *c, bool *x);
/* An index in a list of n elements. */
void code_index(struct coder *c, uint32_t *x, uint32_t n);
void code_path(struct coder *c, path_id *x);
void code_func(struct coder *c, func_id *x);
void code_operand(struct coder *c, ir_val *x);
/* A part of a list of n elements; parts mostly follow each other. */
void code_range(struct coder *c, uint32_t *first, uint32_t *count, uint32_t n,
		uint32_t *next);

/* ---- encode_notes.c ---- */
void code_pointee(struct coder *c, struct pointee *x);
void code_lock_note(struct coder *c, struct lock_note *x);
void code_found_note(struct coder *c, struct found_note *x);
void code_number_note(struct coder *c, struct number_note *x);
void code_taken_note(struct coder *c, struct taken_note *x);
void code_indexed_note(struct coder *c, struct indexed_note *x);
void code_dealt_note(struct coder *c, struct dealt_note *x);
void code_flow_block(struct coder *c, struct flow_block *x);
void code_flow_edge(struct coder *c, struct flow_edge *x);
void code_flow_term(struct coder *c, struct flow_term *x);
void code_flow_choice(struct coder *c, struct flow_choice *x);
void code_deed(struct coder *c, struct deed *x);

#endif
