/* SPDX-License-Identifier: MIT */
/* The row of vetoes: which lock is the same, what memory is distinct, what is
 * ordered. Each case has a twin that breaks it. */
#include "race_world.h"

/* Two threads of t, created in a loop; each test adds what t does. */
struct twins {
	struct world *w;
	func_id m, t;
};

static struct twins twins_new(void)
{
	struct twins s = {.w = world_new()};
	s.m = world_function(s.w, "main");
	s.t = world_function(s.w, "t");
	return s;
}

static void twins_create(struct twins s, path_id argument, uint8_t flags)
{
	creates(s.w, s.m, 10, symbol(s.w, s.m, symbol_of(s.w, s.t)), argument,
		(uint8_t)(FORKF_LOOP | flags), with_running(s.w, s.m, 1));
	returns(s.w, s.t, 0);
}

static int twins_end(struct twins s, uint32_t line_a, uint32_t line_b)
{
	world_run(s.w, 0);
	int found = race_at(s.w, line_a, line_b);
	world_free(s.w);
	return found;
}

/* ---- locks ---- */

static int run_global(bool same, uint8_t mode_a, uint8_t mode_b)
{
	struct twins s = twins_new();
	sym_id x = world_symbol(s.w, "x", SYM_VARIABLE);
	sym_id l = world_symbol(s.w, "l", SYM_VARIABLE);
	sym_id k = world_symbol(s.w, "k", SYM_VARIABLE);
	twins_create(s, 0, 0);
	uint32_t a = holding(s.w, s.t, symbol(s.w, s.t, l), mode_a);
	uint32_t b = holding(s.w, s.t, symbol(s.w, s.t, same ? l : k), mode_b);
	touch(s.w, s.t, WRITE, 1, symbol(s.w, s.t, x), a, 0);
	touch(s.w, s.t, READ, 2, symbol(s.w, s.t, x), b, 0);
	return twins_end(s, 201, 202);
}

static void test_global_lock(void **state)
{
	(void)state;
	assert_int_equal(run_global(true, MODE_EXCLUSIVE, MODE_EXCLUSIVE), -1);
	assert_int_equal(run_global(true, MODE_EXCLUSIVE, MODE_SHARED), -1);
	assert_int_equal(run_global(true, MODE_SHARED, MODE_SHARED), CONFIDENCE_HIGH);
	assert_int_equal(run_global(false, MODE_EXCLUSIVE, MODE_EXCLUSIVE), CONFIDENCE_HIGH);
}

/* p->n (at 8) under p->lock (at 0), p a value; the twin locks q->lock. */
static int run_element(bool own)
{
	struct twins s = twins_new();
	path_id p = value(s.w, s.t, 30), q = value(s.w, s.t, 31);
	heap(s.w, s.m, s.m, 5);
	obj_id o = pointers_object_at(&s.w->pt, s.m, 5);
	s.w->pt.objects.at[o].array = true; /* of elements that have a lock each */
	points_to(s.w, s.t, 30, o, 0);
	points_to(s.w, s.t, 31, o, 0);
	twins_create(s, 0, 0);
	uint32_t l = holding(s.w, s.t, own ? p : q, MODE_EXCLUSIVE);
	touch(s.w, s.t, WRITE, 1, path_offset(in(s.w, s.t), p, 8), l, 0);
	return twins_end(s, 201, 201);
}

static void test_element_lock(void **state)
{
	(void)state;
	assert_int_equal(run_element(true), -1);
	assert_int_equal(run_element(false), CONFIDENCE_MEDIUM); /* may be the same */
}

/* a[i] under m[i]; the twin says a[j] under m[i]. */
static int run_index(bool same)
{
	struct twins s = twins_new();
	sym_id a = world_symbol(s.w, "a", SYM_VARIABLE);
	sym_id m = world_symbol(s.w, "m", SYM_VARIABLE);
	struct paths *p = in(s.w, s.t);
	path_id i = value(s.w, s.t, 30), j = value(s.w, s.t, 31);
	path_id lock = path_index(p, symbol(s.w, s.t, m), i, 40);
	path_id data = path_index(p, symbol(s.w, s.t, a), same ? i : j, 4);
	twins_create(s, 0, 0);
	touch(s.w, s.t, WRITE, 1, data, holding(s.w, s.t, lock, MODE_EXCLUSIVE), 0);
	return twins_end(s, 201, 201);
}

