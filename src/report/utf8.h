/* SPDX-License-Identifier: MIT */
/*
 * Source text and file names are bytes; terminals and JSON want UTF-8.
 */
#ifndef CHEQUER_REPORT_UTF8_H
#define CHEQUER_REPORT_UTF8_H

#include <stddef.h>

#include "base/str.h"

#define UTF8_REPLACEMENT "\xef\xbf\xbd"

/* The bytes of the well-formed character at p (n > 0 bytes are left); 0: none. */
size_t utf8_length(const char *p, size_t n);
/* Appends text with every byte that is not part of UTF-8 replaced by U+FFFD. */
void utf8_add(struct str *out, const char *text);

#endif
