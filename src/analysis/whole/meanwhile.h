/* SPDX-License-Identifier: MIT */
/* What main does while somebody else may be there. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_MEANWHILE_H
#define CHEQUER_ANALYSIS_MEANWHILE_H

#include "analysis/summarize.h"
#include "base/vec.h"

struct late_inst {
	func_id func;
	uint32_t inst;
};

struct meanwhile {
	VEC(func_id) whole; /* functions that are called there */
	VEC(struct late_inst) parts; /* of others, behind the first creation: what may write */
	bool unknown; /* threads begin elsewhere, too */
};

void meanwhile_find(const struct summarize_input *in, struct meanwhile *out);
void meanwhile_free(struct meanwhile *m);

#endif
