/* SPDX-License-Identifier: MIT */
// SOURCES: src/ir/program.c src/ir/names.c src/ir/syntax.c src/ir/writer.c src/ir/print.c src/ir/lexer.c src/ir/parse.c src/ir/parse_code.c src/ir/verify.c src/ir/verify_tables.c src/ir/link.c src/ir/link_symbols.c src/ir/link_types.c src/ir/link_same.c src/base/arena.c src/base/diag.c src/base/map.c src/base/str.c src/base/progress.c
// SEEDS: tests/ir/text
/*
 * Any bytes as IR text: they are refused, or they print, parse again and print
 * the same; naming parts of their types ends; and linking the program with
 * itself gives a program that verifies, or a conflict.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/link.h"
#include "ir/names.h"
#include "ir/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool parse(const char *text, size_t size, struct program *p)
{
	char message[128];
	if (!ir_parse("fuzz", text, size, p, message, sizeof(message))) {
		program_free(p);
		return false;
	}
	return true;
}

static char *print(const struct program *p, size_t *size)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, size);
	if (!f)
		abort();
	ir_print(p, f);
	fclose(f);
	return text;
}

static void check_round_trip(const struct program *p)
{
	struct program again;
	size_t size, size_again;
	char *text = print(p, &size);
	if (!parse(text, size, &again))
		abort();
	if (ir_verify(&again))
		abort();
	char *text_again = print(&again, &size_again);
	if (size != size_again || memcmp(text, text_again, size) != 0)
		abort();
	program_free(&again);
	free(text);
	free(text_again);
}

static void check_names(const struct program *p)
{
	for (type_id t = 0; t < p->types.n && t < 8; t++) {
		struct str name = {0};
		type_id part;
		type_print(p, t, &name);
		for (uint64_t offset = 0; offset < 20; offset += 4)
			type_name_part(p, t, offset, offset % 12, false, &name, &part);
		str_free(&name);
	}
}

static void check_link(const uint8_t *data, size_t size)
{
	struct program units[2], out;
	struct link_conflicts conflicts;
	if (!parse((const char *)data, size, &units[0]) ||
	    !parse((const char *)data, size, &units[1]))
		abort();
	if (link_units(units, 2, &out, &conflicts) && ir_verify(&out))
		abort();
	program_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct program p;
	if (!parse((const char *)data, size, &p))
		return 0;
	bool valid = !ir_verify(&p);
	if (valid) {
		check_round_trip(&p);
		check_names(&p);
	}
	program_free(&p);
	if (valid)
		check_link(data, size);
	return 0;
}
