/* SPDX-License-Identifier: MIT */
/*
 * Breaking lines. A line is a sequence of words; each has a width, in which colours count
 * for nothing. What does not fit goes to the next line, indented further than the line
 * itself. Quoted source ('  142 | ...') was cut to fit and is left alone.
 */
#include "report/terminal.h"

#include <string.h>

#include "base/str.h"
#include "base/utf8.h"

enum { LEAST_COLUMNS = 40, HANGING = 4, MAX_INDENT = 12 };

struct terminal {
	const struct report_options *options;
	struct str out;
};

static const char *paint_of(char c)
{
	static const char *const codes[] = {"",           "\033[1m",    "\033[1;35m",
					    "\033[1;36m", "\033[1;32m", "\033[0m"};
	return c >= 1 && (size_t)c < sizeof(codes) / sizeof(*codes) ? codes[(int)c]
								    : NULL;
}

/* Appends the character at p as it is shown; gives its bytes, and its width in *width. */
static size_t add_shown(struct terminal *t, struct str *to, const char *p, size_t n,
			uint32_t *width)
{
	const char *code = paint_of(*p);
	size_t before = to->n;
	if (code) {
		str_add(to, t->options->colour ? code : "");
		return 1;
	}
	size_t used = utf8_add_character(to, p, n);
	*width += utf8_length(p, n) && to->n - before == used
			  ? 1
			  : (uint32_t)(to->n - before);
	return used;
}

static bool is_quote(const char *line, size_t n)
{
	size_t i = 0;
	while (i < n && (line[i] == ' ' || (line[i] >= '0' && line[i] <= '9')))
		i++;
	return i >= 6 && i + 1 < n && line[i] == '|' && line[i + 1] == ' ';
}

static uint32_t indent_of(const char *line, size_t n)
{
	uint32_t i = 0;
	while (i < n && line[i] == ' ')
		i++;
	return (i < MAX_INDENT ? i : MAX_INDENT) + HANGING;
}

/* The spaces and the word from i on: appended, on a new line if it does not fit. */
static size_t add_word(struct terminal *t, const char *line, size_t n, size_t i,
		       uint32_t *at)
{
	struct str word = {0};
	size_t spaces = 0;
	uint32_t width = 0;
	for (; i < n && line[i] == ' '; i++)
		spaces++;
	while (i < n && line[i] != ' ')
		i += add_shown(t, &word, line + i, n - i, &width);
	if (*at && *at + spaces + width > t->options->columns) {
		spaces = indent_of(line, n);
		str_addc(&t->out, '\n');
		*at = 0;
	}
	for (size_t k = 0; k < spaces; k++)
		str_addc(&t->out, ' ');
	str_addn(&t->out, str_cstr(&word), word.n);
	*at += (uint32_t)spaces + width;
	str_free(&word);
	return i;
}

static void add_line(struct terminal *t, const char *line, size_t n)
{
	uint32_t at = 0;
	bool breaks = t->options->columns >= LEAST_COLUMNS && !is_quote(line, n);
	for (size_t i = 0; i < n;)
		i = breaks ? add_word(t, line, n, i, &at)
			   : i + add_shown(t, &t->out, line + i, n - i, &at);
	str_addc(&t->out, '\n');
}

void terminal_write(const char *text, size_t n, const struct report_options *o, FILE *out)
{
	struct terminal t = {.options = o};
	while (n) {
		const char *end = memchr(text, '\n', n);
		size_t length = end ? (size_t)(end - text) : n;
		add_line(&t, text, length);
		text += length + (end != NULL);
		n -= length + (end != NULL);
	}
	fwrite(str_cstr(&t.out), 1, t.out.n, out);
	str_free(&t.out);
}
