/* SPDX-License-Identifier: MIT */
/*
 * Settled: variables in which nothing but one constant is ever found. Nobody stores
 * anything else there than what they begin with: an option whose setter is never called,
 * a hook that this program does not have. What is behind a test of it then happens, or
 * does not.
 *
 * Only static variables of a program with a main are looked at, so that no file that is
 * left out can write them, and only if their address is nowhere taken: each use of their
 * name is a load, or a store, at a byte that can be told; of an array of structs, at a
 * member of some element. So nobody else can write them.
 */
#ifndef CHEQUER_ANALYSIS_SETTLED_H
#define CHEQUER_ANALYSIS_SETTLED_H

#include "analysis/summarize.h"

struct settled *settled_find(const struct summarize_input *in);
void settled_free(struct settled *s);

/* Does the load always find the same number? */
bool settled_value(const struct settled *s, func_id f, uint32_t load, int64_t *value);

#endif
