/* SPDX-License-Identifier: MIT */
/* What the cache is made of: digests as others compute them, bytes that come back or are
 * refused, entries that come back whole or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/process.h"
#include "cache/store.h"
#include "random.h"

static void check_digest(const void *bytes, size_t n, const char *expected)
{
	char hex[DIGEST_HEX + 1];
	struct digest x = digest_of(bytes, n);
	digest_hex(&x, hex);
	assert_string_equal(hex, expected);
}

static void digests_are_those_of_the_rfc(void **unused)
{
	unsigned char many[1000], letters[128];
	(void)unused;
	memset(letters, 'a', sizeof(letters));
	for (unsigned i = 0; i < sizeof(many); i++)
		many[i] = (unsigned char)(i % 251);
	check_digest("", 0, "cae66941d9efbd404e4d88758ea67670");
	check_digest("abc", 3, "cf4ab791c62b8d2b2109c90275287816");
	check_digest(letters, sizeof(letters), "1271d28e731afb57bdfba6bdaf3501be");
	check_digest(many, sizeof(many), "bca120dfd89cd95d82898473a5b01c90");
}

struct sample {
	uint64_t number;
	const char *text;
	bool flag;
	uint32_t count;
	const uint32_t *list;
};

static void code_number(struct bytes *b, void *element)
{
	bytes_u32(b, element);
}

static void code_sample(struct bytes *b, struct sample *x)
{
	bytes_u64(b, &x->number);
	bytes_text(b, &x->text);
	bytes_bool(b, &x->flag);
	x->list = bytes_list(b, x->list, &x->count, sizeof(*x->list), code_number);
}

static void check_sample(const struct sample *x, const struct sample *y)
{
	assert_true(x->number == y->number);
	assert_int_equal(x->flag, y->flag);
	assert_int_equal(x->count, y->count);
	if (x->text)
		assert_string_equal(x->text, y->text);
	else
		assert_null(y->text);
	for (uint32_t i = 0; i < x->count; i++)
		assert_int_equal(x->list[i], y->list[i]);
}

static void bytes_come_back(void **unused)
{
	static const uint32_t list[] = {0, 127, 128, UINT32_MAX};
	const struct sample samples[] = {
		{0, NULL, false, 0, NULL},
		{UINT64_MAX, "", true, 4, list},
		{1u << 31, "again", true, 2, list},
		{77, "again", false, 1, list},
	};
	struct str text = {0};
	struct arena memory = {0};
	struct bytes out = {.out = &text};
	(void)unused;
	for (unsigned i = 0; i < 4; i++) {
		struct sample x = samples[i];
		code_sample(&out, &x);
	}
	const unsigned char *at = (const unsigned char *)text.at;
	struct bytes in = {.at = at, .end = at + text.n, .memory = &memory};
	for (unsigned i = 0; i < 4; i++) {
		struct sample x = {0};
		code_sample(&in, &x);
		check_sample(&samples[i], &x);
	}
	assert_true(bytes_done(&in));
	bytes_free(&in);
	bytes_free(&out);
	str_free(&text);
	arena_release(&memory);
}

static void any_bytes_are_safe(void **unused)
{
	struct random r = {1};
	unsigned char junk[64];
	(void)unused;
	for (unsigned round = 0; round < 5000; round++) {
		struct arena memory = {0};
		uint32_t n = random_below(&r, sizeof(junk));
		for (uint32_t i = 0; i < n; i++)
			junk[i] = (unsigned char)random_below(
				&r, random_one_in(&r, 2) ? 4 : 256);
		struct bytes in = {.at = junk, .end = junk + n, .memory = &memory};
		struct sample x = {0};
		while (!in.bad && in.at < in.end)
			code_sample(&in, &x);
		bytes_free(&in);
		arena_release(&memory);
	}
}

static void entries_come_back_or_not_at_all(void **unused)
{
	struct str path = {0}, got = {0};
	struct digest key = digest_of("key", 3), other = digest_of("other", 5);
	char hex[DIGEST_HEX + 1];
	(void)unused;
	struct cache *c = cache_open(process_temporary_directory(), 1 << 20);
	assert_non_null(c);
	assert_false(cache_get(c, &key, &got));
	cache_put(c, &key, "something", 9);
	assert_true(cache_get(c, &key, &got));
	assert_string_equal(got.at, "something");
	assert_false(cache_get(c, &other, &got));
	digest_hex(&key, hex);
	str_addf(&path, "%s/1/%.2s/%s", process_temporary_directory(), hex, hex + 2);
	assert_int_equal(truncate(path.at, 45), 0);
	assert_false(cache_get(c, &key, &got));
	assert_int_not_equal(access(path.at, F_OK), 0);
	cache_put(c, &key, "else", 4);
	str_clear(&got);
	assert_true(cache_get(c, &key, &got));
	assert_string_equal(got.at, "else");
	cache_close(c);
	process_cleanup();
	str_free(&path);
	str_free(&got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digests_are_those_of_the_rfc),
		cmocka_unit_test(bytes_come_back),
		cmocka_unit_test(any_bytes_are_safe),
		cmocka_unit_test(entries_come_back_or_not_at_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
