/* SPDX-License-Identifier: MIT */
// SOURCES: src/front/llvm/*.c src/ir/program.c src/ir/names.c src/ir/syntax.c src/ir/writer.c src/ir/print.c src/ir/verify.c src/ir/verify_tables.c src/base/arena.c src/base/diag.c src/base/map.c src/base/str.c src/base/progress.c
// BITCODE: tests/front
/*
 * Any bytes as bitcode: they are refused, or they become a program that verifies
 * (lower_bytes sees to that) and prints.
 */
#include <stdio.h>
#include <stdlib.h>

#include "front/llvm/lower.h"
#include "ir/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct program p;
	struct lower_request r = {.unit_name = "fuzz", .out = &p};
	if (lower_bytes(data, size, &r) == LOWERED) {
		char *text = NULL;
		size_t n = 0;
		FILE *out = open_memstream(&text, &n);
		if (!out)
			abort();
		ir_print(&p, out);
		fclose(out);
		free(text);
	}
	program_free(&p);
	lower_request_free(&r);
	return 0;
}
