/* SPDX-License-Identifier: MIT */
/* Sorting numbers: qsort is the judge, on few and on many, near and far apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/map.h"
#include "base/sort.h"
#include "random.h"

enum { MOST = 600 };

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static void check(const uint64_t *numbers, uint32_t n)
{
	uint64_t expected[MOST], got[MOST];
	uint32_t narrow[MOST], kept = 0;
	memcpy(expected, numbers, n * sizeof(*numbers));
	memcpy(got, numbers, n * sizeof(*numbers));
	qsort(expected, n, sizeof(*expected), by_number);
	sort_u64(got, n);
	assert_memory_equal(got, expected, n * sizeof(*got));
	for (uint32_t i = 0; i < n; i++)
		if (!kept || expected[kept - 1] != expected[i])
			expected[kept++] = expected[i];
	memcpy(got, numbers, n * sizeof(*numbers));
	assert_int_equal(sort_u64_set(got, n), kept);
	assert_memory_equal(got, expected, kept * sizeof(*got));
	if (n && expected[kept - 1] > UINT32_MAX)
		return;
	for (uint32_t i = 0; i < n; i++)
		narrow[i] = (uint32_t)numbers[i];
	assert_int_equal(sort_u32_set(narrow, n), kept);
	for (uint32_t i = 0; i < kept; i++) {
		uint32_t after = narrow[i] + 1;
		bool follows = i + 1 < kept && narrow[i + 1] == after;
		assert_int_equal(narrow[i], expected[i]);
		assert_true(sort_u32_has(narrow, kept, narrow[i]));
		assert_true(after == 0 || sort_u32_has(narrow, kept, after) == follows);
	}
}

static void sorts_what_qsort_sorts(void **unused)
{
	struct random r = {1};
	uint64_t numbers[MOST];
	(void)unused;
	for (uint32_t round = 0; round < 400; round++) {
		uint32_t n = round < 80 ? round : random_below(&r, MOST);
		unsigned bits = 1 + random_below(&r, 64), shift = random_below(&r, 65 - bits);
		for (uint32_t i = 0; i < n; i++)
			numbers[i] = random_word(&r) >> (64 - bits) << shift;
		check(numbers, n);
	}
}

static void extremes_are_in_place(void **unused)
{
	uint64_t numbers[64];
	(void)unused;
	for (uint32_t i = 0; i < 64; i++)
		numbers[i] = i % 3 == 0 ? UINT64_MAX : i % 3 == 1 ? 0 : UINT64_C(1) << 63;
	check(numbers, 64);
	check(numbers, 3);
	check(numbers, 1);
}

static void keys_are_added_once(void **unused)
{
	struct map m = {0};
	(void)unused;
	for (uint64_t k = 0; k < 1000; k++)
		assert_true(map_add(&m, k * k));
	for (uint64_t k = 0; k < 1000; k++) {
		assert_false(map_add(&m, k * k));
		assert_int_equal(map_get(&m, k * k, 0), 1);
	}
	assert_int_equal(map_get(&m, 2, 0), 0);
	map_put(&m, 2, 7);
	assert_false(map_add(&m, 2));
	assert_int_equal(map_get(&m, 2, 0), 7);
	map_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sorts_what_qsort_sorts),
		cmocka_unit_test(extremes_are_in_place),
		cmocka_unit_test(keys_are_added_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
