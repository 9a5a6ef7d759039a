/* SPDX-License-Identifier: MIT */
/*
 * What counting loops count over: names for all values of an index, as those outside of the
 * loop see it. Private to analysis/.
 */
#ifndef CHEQUER_ANALYSIS_RANGE_H
#define CHEQUER_ANALYSIS_RANGE_H

#include "analysis/exec/frame.h"

/* ---- range.c ---- */
/* Replaces VALUE of a counting loop's index (of the loops around 'inst') by its
 * RANGE. */
path_id range_around(struct frame *fr, path_id p, uint32_t inst);
/* Likewise for the index of one loop only. */
path_id range_of_loop(struct frame *fr, path_id p, uint32_t loop);

/* Does it mention the RANGE of the innermost loop around 'inst'? Any other? */
bool range_has_own(struct frame *fr, path_id p, uint32_t inst);
bool range_has_other(struct frame *fr, path_id p, uint32_t inst);
/* How many RANGEs does it mention, each value of which is another place? */
uint32_t range_count(const struct paths *t, path_id p);
/* Does that fork store the id in another place than for all its threads that are running
 * already? 'inner': RANGEs that the place has from the callee. */
bool range_goes_on(struct frame *fr, uint32_t fork, uint32_t inner);

/* ---- span.c ---- */
/* The address with SPANs for the indices of the loops around 'inst'. */
path_id span_path(struct frame *fr, const struct state *s, const struct lockset *locks,
		  path_id p, uint32_t inst);
/* A value that is one thing, but for one case: UNLESS; any other as it is. */
path_id span_choice(struct frame *fr, path_id p);

#endif
