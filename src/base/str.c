/* SPDX-License-Identifier: MIT */
/* Growing strings, and reading a file into one. */
#include "base/str.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

static void reserve(struct str *s, size_t more)
{
	size_t need = s->n + more + 1;
	if (need <= s->cap)
		return;
	s->cap = s->cap * 2 > need ? s->cap * 2 : need + 32;
	s->at = xrealloc(s->at, s->cap);
}

void str_addn(struct str *s, const char *bytes, size_t n)
{
	reserve(s, n);
	if (n)
		memcpy(s->at + s->n, bytes, n);
	s->n += n;
	s->at[s->n] = 0;
}

void str_add(struct str *s, const char *text)
{
	str_addn(s, text, strlen(text));
}

void str_addc(struct str *s, char c)
{
	str_addn(s, &c, 1);
}

void str_addf(struct str *s, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	reserve(s, (size_t)n);
	va_start(ap, format);
	vsnprintf(s->at + s->n, (size_t)n + 1, format, ap);
	va_end(ap);
	s->n += (size_t)n;
}

void str_clear(struct str *s)
{
	s->n = 0;
	if (s->at)
		s->at[0] = 0;
}

void str_free(struct str *s)
{
	free(s->at);
	*s = (struct str){0};
}

bool str_starts(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

bool str_is_one_of(const char *text, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(text, *list) == 0)
			return true;
	return false;
}

bool str_read_file(struct str *out, const char *path)
{
	FILE *f = fopen(path, "rb");
	if (!f)
		return false;
	char buffer[65536];
	size_t n;
	while ((n = fread(buffer, 1, sizeof(buffer), f)) > 0)
		str_addn(out, buffer, n);
	bool ok = !ferror(f);
	fclose(f);
	return ok;
}
