/* SPDX-License-Identifier: MIT */
/*
 * A growing string. All-zero is empty; s->at is always NUL-terminated once
 * anything was added, and str_cstr gives "" before that.
 */
#ifndef CHEQUER_BASE_STR_H
#define CHEQUER_BASE_STR_H

#include <stddef.h>

struct str {
	char *at;
	size_t n, cap;
};

void str_add(struct str *s, const char *text);
void str_addn(struct str *s, const char *bytes, size_t n);
void str_addc(struct str *s, char c);
void str_addf(struct str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_clear(struct str *s);
void str_free(struct str *s);
static inline const char *str_cstr(const struct str *s)
{
	return s->at ? s->at : "";
}

_Bool str_starts(const char *text, const char *with);
/* list ends with NULL */
_Bool str_is_one_of(const char *text, const char *const *list);

/* Whole file into *out; false with errno set when it cannot be read. */
_Bool str_read_file(struct str *out, const char *path);

#endif
