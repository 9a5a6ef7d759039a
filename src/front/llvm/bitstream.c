/* SPDX-License-Identifier: MIT */
/*
 * Bits are taken from the low end of each byte; a number never needs more than
 * the eight bytes from the one that its first bit is in.
 */
#include "front/llvm/bitstream.h"

#include <string.h>

enum { ID_END_BLOCK, ID_ENTER_BLOCK, ID_DEFINE, ID_PLAIN, ID_FIRST_ABBREVIATION };
enum { FIELD_LITERAL, FIELD_FIXED, FIELD_VARIABLE, FIELD_ARRAY, FIELD_CHAR6, FIELD_BLOB };
enum { BLOCK_INFO = 0, SET_BLOCK = 1 };
enum { MAX_WIDTH = 32, MAX_OPEN = 64 };

void bits_fail(struct bitstream *s, const char *wrong)
{
	if (!s->wrong)
		s->wrong = wrong;
	s->at = s->end;
}

static uint64_t load(const struct bitstream *s)
{
	uint64_t word = 0;
	const uint8_t *from = s->bytes + (s->at >> 3);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	memcpy(&word, from, sizeof(word));
#else
	for (int i = 7; i >= 0; i--)
		word = word << 8 | from[i];
#endif
	return word >> (s->at & 7);
}

static uint64_t fixed(struct bitstream *s, unsigned width)
{
	if (s->end - s->at < width) {
		bits_fail(s, "it ends too early");
		return 0;
	}
	uint64_t v = load(s) & (((uint64_t)1 << width) - 1);
	s->at += width;
	return v;
}

static uint64_t long_variable(struct bitstream *s, unsigned width)
{
	uint64_t more = (uint64_t)1 << (width - 1), v = 0, part;
	unsigned shift = 0;
	do {
		part = fixed(s, width);
		if (shift < 64)
			v |= (part & (more - 1)) << shift;
		shift += width - 1;
	} while (part & more);
	return v;
}

/* Most numbers have one or two parts: those in one load, where there is room. */
static inline uint64_t variable(struct bitstream *s, unsigned width)
{
	if (s->end - s->at >= 64 && width <= 16) {
		uint64_t word = load(s), more = (uint64_t)1 << (width - 1);
		if (!(word & more)) {
			s->at += width;
			return word & (more - 1);
		}
		uint64_t second = word >> width;
		if (!(second & more)) {
			s->at += 2 * width;
			return (word & (more - 1)) | (second & (more - 1)) << (width - 1);
		}
	}
	return long_variable(s, width);
}

uint64_t bits_variable(struct bitstream *s, unsigned width)
{
	return variable(s, width);
}

static void align(struct bitstream *s)
{
	uint64_t at = (s->at + 31) & ~(uint64_t)31;
	if (at > s->end)
		bits_fail(s, "it ends too early");
	else
		s->at = at;
}

void bits_init(struct bitstream *s, const void *bytes, size_t size)
{
	*s = (struct bitstream){.bytes = bytes, .end = (uint64_t)size * 8};
	vec_push(&s->open, ((struct bits_scope){.end = s->end, .width = 2}));
}

void bits_free(struct bitstream *s)
{
	vec_free(&s->fields);
	vec_free(&s->fields_at);
	vec_free(&s->shared);
	vec_free(&s->visible);
	vec_free(&s->open);
}

/* ---- blocks ---- */

static uint64_t block_end(struct bitstream *s)
{
	align(s);
	uint64_t words = fixed(s, 32);
	if (words * 32 > s->end - s->at)
		bits_fail(s, "a block is longer than the file");
	return s->at + words * 32;
}

void bits_skip(struct bitstream *s)
{
	uint64_t end = block_end(s);
	if (!s->wrong)
		s->at = end;
}

