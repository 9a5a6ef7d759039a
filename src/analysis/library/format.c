/* SPDX-License-Identifier: MIT */
/*
 * Reads a format conversion by conversion: flags, width, precision, length, kind.
 * A '*' takes an argument of its own in printf and suppresses one in scanf.
 */
#include "analysis/library/format.h"

#include <string.h>

struct reader {
	const char *at;
	bool scan;
	uint32_t argument;
	bool suppressed;
};

static bool skip_any(struct reader *r, const char *set)
{
	const char *start = r->at;
	while (*r->at && strchr(set, *r->at))
		r->at++;
	return r->at != start;
}

static void skip_number(struct reader *r)
{
	if (*r->at == '*') {
		r->at++;
		if (r->scan)
			r->suppressed = true;
		else
			r->argument++;
	}
	skip_any(r, "0123456789$");
}

static uint32_t read_length(struct reader *r)
{
	const char *start = r->at;
	skip_any(r, "hlqjztL");
	switch (*start) {
	case 'h': return start[1] == 'h' ? 1 : 2;
	case 'l':
	case 'q':
	case 'j':
	case 'z':
	case 't': return 8;
	case 'L': return 16;
	default: return 4;
	}
}

static void skip_set(struct reader *r)
{
	if (*r->at == '^')
		r->at++;
	if (*r->at == ']')
		r->at++;
	while (*r->at && *r->at != ']')
		r->at++;
}

/* Does this conversion follow its pointer? Then *size is what is behind it. */
static bool follows(struct reader *r, char kind, uint32_t *size)
{
	if (kind == 's' || (r->scan && (kind == '[' || kind == 'c'))) {
		if (kind == '[')
			skip_set(r);
		*size = kind == 'c' ? 1 : 0;
		return true;
	}
	if (kind == 'n')
		return true;
	if (r->scan && kind == 'p')
		*size = 8;
	return r->scan;
}

uint32_t format_read(const char *format, bool scan, struct conversion *out, uint32_t cap)
{
	struct reader r = {.at = format, .scan = scan};
	uint32_t n = 0;
	while ((r.at = strchr(r.at, '%')) != NULL) {
		r.at++;
		if (*r.at == '%') {
			r.at++;
			continue;
		}
		r.suppressed = false;
		skip_any(&r, scan ? "'" : "-+ #0'I");
		skip_number(&r);
		if (!scan && *r.at == '.') {
			r.at++;
			skip_number(&r);
		}
		uint32_t size = read_length(&r);
		char kind = *r.at;
		if (!kind)
			break;
		r.at++;
		if (kind == 'm' && !scan)
			continue;
		bool follow = follows(&r, kind, &size);
		if (r.suppressed)
			continue;
		if (follow && n < cap)
			out[n++] = (struct conversion){r.argument, size};
		r.argument++;
	}
	return n;
}
