/* SPDX-License-Identifier: MIT */
/* Many races that need one call (report/shared_call.c): which become one, and which
 * stay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "report/report.h"

enum { MOST = 70, MANY = 50, OF_HANDLER = 10, DEPTH = 3 };

/* Each race has a write by main, and a read by the thread 'work', which comes there by
 * work -> step -> command -> f. */
struct world {
	struct report r;
	struct report_thread threads[3];
	struct report_race races[MOST];
	struct report_access accesses[MOST][3];
	char names[MOST][16];
};

static const struct report_pair pairs[2] = {{.a = 0, .b = 1}, {.a = 0, .b = 2}};
static const struct report_frame way[DEPTH] = {
	{.function = "work", .place = {"a.c", 10, 1}},
	{.function = "step", .place = {"a.c", 20, 1}},
	{.function = "command", .place = {"a.c", 30, 1}}};

static void world_init(struct world *w, uint32_t n)
{
	memset(w, 0, sizeof(*w));
	w->threads[0] = (struct report_thread){
		.kind = THREAD_MAIN, .entry = "main", .creator = -1};
	w->threads[1] = (struct report_thread){.kind = THREAD_CREATED, .entry = "work"};
	w->threads[2] = (struct report_thread){.kind = THREAD_CREATED, .entry = "other"};
	for (uint32_t i = 0; i < n; i++) {
		struct report_access *a = w->accesses[i];
		snprintf(w->names[i], sizeof(w->names[i]), "v%u", i);
		for (uint32_t k = 0; k < 3; k++)
			a[k] = (struct report_access){
				.place = {"a.c", 100 + 3 * i + k, 3},
				.function = w->names[i],
				.expression = w->names[i],
				.kind = k ? ACCESS_READ : ACCESS_WRITE,
				.thread = k};
		a[1].stack = way;
		a[1].frame_count = DEPTH;
		w->races[i] = (struct report_race){
			.id = w->names[i],
			.name = w->names[i],
			.kind = "global",
			.confidence = CONFIDENCE_HIGH,
			.access_count = 3,
			.accesses = a,
			.pair_count = 1,
			.pairs = pairs,
		};
	}
	w->r.races = w->races;
	w->r.race_count = n;
	w->r.threads = w->threads;
	w->r.thread_count = 3;
}

/* How many became one, which comes after the rest; 0: none did. */
static uint32_t share(struct world *w)
{
	uint32_t before = w->r.race_count;
	report_share_calls(&w->r);
	for (uint32_t i = 0; i < w->r.race_count; i++) {
		const struct report_race *x = &w->r.races[i];
		assert_int_equal(x->confidence == CONFIDENCE_MEDIUM, x->shared_call != 0);
		assert_int_equal(x->reason_count, x->shared_call != 0);
		assert_int_equal(x->member_count,
				 x->shared_call ? before - w->r.race_count : 0);
		assert_true(!x->shared_call || i + 1 == w->r.race_count);
	}
	return before == w->r.race_count ? 0 : before - w->r.race_count + 1;
}

static void test_many(void **state)
{
	static struct world w;
	(void)state;
	world_init(&w, MANY);
	assert_int_equal(share(&w), MANY);
	assert_int_equal(w.r.shared_call_count, 1);
	assert_string_equal(w.r.shared_calls[0].caller, "step");
	assert_string_equal(w.r.shared_calls[0].callee, "command");
	assert_int_equal(w.r.shared_calls[0].count, MANY);
	assert_string_equal(w.r.races[0].name, "v0");
	assert_string_equal(w.r.races[0].members[0], "v1");
	assert_int_equal(w.r.races[0].access_count, 3 * MANY);
	arena_release(&w.r.memory);
}

static void test_few(void **state)
{
	static struct world w;
	(void)state;
	world_init(&w, MANY - 1);
	assert_int_equal(share(&w), 0);
	assert_int_equal(w.r.shared_call_count, 0);
	arena_release(&w.r.memory);
}

static const struct report_ground ground = {.unordered = "other"};

/* The thread 'other' reads it as well, which is as sure. */
static void add_other(struct report_race *x, const struct report_pair *of)
{
	x->pairs = of;
	x->pair_count = 2;
	x->grounds = &ground;
	x->ground_count = 1;
}