static void test_lock_array(void **state)
{
	(void)state;
	assert_int_equal(run_index(true), -1);
	assert_true(run_index(false) >= 0);
}

/* a[i] under m[i] against a[3] under m[3], and against a[3] under m[2]. */
static int run_constant_index(int64_t lock_index)
{
	struct twins s = twins_new();
	sym_id a = world_symbol(s.w, "a", SYM_VARIABLE);
	sym_id m = world_symbol(s.w, "m", SYM_VARIABLE);
	struct paths *p = in(s.w, s.t);
	path_id i = value(s.w, s.t, 30);
	path_id lock = path_index(p, symbol(s.w, s.t, m), i, 40);
	path_id fixed = path_offset(p, symbol(s.w, s.t, m), lock_index * 40);
	twins_create(s, 0, 0);
	touch(s.w, s.t, WRITE, 1, path_index(p, symbol(s.w, s.t, a), i, 4),
	      holding(s.w, s.t, lock, MODE_EXCLUSIVE), 0);
	touch(s.w, s.t, WRITE, 2, path_offset(p, symbol(s.w, s.t, a), 12),
	      holding(s.w, s.t, fixed, MODE_EXCLUSIVE), 0)->size = 4;
	/* the table has no arrays: say that both may be the same bytes */
	s.w->lists.at[s.t]->closed.at[0].size = 16;
	return twins_end(s, 201, 202);
}

static void test_constant_index(void **state)
{
	(void)state;
	assert_int_equal(run_constant_index(3), -1);
	assert_true(run_constant_index(2) >= 0);
}

/* The lock is *gp: the same for sure unless gp is written while threads run. */
static int run_lock_pointer(bool written)
{
	struct twins s = twins_new();
	sym_id x = world_symbol(s.w, "x", SYM_VARIABLE);
	sym_id gp = world_symbol(s.w, "gp", SYM_VARIABLE);
	sym_id l = world_symbol(s.w, "l", SYM_VARIABLE);
	struct paths *p = in(s.w, s.t);
	sym_id k = world_symbol(s.w, "k", SYM_VARIABLE);
	contains(s.w, object(s.w, gp), 0, object(s.w, l));
	contains(s.w, object(s.w, gp), 0, object(s.w, k));
	twins_create(s, 0, 0);
	path_id lock = path_load(p, symbol(s.w, s.t, gp));
	touch(s.w, s.t, READ, 3, symbol(s.w, s.t, gp), 0, 0);
	touch(s.w, s.t, WRITE, 1, symbol(s.w, s.t, x),
	      holding(s.w, s.t, lock, MODE_EXCLUSIVE), 0);
	if (written)
		touch(s.w, s.m, WRITE, 4, symbol(s.w, s.m, gp), 0, with_running(s.w, s.m, 1));
	return twins_end(s, 201, 201);
}

static void test_lock_pointer(void **state)
{
	(void)state;
	assert_int_equal(run_lock_pointer(false), -1);
	assert_int_equal(run_lock_pointer(true), CONFIDENCE_MEDIUM);
}

/* Binary only if every initial value is 1. */
static int run_semaphore(int64_t initial)
{
	struct twins s = twins_new();
	sym_id x = world_symbol(s.w, "x", SYM_VARIABLE);
	sym_id q = world_symbol(s.w, "q", SYM_VARIABLE);
	twins_create(s, 0, 0);
	uint32_t l = holding(s.w, s.t, symbol(s.w, s.t, q), MODE_EXCLUSIVE);
	s.w->lists.at[s.t]->locksets.at[l].held[0].kind = LOCK_SEMAPHORE;
	vec_push(&s.w->lists.at[s.m]->syncs,
		 ((struct sync){.kind = SYNC_SEM_INIT, .object = symbol(s.w, s.m, q),
				.value = initial, .func = s.m, .inst = 1}));
	touch(s.w, s.t, WRITE, 1, symbol(s.w, s.t, x), l, 0);
	return twins_end(s, 201, 201);
}

