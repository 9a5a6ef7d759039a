/* SPDX-License-Identifier: MIT */
/* Which private objects, and which formals, a value may come from by the pointer sets. Private
 * to analysis/. */
#ifndef CHEQUER_ANALYSIS_CANDIDATES_H
#define CHEQUER_ANALYSIS_CANDIDATES_H

#include "analysis/exec/frame.h"

/* Those that the value may be the address of; or, for formals, what is found behind it.
 * Good until the next one is asked for. */
const struct candidates *candidates_of(struct frame *fr, path_id value, bool formals);
/* Are there any? */
bool candidates_any(struct frame *fr, path_id value, bool formals);
/* May the value point into the object? */
bool candidates_may_be(struct frame *fr, path_id value, path_id root);
/* What is kept from function to function. */
void candidates_free(struct frame *fr);

#endif
