/* SPDX-License-Identifier: MIT */
/* What may happen at the same time: creation, joins, trees of threads, contexts. */
#include "race_world.h"

/* main writes x at lines 101 (before), 102 (while t runs), 103 (after the join);
 * t writes it at line 201. */
static void test_create_and_join(void **state)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), t = world_function(w, "t");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE);
	(void)state;
	creates(w, m, 10, symbol(w, m, symbol_of(w, t)), 0, 0, 0);
	touch(w, m, WRITE, 1, symbol(w, m, x), 0, 0);
	touch(w, m, WRITE, 2, symbol(w, m, x), 0, with_running(w, m, 1));
	touch(w, m, WRITE, 3, symbol(w, m, x), 0, 0);
	touch(w, t, WRITE, 1, symbol(w, t, x), 0, 0);
	returns(w, t, 0);
	world_run(w, 0);
	assert_int_equal(race_at(w, 102, 201), CONFIDENCE_HIGH);
	assert_int_equal(race_at(w, 101, 201), -1);
	assert_int_equal(race_at(w, 103, 201), -1);
	assert_int_equal(race_at(w, 201, 201), -1);
	assert_int_equal(w->report.thread_count, 2);
	assert_false(w->report.threads[1].many);
	assert_string_equal(w->report.races[0].name, "x");
	world_free(w);
}

/* In a loop without join the thread overlaps itself, with join it does not. */
static void run_loop(bool joined, int expected)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), t = world_function(w, "t");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE);
	creates(w, m, 10, symbol(w, m, symbol_of(w, t)), 0, FORKF_LOOP,
		with_running(w, m, joined ? 0 : 1));
	touch(w, t, WRITE, 1, symbol(w, t, x), 0, 0);
	returns(w, t, 0);
	world_run(w, 0);
	assert_int_equal(race_at(w, 201, 201), expected);
	assert_int_equal(w->report.threads[1].many, !joined);
	world_free(w);
}

static void test_loop(void **state)
{
	(void)state;
	run_loop(false, CONFIDENCE_HIGH);
	run_loop(true, -1);
}

/* main creates c and joins it; c creates g and may leave it running. */
static void run_grandchild(bool left, int expected)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), c = world_function(w, "c");
	func_id g = world_function(w, "g");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE);
	creates(w, m, 10, symbol(w, m, symbol_of(w, c)), 0, 0, 0);
	touch(w, m, WRITE, 5, symbol(w, m, x), 0, 0);  /* before the creation */
	touch(w, m, WRITE, 20, symbol(w, m, x), 0, with_ended(w, m, 1)); /* after the join */
	creates(w, c, 10, symbol(w, c, symbol_of(w, g)), 0, 0, 0);
	returns(w, c, with_running(w, c, left ? 1 : 0));
	touch(w, g, WRITE, 1, symbol(w, g, x), 0, 0);
	returns(w, g, 0);
	world_run(w, 0);
	assert_int_equal(race_at(w, 120, 301), expected);
	assert_int_equal(race_at(w, 105, 301), -1);
	world_free(w);
}

static void test_grandchild(void **state)
{
	(void)state;
	run_grandchild(true, CONFIDENCE_HIGH);
	run_grandchild(false, -1);
}

/* Two children of main: they overlap only if the first still runs when the second
 * is created. */
static void run_siblings(uint64_t running, int expected)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), a = world_function(w, "a");
	func_id b = world_function(w, "b");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE);
	creates(w, m, 10, symbol(w, m, symbol_of(w, a)), 0, 0, 0);
	creates(w, m, 11, symbol(w, m, symbol_of(w, b)), 0, 0, with_running(w, m, running));
	touch(w, a, WRITE, 1, symbol(w, a, x), 0, 0);
	touch(w, b, READ, 1, symbol(w, b, x), 0, 0);
	returns(w, a, 0);
	returns(w, b, 0);
	world_run(w, 0);
	assert_int_equal(race_at(w, 201, 301), expected);
	world_free(w);
}

static void test_siblings(void **state)
{
	(void)state;
	run_siblings(1, CONFIDENCE_HIGH);
	run_siblings(0, -1);
}

/* A lock that the caller holds guards the closed access of its callee, unless the
 * callee may have dropped it. */
static void run_context(bool dropped, int expected)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), t = world_function(w, "t");
	func_id f = world_function(w, "f");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE), l = world_symbol(w, "l", SYM_VARIABLE);
	creates(w, m, 10, symbol(w, m, symbol_of(w, t)), 0, FORKF_LOOP, with_running(w, m, 1));
	calls(w, t, 5, f, 0, holding(w, t, symbol(w, t, l), MODE_EXCLUSIVE), 0);
	returns(w, t, 0);
	if (dropped) {
		struct lockset s = lockset_empty();
		s.dropped[s.dropped_count++] = symbol(w, f, l);
		vec_push(&w->lists.at[f]->locksets, s);
	}
	touch(w, f, WRITE, 1, symbol(w, f, x), dropped ? 1 : 0, 0);
	world_run(w, 0);
	assert_int_equal(race_at(w, 301, 301), expected);
	if (!dropped)
		assert_int_equal(w->report.guarded, 1);
	world_free(w);
}

static void test_context(void **state)
{
	(void)state;
	run_context(false, -1);
	run_context(true, CONFIDENCE_HIGH);
}

