/* SPDX-License-Identifier: MIT */
/*
 * What the decoder makes of bytes whose checksum is right but that no summary has:
 * encode.c is built here as for the fuzzer, without the checksum. Whatever it
 * accepts must be a summary that has exactly these bytes.
 */
#define FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#include "summary/encode.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "summary_random.h"

static bool accepts(const struct str *bytes)
{
	struct summary s;
	struct str again = {0};
	if (!summary_decode(&s, bytes->at, bytes->n))
		return false;
	summary_encode(&s, &again);
	assert_int_equal(again.n, bytes->n);
	assert_memory_equal(again.at, bytes->at, again.n - CHECKSUM_SIZE);
	summary_free(&s);
	str_free(&again);
	return true;
}

static void mutate(struct random *r, struct str *bytes)
{
	uint32_t at = random_below(r, (uint32_t)bytes->n);
	switch (random_below(r, 4)) {
	case 0:
		bytes->at[at] = (char)random_word(r);
		break;
	case 1:
		bytes->at[at] = (char)(bytes->at[at] + 1);
		break;
	case 2:
		bytes->at[at] = (char)0xff;
		break;
	default:
		memmove(bytes->at + at, bytes->at + at + 1, bytes->n - at - 1);
		bytes->n--;
	}
}

static void mutants(void **unused)
{
	struct random r = {1};
	uint32_t accepted = 0;
	(void)unused;
	for (uint32_t i = 0; i < 30000; i++) {
		struct summary s;
		struct str bytes = {0};
		random_summary(&s, i % 16, 1 + i % 6);
		summary_encode(&s, &bytes);
		for (uint32_t n = 1 + random_below(&r, 3); n > 0; n--)
			mutate(&r, &bytes);
		accepted += accepts(&bytes);
		summary_free(&s);
		str_free(&bytes);
	}
	/* some only have another number in them; most are refused */
	assert_true(accepted > 300 && accepted < 20000);
}

/* ---- bytes written by hand ---- */

struct writer {
	struct str bytes;
};

static void add(struct writer *w, uint64_t x)
{
	struct coder c = {.b.out = &w->bytes};
	code_u64(&c, &x);
}

/* Up to the paths: flags, function 0, no escapes, no limits. */
static void begin(struct writer *w)
{
	*w = (struct writer){0};
	str_addn(&w->bytes, magic, sizeof(magic));
	for (uint32_t i = 0; i < 12; i++)
		add(w, 0);
	add(w, LIMIT_COUNT);
	for (uint32_t i = 0; i < LIMIT_COUNT; i++)
		add(w, 0);
}

/* Then the counts of all lists, 0 but for one. */
static void counts(struct writer *w, uint32_t which, uint64_t n)
{
	uint32_t i = 0;
#define ONE(list, code, bytes_) add(w, i++ == which ? n : 0);
	LISTS(ONE)
#undef ONE
	add(w, 0); /* of 'loads' those from below */
}

static bool end(struct writer *w)
{
	str_addn(&w->bytes, "sum.", CHECKSUM_SIZE);
	bool ok = accepts(&w->bytes);
	str_free(&w->bytes);
	return ok;
}

enum { NONE = 1000 };

static void huge_counts_take_no_memory(void **unused)
{
	struct writer w;
	uint32_t lists = 0;
	(void)unused;
	begin(&w);
	add(&w, 0);
	counts(&w, NONE, 0);
	assert_true(end(&w));
#define ONE(list, code, bytes_) lists++;
	LISTS(ONE)
#undef ONE
	for (uint32_t which = 0; which < lists; which++) {
		begin(&w);
		add(&w, 0);
		counts(&w, which, UINT32_MAX);
		assert_false(end(&w));
	}
	begin(&w);
	add(&w, UINT32_MAX);
	assert_false(end(&w));
}

/* path 1 is FORMAL 0; then one path as given */
static bool path_accepted(uint32_t n, const uint64_t *fields)
{
	struct writer w;
	begin(&w);
	add(&w, 2);
	add(&w, PATH_FORMAL);
	add(&w, 0);
	for (uint32_t i = 0; i < n; i++)
		add(&w, fields[i]);
	counts(&w, NONE, 0);
	return end(&w);
}

