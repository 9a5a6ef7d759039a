/* SPDX-License-Identifier: MIT */
/*
 * Source text and file names are bytes; terminals and JSON want UTF-8.
 */
#ifndef CHEQUER_BASE_UTF8_H
#define CHEQUER_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define UTF8_REPLACEMENT "\xef\xbf\xbd"

/* The bytes of the well-formed character at p (n > 0 bytes are left); 0: none. */
size_t utf8_length(const char *p, size_t n);
/* Appends text with every byte that is not part of UTF-8 replaced by U+FFFD. */
void utf8_add(struct str *out, const char *text);
/* The character at p, whose length utf8_length gave. */
uint32_t utf8_decode(const char *p, size_t length);
/* May it go to a terminal as it is? No control character, and nothing that turns the
 * direction of the text round (which would show another text than is there). */
bool utf8_is_printable(uint32_t c);
/* Appends text with all that is not printable or not UTF-8 as an escape: '\n', '\x1b',
 * '\u202e'. What people named cannot break a line or reach the terminal as a command. */
void utf8_add_printable(struct str *out, const char *text);
/* Likewise the character at p; gives the number of its bytes. */
size_t utf8_add_character(struct str *out, const char *p, size_t n);

#endif
