/* SPDX-License-Identifier: MIT */
/* The compiler that is run, and what it says about itself. */
#ifndef CHEQUER_PROJECT_CLANG_H
#define CHEQUER_PROJECT_CLANG_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/digest.h"
#include "project/words.h"

#define CLANG "clang-19"

/* Of every unit, in front of its own flags. */
extern const char *const clang_flags[];
extern const unsigned clang_flag_count;

/* What a program of this name on PATH would be, absolute; NULL: there is none. */
const char *clang_on_path(struct arena *a, const char *program);
/* Which compiler it is: another one may make other bitcode. */
bool clang_identity(struct digest *out);
/* Where it looks for headers with these flags, also directories that are not there. */
bool clang_search(struct arena *a, const char *directory, const char *const *flags,
		  struct words *out);

#endif
