/* SPDX-License-Identifier: MIT */
/*
 * Settled: loads that always find the same number. Nothing else is ever stored there, in
 * whichever of the objects it may be, than what they begin with: an option whose setter
 * is never called, a hook that this program does not have, a member that is cleared when
 * the object is made and never set. What is behind a test of it then happens, or does
 * not.
 *
 * What variables begin with is known, and that calloc gives zeros; what malloc gives, and
 * what a local holds at first, is not read before something is stored there.
 *
 * Code that we do not see (the callers of a library, plug-ins) may write whatever it can
 * name. That is neither a static variable whose address is taken nowhere, nor a member of
 * a struct that is declared in a source file, not in a header. A function that is not
 * known may be one of a file that was left out, and write visible variables.
 */
#ifndef CHEQUER_ANALYSIS_SETTLED_H
#define CHEQUER_ANALYSIS_SETTLED_H

#include "analysis/summarize.h"

struct settled *settled_find(const struct summarize_input *in);
void settled_free(struct settled *s);

/* Does the load always find the same number? */
bool settled_value(const struct settled *s, func_id f, uint32_t load, int64_t *value);

#endif