static void test_semaphore(void **state)
{
	(void)state;
	assert_int_equal(run_semaphore(1), -1);
	assert_int_equal(run_semaphore(2), CONFIDENCE_HIGH);
}

/* Kahlon: one holds A and took B since, the other holds B and took A since. */
static int run_histories(bool crossed)
{
	struct twins s = twins_new();
	sym_id x = world_symbol(s.w, "x", SYM_VARIABLE);
	sym_id a = world_symbol(s.w, "a", SYM_VARIABLE);
	sym_id b = world_symbol(s.w, "b", SYM_VARIABLE);
	twins_create(s, 0, 0);
	uint32_t la = holding(s.w, s.t, symbol(s.w, s.t, a), MODE_EXCLUSIVE);
	uint32_t lb = holding(s.w, s.t, symbol(s.w, s.t, b), MODE_EXCLUSIVE);
	struct lockset *sets = s.w->lists.at[s.t]->locksets.at;
	sets[la].held[0].since[sets[la].held[0].since_count++] = symbol(s.w, s.t, b);
	if (crossed)
		sets[lb].held[0].since[sets[lb].held[0].since_count++] =
			symbol(s.w, s.t, a);
	touch(s.w, s.t, WRITE, 1, symbol(s.w, s.t, x), la, 0);
	touch(s.w, s.t, READ, 2, symbol(s.w, s.t, x), lb, 0);
	return twins_end(s, 201, 202);
}

static void test_histories(void **state)
{
	(void)state;
	assert_int_equal(run_histories(true), -1);
	assert_int_equal(run_histories(false), CONFIDENCE_HIGH);
}

/* ---- distinct memory ---- */

/* The argument is &args[RANGE]; t touches 4 bytes at 'offset' of its element. */
static int run_element_argument(int64_t offset, uint64_t stride)
{
	struct twins s = twins_new();
	struct paths *p = in(s.w, s.m);
	path_id range = path_range(p, path_int(p, 0), path_int(p, 8), 1);
	path_id argument = path_index(p, local(s.w, s.m, s.m, 5), range, stride);
	twins_create(s, argument, 0);
	path_id at = path_offset(in(s.w, s.t), formal(s.w, s.t, 0), offset);
	touch(s.w, s.t, WRITE, 1, at, 0, 0);
	touch(s.w, s.t, WRITE, 2, formal(s.w, s.t, 0), 0, 0)->size = 8;
	return twins_end(s, 201, 202);
}

static void test_element_argument(void **state)
{
	(void)state;
	assert_int_equal(run_element_argument(4, 8), -1);
	assert_true(run_element_argument(4, 4) >= 0); /* reaches into the next one */
}

static int run_argument(uint8_t flags, bool through_pointer)
{
	struct twins s = twins_new();
	obj_id o;
	path_id argument = heap(s.w, s.m, s.m, 5);
	o = pointers_object_at(&s.w->pt, s.m, 5);
	contains(s.w, o, 8, o);
	twins_create(s, argument, flags);
	path_id at = path_offset(in(s.w, s.t), formal(s.w, s.t, 0), 8);
	if (through_pointer)
		at = path_load(in(s.w, s.t), at);
	touch(s.w, s.t, WRITE, 1, at, 0, 0);
	return twins_end(s, 201, 201);
}

static void test_own_allocation(void **state)
{
	(void)state;
	assert_int_equal(run_argument(FORKF_ARG_FRESH, false), -1);
	assert_int_equal(run_argument(0, false), CONFIDENCE_HIGH);
	assert_int_equal(run_argument(FORKF_ARG_FRESH, true), CONFIDENCE_HIGH);
}

