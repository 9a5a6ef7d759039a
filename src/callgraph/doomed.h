/* SPDX-License-Identifier: MIT */
/* Private to callgraph/: calls on ways that end in a call that does not return. */
#ifndef CHEQUER_CALLGRAPH_DOOMED_H
#define CHEQUER_CALLGRAPH_DOOMED_H

#include "callgraph/callgraph.h"

/* Sets 'doomed' of functions and edges. */
void doomed_mark(const struct program *p, struct callgraph *g);
/* Sets 'ends' of functions; once the edges are there by their callees. */
void doomed_find_ends(const struct program *p, const struct pointers *pt, struct callgraph *g);

#endif
