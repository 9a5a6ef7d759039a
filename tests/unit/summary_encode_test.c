/* SPDX-License-Identifier: MIT */
/*
 * Summaries to bytes and back: nothing is lost, and damaged bytes are refused.
 * The bytes of the summaries in tests/fuzz/seeds/summary/ are the format; a test
 * fails when it changes. CHEQUER_PROMOTE=1 rewrites them: raise the version then.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "summary_random.h"

/* A new field? Code it in encode.c, fill it in summary_random.h, then here. */
static void every_field_is_known(void **unused)
{
	(void)unused;
	assert_int_equal(sizeof(struct held), 32);
	assert_int_equal(sizeof(struct lockset), 10 * 32 + 24 * 4 + 8 * 4 + 12 * 12 + 6 * 8 + 8);
	assert_int_equal(sizeof(struct order), 72);
	assert_int_equal(sizeof(struct phase), 16);
	assert_int_equal(sizeof(struct absent), 8);
	assert_int_equal(sizeof(struct chain), 16);
	assert_int_equal(sizeof(struct access), 48);
	assert_int_equal(sizeof(struct fork), 104);
	assert_int_equal(sizeof(struct content), 8);
	assert_int_equal(sizeof(struct call), 60);
	assert_int_equal(sizeof(struct pointed), 20);
	assert_int_equal(sizeof(struct fact), 24);
	assert_int_equal(sizeof(struct outcome), 28);
	assert_int_equal(sizeof(struct write), 24);
	assert_int_equal(sizeof(struct sync), 32);
	assert_int_equal(sizeof(struct pointee), 24);
	assert_int_equal(sizeof(struct lock_note), 24);
	assert_int_equal(sizeof(struct found_note), 24);
	assert_int_equal(sizeof(struct number_note), 24);
	assert_int_equal(sizeof(struct taken_note), 20);
	assert_int_equal(sizeof(struct indexed_note), 8);
	assert_int_equal(sizeof(struct dealt_note), 8);
	assert_int_equal(sizeof(struct flow_block), 24);
	assert_int_equal(sizeof(struct flow_edge), 24);
	assert_int_equal(sizeof(struct flow_term), 32);
	assert_int_equal(sizeof(struct flow_choice), 8);
	assert_int_equal(sizeof(struct deed), 48);
	assert_int_equal(sizeof(struct put), 8);
	assert_int_equal(sizeof(struct notes), 16 * 13);
	assert_int_equal(sizeof(struct summary),
			 sizeof(struct paths) + sizeof(struct notes) + 25 * 16 + 104);
}

static void same_paths(const struct paths *a, const struct paths *b)
{
	assert_int_equal(a->list.n, b->list.n);
	for (path_id p = 1; p < a->list.n; p++) {
		const struct path *x = path_at(a, p), *y = path_at(b, p);
		assert_int_equal(path_compare(a, p, b, p), 0);
		assert_true(x->kind == y->kind && x->flags == y->flags && x->a == y->a &&
			    x->b == y->b && x->imm == y->imm && x->root == y->root &&
			    x->loads == y->loads && x->steps == y->steps);
	}
}

static void same_locksets(const struct summary *a, const struct summary *b)
{
	assert_int_equal(a->locksets.n, b->locksets.n);
	for (uint32_t i = 0; i < a->locksets.n; i++) {
		const struct lockset *x = &a->locksets.at[i], *y = &b->locksets.at[i];
		assert_true(lockset_equal(x, y));
		for (uint32_t k = 0; k < x->held_count; k++)
			assert_true(x->held[k].func == y->held[k].func &&
				    x->held[k].inst == y->held[k].inst);
	}
}

#define SAME_LIST(list)                                                              \
	do {                                                                         \
		assert_int_equal(a->list.n, b->list.n);                              \
		if (a->list.n)                                                       \
			assert_memory_equal(a->list.at, b->list.at,                  \
					    a->list.n * sizeof(*a->list.at));        \
	} while (0)

static void same_summary(const struct summary *a, const struct summary *b)
{
	same_paths(&a->paths, &b->paths);
	same_locksets(a, b);
	SAME_LIST(orders);
	SAME_LIST(order_paths);
	SAME_LIST(order_phases);
	SAME_LIST(order_absent);
	SAME_LIST(chains);
	SAME_LIST(open);
	SAME_LIST(closed);
	SAME_LIST(contents);
	SAME_LIST(origins);
	SAME_LIST(forks);
	SAME_LIST(calls);
	SAME_LIST(call_args);
	SAME_LIST(ruled_out);
	SAME_LIST(known);
	SAME_LIST(loads);
	SAME_LIST(pointed);
	SAME_LIST(outcomes);
	SAME_LIST(facts);
	SAME_LIST(values);
	SAME_LIST(writes);
	SAME_LIST(syncs);
	SAME_LIST(puts);
	SAME_LIST(modified);
	SAME_LIST(aliases);
	SAME_LIST(notes.pointees);
	SAME_LIST(notes.through);
	SAME_LIST(notes.locks);
	SAME_LIST(notes.found);
	SAME_LIST(notes.numbers);
	SAME_LIST(notes.taken);
	SAME_LIST(notes.indexed);
	SAME_LIST(notes.dealt);
	SAME_LIST(notes.flow);
	SAME_LIST(notes.flow_edges);
	SAME_LIST(notes.flow_terms);
	SAME_LIST(notes.flow_choices);
	SAME_LIST(notes.deeds);
	assert_int_equal(a->func, b->func);
	assert_int_equal(a->unknown, b->unknown);
	assert_int_equal(a->may_fork, b->may_fork);
	assert_int_equal(a->waits, b->waits);
	assert_int_equal(a->returns, b->returns);
	assert_int_equal(a->modified_any, b->modified_any);
	assert_true(a->escapes == b->escapes);
	assert_memory_equal(&a->asked, &b->asked, sizeof(a->asked));
	assert_true(a->escapes_behind == b->escapes_behind);
	assert_memory_equal(a->limits, b->limits, sizeof(a->limits));
}