/* data[tid] with the loop's index; the twin uses a value computed from it. */
static int run_index_argument(bool itself)
{
	struct twins s = twins_new();
	sym_id data = world_symbol(s.w, "data", SYM_VARIABLE);
	struct paths *p = in(s.w, s.m);
	twins_create(s, path_range(p, path_int(p, 0), value(s.w, s.m, 3), 1), 0);
	path_id index = itself ? formal(s.w, s.t, 0) : value(s.w, s.t, 9);
	path_id at = path_index(in(s.w, s.t), symbol(s.w, s.t, data), index, 4);
	touch(s.w, s.t, WRITE, 1, at, 0, 0);
	return twins_end(s, 201, 201);
}

static void test_index_argument(void **state)
{
	(void)state;
	assert_int_equal(run_index_argument(true), -1);
	assert_int_equal(run_index_argument(false), CONFIDENCE_HIGH);
}

/* A published local of t itself is another one in each thread; reached through a
 * global pointer it may be the other thread's. */
static void test_own_local(void **state)
{
	struct twins s = twins_new();
	sym_id gp = world_symbol(s.w, "gp", SYM_VARIABLE);
	path_id mine = local(s.w, s.t, s.t, 5);
	(void)state;
	contains(s.w, object(s.w, gp), 0, pointers_object_at(&s.w->pt, s.t, 5));
	twins_create(s, 0, 0);
	touch(s.w, s.t, WRITE, 1, mine, 0, 0);
	touch(s.w, s.t, READ, 2, path_load(in(s.w, s.t), symbol(s.w, s.t, gp)), 0, 0);
	world_run(s.w, 0);
	assert_int_equal(race_at(s.w, 201, 201), -1);
	assert_int_equal(race_at(s.w, 201, 202), CONFIDENCE_HIGH);
	world_free(s.w);
}

/* Parent's local, passed to the child: both touch the same. */
static void test_stack_of_parent(void **state)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), t = world_function(w, "t");
	(void)state;
	creates(w, m, 10, symbol(w, m, symbol_of(w, t)), local(w, m, m, 5), 0, 0);
	touch(w, m, WRITE, 20, local(w, m, m, 5), 0, with_running(w, m, 1));
	touch(w, t, WRITE, 1, formal(w, t, 0), 0, 0);
	returns(w, t, 0);
	world_run(w, 0);
	assert_int_equal(race_at(w, 120, 201), CONFIDENCE_HIGH);
	assert_string_equal(w->report.races[0].kind, "local");
	world_free(w);
}

/* main fills in args[i] before it creates the thread that gets it; the twin fills
 * in args[j]. */
static int run_absent(bool same)
{
	struct twins s = twins_new();
	struct paths *p = in(s.w, s.m);
	path_id args = local(s.w, s.m, s.m, 5);
	path_id i = value(s.w, s.m, 3), j = value(s.w, s.m, 4);
	path_id range = path_range(p, path_int(p, 0), path_int(p, 8), 1);
	twins_create(s, path_index(p, args, range, 8), 0);
	touch(s.w, s.m, WRITE, 9, path_index(p, args, same ? i : j, 8), 0,
	      without(s.w, s.m, 1, 10, i));
	touch(s.w, s.t, READ, 1, formal(s.w, s.t, 0), 0, 0);
	return twins_end(s, 109, 201);
}

static void test_absent(void **state)
{
	(void)state;
	assert_int_equal(run_absent(true), -1);
	assert_int_equal(run_absent(false), CONFIDENCE_HIGH);
}

