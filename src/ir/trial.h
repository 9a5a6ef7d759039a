/* SPDX-License-Identifier: MIT */
/*
 * Programs that only try out what the project makes: tests, examples, benchmarks. Their files
 * say so, by their own name or by that of a directory: one of its words is 'test', 'examples',
 * 'bench', or the name begins with 'test'. What all files of the project have in common counts
 * not: the project itself may lie in a directory of such a name.
 */
#ifndef CHEQUER_IR_TRIAL_H
#define CHEQUER_IR_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

/* The part of 'a', up to a '/', that 'b' begins with too, of its first 'common' characters. */
size_t common_directory(const char *a, size_t common, const char *b);

/* 'file' begins with 'common' characters that tell nothing. */
bool is_trial_file(const char *file, size_t common);

#endif
