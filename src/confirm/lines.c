/* SPDX-License-Identifier: MIT */
/* The line tables of all units, as one table by address. */
#define _GNU_SOURCE
#include "confirm/lines.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "project/paths.h"

struct reader {
	struct code *code;
	struct intern names; /* of files; ids are indices in code->files + 1 */
	uint64_t unit;
	const char *directory; /* of the unit */
};

static const char *real_path(struct arena *a, const char *directory, const char *name)
{
	const char *absolute = path_absolute(a, directory ? directory : "/", name);
	char *real = realpath(absolute, NULL);
	const char *result = real ? arena_strdup(a, real) : absolute;
	free(real);
	return result;
}

static uint32_t file_of(struct reader *r, const char *name)
{
	uint32_t known = r->names.n;
	struct str key = {0};
	str_addf(&key, "%s\n%s", r->directory ? r->directory : "", name);
	uint32_t id = intern_bytes(&r->names, key.at, key.n);
	if (r->names.n > known) {
		while (r->code->files.n < id)
			vec_push(&r->code->files, "");
		r->code->files.at[id - 1] = real_path(&r->code->memory, r->directory, name);
	}
	str_free(&key);
	return id - 1;
}

/* A row ends where the next one begins. */
static void read_rows(struct reader *r, Dwarf_Lines *lines, size_t n)
{
	for (size_t i = 0; i + 1 < n; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		Dwarf_Line *next = dwarf_onesrcline(lines, i + 1);
		Dwarf_Addr low = 0, high = 0;
		int number = 0, column = 0;
		bool end = false;
		const char *name = dwarf_linesrc(line, NULL, NULL);
		dwarf_lineaddr(line, &low);
		dwarf_lineaddr(next, &high);
		dwarf_lineno(line, &number);
		dwarf_linecol(line, &column);
		dwarf_lineendsequence(line, &end);
		if (end || !name || high <= low)
			continue;
		struct code_row row = {low, high, file_of(r, name), (uint32_t)number,
				       (uint32_t)column, r->unit};
		vec_push(&r->code->rows, row);
	}
}

static int by_address(const void *a, const void *b)
{
	const struct code_row *x = a, *y = b;
	return (x->low > y->low) - (x->low < y->low);
}

void lines_read(struct code *c)
{
	struct reader r = {.code = c};
	Dwarf_Off at = 0, next;
	size_t header;
	while (dwarf_nextcu(c->debug->dwarf, at, &next, &header, NULL, NULL, NULL) == 0) {
		Dwarf_Die unit;
		Dwarf_Attribute attribute;
		Dwarf_Lines *lines;
		size_t n;
		if (dwarf_offdie(c->debug->dwarf, at + header, &unit) &&
		    dwarf_getsrclines(&unit, &lines, &n) == 0) {
			r.unit = dwarf_dieoffset(&unit);
			r.directory = dwarf_formstring(
				dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
			read_rows(&r, lines, n);
		}
		at = next;
	}
	if (c->rows.n)
		qsort(c->rows.at, c->rows.n, sizeof(*c->rows.at), by_address);
	intern_free(&r.names);
}

const struct code_row *code_row_at(const struct code *c, uint64_t address)
{
	uint32_t low = 0, high = c->rows.n;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (c->rows.at[middle].low <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || address >= c->rows.at[low - 1].high)
		return NULL;
	return &c->rows.at[low - 1];
}
