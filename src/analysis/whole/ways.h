/* SPDX-License-Identifier: MIT */
/*
 * Ways through a function, from one instruction on, or back to its entry. Private to
 * analysis/; for looks at the program before there are frames.
 */
#ifndef CHEQUER_ANALYSIS_WAYS_H
#define CHEQUER_ANALYSIS_WAYS_H

#include "ir/edges.h"

enum passed { PASS_ON, PASS_DONE, PASS_BAD };

struct ways {
	const struct program *p;
	const struct ir_func *fn;
	struct arena *scratch; /* reset for each question */
	bool back;
	/* Asked of each instruction on the way. */
	enum passed (*pass)(void *context, uint32_t inst);
	/* Does it not matter what happens when control goes from that block to the other? */
	bool (*skips)(void *context, uint32_t from, uint32_t to);
	void *context;
};

/* Do all ways from there come to what is looked for, PASS_DONE, or end, without anything bad?
 * The way back to the entry is bad, as callers may have done anything. */
bool ways_are_good(const struct ways *w, uint32_t inst);

#endif
