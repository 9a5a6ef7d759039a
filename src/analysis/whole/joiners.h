/* SPDX-License-Identifier: MIT */
/*
 * Functions that join: on all ways from their entry the thread whose id they are given is
 * joined, or the one whose id is in some global variable. Nothing is created in them. For looks
 * at the program before there are summaries; private to analysis/.
 */
#ifndef CHEQUER_ANALYSIS_JOINERS_H
#define CHEQUER_ANALYSIS_JOINERS_H

#include "analysis/summarize.h"

struct joiners *joiners_find(const struct summarize_input *in, const struct pt_loc *ids,
			     uint32_t id_count);
void joiners_free(struct joiners *j);

/* Does the call join the thread whose id was loaded from there? */
bool joiners_given(const struct joiners *j, func_id f, uint32_t inst, struct pt_loc id);
/* Does the function that is called join the one whose id it finds there (one of 'ids')? */
bool joiners_found(const struct joiners *j, func_id f, uint32_t inst, struct pt_loc id);

/* The one place in a variable that the value is the address of. */
bool joiners_place(const struct summarize_input *in, func_id f, ir_val v, struct pt_loc *out);

#endif