/* A pair that is as sure as the race and does without the call: it stands, and leads. */
static void test_standing(void **state)
{
	static const struct report_pair two[2] = {{.a = 0, .b = 1},
						  {0, 2, CONFIDENCE_HIGH, 1}};
	static struct world w;
	(void)state;
	world_init(&w, MOST);
	for (uint32_t i = 0; i < 5; i++)
		add_other(&w.races[i], two);
	assert_int_equal(share(&w), MOST - 5);
	assert_string_equal(w.r.races[0].name, "v0");
	assert_int_equal(w.r.races[0].pairs[0].b, 2);
	assert_string_equal(w.r.races[0].unordered, "other");
	assert_int_equal(w.r.shared_calls[0].count, MOST - 5);
	arena_release(&w.r.memory);
}

/* One that is less sure does not speak for the race. */
static void test_less_sure(void **state)
{
	static const struct report_pair two[2] = {{.a = 0, .b = 1}, {.a = 0, .b = 2}};
	static struct world w;
	(void)state;
	world_init(&w, MOST);
	for (uint32_t i = 0; i < 5; i++) {
		w.races[i].pairs = two;
		w.races[i].pair_count = 2;
	}
	assert_int_equal(share(&w), MOST);
	arena_release(&w.r.memory);
}

/* Another way that as many have is shared too; one that a few have is not. */
static void test_other_way(void **state)
{
	static const struct report_pair two[2] = {{.a = 0, .b = 1},
						  {0, 2, CONFIDENCE_HIGH, 1}};
	static const struct report_frame other = {.function = "other", .place = {"a.c", 40, 1}};
	static struct world w;
	(void)state;
	for (uint32_t n = MANY / 2 - 1; n <= MANY / 2; n++) {
		world_init(&w, MOST);
		for (uint32_t i = 0; i < n; i++) {
			add_other(&w.races[i], two);
			w.accesses[i][2].function = "last";
			w.accesses[i][2].stack = &other;
			w.accesses[i][2].frame_count = 1;
		}
		assert_int_equal(share(&w), n < MANY / 2 ? MOST - n : MOST);
		arena_release(&w.r.memory);
	}
}

/* What leads counts, however much else there is. */
static void test_another_pair(void **state)
{
	static const struct report_pair other[2] = {{.a = 0, .b = 2}, {.a = 0, .b = 1}};
	static struct world w;
	(void)state;
	world_init(&w, MOST);
	for (uint32_t i = 0; i < MOST - MANY + 1; i++) {
		w.races[i].pair_count = 2;
		w.races[i].pairs = other;
	}
	assert_int_equal(share(&w), 0);
	arena_release(&w.r.memory);
}

static void test_handler(void **state)
{
	static struct world w;
	(void)state;
	for (uint32_t n = OF_HANDLER - 1; n <= OF_HANDLER; n++) {
		world_init(&w, n);
		w.threads[1].kind = THREAD_SIGNAL;
		assert_int_equal(share(&w), n == OF_HANDLER ? n : 0);
		arena_release(&w.r.memory);
	}
}

/* What the thread's own function calls is what the thread is for; and main has to get
 * everywhere somehow. */
static void test_beginnings(void **state)
{
	static struct world w;
	(void)state;
	world_init(&w, MOST);
	for (uint32_t i = 0; i < MOST; i++)
		w.accesses[i][1].frame_count = 1;
	assert_int_equal(share(&w), 0);
	arena_release(&w.r.memory);
	world_init(&w, MOST);
	for (uint32_t i = 0; i < MOST; i++)
		w.accesses[i][1].thread = 0;
	assert_int_equal(share(&w), 0);
	arena_release(&w.r.memory);
}

/* What is not shown does not count. */
static void test_not_shown(void **state)
{
	static struct world w;
	(void)state;
	world_init(&w, MANY);
	w.races[7].suppressed = true;
	assert_int_equal(share(&w), 0);
	arena_release(&w.r.memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_many),         cmocka_unit_test(test_few),
		cmocka_unit_test(test_standing),
		cmocka_unit_test(test_less_sure),    cmocka_unit_test(test_other_way),
		cmocka_unit_test(test_another_pair), cmocka_unit_test(test_beginnings),
		cmocka_unit_test(test_not_shown),    cmocka_unit_test(test_handler),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
