/* SPDX-License-Identifier: MIT */
/*
 * The user's source files, read once each when a line of them is wanted. A file
 * that is gone, is no regular file or has changed is no error: the line is just
 * not there.
 *
 *	struct source_cache c = {0};
 *	if (source_line(&c, "main.c", 12, &line))
 *		line.at, line.n                 without the newline
 *	source_free(&c);
 */
#ifndef CHEQUER_REPORT_SOURCE_H
#define CHEQUER_REPORT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"

struct source_file {
	struct str text;
	VEC(size_t) starts; /* where each line begins */
};

struct source_cache {
	struct intern names; /* id of a file name = its index in files + 1 */
	VEC(struct source_file) files;
};

struct source_line {
	const char *at; /* in the cache: valid until source_free */
	size_t n;
};

bool source_line(struct source_cache *c, const char *file, uint32_t line,
		 struct source_line *out);
/* The column, which counts bytes from 1, in units of UTF-16. */
uint32_t source_utf16_column(struct source_cache *c, const char *file, uint32_t line,
			     uint32_t column);
void source_free(struct source_cache *c);

#endif