/* The lock is reached through the thread's argument two calls up. */
static void test_bound_lock(void **state)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), t = world_function(w, "t");
	func_id f = world_function(w, "f"), g = world_function(w, "g");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE), s = world_symbol(w, "s", SYM_VARIABLE);
	(void)state;
	creates(w, m, 10, symbol(w, m, symbol_of(w, t)), symbol(w, m, s), 0, 0);
	uint32_t lock = holding(w, m, symbol(w, m, s), MODE_EXCLUSIVE);
	touch(w, m, WRITE, 2, symbol(w, m, x), lock, with_running(w, m, 1));
	points_to(w, t, VALUE_PARAM, object(w, s), 0);
	points_to(w, f, VALUE_PARAM, object(w, s), 0);
	calls(w, t, 5, f, formal(w, t, 0), 0, 0);
	calls(w, f, 5, g, 0, holding(w, f, formal(w, f, 0), MODE_EXCLUSIVE), 0);
	touch(w, g, WRITE, 1, symbol(w, g, x), 0, 0);
	returns(w, t, 0);
	world_run(w, 0);
	assert_int_equal(w->report.race_count, 0);
	assert_int_equal(w->report.guarded, 1);
	world_free(w);
}

/* A thread that creates itself ends, and overlaps itself. */
static void test_recursive_creation(void **state)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), t = world_function(w, "t");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE);
	(void)state;
	creates(w, m, 10, symbol(w, m, symbol_of(w, t)), 0, 0, 0);
	creates(w, t, 10, symbol(w, t, symbol_of(w, t)), 0, 0, 0);
	touch(w, t, WRITE, 20, symbol(w, t, x), 0, with_running(w, t, 1));
	returns(w, t, 0);
	world_run(w, 0);
	assert_int_equal(race_at(w, 220, 220), CONFIDENCE_HIGH);
	assert_true(w->threads->list.n < 5);
	world_free(w);
}

/* One that joins what it creates, and touches nothing meanwhile, is never two. */
static void test_recursive_join(void **state)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), t = world_function(w, "t");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE);
	(void)state;
	creates(w, m, 10, symbol(w, m, symbol_of(w, t)), 0, 0, 0);
	creates(w, t, 10, symbol(w, t, symbol_of(w, t)), 0, 0, 0);
	touch(w, t, WRITE, 5, symbol(w, t, x), 0, 0);
	touch(w, t, WRITE, 20, symbol(w, t, x), 0, 0);
	returns(w, t, 0);
	world_run(w, 0);
	assert_int_equal(w->report.race_count, 0);
	world_free(w);
}

/* A handler interrupts main; a volatile word is fine, a plain one is not. */
static void test_signal(void **state)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), h = world_function(w, "handler");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE), y = world_symbol(w, "y", SYM_VARIABLE);
	(void)state;
	creates(w, m, 10, symbol(w, m, symbol_of(w, h)), 0, 0, 0);
	w->lists.at[m]->forks.at[0].kind = FORK_SIGNAL;
	uint32_t after = with_running(w, m, 1);
	touch(w, m, READ, 2, symbol(w, m, x), 0, after)->flags = ACCESSF_VOLATILE;
	touch(w, m, READ, 3, symbol(w, m, y), 0, after);
	touch(w, h, WRITE, 1, symbol(w, h, x), 0, 0)->flags = ACCESSF_VOLATILE;
	touch(w, h, WRITE, 2, symbol(w, h, y), 0, 0);
	returns(w, h, 0);
	world_run(w, 0);
	assert_int_equal(race_at(w, 102, 201), -1);
	assert_int_equal(race_at(w, 103, 202), CONFIDENCE_HIGH);
	assert_int_equal(w->report.threads[1].kind, THREAD_SIGNAL);
	world_free(w);
}

/* Without main every visible function is an entry, and they run in parallel. */
static void test_open_program(void **state)
{
	struct world *w = world_new();
	func_id f = world_function(w, "f"), g = world_function(w, "g");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE);
	(void)state;
	touch(w, f, WRITE, 1, symbol(w, f, x), 0, 0);
	touch(w, g, READ, 1, symbol(w, g, x), 0, 0);
	world_run(w, 0);
	assert_true(w->report.open_program);
	assert_int_equal(w->report.thread_count, 1);
	assert_int_equal(race_at(w, 101, 201), CONFIDENCE_MEDIUM);
	world_free(w);
}

/* Twenty thousand functions, each calling the next: no deep recursion. */
static void test_long_chain(void **state)
{
	enum { LENGTH = 20000 };
	struct world *w = world_new();
	func_id m = world_function(w, "main"), t = world_function(w, "t");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE);
	func_id before = t;
	(void)state;
	creates(w, m, 10, symbol(w, m, symbol_of(w, t)), 0, FORKF_LOOP, with_running(w, m, 1));
	for (uint32_t i = 0; i < LENGTH; i++) {
		func_id f = world_function(w, "f");
		calls(w, before, 1, f, 0, 0, 0);
		before = f;
	}
	touch(w, before, WRITE, 1, symbol(w, before, x), 0, 0);
	world_run(w, 0);
	assert_int_equal(w->report.race_count, 1);
	assert_true(w->report.races[0].accesses[0].frame_count < 64);
	world_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_create_and_join), cmocka_unit_test(test_loop),
		cmocka_unit_test(test_grandchild),	cmocka_unit_test(test_siblings),
		cmocka_unit_test(test_context),		cmocka_unit_test(test_bound_lock),
		cmocka_unit_test(test_recursive_creation),
		cmocka_unit_test(test_recursive_join),
		cmocka_unit_test(test_signal),		cmocka_unit_test(test_open_program),
		cmocka_unit_test(test_long_chain),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
