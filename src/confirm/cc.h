/* SPDX-License-Identifier: MIT */
/*
 * The compiler that confirm needs: clang with the instrumentation of its thread sanitizer,
 * and our own runtime (runtime/) in place of the sanitizer's.
 *
 * The instrumentation is asked for at clang's back door (-Xclang): the driver would link
 * ThreadSanitizer's runtime, and does not have to be installed with it.
 */
#ifndef CHEQUER_CONFIRM_CC_H
#define CHEQUER_CONFIRM_CC_H

#include <stdbool.h>

#include "base/arena.h"
#include "project/words.h"

/* Flags that make clang instrument; 'functions': also where functions begin and end, which
 * __VERIFIER_atomic_ functions with a body need. */
void cc_add_instrumentation(struct words *argv, bool functions);
/* Flags that link the runtime; 'small': that for 32 bits. */
void cc_add_runtime(struct words *argv, struct arena *a, bool small);
/* Is there one for 32 bits? */
bool cc_has_small_runtime(void);
/* A file beside the program, or where an installation has it; NULL: not there. */
const char *cc_find_part(struct arena *a, const char *name);
/* Does the file mention such functions? */
bool cc_has_atomic_functions(const char *file);

/* chequer-cc: the command line of a compiler, for clang. */
void cc_translate(struct words *argv, struct arena *a, char *const *words, int n);
/* Becomes clang, or calls it twice (inline.h). */
int cc_main(int argc, char *const *argv);

#endif
