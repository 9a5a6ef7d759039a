/* SPDX-License-Identifier: MIT */
/*
 * The lists of a summary while it is being built, in paths of the frame.
 * Private to analysis/; one per worker, reused from function to function.
 */
#ifndef CHEQUER_ANALYSIS_BUILDER_H
#define CHEQUER_ANALYSIS_BUILDER_H

#include "analysis/exec/frame.h"

struct returned {
	struct state *s;
	path_id value;
	uint8_t signs; /* of the value */
};

struct builder {
	VEC(struct lockset) locksets;
	uint32_t last_lockset; /* the one asked for last: mostly it is asked for again */
	VEC(struct order) orders;
	VEC(path_id) order_paths;
	VEC(struct phase) order_phases;
	VEC(struct absent) order_absent;
	VEC(struct content) contents;
	VEC(struct content) origins;
	VEC(uint32_t) content_fork; /* fork number of each of contents */
	VEC(struct chain) chains;
	VEC(struct access) open;
	VEC(struct access) closed;
	VEC(uint8_t) fork_recorded;
	VEC(struct call) calls;
	VEC(path_id) call_args;
	VEC(uint32_t) ruled_out;
	VEC(struct content) known;
	VEC(struct pointed) pointed;
	struct map not_ruled_out; /* of these: by no caller */
	VEC(struct outcome) outcomes;
	VEC(struct fact) facts;
	VEC(path_id) values;
	VEC(struct write) writes;
	VEC(struct sync) syncs;
	VEC(struct returned) returns;
	const struct state *ends[MAX_STATES]; /* of each outcome, when those are found */
	struct map access_ids, chain_ids;
};

void builder_clear(struct builder *b);
void builder_free(struct builder *b);

#endif
