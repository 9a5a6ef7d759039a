/* SPDX-License-Identifier: MIT */
/*
 * The code of a program or shared library and the source it came from, both ways, from its
 * debug information (libdw). Addresses are those in the file: of a running process, what
 * is left after subtracting where it was loaded.
 */
#ifndef CHEQUER_CONFIRM_CODE_H
#define CHEQUER_CONFIRM_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "report/report.h"

/* Instructions of one line and column: [low, high). */
struct code_row {
	uint64_t low, high;
	uint32_t file; /* index in code->files */
	uint32_t line, column;
	uint64_t unit; /* offset of its unit in the debug information */
};

/* A function or a variable. */
struct code_symbol {
	uint64_t low, high;
	const char *name;
	bool is_function;
};

struct code {
	struct arena memory;
	const char *path;
	VEC(struct code_row) rows; /* by address */
	VEC(const char *) files;   /* absolute where that is known */
	VEC(struct code_symbol) symbols; /* by address */
	bool instrumented; /* it has our runtime, or calls it */
	struct code_debug *debug;
};

/* False when the file is no ELF file. Without debug information only symbols are known. */
bool code_open(struct code *c, const char *path);
void code_close(struct code *c);

/* NULL: not known. */
const struct code_row *code_row_at(const struct code *c, uint64_t address);
const struct code_symbol *code_symbol_at(const struct code *c, uint64_t address);
/* The innermost function there, also when it was inlined; NULL: not known. */
const char *code_function_at(struct code *c, uint64_t address);

#endif