/* join(c->id); c->n: whoever got c has ended; the twin joined another one. */
static int run_joined_owner(bool same)
{
	struct twins s = twins_new();
	struct paths *p = in(s.w, s.m);
	path_id c = value(s.w, s.m, 30), d = value(s.w, s.m, 31);
	path_id argument = heap(s.w, s.m, s.m, 5);
	obj_id o = pointers_object_at(&s.w->pt, s.m, 5);
	points_to(s.w, s.m, 30, o, 0);
	points_to(s.w, s.m, 31, o, 0);
	twins_create(s, argument, FORKF_ARG_FRESH);
	s.w->lists.at[s.m]->forks.at[0].id_address = path_offset(p, argument, 16);
	path_id id = path_load(p, path_offset(p, same ? c : d, 16));
	touch(s.w, s.m, READ, 20, path_offset(p, c, 8), 0, after_join(s.w, s.m, 1, id));
	touch(s.w, s.t, WRITE, 1, path_offset(in(s.w, s.t), formal(s.w, s.t, 0), 8), 0, 0);
	return twins_end(s, 120, 201);
}

static void test_joined_owner(void **state)
{
	(void)state;
	assert_int_equal(run_joined_owner(true), -1);
	assert_int_equal(run_joined_owner(false), CONFIDENCE_MEDIUM);
}

/* ---- the rest ---- */

static int run_barrier(uint32_t least)
{
	struct twins s = twins_new();
	sym_id x = world_symbol(s.w, "x", SYM_VARIABLE);
	sym_id b = world_symbol(s.w, "b", SYM_VARIABLE);
	twins_create(s, 0, 0);
	touch(s.w, s.t, WRITE, 1, symbol(s.w, s.t, x), 0, 0);
	touch(s.w, s.t, READ, 2, symbol(s.w, s.t, x), 0,
	      after_barrier(s.w, s.t, 0, symbol(s.w, s.t, b), least, 1));
	return twins_end(s, 201, 202);
}

static void test_barrier(void **state)
{
	(void)state;
	assert_int_equal(run_barrier(1), -1);
	assert_int_equal(run_barrier(0), CONFIDENCE_HIGH);
}

static int run_atomic(uint8_t flags_a, uint8_t flags_b)
{
	struct twins s = twins_new();
	sym_id x = world_symbol(s.w, "x", SYM_VARIABLE);
	twins_create(s, 0, 0);
	touch(s.w, s.t, WRITE, 1, symbol(s.w, s.t, x), 0, 0)->flags = flags_a;
	touch(s.w, s.t, READ, 2, symbol(s.w, s.t, x), 0, 0)->flags = flags_b;
	return twins_end(s, 201, 202);
}

static void test_atomic(void **state)
{
	(void)state;
	assert_int_equal(run_atomic(ACCESSF_ATOMIC, ACCESSF_ATOMIC), -1);
	assert_int_equal(run_atomic(ACCESSF_ATOMIC, 0), CONFIDENCE_HIGH);
	assert_int_equal(run_atomic(ACCESSF_VOLATILE, ACCESSF_VOLATILE), CONFIDENCE_MEDIUM);
}

/* producer writes and posts, consumer waits and reads: low. With a post before the
 * write as well, or a semaphore that starts at one, nothing is ordered. */
static int run_handover(int64_t initial, uint32_t post)
{
	struct world *w = world_new();
	func_id m = world_function(w, "main"), a = world_function(w, "a");
	func_id b = world_function(w, "b");
	sym_id x = world_symbol(w, "x", SYM_VARIABLE), q = world_symbol(w, "q", SYM_VARIABLE);
	creates(w, m, 10, symbol(w, m, symbol_of(w, a)), 0, 0, 0);
	creates(w, m, 11, symbol(w, m, symbol_of(w, b)), 0, 0, with_running(w, m, 1));
	vec_push(&w->lists.at[m]->syncs,
		 ((struct sync){.kind = SYNC_SEM_INIT, .object = symbol(w, m, q),
				.value = initial, .func = m, .inst = 1}));
	touch(w, a, WRITE, 5, symbol(w, a, x), 0, 0);
	vec_push(&w->lists.at[a]->syncs,
		 ((struct sync){.kind = SYNC_SEM_POST, .object = symbol(w, a, q), .func = a,
				.inst = post}));
	vec_push(&w->lists.at[b]->syncs,
		 ((struct sync){.kind = SYNC_SEM_WAIT, .object = symbol(w, b, q), .func = b,
				.inst = 1}));
	touch(w, b, READ, 5, symbol(w, b, x), 0, 0);
	returns(w, a, 0);
	returns(w, b, 0);
	world_run(w, 0);
	int found = race_at(w, 205, 305);
	world_free(w);
	return found;
}