void bits_enter(struct bitstream *s)
{
	struct bits_scope scope = {
		.end = block_end(s),
		.block = s->block,
		.width = s->block_width,
		.first_visible = s->visible.n,
	};
	if (scope.width < 2 || scope.width > MAX_WIDTH || s->open.n >= MAX_OPEN)
		bits_fail(s, "a block is malformed");
	for (uint32_t i = 0; i < s->shared.n; i++) {
		if (s->shared.at[i].block == s->block)
			vec_push(&s->visible, s->shared.at[i].a);
	}
	vec_push(&s->open, scope);
}

static void leave(struct bitstream *s)
{
	struct bits_scope scope = vec_pop(&s->open);
	align(s);
	s->visible.n = scope.first_visible;
	if (s->at != scope.end || s->open.n == 0)
		bits_fail(s, "a block does not end where it should");
}

/* ---- abbreviations ---- */

static struct abbreviation_field define_field(struct bitstream *s)
{
	if (fixed(s, 1))
		return (struct abbreviation_field){FIELD_LITERAL, variable(s, 8)};
	struct abbreviation_field f = {.kind = (uint8_t)fixed(s, 3)};
	if (f.kind == FIELD_FIXED || f.kind == FIELD_VARIABLE) {
		f.value = variable(s, 5);
		if (f.value > MAX_WIDTH || (f.kind == FIELD_VARIABLE && f.value < 2))
			bits_fail(s, "an abbreviation is malformed");
	} else if (f.kind < FIELD_ARRAY || f.kind > FIELD_BLOB) {
		bits_fail(s, "an abbreviation is malformed");
	}
	return f;
}

/* An array is followed by the kind of its elements; array and blob come last. */
static bool is_well_formed(const struct bitstream *s, struct abbreviation a)
{
	for (uint32_t i = 0; i < a.n; i++) {
		uint8_t kind = s->fields_at.at[a.first + i].kind;
		if (kind == FIELD_ARRAY)
			return i > 0 && i + 2 == a.n &&
			       s->fields_at.at[a.first + i + 1].kind < FIELD_BLOB &&
			       s->fields_at.at[a.first + i + 1].kind != FIELD_ARRAY;
		if (kind == FIELD_BLOB)
			return i > 0 && i + 1 == a.n;
	}
	return a.n > 0;
}

static struct abbreviation define(struct bitstream *s)
{
	struct abbreviation a = {.first = s->fields_at.n};
	uint64_t n = variable(s, 5);
	for (uint64_t i = 0; i < n && !s->wrong; i++)
		vec_push(&s->fields_at, define_field(s));
	a.n = s->fields_at.n - a.first;
	if (!is_well_formed(s, a))
		bits_fail(s, "an abbreviation is malformed");
	return a;
}

