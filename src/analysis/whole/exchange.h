/* SPDX-License-Identifier: MIT */
/*
 * Compare and exchange, as an instruction or through a function that does nothing else. Private to
 * analysis/.
 */
#ifndef CHEQUER_ANALYSIS_EXCHANGE_H
#define CHEQUER_ANALYSIS_EXCHANGE_H

#include "analysis/summarize.h"

/* What it returns: not zero if it was done; or what was found. */
enum exchange_result { EXCHANGE_SILENT, EXCHANGE_DONE, EXCHANGE_FOUND };

struct exchange {
	ir_val address; /* plus */
	int64_t offset;
	ir_val value;
	ir_val expected; /* 0: null, as from_null says */
	bool from_null;
	enum exchange_result gives;
};

struct exchanges;
struct exchanges *exchanges_find(const struct summarize_input *in);
void exchanges_free(struct exchanges *x);

/* Is the instruction an exchange? In the terms of its function. */
bool exchange_at(const struct exchanges *x, func_id f, uint32_t inst, struct exchange *out);
/* Does f no more than that, with what its callers pass? Then its calls are the exchanges. */
bool exchange_is_wrapper(const struct exchanges *x, func_id f);
/* Is the value null, also if it comes out of a local? */
bool exchange_is_null(const struct exchanges *x, func_id f, ir_val v);

#endif
