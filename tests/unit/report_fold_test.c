/* SPDX-License-Identifier: MIT */
/* Races that are one to look at (report/fold.c): which are, which stay apart, and what the
 * first of them has afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "report/report.h"

enum { MOST = 8 };

/* A race of two accesses each, all with names, places, objects and expressions of their own
 * until a test makes some the same. */
struct world {
	struct report r;
	struct report_race races[MOST];
	struct report_access accesses[MOST][2];
	char names[MOST][16], files[MOST][16], expressions[MOST][2][16];
};

static const struct report_pair pair = {.a = 0, .b = 1};

static void world_init(struct world *w, uint32_t n)
{
	memset(w, 0, sizeof(*w));
	for (uint32_t i = 0; i < n; i++) {
		struct report_access *a = w->accesses[i];
		snprintf(w->names[i], sizeof(w->names[i]), "v%u", i);
		snprintf(w->files[i], sizeof(w->files[i]), "%u.c", i);
		for (uint32_t k = 0; k < 2; k++) {
			snprintf(w->expressions[i][k], sizeof(w->expressions[i][k]), "e%u%u", i, k);
			a[k] = (struct report_access){.place = {w->files[i], 10 * i + k + 1, 3},
						      .function = "f",
						      .expression = w->expressions[i][k],
						      .kind = k ? ACCESS_READ : ACCESS_WRITE,
						      .thread = k};
		}
		w->races[i] = (struct report_race){
			.id = w->names[i], .name = w->names[i], .kind = "global",
			.declared = {w->files[i], 900 + i, 1}, .confidence = CONFIDENCE_HIGH,
			.access_count = 2, .accesses = a, .pair_count = 1, .pairs = &pair,
		};
	}
	w->r.races = w->races;
	w->r.race_count = n;
}

/* The races that are left, and how many were folded into each: "v0+2 v3". */
static void check(struct world *w, const char *expected)
{
	char text[128] = "";
	report_fold(&w->r);
	for (uint32_t i = 0; i < w->r.race_count; i++) {
		const struct report_race *x = &w->r.races[i];
		size_t at = strlen(text);
		snprintf(text + at, sizeof(text) - at, x->member_count ? "%s%s+%u" : "%s%s",
			 i ? " " : "", x->name, x->member_count);
	}
	assert_string_equal(text, expected);
	arena_release(&w->r.memory);
}

static void same_places(struct world *w, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < 2; k++) {
			w->accesses[i][k].place = (struct report_place){"list.c", 20 + k, 4};
			w->accesses[i][k].expression = k ? "l->next" : "l->head";
		}
	}
}

/* Of one object, with one access in common. */
static void same_side(struct world *w, uint32_t n, uint32_t side)
{
	for (uint32_t i = 0; i < n; i++) {
		w->races[i].declared = (struct report_place){"box.c", 5, 1};
		w->accesses[i][side].place = (struct report_place){"box.c", 50, 2};
	}
}

static void test_apart(void **state)
{
	struct world w;
	(void)state;
	world_init(&w, 5);
	check(&w, "v0 v1 v2 v3 v4");
}

static void test_whole(void **state)
{
	struct world w;
	(void)state;
	world_init(&w, 5);
	w.races[0].whole = w.races[3].whole = 7;
	w.races[2].whole = w.races[4].whole = 9;
	check(&w, "v0+1 v1 v2+1");
}

static void test_not_shown_stays(void **state)
{
	struct world w;
	(void)state;
	world_init(&w, 5);
	for (uint32_t i = 0; i < 5; i++)
		w.races[i].whole = 7;
	w.races[1].confidence = CONFIDENCE_LOW;
	w.races[2].suppressed = true;
	w.races[3].confidence = CONFIDENCE_MEDIUM; /* not by itself as sure as the others */
	check(&w, "v0+1 v1 v2 v3");
}

static void test_few_places(void **state)
{
	struct world w;
	(void)state;
	world_init(&w, 4);
	same_places(&w, 3);
	check(&w, "v0 v1 v2 v3");
}

static void test_many_places(void **state)
{
	struct world w;
	(void)state;
	world_init(&w, 6);
	same_places(&w, 4);
	check(&w, "v0+3 v4 v5");
}

/* Either access may be named first. */
static void test_places_swapped(void **state)
{
	const struct report_pair swapped = {.a = 1, .b = 0};
	struct world w;
	(void)state;
	world_init(&w, 4);
	same_places(&w, 4);
	w.races[1].pairs = w.races[3].pairs = &swapped;
	check(&w, "v0+3");
}

static void test_other_words(void **state)
{
	struct world w;
	(void)state;
	world_init(&w, 4);
	same_places(&w, 4);
	w.accesses[2][1].expression = "l->last";
	check(&w, "v0 v1 v2 v3");
}

static void test_one_side(void **state)
{
	(void)state;
	for (uint32_t side = 0; side < 2; side++) {
		struct world w;
		world_init(&w, 5);
		same_side(&w, 4, side);
		check(&w, "v0+3 v4");
		world_init(&w, 5);
		same_side(&w, 3, side);
		check(&w, "v0 v1 v2 v3 v4");
	}
}

