/* SPDX-License-Identifier: MIT */
/* From the frame to the summary: what leaves the function. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_EXPORT_H
#define CHEQUER_ANALYSIS_EXPORT_H

#include "analysis/exec/frame.h"

void export_begin(struct frame *fr);
void export_access(struct frame *fr, const struct state *s, struct access a);
/* The fork with that number happens in state s (before it runs). */
void export_fork(struct frame *fr, uint32_t number, const struct state *s);
/* Do its RANGEs tell its threads apart? 'in_loop': it happens in a loop of the callee;
 * 'running': some may be running before the call. */
void export_fork_rounds(struct frame *fr, uint32_t number, bool in_loop, bool running);
/* More that its argument's memory holds. */
/* Where the pointer that p is made of was loaded from, RANGE for loop indices; 0: it has a
 * better name, or was not loaded. */
path_id export_origin(struct frame *fr, path_id p);
void export_content(struct frame *fr, uint32_t number, struct content c);
/* The path with its formals named from outside the function. */
path_id export_from_outside(struct frame *fr, path_id p);
bool export_fact_is_useful(const struct frame *fr, const struct fact *f);
/* May a callee with that many open accesses be copied? */
bool export_has_room(struct frame *fr, uint32_t accesses);
/* The first VALUE in the path that can be told by cases, or 0. */
path_id export_expandable(const struct frame *fr, path_id p);
struct substitution {
	path_id from, to;
};
void export_substitute_locks(struct frame *fr, struct lockset *l, struct substitution x);
void export_sync(struct frame *fr, struct sync y);
void export_return(struct frame *fr, struct state *s, ir_val value);
uint32_t export_chain(struct frame *fr, func_id func, uint32_t inst, uint32_t next);
/* The two lead to the same place: whoever asks how it is reached looks at both. */
void export_way(struct frame *fr, uint32_t x, uint32_t y);
/* There are too many others. */
void export_any_way(struct frame *fr, uint32_t x);
uint32_t export_order(struct frame *fr, const struct state *s);
uint32_t export_lockset(struct frame *fr, const struct lockset *l);
void export_end(struct frame *fr);

#endif
