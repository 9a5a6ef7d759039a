/* SPDX-License-Identifier: MIT */
/*
 * Optimised code is compiled in two steps: to bitcode with the instrumentation, and from there
 * with the hooks inlined (runtime/inline.c). clang instruments last of all, after its own
 * inlining, so one step would leave a call before each access, and all registers saved for it.
 */
#ifndef CHEQUER_CONFIRM_INLINE_H
#define CHEQUER_CONFIRM_INLINE_H

/* The status of the compiler; -1: this is no command for two steps. */
int inline_compile(char *const *words, int n);

#endif