#define PATH(...)                                                              \
	path_accepted(sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t),    \
		      (uint64_t[]){__VA_ARGS__})

static void paths_are_in_normal_form(void **unused)
{
	(void)unused;
	assert_true(PATH(PATH_LOAD, 1));
	assert_true(PATH(PATH_OFFSET, 1, 16));
	assert_true(PATH(PATH_INDEX, 1, 0, 8));
	assert_true(PATH(PATH_INDEX, 1, 1, 8));
	assert_true(PATH(PATH_RANGE, 1, 1, 2));
	assert_true(PATH(PATH_SPAN, 1, 1, 2));
	assert_true(PATH(PATH_MATH, 1, 1, 2));
	assert_false(PATH(PATH_MATH, 1, 1, 2 * MATH_COUNT));
	assert_false(PATH(PATH_MATH, 1, 1, 1)); /* negative */
	assert_false(PATH(PATH_FORMAL, 0));	   /* there already */
	assert_false(PATH(PATH_NONE, 0));
	assert_false(PATH(PATH_SPAN + 1, 1, 1, 2));
	assert_false(PATH(PATH_OFFSET, 1, 0));	   /* is its base */
	assert_false(PATH(PATH_LOAD, 0));	   /* of itself */
	assert_false(PATH(PATH_LOAD, 2));	   /* of none */
	assert_false(PATH(PATH_LOAD, 3));
	assert_false(PATH(PATH_INDEX, 1, 2, 8));   /* by itself */
	assert_false(PATH(PATH_RANGE, 1, 2, 2));
	assert_false(PATH(PATH_LOCAL, 1, (uint64_t)UINT32_MAX + 1));
}

/* path 1 is an integer: adding to it, or indexing by it, gives something else */
static void integers_fold(void **unused)
{
	struct writer w;
	(void)unused;
	for (uint32_t kind = PATH_OFFSET; kind <= PATH_LOAD; kind++) {
		begin(&w);
		add(&w, 2);
		add(&w, PATH_INT);
		add(&w, 6);
		add(&w, kind);
		add(&w, 1);
		if (kind == PATH_INDEX)
			add(&w, 1);
		if (kind != PATH_LOAD)
			add(&w, 16);
		counts(&w, NONE, 0);
		assert_int_equal(end(&w), kind == PATH_LOAD);
	}
}

static void deep_paths_are_refused(void **unused)
{
	(void)unused;
	for (uint32_t n = 250; n < 260; n++) {
		struct writer w;
		begin(&w);
		add(&w, n + 1);
		add(&w, PATH_FORMAL);
		add(&w, 0);
		for (uint32_t i = 0; i < n; i++) {
			add(&w, PATH_LOAD);
			add(&w, 1);
		}
		counts(&w, NONE, 0);
		assert_int_equal(end(&w), n < UINT8_MAX);
	}
}

static bool number_accepted(const char *bytes, size_t size)
{
	struct coder c = {.b.at = (const unsigned char *)bytes,
			  .b.end = (const unsigned char *)bytes + size};
	uint64_t x;
	code_u64(&c, &x);
	return !c.b.bad && c.b.at == c.b.end;
}

static void numbers_have_one_form(void **unused)
{
	(void)unused;
	assert_true(number_accepted("\x00", 1));
	assert_true(number_accepted("\xff\x01", 2));
	assert_true(number_accepted("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10));
	assert_false(number_accepted("\x80\x00", 2));
	assert_false(number_accepted("\x80", 1));
	assert_false(number_accepted("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10));
	assert_false(number_accepted("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11));
	assert_false(number_accepted("", 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mutants),
		cmocka_unit_test(huge_counts_take_no_memory),
		cmocka_unit_test(paths_are_in_normal_form),
		cmocka_unit_test(integers_fold),
		cmocka_unit_test(deep_paths_are_refused),
		cmocka_unit_test(numbers_have_one_form),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
