/* SPDX-License-Identifier: MIT */
/*
 * What memory that is filled in at run time holds together with a function that is called
 * through it: {handler, locked}, as it was registered. The whole program is asked once, before
 * the summaries. Private to analysis/.
 */
#ifndef CHEQUER_ANALYSIS_ROWS_H
#define CHEQUER_ANALYSIS_ROWS_H

#include "analysis/summarize.h"

struct rows *rows_find(const struct summarize_input *in);
void rows_free(struct rows *r);

/* All rows there are of the member at 'fn', by their numbers; false: not known. */
bool rows_of(const struct rows *r, struct pt_loc fn, uint32_t *first, uint32_t *count);
bool rows_may_name(const struct rows *r, uint32_t row, sym_id target);
/* The number at that offset of the object; false: not known. */
bool rows_number(const struct rows *r, uint32_t row, int64_t offset, int64_t *number);

#endif
