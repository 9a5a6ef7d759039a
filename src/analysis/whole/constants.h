/* SPDX-License-Identifier: MIT */
/*
 * Constants: the one number that a value is whenever the program comes there, as far as
 * it can be told without memory. A function that always returns it, and a parameter for
 * which every call has it, are known too.
 */
#ifndef CHEQUER_ANALYSIS_CONSTANTS_H
#define CHEQUER_ANALYSIS_CONSTANTS_H

#include "analysis/summarize.h"

/* live: [func] what is called at all. strangers: others may call visible functions. */
struct constants *constants_find(const struct summarize_input *in, const bool *live,
				 bool strangers);
void constants_free(struct constants *c);

bool constants_value(struct constants *c, func_id f, ir_val v, int64_t *value);

#endif
