/* SPDX-License-Identifier: MIT */
/*
 * Between the files that print a plan: the names they share.
 */
#ifndef CHEQUER_TESTS_GENERATE_EMIT_H
#define CHEQUER_TESTS_GENERATE_EMIT_H

#include "plan.h"

/* A short piece of C, returned by value. */
struct text {
	char bytes[96];
};

extern const char *const lock_word[];
extern const char *const lock_c_type[];
extern const char *const lock_enter[];
extern const char *const inner_path[];

__attribute__((format(printf, 1, 2))) struct text text(const char *format, ...);
const char *verdict(bool racy);
const struct object *object_of(const struct plan *plan, const struct use *u);
const char *lock_field(const struct object *o);

/* The function of a use at one level of its chain, 0 being called by the actor. */
struct text function_name(const struct plan *plan, const struct use *u, int level);
bool takes_lock(const struct use *u, int level);

void emit_use(struct plan *plan, const struct use *u, FILE *out);

#endif
