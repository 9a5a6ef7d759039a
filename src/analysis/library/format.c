/* SPDX-License-Identifier: MIT */
/*
 * Reads a format conversion by conversion: place, flags, width, precision, length, kind.
 * A '*' takes an argument of its own in printf and suppresses one in scanf; '2$' says
 * which argument it is.
 */
#include "analysis/library/format.h"

#include <stdlib.h>
#include <string.h>

struct reader {
	const char *at;
	bool scan;
	uint32_t argument; /* the next one */
	uint32_t place;	   /* the one that this conversion names, from 1; 0: the next one */
	uint32_t width;	   /* 0: none, or an argument */
	bool suppressed;
	bool allocates; /* a pointer to what scanf has allocated is what it writes */
};

static bool skip_any(struct reader *r, const char *set)
{
	const char *start = r->at;
	while (*r->at && strchr(set, *r->at))
		r->at++;
	return r->at != start;
}

/* A number that ends with '$', or 0. */
static uint32_t read_place(struct reader *r)
{
	char *end;
	if (*r->at < '0' || *r->at > '9')
		return 0;
	unsigned long n = strtoul(r->at, &end, 10);
	if (*end != '$' || n > UINT16_MAX)
		return 0;
	r->at = end + 1;
	return (uint32_t)n;
}

/* A width or precision. */
static uint32_t read_number(struct reader *r)
{
	char *end;
	if (*r->at == '*') {
		r->at++;
		if (r->scan)
			r->suppressed = true;
		else if (!read_place(r))
			r->argument++;
	}
	if (*r->at < '0' || *r->at > '9')
		return 0;
	unsigned long n = strtoul(r->at, &end, 10);
	r->at = end;
	return n > UINT16_MAX ? 0 : (uint32_t)n;
}

static uint32_t read_length(struct reader *r)
{
	r->allocates = r->scan && *r->at == 'm';
	if (r->allocates)
		r->at++;
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
	bool wide = kind == 'S' || kind == 'C' || (*size == 8 && strchr("sc[", kind));
	if (kind == '[' && r->scan)
		skip_set(r);
	if (r->allocates) {
		*size = 8;
		return true;
	}
	if (r->scan && (kind == 'c' || kind == 'C')) {
		*size = (r->width ? r->width : 1) * (wide ? 4 : 1);
		return true;
	}
	if (kind == 's' || kind == 'S' || (r->scan && kind == '[')) {
		*size = 0;
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
		r.place = read_place(&r);
		skip_any(&r, scan ? "'" : "-+ #0'I");
		r.width = read_number(&r);
		if (!scan && *r.at == '.') {
			r.at++;
			read_number(&r);
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
			out[n++] = (struct conversion){r.place ? r.place - 1 : r.argument, size,
						       scan || kind == 'n'};
		if (!r.place)
			r.argument++;
	}
	return n;
}
