/* SPDX-License-Identifier: MIT */
/*
 * The door to LLVM: one bitcode or assembly file to one unlinked program in
 * our IR. The only folder that includes llvm-c headers.
 */
#ifndef CHEQUER_FRONT_LLVM_LOWER_H
#define CHEQUER_FRONT_LLVM_LOWER_H

#include <stdbool.h>

#include "ir/ir.h"

/* Reads 'path' (.bc or .ll), runs mem2reg, lowers into *out (initialised here).
 * 'unit_name' is the source file as the user knows it. On failure returns false
 * with a message for the user in 'message' (truncated file, newer LLVM...).
 * Safe to call from several threads at once. LLVM itself may crash on a file in
 * which single bits are wrong: try one of unknown origin in a child process. */
bool lower_file(const char *path, const char *unit_name, struct program *out,
		char *message, size_t message_size);

/* The same for bitcode that our own clang has just written: without verifying
 * it again. */
bool lower_compiled_file(const char *path, const char *unit_name, struct program *out,
			 char *message, size_t message_size);

#endif
