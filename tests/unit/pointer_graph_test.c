// SPDX-License-Identifier: MIT
/*
 * Programs that no source would have: a chain of 20,000 functions, a cycle of
 * 2,000, chains of casts and phis. Nothing may recurse as deep as they are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/str.h"
#include "callgraph/callgraph.h"
#include "ir/text.h"
#include "pointer/scc.h"

struct fixture {
	struct program p;
	struct models m;
	struct pointers *pt;
	struct callgraph *g;
};

static void solve(struct fixture *f, const struct str *text)
{
	char message[200];
	memset(f, 0, sizeof(*f));
	models_init(&f->m);
	if (!ir_parse("test", text->at, text->n, &f->p, message, sizeof(message)))
		fail_msg("%s", message);
	f->pt = pointers_solve(&f->p, &f->m, NULL);
	f->g = callgraph_build(&f->p, f->pt);
}

static void release(struct fixture *f)
{
	callgraph_free(f->g);
	pointers_free(f->pt);
	models_free(&f->m);
	program_free(&f->p);
}

static void add_header(struct str *text, int n)
{
	str_add(text, "unit 1 \"t.c\" 8 \"x86_64-pc-linux-gnu\"\n");
	str_add(text, "var @x 4 defined\nvar @f 8 defined\n");
	for (int i = 0; i < n; i++)
		str_addf(text, "proto @f%d\n", i);
}

/* f0 calls f1 calls f2 ... and each passes on its argument and its result. */
static void add_chain(struct str *text, int n, int back)
{
	for (int i = 0; i < n; i++) {
		int next = i + 1 < n ? i + 1 : back;
		str_addf(text, "func @f%d($0: 8) {\nb0:\n", i);
		if (next < 0)
			str_add(text, "\tret $0\n}\n");
		else
			str_addf(text, "\t%%0 = call 8, @f%d($0)\n\tret %%0\n}\n", next);
	}
}

static void add_main(struct str *text)
{
	str_add(text, "proto @main\nfunc @main() {\nb0:\n\t%0 = call 8, @f0(@x)\n"
		      "\tstore 8, @f, %0\n\tret 0\n}\n");
}

static bool points_to(const struct fixture *f, const char *function, const char *variable)
{
	struct pt_set s = {0};
	sym_id fn = ir_find_symbol(&f->p, function), v = ir_find_symbol(&f->p, variable);
	bool found = false;
	pointers_of_value(f->pt, f->p.symbols.at[fn].func, ir_val_make(VAL_PARAM, 0), &s);
	for (uint32_t i = 0; i < s.locs.n; i++)
		found |= s.locs.at[i].obj == pointers_object_of_symbol(f->pt, v);
	pt_set_free(&s);
	return found;
}

struct order {
	const struct callgraph *g;
	uint32_t *done; /* position of each component */
	uint32_t count;
};

static void note_order(void *context, uint32_t task, unsigned worker)
{
	struct order *o = context;
	(void)worker;
	o->done[task] = ++o->count;
}

static void callees_come_first(const struct callgraph *g)
{
	struct order o = {.g = g};
	o.done = xcalloc(g->component_count + 1u, sizeof(*o.done));
	callgraph_bottom_up(g, 1, note_order, &o);
	assert_int_equal(o.count, g->component_count);
	for (uint32_t i = 0; i < g->edge_count; i++) {
		uint32_t from = g->component[g->edges[i].caller];
		uint32_t to = g->component[g->edges[i].callee];
		assert_true(from == to || o.done[to] < o.done[from]);
		assert_true(to <= from);
	}
	free(o.done);
}

static void test_long_chain(void **state)
{
	struct fixture f;
	struct str text = {0};
	(void)state;
	add_header(&text, 20000);
	add_chain(&text, 20000, -1);
	add_main(&text);
	solve(&f, &text);
	assert_int_equal(f.g->component_count, 20001);
	assert_true(points_to(&f, "f19999", "x"));
	callees_come_first(f.g);
	release(&f);
	str_free(&text);
}

static void test_large_cycle(void **state)
{
	struct fixture f;
	struct str text = {0};
	(void)state;
	add_header(&text, 2000);
	add_chain(&text, 2000, 0);
	add_main(&text);
	solve(&f, &text);
	assert_int_equal(f.g->component_count, 2);
	assert_true(f.g->recursive[f.g->component[1]]);
	assert_true(points_to(&f, "f1999", "x"));
	callees_come_first(f.g);
	release(&f);
	str_free(&text);
}

/* 50,000 offsets, one after the other, back and forth. */
static void test_long_values(void **state)
{
	enum { STEPS = 50000 };
	struct fixture f;
	struct str text = {0};
	(void)state;
	add_header(&text, 0);
	str_add(&text, "proto @main\nfunc @main() {\nb0:\n");
	for (int i = 0; i < STEPS; i++) {
		if (i)
			str_addf(&text, "\t%%%d = offset 8, %%%d %c 1\n", i, i - 1,
				 i % 2 ? '+' : '-');
		else
			str_add(&text, "\t%0 = offset 8, @x + 0\n");
	}
	str_addf(&text, "\tstore 8, @f, %%%d\n\tret 0\n}\n", STEPS - 1);
	solve(&f, &text);
	struct pt_set at = {0}, held = {0};
	vec_push(&at.locs, ((struct pt_loc){
				   pointers_object_of_symbol(f.pt, ir_find_symbol(&f.p, "f")), 0}));
	pointers_load(f.pt, &at, &held);
	assert_int_equal(held.locs.n, 1);
	assert_int_equal(held.locs.at[0].offset, 1);
	pt_set_free(&at);
	pt_set_free(&held);
	release(&f);
	str_free(&text);
}

/* ---- components ---- */

static void test_scc_million(void **state)
{
	enum { N = 1000000 };
	uint32_t *at = xcalloc(N + 1u, sizeof(*at)), *to = xcalloc(N, sizeof(*to));
	uint32_t *component = xcalloc(N, sizeof(*component));
	(void)state;
	for (uint32_t i = 0; i < N; i++) {
		at[i] = i < N - 1 ? i : N - 1;
		to[i] = i + 1;
	}
	at[N] = N - 1;
	assert_int_equal(scc_find(&(struct scc_graph){N, at, to}, component), N);
	assert_int_equal(component[N - 1], 0);
	assert_int_equal(component[0], N - 1);
	at[N] = N;
	to[N - 1] = 0;
	assert_int_equal(scc_find(&(struct scc_graph){N, at, to}, component), 1);
	free(at);
	free(to);
	free(component);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_long_chain),
		cmocka_unit_test(test_large_cycle),
		cmocka_unit_test(test_long_values),
		cmocka_unit_test(test_scc_million),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