static void test_another_object(void **state)
{
	struct world w;
	(void)state;
	world_init(&w, 4);
	same_side(&w, 4, 0);
	w.races[1].declared.line = 6;
	check(&w, "v0 v1 v2 v3");
	world_init(&w, 4);
	same_side(&w, 4, 0);
	for (uint32_t i = 0; i < 4; i++)
		w.races[i].declared.file = NULL; /* nobody knows whose they are */
	check(&w, "v0 v1 v2 v3");
}

/* The common access once, the others each, in pairs with it. */
static void test_accesses(void **state)
{
	struct world w;
	(void)state;
	world_init(&w, 4);
	same_side(&w, 4, 0);
	report_fold(&w.r);
	const struct report_race *x = &w.r.races[0];
	assert_int_equal(w.r.race_count, 1);
	assert_int_equal(x->access_count, 5);
	assert_int_equal(x->pair_count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(x->pairs[i].a, 0);
		assert_int_equal(x->pairs[i].b, i + 1);
		assert_int_equal(x->accesses[i + 1].place.line, 10 * i + 2);
	}
	assert_string_equal(x->name, "v0");
	assert_int_equal(x->member_count, 3);
	assert_string_equal(x->members[0], "v1");
	assert_string_equal(x->members[2], "v3");
	arena_release(&w.r.memory);
}

/* In another thread it is another access. */
static void test_threads(void **state)
{
	struct world w;
	(void)state;
	world_init(&w, 2);
	w.races[0].whole = w.races[1].whole = 3;
	same_places(&w, 2);
	w.accesses[1][1].thread = 2;
	report_fold(&w.r);
	assert_int_equal(w.r.race_count, 1);
	assert_int_equal(w.r.races[0].access_count, 3);
	assert_int_equal(w.r.races[0].pair_count, 2);
	arena_release(&w.r.memory);
}

static void test_limit(void **state)
{
	enum { EACH = REPORT_MAX_FOLDED - 1, PAIRS = 200 };
	static struct report_access many[2][EACH];
	static struct report_pair pairs[PAIRS];
	struct world w;
	(void)state;
	world_init(&w, 2);
	for (uint32_t i = 0; i < 2; i++) {
		for (uint32_t k = 0; k < EACH; k++) {
			many[i][k] = w.accesses[i][0];
			many[i][k].place.column = k + 1;
			if (k < PAIRS)
				pairs[k] = (struct report_pair){.a = 0, .b = k};
		}
		w.races[i].whole = 3;
		w.races[i].accesses = many[i];
		w.races[i].access_count = EACH; /* most of them in no pair */
		w.races[i].pair_count = PAIRS;
		w.races[i].pairs = pairs;
	}
	report_fold(&w.r);
	assert_int_equal(w.r.race_count, 1);
	assert_int_equal(w.r.races[0].access_count, REPORT_MAX_FOLDED);
	assert_true(w.r.races[0].pair_count > PAIRS);
	arena_release(&w.r.memory);
}

static const struct report_pair and_elsewhere[2] = {{.a = 0, .b = 1},
						   {1, 1, CONFIDENCE_HIGH, 1}};

/* One object, one write that all have; v2 is also read and written where the others are not. */
static void make_sides(struct world *w, const struct report_ground *g)
{
	world_init(w, 6);
	for (uint32_t i = 1; i < 6; i++) {
		w->accesses[i][0].place = w->accesses[0][0].place;
		w->races[i].declared = w->races[0].declared;
	}
	w->races[2].pairs = and_elsewhere;
	w->races[2].pair_count = 2;
	w->races[2].grounds = g;
	w->races[2].ground_count = g ? 1 : 0;
}

static void test_another_pair(void **state)
{
	static const struct report_pair less_sure[2] = {{.a = 0, .b = 1}, {.a = 1, .b = 1}};
	static const struct report_ground ground = {.behind = 0};
	struct world w;
	(void)state;
	make_sides(&w, &ground);
	check(&w, "v0+4 v2");
	make_sides(&w, NULL);
	w.races[2].pairs = less_sure;
	check(&w, "v0+5");
}

/* What is set up behind the flag v0; v2 is also used by who does not look at it. */
static void test_behind(void **state)
{
	static const struct report_ground behind[2] = {{.behind = 5}, {.behind = 0}};
	static const struct report_pair pairs[2] = {{0, 1, CONFIDENCE_HIGH, 1},
						    {1, 1, CONFIDENCE_HIGH, 2}};
	static const struct report_thread threads[2] = {{.kind = THREAD_MAIN},
							{.kind = THREAD_CREATED}};
	struct world w;
	(void)state;
	world_init(&w, 3);
	w.r.threads = threads;
	w.races[0].at = 5;
	for (uint32_t i = 1; i < 3; i++) {
		w.races[i].grounds = behind;
		w.races[i].ground_count = 2;
		w.races[i].pairs = pairs;
		w.races[i].pair_count = i;
	}
	report_fold_behind(&w.r);
	check(&w, "v0+1 v2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_apart),	       cmocka_unit_test(test_whole),
		cmocka_unit_test(test_not_shown_stays), cmocka_unit_test(test_few_places),
		cmocka_unit_test(test_many_places),    cmocka_unit_test(test_places_swapped),
		cmocka_unit_test(test_other_words),    cmocka_unit_test(test_one_side),
		cmocka_unit_test(test_another_object), cmocka_unit_test(test_accesses),
		cmocka_unit_test(test_threads),	       cmocka_unit_test(test_limit),
		cmocka_unit_test(test_another_pair),   cmocka_unit_test(test_behind),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