static void test_handover(void **state)
{
	(void)state;
	assert_int_equal(run_handover(0, 9), CONFIDENCE_LOW);
	assert_int_equal(run_handover(0, 2), CONFIDENCE_HIGH);
	assert_int_equal(run_handover(1, 9), CONFIDENCE_HIGH);
}

/* A veto can be turned off by its name; the funnel counts what is left. */
static void test_switch(void **state)
{
	struct twins s = twins_new();
	sym_id x = world_symbol(s.w, "x", SYM_VARIABLE);
	sym_id l = world_symbol(s.w, "l", SYM_VARIABLE);
	(void)state;
	twins_create(s, 0, 0);
	touch(s.w, s.t, WRITE, 1, symbol(s.w, s.t, x),
	      holding(s.w, s.t, symbol(s.w, s.t, l), MODE_EXCLUSIVE), 0);
	assert_int_equal(veto_bit("nonsense"), 0);
	world_run(s.w, veto_bit("lock"));
	assert_int_equal(race_at(s.w, 201, 201), CONFIDENCE_HIGH);
	const struct report *r = &s.w->report;
	assert_string_equal(r->funnel[0].name, "reachable");
	assert_string_equal(r->funnel[r->stage_count - 1].name, "ordered");
	assert_int_equal(r->funnel[r->stage_count - 1].pairs, 1);
	world_free(s.w);
}

/* 'guarded by l in 2 of 3 accesses' */
static void test_usual_lock(void **state)
{
	struct twins s = twins_new();
	sym_id x = world_symbol(s.w, "x", SYM_VARIABLE);
	sym_id l = world_symbol(s.w, "l", SYM_VARIABLE);
	(void)state;
	twins_create(s, 0, 0);
	uint32_t held = holding(s.w, s.t, symbol(s.w, s.t, l), MODE_EXCLUSIVE);
	touch(s.w, s.t, WRITE, 1, symbol(s.w, s.t, x), held, 0);
	touch(s.w, s.t, WRITE, 2, symbol(s.w, s.t, x), held, 0);
	touch(s.w, s.t, READ, 3, symbol(s.w, s.t, x), 0, 0);
	world_run(s.w, 0);
	assert_int_equal(s.w->report.race_count, 1);
	const struct report_race *r = &s.w->report.races[0];
	assert_int_equal(race_at(s.w, 201, 203), CONFIDENCE_HIGH);
	assert_int_equal(race_at(s.w, 202, 203), CONFIDENCE_HIGH);
	assert_int_equal(race_at(s.w, 201, 202), -1);
	assert_string_equal(r->usual_lock, "l");
	assert_int_equal(r->usual_count, 2);
	assert_int_equal(r->usual_total, 3);
	assert_int_equal(strlen(r->id), 16);
	world_free(s.w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_global_lock),    cmocka_unit_test(test_element_lock),
		cmocka_unit_test(test_lock_array),     cmocka_unit_test(test_constant_index),
		cmocka_unit_test(test_lock_pointer),   cmocka_unit_test(test_semaphore),
		cmocka_unit_test(test_histories),      cmocka_unit_test(test_element_argument),
		cmocka_unit_test(test_own_allocation), cmocka_unit_test(test_index_argument),
		cmocka_unit_test(test_own_local),      cmocka_unit_test(test_stack_of_parent),
		cmocka_unit_test(test_barrier),	       cmocka_unit_test(test_atomic),
		cmocka_unit_test(test_absent),	       cmocka_unit_test(test_joined_owner),
		cmocka_unit_test(test_handover),       cmocka_unit_test(test_switch),
		cmocka_unit_test(test_usual_lock),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
