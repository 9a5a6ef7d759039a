/* SPDX-License-Identifier: MIT */
/*
 * Which bytes are UTF-8 (table 3-7 of the Unicode standard), and which characters may be shown.
 */
#include "base/utf8.h"

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

uint32_t utf8_decode(const char *p, size_t length)
{
	static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	uint32_t c = (unsigned char)p[0] & first_bits[length];
	for (size_t i = 1; i < length; i++)
		c = c << 6 | ((unsigned char)p[i] & 0x3f);
	return c;
}

bool utf8_is_printable(uint32_t c)
{
	bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
	bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
		     c == 0x200e || c == 0x200f || c == 0x061c;
	bool breaks = c == 0x2028 || c == 0x2029;
	return !control && !turns && !breaks;
}

size_t utf8_add_character(struct str *out, const char *p, size_t n)
{
	size_t length = utf8_length(p, n);
	uint32_t c = length ? utf8_decode(p, length) : (unsigned char)*p;
	if (length && utf8_is_printable(c))
		str_addn(out, p, length);
	else if (c == '\n')
		str_add(out, "\\n");
	else if (c == '\t')
		str_add(out, "\\t");
	else if (c < 0x100)
		str_addf(out, "\\x%02x", c);
	else
		str_addf(out, "\\u%04x", c);
	return length ? length : 1;
}

void utf8_add_printable(struct str *out, const char *text)
{
	size_t n = strlen(text);
	for (size_t i = 0; i < n;)
		i += utf8_add_character(out, text + i, n - i);
}