/* The table of a decoded summary finds what it has and takes more. */
static void paths_are_usable(struct paths *t)
{
	uint32_t n = t->list.n;
	for (path_id p = 1; p < n; p++)
		assert_int_equal(path_copy(t, t, p), p);
	assert_int_equal(t->list.n, n);
	path_id p = path_leaf(t, PATH_SYMBOL, UINT32_MAX, 0);
	assert_int_equal(p, n);
	assert_int_equal(path_leaf(t, PATH_SYMBOL, UINT32_MAX, 0), n);
}

static void round_trip(const struct summary *s)
{
	struct str bytes = {0}, again = {0};
	struct summary copy;
	str_add(&bytes, "before"); /* encoding appends */
	summary_encode(s, &bytes);
	assert_true(summary_decode(&copy, bytes.at + 6, bytes.n - 6));
	same_summary(s, &copy);
	summary_encode(&copy, &again);
	assert_int_equal(again.n, bytes.n - 6);
	assert_memory_equal(again.at, bytes.at + 6, again.n);
	paths_are_usable(&copy.paths);
	summary_free(&copy);
	str_free(&bytes);
	str_free(&again);
}

static void round_trips(void **unused)
{
	struct summary s = {0}, empty = {0};
	(void)unused;
	paths_init(&empty.paths);
	round_trip(&empty);
	summary_free(&empty);
	hand_summary(&s);
	round_trip(&s);
	summary_free(&s);
	for (uint64_t seed = 0; seed < 200; seed++) {
		random_summary(&s, seed, (uint32_t)(seed % 70));
		round_trip(&s);
		summary_free(&s);
	}
}

/* The summary of function 0, which never was made, has no path table. */
static void nothing_is_a_summary_too(void **unused)
{
	struct summary s = {0}, copy;
	struct str bytes = {0};
	(void)unused;
	summary_encode(&s, &bytes);
	assert_true(summary_decode(&copy, bytes.at, bytes.n));
	assert_int_equal(copy.paths.list.n, 1);
	summary_free(&copy);
	str_free(&bytes);
}

static void bytes_are_few(void **unused)
{
	struct summary s;
	struct str bytes = {0};
	(void)unused;
	hand_summary(&s);
	summary_encode(&s, &bytes);
	assert_true(bytes.n < 160);
	summary_free(&s);
	str_free(&bytes);
}

/* ---- damage ---- */

static bool decodes(const char *bytes, size_t size)
{
	struct summary s;
	char *exact = malloc(size ? size : 1); /* so that ASan sees what lies behind */
	memcpy(exact, bytes, size);
	bool ok = summary_decode(&s, exact, size);
	if (ok)
		summary_free(&s);
	else
		assert_true(!s.paths.list.at && !s.locksets.at && !s.open.n);
	free(exact);
	return ok;
}

static void damage_is_noticed(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < 6; seed++) {
		struct summary s;
		struct str bytes = {0};
		random_summary(&s, seed, 5);
		summary_encode(&s, &bytes);
		assert_true(decodes(bytes.at, bytes.n));
		for (size_t n = 0; n < bytes.n; n++)
			assert_false(decodes(bytes.at, n));
		for (size_t bit = 0; bit < bytes.n * 8; bit++) {
			bytes.at[bit / 8] ^= (char)(1 << bit % 8);
			assert_false(decodes(bytes.at, bytes.n));
			bytes.at[bit / 8] ^= (char)(1 << bit % 8);
		}
		str_addc(&bytes, 0);
		assert_false(decodes(bytes.at, bytes.n));
		str_free(&bytes);
		summary_free(&s);
	}
}

/* ---- the format ---- */

static void check_seed(const char *name, const struct summary *s)
{
	struct str path = {0}, bytes = {0}, expected = {0};
	str_addf(&path, CHEQUER_ROOT "/tests/fuzz/seeds/summary/%s", name);
	summary_encode(s, &bytes);
	if (getenv("CHEQUER_PROMOTE")) {
		FILE *f = fopen(path.at, "wb");
		assert_non_null(f);
		fwrite(bytes.at, 1, bytes.n, f);
		fclose(f);
	}
	assert_true(str_read_file(&expected, path.at));
	assert_int_equal(bytes.n, expected.n);
	assert_memory_equal(bytes.at, expected.at, bytes.n);
	str_free(&path);
	str_free(&bytes);
	str_free(&expected);
}

static void format_is_what_it_was(void **unused)
{
	struct summary s = {0};
	(void)unused;
	check_seed("empty", &s);
	hand_summary(&s);
	check_seed("take", &s);
	summary_free(&s);
	random_summary(&s, 1, 3);
	check_seed("random3", &s);
	summary_free(&s);
	random_summary(&s, 2, 8);
	check_seed("random8", &s);
	summary_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_is_known),
		cmocka_unit_test(round_trips),
		cmocka_unit_test(nothing_is_a_summary_too),
		cmocka_unit_test(bytes_are_few),
		cmocka_unit_test(damage_is_noticed),
		cmocka_unit_test(format_is_what_it_was),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