static uint64_t scalar(struct bitstream *s, const struct abbreviation_field *f)
{
	static const char char6[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
	switch (f->kind) {
	case FIELD_LITERAL:
		return f->value;
	case FIELD_FIXED:
		return f->value ? fixed(s, (unsigned)f->value) : 0;
	case FIELD_VARIABLE:
		return variable(s, (unsigned)f->value);
	default:
		return (uint8_t)char6[fixed(s, 6)];
	}
}

/* No more elements than bits are left, so that a wrong count costs nothing. */
static uint64_t counted(struct bitstream *s)
{
	uint64_t n = variable(s, 6);
	if (n > s->end - s->at || n > UINT32_MAX / 2) {
		bits_fail(s, "a record is longer than the file");
		return 0;
	}
	return n;
}

static void skip_elements(struct bitstream *s, const struct abbreviation_field *element,
			  uint64_t n)
{
	uint64_t bits = n * (element->kind == FIELD_CHAR6 ? 6 : element->value);
	if (bits > s->end - s->at)
		bits_fail(s, "it ends too early");
	else
		s->at += bits;
}

static void array(struct bitstream *s, const struct abbreviation_field *element)
{
	uint64_t n = counted(s), kept = n;
	bool even = element->kind == FIELD_CHAR6 || element->kind == FIELD_FIXED;
	if (s->record_limit && even && n > s->record_limit)
		kept = s->record_limit;
	vec_reserve(&s->fields, s->fields.n + kept);
	for (uint64_t i = 0; i < kept && !s->wrong; i++)
		s->fields.at[s->fields.n++] = scalar(s, element);
	if (n > kept)
		skip_elements(s, element, n - kept);
}

static void blob(struct bitstream *s)
{
	uint64_t n = counted(s);
	align(s);
	if (n * 8 > s->end - s->at) {
		bits_fail(s, "a record is longer than the file");
		return;
	}
	s->blob = s->bytes + (s->at >> 3);
	s->blob_size = (size_t)n;
	s->at += n * 8;
	align(s);
}

/* ---- records ---- */

static void plain_record(struct bitstream *s)
{
	s->code = variable(s, 6);
	uint64_t n = counted(s);
	vec_reserve(&s->fields, n);
	for (uint64_t i = 0; i < n && !s->wrong; i++)
		s->fields.at[s->fields.n++] = variable(s, 6);
}

/* The code is the first field, whatever its form. */
static void short_record(struct bitstream *s, struct abbreviation a)
{
	s->code = scalar(s, &s->fields_at.at[a.first]);
	for (uint32_t i = 1; i < a.n && !s->wrong; i++) {
		const struct abbreviation_field *f = &s->fields_at.at[a.first + i];
		if (f->kind == FIELD_ARRAY) {
			array(s, f + 1);
			return;
		}
		if (f->kind == FIELD_BLOB) {
			blob(s);
			return;
		}
		vec_push(&s->fields, scalar(s, f));
	}
}

static void record(struct bitstream *s, uint64_t id)
{
	uint32_t first = vec_last(&s->open).first_visible;
	s->blob = NULL;
	s->blob_size = 0;
	vec_clear(&s->fields);
	if (id == ID_PLAIN)
		plain_record(s);
	else if (id - ID_FIRST_ABBREVIATION < s->visible.n - first)
		short_record(s, s->visible.at[first + (id - ID_FIRST_ABBREVIATION)]);
	else
		bits_fail(s, "a record has an unknown abbreviation");
}

void bits_again(struct bitstream *s)
{
	uint32_t limit = s->record_limit;
	if (s->wrong)
		return;
	s->record_limit = 0;
	s->at = s->record_at;
	record(s, fixed(s, vec_last(&s->open).width));
	s->record_limit = limit;
}

/* Abbreviations for blocks to come. */
static void read_block_info(struct bitstream *s)
{
	uint64_t current = UINT64_MAX;
	bits_enter(s);
	while (!s->wrong) {
		uint64_t id = fixed(s, vec_last(&s->open).width);
		if (id == ID_END_BLOCK) {
			leave(s);
			return;
		}
		if (id == ID_ENTER_BLOCK || (id == ID_DEFINE && current > UINT32_MAX)) {
			bits_fail(s, "block info is malformed");
		} else if (id == ID_DEFINE) {
			struct abbreviation a = define(s);
			struct shared_abbreviation sh = {(uint32_t)current, a};
			vec_push(&s->shared, sh);
		} else {
			record(s, id);
			if (s->code == SET_BLOCK)
				current = bits_field(s, 0);
		}
	}
}

/* True when it was for us. */
static bool enter_block(struct bitstream *s)
{
	s->block = (uint32_t)variable(s, 8);
	s->block_width = (uint32_t)variable(s, 4);
	if (s->block != BLOCK_INFO)
		return false;
	read_block_info(s);
	return true;
}

enum bits_found bits_next(struct bitstream *s)
{
	while (!s->wrong) {
		if (s->open.n == 1 && s->end - s->at < 32)
			return BITS_END; /* of the stream, or its last padding */
		s->record_at = s->at;
		uint64_t id = fixed(s, vec_last(&s->open).width);
		if (id == ID_END_BLOCK) {
			leave(s);
			return BITS_END;
		}
		if (id == ID_DEFINE) {
			vec_push(&s->visible, define(s));
		} else if (id != ID_ENTER_BLOCK) {
			record(s, id);
			return s->wrong ? BITS_END : BITS_RECORD;
		} else if (!enter_block(s)) {
			return s->wrong ? BITS_END : BITS_BLOCK;
		}
	}
	return BITS_END;
}
