/* SPDX-License-Identifier: MIT */
/*
 * Compiler flags of a project: which ones reach our clang (flags.def).
 */
#ifndef CHEQUER_PROJECT_FLAGS_H
#define CHEQUER_PROJECT_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "project/words.h"

struct kept_flags {
	struct words kept;
	struct words dropped; /* gcc-only ones */
	const char *language; /* argument of the last -x, or NULL */
};

/* Chooses among 'words' (no compiler in front); words that are neither flags
 * nor arguments of flags, such as the source file, are left out. */
void flags_choose(struct kept_flags *k, struct arena *a, const char *const *words,
		  uint32_t n);
void flags_free(struct kept_flags *k);

/* "arm-linux-gnueabi" for a compiler named arm-linux-gnueabi-gcc-12, else NULL. */
const char *flags_target_of_compiler(struct arena *a, const char *compiler);

/* Reads what clang wrote and drops from 'flags' the ones it does not know, adding
 * them to 'dropped'; false when there was none. */
bool flags_drop_rejected(struct words *flags, struct words *dropped, const char *errors);

#endif
