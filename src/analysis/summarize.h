/* SPDX-License-Identifier: MIT */
/*
 * The heart: one summary for every function, callees first, in parallel.
 */
#ifndef CHEQUER_ANALYSIS_SUMMARIZE_H
#define CHEQUER_ANALYSIS_SUMMARIZE_H

#include "escape/escape.h"
#include "summary/summary.h"

struct summarize_input {
	const struct program *program;
	const struct models *models;
	const struct pointers *pointers;
	const struct callgraph *callgraph;
	const struct escape *escape;
	unsigned workers;
	bool entered; /* threads begin in functions that the user has named */
};

void summarize(const struct summarize_input *in, struct summaries *out);
void summaries_free(struct summaries *s);
/* Adds the counts of limits reached to base/stats; lists them with -v. */
void summaries_count_stats(const struct summaries *s, const struct program *p);

#endif
