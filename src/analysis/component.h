/* SPDX-License-Identifier: MIT */
/*
 * One component of the call graph at a time. Private to analysis/.
 */
#ifndef CHEQUER_ANALYSIS_COMPONENT_H
#define CHEQUER_ANALYSIS_COMPONENT_H

#include "analysis/builder.h"
#include "analysis/whole/modified.h"
#include "analysis/notes/notes.h"

/* Scratch memory of one worker, reused from function to function. */
struct worker {
	struct arena scratch;
	struct arena passing; /* for one execution of one block */
	struct builder builder;
	struct frame frame;
	struct noter noter;
};

struct job {
	const struct summarize_input *in;
	const struct model *const *models; /* [symbols] or NULL */
	struct summaries *out;
	struct worker *workers;
	struct written written;
};

/* What a function of a recursion is looked at with. */
struct look {
	const struct summary *assumed; /* by member: stands for callees that do not come
					* before it; NULL: their summaries do */
	const bool *apart; /* by member: what is assumed of it has to do; or NULL */
	const struct common *common;   /* common.h, or NULL */
	bool **named; /* values that turned out to need a name of their own, by
		       * instruction, from look to look; or NULL */
};
void summarize_function(struct worker *w, const struct job *j, const struct look *look,
			func_id f, struct summary *out);

/* A task of the worker pool: context is a struct job. */
void component_run(void *context, uint32_t component, unsigned worker);

#endif
