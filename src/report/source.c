/* SPDX-License-Identifier: MIT */
/*
 * Reading source lines. The names come from debug information and '#line', so
 * they may name anything: devices, folders and huge files are not opened.
 */
#include "report/source.h"

#include <string.h>
#include <sys/stat.h>

#include "base/utf8.h"

enum { MAX_SOURCE_BYTES = 256 << 20 };

static bool is_readable_source(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	       st.st_size <= MAX_SOURCE_BYTES;
}

static void find_lines(struct source_file *f)
{
	const char *text = str_cstr(&f->text);
	size_t at = 0;
	while (at < f->text.n) {
		vec_push(&f->starts, at);
		const char *end = memchr(text + at, '\n', f->text.n - at);
		if (!end)
			break;
		at = (size_t)(end - text) + 1;
	}
}

static const struct source_file *source_file(struct source_cache *c, const char *path)
{
	uint32_t id = intern_str(&c->names, path);
	if (id <= c->files.n)
		return &c->files.at[id - 1];
	struct source_file f = {0};
	if (is_readable_source(path) && !str_read_file(&f.text, path))
		str_clear(&f.text);
	find_lines(&f);
	vec_push(&c->files, f);
	return &vec_last(&c->files);
}

bool source_line(struct source_cache *c, const char *file, uint32_t line,
		 struct source_line *out)
{
	if (!file || !*file || line == 0)
		return false;
	const struct source_file *f = source_file(c, file);
	if (line > f->starts.n)
		return false;
	const char *at = f->text.at + f->starts.at[line - 1];
	size_t left = f->text.n - f->starts.at[line - 1];
	const char *end = memchr(at, '\n', left);
	size_t n = end ? (size_t)(end - at) : left;
	if (n && at[n - 1] == '\r')
		n--;
	*out = (struct source_line){at, n};
	return true;
}

/* What lies above U+FFFF takes two units. */
uint32_t source_utf16_column(struct source_cache *c, const char *file, uint32_t line,
			     uint32_t column)
{
	struct source_line text;
	uint32_t units = 0;
	if (!source_line(c, file, line, &text) || column > text.n + 1)
		return column;
	for (size_t i = 0; i + 1 < column;) {
		size_t n = utf8_length(text.at + i, text.n - i);
		units += n == 4 ? 2 : 1;
		i += n ? n : 1;
	}
	return units + 1;
}

void source_free(struct source_cache *c)
{
	for (uint32_t i = 0; i < c->files.n; i++) {
		str_free(&c->files.at[i].text);
		vec_free(&c->files.at[i].starts);
	}
	vec_free(&c->files);
	intern_free(&c->names);
}
