/* SPDX-License-Identifier: MIT */
/*
 * Quoting a source line. The line becomes cells, one for each character on the
 * screen (double-width characters count as one); the caret is a cell number, so
 * that tabs, UTF-8 and trimming need no further thought.
 */
#include "report/quote.h"

#include "base/utf8.h"

enum { TAB = 8 };
#define NO_CELL UINT32_MAX

struct cells {
	struct str text;
	VEC(size_t) at; /* where in text each cell begins */
	uint32_t caret;
};

static void add_cell(struct cells *c, const char *bytes, size_t n)
{
	vec_push(&c->at, c->text.n);
	str_addn(&c->text, bytes, n);
}

static void add_tab(struct cells *c)
{
	do
		add_cell(c, " ", 1);
	while (c->at.n % TAB);
}

/* Appends the character at p; gives the number of its bytes. */
static size_t add_character(struct cells *c, const char *p, size_t n)
{
	size_t length = utf8_length(p, n);
	if (*p == '\t')
		add_tab(c);
	else if (length == 0)
		add_cell(c, UTF8_REPLACEMENT, sizeof(UTF8_REPLACEMENT) - 1);
	else if (!utf8_is_printable(utf8_decode(p, length)))
		add_cell(c, "?", 1);
	else
		add_cell(c, p, length);
	return length ? length : 1;
}

static size_t indentation(struct source_line line)
{
	size_t i = 0;
	while (i < line.n && (line.at[i] == ' ' || line.at[i] == '\t'))
		i++;
	return i;
}

static void make_cells(struct cells *c, struct source_line line, uint32_t column)
{
	c->caret = NO_CELL;
	for (size_t i = indentation(line); i < line.n;) {
		uint32_t cell = c->at.n;
		size_t next = i + add_character(c, line.at + i, line.n - i);
		if (column && i <= column - 1 && column - 1 < next)
			c->caret = cell;
		i = next;
	}
	vec_push(&c->at, c->text.n);
}

/* Copies the window of cells around the caret, with '...' where it was cut. */
static void trim(struct quote *q, const struct cells *c, uint32_t width)
{
	uint32_t n = c->at.n - 1, start = 0;
	q->has_caret = c->caret != NO_CELL;
	if (q->has_caret && n > width && c->caret > width * 2 / 3)
		start = c->caret - width / 2;
	uint32_t end = n - start > width ? start + width : n;
	if (start)
		str_add(&q->text, "...");
	str_addn(&q->text, str_cstr(&c->text) + c->at.at[start],
		 c->at.at[end] - c->at.at[start]);
	if (end < n)
		str_add(&q->text, "...");
	if (q->has_caret)
		q->caret = c->caret - start + (start ? 3 : 0);
}

bool quote_line(struct quote *q, struct source_line line, uint32_t column, uint32_t width)
{
	struct cells c = {0};
	if (indentation(line) == line.n)
		return false;
	make_cells(&c, line, column);
	trim(q, &c, width);
	str_free(&c.text);
	vec_free(&c.at);
	return true;
}

void quote_free(struct quote *q)
{
	str_free(&q->text);
}
