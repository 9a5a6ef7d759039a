/* SPDX-License-Identifier: MIT */
/* Which bytes are UTF-8: table 3-7 of the Unicode standard. */
#include "report/utf8.h"

#include <stdbool.h>
#include <string.h>

static bool is_between(unsigned char c, unsigned char low, unsigned char high)
{
	return low <= c && c <= high;
}

/* The length that the first byte announces; 0 when it cannot be one. */
static size_t announced(unsigned char c)
{
	if (c < 0x80)
		return 1;
	if (is_between(c, 0xc2, 0xdf))
		return 2;
	if (is_between(c, 0xe0, 0xef))
		return 3;
	return is_between(c, 0xf0, 0xf4) ? 4 : 0;
}

/* No overlong forms, no surrogates, nothing above U+10FFFF. */
static bool is_second(unsigned char first, unsigned char second)
{
	switch (first) {
	case 0xe0:
		return is_between(second, 0xa0, 0xbf);
	case 0xed:
		return is_between(second, 0x80, 0x9f);
	case 0xf0:
		return is_between(second, 0x90, 0xbf);
	case 0xf4:
		return is_between(second, 0x80, 0x8f);
	default:
		return is_between(second, 0x80, 0xbf);
	}
}

size_t utf8_length(const char *p, size_t n)
{
	unsigned char first = (unsigned char)p[0];
	size_t length = announced(first);
	if (length > n)
		return 0;
	if (length > 1 && !is_second(first, (unsigned char)p[1]))
		return 0;
	for (size_t i = 2; i < length; i++) {
		if (!is_between((unsigned char)p[i], 0x80, 0xbf))
			return 0;
	}
	return length;
}

void utf8_add(struct str *out, const char *text)
{
	size_t n = strlen(text);
	for (size_t i = 0; i < n;) {
		size_t length = utf8_length(text + i, n - i);
		if (length)
			str_addn(out, text + i, length);
		else
			str_add(out, UTF8_REPLACEMENT);
		i += length ? length : 1;
	}
}
