// SPDX-License-Identifier: MIT
/*
 * Layouts of alias classes: whatever is added in whatever order, folding only
 * grows coarser, is idempotent, and merging keeps both sides' equalities.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "pointer/layout.h"

enum { ROUNDS = 300, SPAN = 256 };

static uint32_t seed = 12345;

static uint32_t next_random(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % below;
}

static struct layout *at(struct layouts *l, uint32_t id)
{
	return &l->list.at[id];
}

static struct layout_range random_range(void)
{
	static const uint32_t strides[] = {1, 4, 8, 16, 24, 40};
	struct layout_range r = {.start = next_random(SPAN)};
	r.stride = strides[next_random(6)];
	r.end = next_random(3) ? r.start + (int64_t)r.stride * (2 + next_random(6)) : FOLD_END;
	return r;
}

/* Offsets that were one stay one. */
static void check_coarser(const struct layout *l, const int64_t *before)
{
	for (int64_t i = 0; i < SPAN; i++) {
		int64_t c = layout_canon(l, i);
		assert_true(layout_canon(l, c) == c);
		assert_true(layout_canon(l, before[i]) == c);
	}
}

static void remember(const struct layout *l, int64_t *before)
{
	for (int64_t i = 0; i < SPAN; i++)
		before[i] = layout_canon(l, i);
}

static void test_ranges_only_coarsen(void **state)
{
	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct layouts l = {.pointer_size = 8};
		uint32_t id = layout_new(&l);
		int64_t before[SPAN];
		for (int k = 0; k < 6; k++) {
			remember(at(&l, id), before);
			struct layout_range r = random_range();
			layout_add_range(&l, id, r);
			check_coarser(at(&l, id), before);
		}
		remember(at(&l, id), before);
		layout_add_period(&l, id, 8 * (1 + next_random(20)));
		check_coarser(at(&l, id), before);
		layouts_free(&l);
	}
}

static void test_merge_keeps_cells(void **state)
{
	(void)state;
	struct layouts l = {.pointer_size = 8};
	uint32_t a = layout_new(&l), b = layout_new(&l);
	layout_cell(&l, a, 16)->target = (struct place){7, 0};
	layout_cell(&l, b, 0)->target = (struct place){9, 4};
	layout_cell(&l, b, 8)->target = (struct place){11, 0};
	layout_merge(&l, a, 16, b, 0);
	int64_t off = 0;
	uint32_t root = layout_find(&l, b, &off);
	assert_int_equal(layout_cell(&l, root, off + 8)->target.class_id, 11);
	assert_int_equal(l.equal.list.n, 1);
	layouts_free(&l);
}

static void test_conflict_folds(void **state)
{
	(void)state;
	struct layouts l = {.pointer_size = 8};
	uint32_t a = layout_new(&l);
	layout_cell(&l, a, 0)->target = (struct place){1, 0};
	layout_cell(&l, a, 16)->target = (struct place){2, 0};
	layout_cell(&l, a, 24)->target = (struct place){3, 0};
	layout_merge(&l, a, 0, a, 16);
	assert_int_equal(at(&l, a)->period, 16);
	assert_int_equal(at(&l, a)->cells.n, 2);
	assert_int_equal(l.collapsed, 0);
	layout_merge(&l, a, 0, a, 8);
	assert_int_equal(at(&l, a)->cells.n, 1);
	assert_int_equal(l.collapsed, 1);
	layouts_free(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranges_only_coarsen),
		cmocka_unit_test(test_merge_keeps_cells),
		cmocka_unit_test(test_conflict_folds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
