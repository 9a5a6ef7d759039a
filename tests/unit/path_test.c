/* SPDX-License-Identifier: MIT */
/*
 * Paths: interning and normal forms, flags, a total order that does not depend on
 * ids, import with leaves replaced, and source names on a small program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "ir/text.h"
#include "random.h"
#include "summary/path.h"

static struct paths table(void)
{
	struct paths t;
	paths_init(&t);
	return t;
}

/* ---- building ---- */

static void equal_paths_have_equal_ids(void **unused)
{
	struct paths t = table();
	path_id ids[500];
	(void)unused;
	for (uint32_t i = 0; i < 500; i++)
		ids[i] = path_load(&t, path_offset(&t, path_leaf(&t, PATH_FORMAL, i, 0), 8));
	uint32_t n = t.list.n;
	for (uint32_t i = 0; i < 500; i++)
		assert_int_equal(
			path_load(&t, path_offset(&t, path_leaf(&t, PATH_FORMAL, i, 0), 8)),
			ids[i]);
	assert_int_equal(t.list.n, n);
	assert_int_not_equal(path_leaf(&t, PATH_LOCAL, 3, 4), path_leaf(&t, PATH_HEAP, 3, 4));
	assert_int_not_equal(path_leaf(&t, PATH_LOCAL, 3, 4), path_leaf(&t, PATH_LOCAL, 4, 3));
	assert_int_not_equal(path_int(&t, 1), path_int(&t, -1));
	paths_clear(&t);
	assert_int_equal(t.list.n, 1);
	assert_int_equal(path_int(&t, 42), 1);
	paths_free(&t);
}

static void offsets_merge(void **unused)
{
	struct paths t = table();
	path_id p = path_leaf(&t, PATH_FORMAL, 0, 0), base;
	(void)unused;
	path_id at8 = path_offset(&t, p, 8);
	assert_int_equal(path_offset(&t, p, 0), p);
	assert_int_equal(path_offset(&t, at8, -8), p);
	assert_int_equal(path_offset(&t, path_offset(&t, p, 3), 5), at8);
	assert_int_equal(path_split_offset(&t, at8, &base), 8);
	assert_int_equal(base, p);
	assert_int_equal(path_split_offset(&t, p, &base), 0);
	assert_int_equal(base, p);
	assert_int_equal(path_offset(&t, path_int(&t, 40), 2), path_int(&t, 42));
	/* containers of containers: wraps as pointers do, without undefined behaviour */
	path_id far = path_offset(&t, p, INT64_MAX);
	assert_int_equal(path_offset(&t, path_offset(&t, far, 1), INT64_MIN), p);
	assert_int_equal(path_offset(&t, path_int(&t, INT64_MAX), 1), path_int(&t, INT64_MIN));
	assert_int_equal(path_offset(&t, 0, 8), 0);
	paths_free(&t);
}

static void constant_indices_fold(void **unused)
{
	struct paths t = table();
	path_id p = path_leaf(&t, PATH_SYMBOL, 5, 0), i = path_leaf(&t, PATH_FORMAL, 1, 0);
	(void)unused;
	assert_int_equal(path_index(&t, p, path_int(&t, 3), 16), path_offset(&t, p, 48));
	assert_int_equal(path_index(&t, p, path_int(&t, -1), 16), path_offset(&t, p, -16));
	assert_int_equal(path_index(&t, p, path_int(&t, 0), 16), p);
	assert_int_equal(path_index(&t, 0, i, 16), 0);
	assert_int_equal(path_load(&t, 0), 0);
	path_id at_i = path_index(&t, p, i, 16), some = path_index(&t, p, 0, 16);
	assert_int_not_equal(at_i, some);
	assert_int_not_equal(at_i, path_index(&t, p, i, 8));
	assert_false(path_at(&t, at_i)->flags & PATHF_ANY);
	assert_true(path_at(&t, some)->flags & PATHF_ANY);
	paths_free(&t);
}

static void flags_rise_from_every_part(void **unused)
{
	struct paths t = table();
	path_id g = path_leaf(&t, PATH_SYMBOL, 1, 0), f = path_leaf(&t, PATH_FORMAL, 0, 0);
	path_id v = path_leaf(&t, PATH_VALUE, 2, 7);
	path_id range = path_range(&t, path_int(&t, 0), f, 1);
	(void)unused;
	assert_int_equal(path_at(&t, path_load(&t, g))->flags, 0);
	assert_true(path_is_open(&t, path_load(&t, path_offset(&t, f, 4))));
	assert_true(path_is_open(&t, path_index(&t, g, f, 4)));
	assert_int_equal(path_at(&t, path_index(&t, g, v, 4))->flags, PATHF_VALUE);
	assert_int_equal(path_at(&t, range)->flags, PATHF_RANGE | PATHF_OPEN);
	path_id all = path_load(&t, path_index(&t, path_index(&t, v, 0, 8), range, 8));
	assert_int_equal(path_at(&t, all)->flags,
			 PATHF_OPEN | PATHF_ANY | PATHF_VALUE | PATHF_RANGE);
	assert_int_equal(path_at(&t, all)->root, v);
	assert_int_equal(path_at(&t, g)->root, g);
	assert_int_equal(path_at(&t, range)->root, range);
	paths_free(&t);
}

/* Walks recurse into both children: 'steps' bounds them all. */
static void steps_count_the_deepest_part(void **unused)
{
	struct paths t = table();
	path_id g = path_leaf(&t, PATH_SYMBOL, 1, 0), i = path_leaf(&t, PATH_FORMAL, 0, 0);
	(void)unused;
	assert_int_equal(path_at(&t, g)->steps, 0);
	for (uint32_t n = 1; n <= 200; n++) {
		i = path_load(&t, path_index(&t, g, i, 4)); /* i = g[i] */
		assert_int_equal(path_at(&t, i)->steps, n * 2 < 255 ? n * 2 : 255);
		assert_int_equal(path_at(&t, i)->loads, 1);
	}
	path_id range = path_range(&t, path_int(&t, 0), path_load(&t, g), 1);
	assert_int_equal(path_at(&t, range)->steps, 2);
	for (uint32_t n = 0; n < 300; n++)
		g = path_load(&t, g);
	assert_int_equal(path_at(&t, g)->loads, 255);
	assert_int_equal(path_at(&t, g)->steps, 255);
	paths_free(&t);
}

static void mentions(void **unused)
{
	struct paths t = table();
	path_id f = path_leaf(&t, PATH_FORMAL, 0, 0), v = path_leaf(&t, PATH_VALUE, 1, 2);
	path_id w = path_leaf(&t, PATH_VALUE, 1, 3);
	path_id p = path_load(&t, path_index(&t, path_offset(&t, f, 8),
					     path_range(&t, path_int(&t, 0), v, 1), 4));
	(void)unused;
	assert_true(path_mentions(&t, p, f) && path_mentions(&t, p, v));
	assert_true(path_mentions(&t, p, p) && path_mentions(&t, v, v));
	assert_false(path_mentions(&t, p, w));
	assert_false(path_mentions(&t, f, p));
	assert_false(path_mentions(&t, path_index(&t, f, 0, 4), v));
	paths_free(&t);
}

/* ---- order ---- */

static path_id random_path(struct random *r, struct paths *t, uint32_t depth)
{
	static const enum path_kind leaves[] = {PATH_FORMAL, PATH_SYMBOL, PATH_LOCAL,
						PATH_HEAP,   PATH_VALUE,  PATH_NAMED};
	uint32_t choice = random_below(r, depth ? 11 : 3);
	path_id a;
	if (choice == 0)
		return path_int(t, (int64_t)random_below(r, 5) - 2);
	if (choice < 3) {
		enum path_kind k = leaves[random_below(r, 6)];
		bool two = k == PATH_LOCAL || k == PATH_HEAP || k == PATH_VALUE;
		return path_leaf(t, k, 1 + random_below(r, 3), two ? random_below(r, 3) : 0);
	}
	a = random_path(r, t, depth - 1);
	if (choice < 5)
		return path_load(t, a);
	if (choice < 7)
		return path_offset(t, a, (int64_t)random_below(r, 5) * 8 - 16);
	if (choice == 7)
		return path_index(t, a,
				  random_one_in(r, 2) ? 0 : random_path(r, t, depth - 1), 8);
	if (choice == 8)
		return path_range(t, a, random_path(r, t, depth - 1), 1);
	if (choice == 9)
		return path_span(t, a, random_path(r, t, depth - 1), 1);
	return path_math(t, a, random_path(r, t, depth - 1),
			 (enum path_math)random_below(r, MATH_UNLESS));
}

static void compare_is_a_total_order(void **unused)
{
	enum { N = 120 };
	struct random r = {7};
	struct paths t = table();
	path_id p[N];
	(void)unused;
	for (uint32_t i = 0; i < N; i++)
		p[i] = random_path(&r, &t, 4);
	for (uint32_t i = 0; i < N; i++) {
		for (uint32_t k = 0; k < N; k++) {
			int c = path_compare(&t, p[i], &t, p[k]);
			assert_int_equal(c == 0, p[i] == p[k]);
			assert_int_equal(c, -path_compare(&t, p[k], &t, p[i]));
			for (uint32_t m = 0; m < N && c < 0; m++)
				if (path_compare(&t, p[k], &t, p[m]) < 0)
					assert_true(path_compare(&t, p[i], &t, p[m]) < 0);
		}
	}
	assert_true(path_compare(&t, 0, &t, p[0]) < 0);
	assert_int_equal(path_compare(&t, 0, &t, 0), 0);
	paths_free(&t);
}

static void order_does_not_depend_on_ids(void **unused)
{
	enum { N = 200 };
	struct random r = {8};
	struct paths t = table(), u = table();
	path_id p[N], q[N];
	(void)unused;
	for (uint32_t i = 0; i < N; i++)
		p[i] = random_path(&r, &t, 4);
	for (uint32_t i = N; i-- > 0;) /* the other way round: other ids */
		q[i] = path_copy(&u, &t, p[i]);
	for (uint32_t i = 0; i < N; i++) {
		assert_int_equal(path_compare(&t, p[i], &u, q[i]), 0);
		assert_int_equal(path_copy(&t, &u, q[i]), p[i]);
		for (uint32_t k = 0; k < N; k++) {
			int c = path_compare(&t, p[i], &t, p[k]);
			assert_int_equal(c, path_compare(&u, q[i], &u, q[k]));
			assert_int_equal(c, path_compare(&t, p[i], &u, q[k]));
		}
	}
	assert_int_equal(path_compare(&t, 0, &u, 0), 0);
	paths_free(&t);
	paths_free(&u);
}

/* ---- import ---- */

struct actuals {
	path_id of[3];
	uint32_t loads;
};

static path_id bind_leaf(void *context, struct paths *to, const struct paths *from, path_id id)
{
	const struct actuals *a = context;
	const struct path *x = path_at(from, id);
	if (x->kind == PATH_FORMAL)
		return a->of[x->a];
	return x->kind == PATH_INT ? path_int(to, x->imm) : path_leaf(to, x->kind, x->a, x->b);
}

static path_id bind_load(void *context, struct paths *to, path_id address)
{
	struct actuals *a = context;
	a->loads++;
	return path_leaf(to, PATH_VALUE, 9, address);
}

static void import_replaces_leaves(void **unused)
{
	struct paths callee = table(), t = table();
	struct actuals actuals = {0};
	struct path_binder plain = {.leaf = bind_leaf, .context = &actuals};
	struct path_binder loads = {.leaf = bind_leaf, .load = bind_load, .context = &actuals};
	path_id f0 = path_leaf(&callee, PATH_FORMAL, 0, 0);
	path_id f1 = path_leaf(&callee, PATH_FORMAL, 1, 0);
	path_id field = path_offset(&callee, f0, 8);	 /* p + 8 */
	path_id element = path_index(&callee, f0, f1, 4); /* &p[i] */
	path_id other = path_leaf(&callee, PATH_SYMBOL, 77, 0);
	path_id range = path_range(&callee, path_int(&callee, 0), f1, 1);
	(void)unused;
	path_id g = path_leaf(&t, PATH_SYMBOL, 4, 0), g16 = path_offset(&t, g, 16);
	actuals.of[0] = g16;
	actuals.of[1] = path_int(&t, 3);
	/* normal form is reached again */
	assert_int_equal(path_import(&t, &callee, field, &plain), path_offset(&t, g, 24));
	assert_int_equal(path_import(&t, &callee, element, &plain), path_offset(&t, g, 28));
	assert_int_equal(path_import(&t, &callee, other, &plain),
			 path_leaf(&t, PATH_SYMBOL, 77, 0));
	assert_int_equal(path_import(&t, &callee, path_load(&callee, field), &plain),
			 path_load(&t, path_offset(&t, g, 24)));
	assert_int_equal(path_import(&t, &callee, path_load(&callee, field), &loads),
			 path_leaf(&t, PATH_VALUE, 9, path_offset(&t, g, 24)));
	assert_int_equal(actuals.loads, 1);
	assert_int_equal(path_import(&t, &callee, range, &plain),
			 path_range(&t, path_int(&t, 0), path_int(&t, 3), 1));
	/* an index that has no name there is some element; a base makes it none */
	actuals.of[1] = 0;
	assert_int_equal(path_import(&t, &callee, element, &plain), path_index(&t, g16, 0, 4));
	assert_int_equal(path_import(&t, &callee, range, &plain), 0);
	actuals.of[0] = 0;
	assert_int_equal(path_import(&t, &callee, element, &plain), 0);
	assert_int_equal(path_import(&t, &callee, path_load(&callee, field), &plain), 0);
	assert_int_equal(path_import(&t, &callee, 0, &plain), 0);
	paths_free(&callee);
	paths_free(&t);
}

/* ---- names ---- */

static const char program_text[] =
	"unit 1 \"dev.c\" 8\n"
	"file 1 \"dev.c\"\n"
	"type 1 = scalar int 4\n"
	"type 2 = struct dev 32 {\n"
	"	lock: t1 +0\n"
	"	priv: t3 +8\n"
	"	next: t4 +16\n"
	"	table: t9 +24\n"
	"}\n"
	"type 3 = pointer 8 t5\n"
	"type 4 = pointer 8 t2\n"
	"type 5 = struct priv 24 {\n"
	"	mtu: t1 +0\n"
	"	stats: t6 +8\n"
	"}\n"
	"type 6 = struct stats 16 {\n"
	"	rx_p: t1 +0\n"
	"	tx_p: t1 +4\n"
	"	ring: t7 +8\n"
	"}\n"
	"type 7 = array 8 t1\n"
	"type 8 = pointer 8 t1\n"
	"type 9 = pointer 8 t4\n"
	"type 10 = array 128 t2\n"
	"var @stats 16 t6 defined\n"
	"var @devices 128 t10 defined\n"
	"var @head 8 t4 defined\n"
	"proto @malloc\n"
	"func @open($0 d: t4 8, $1 n: t1 4) -> t1 {\n"
	"	let local_stats: t6 at %0\n"
	"	let fresh: t4 = %1\n"
	"b0:\n"
	"	%0 = local 16\n"
	"	%1 = call 8, @malloc(32)\n"
	"	%2 = call 8, @malloc(4)\n"
	"	ret 0\n"
	"}\n";

struct names {
	struct paths t;
	struct program p;
	func_id f;
};

static void names_begin(struct names *n)
{
	char message[200];
	paths_init(&n->t);
	if (!ir_parse("dev.ir", program_text, strlen(program_text), &n->p, message,
		      sizeof(message)))
		fail_msg("%s", message);
	n->f = n->p.symbols.at[ir_find_symbol(&n->p, "open")].func;
	assert_true(n->f);
}

static void names_end(struct names *n)
{
	paths_free(&n->t);
	program_free(&n->p);
}

static path_id symbol(struct names *n, const char *name)
{
	return path_leaf(&n->t, PATH_SYMBOL, ir_find_symbol(&n->p, name), 0);
}

static void memory_is(struct names *n, path_id id, uint64_t size, const char *expected)
{
	struct str s = {0};
	path_print_memory(&n->t, id, size, &n->p, NULL, n->f, &s);
	assert_string_equal(str_cstr(&s), expected);
	str_free(&s);
}

static void value_is(struct names *n, path_id id, const char *expected)
{
	struct str s = {0};
	path_print_value(&n->t, id, &n->p, NULL, n->f, &s);
	assert_string_equal(str_cstr(&s), expected);
	str_free(&s);
}

static void names_of_members(void **unused)
{
	struct names n;
	(void)unused;
	names_begin(&n);
	struct paths *t = &n.t;
	path_id d = path_leaf(t, PATH_FORMAL, 0, 0);
	path_id priv = path_load(t, path_offset(t, d, 8));
	memory_is(&n, d, 4, "d->lock");
	memory_is(&n, path_offset(t, d, 8), 8, "d->priv");
	memory_is(&n, path_offset(t, priv, 12), 4, "d->priv->stats.tx_p");
	memory_is(&n, path_load(t, path_offset(t, d, 16)), 4, "d->next->lock");
	memory_is(&n, path_offset(t, symbol(&n, "stats"), 4), 4, "stats.tx_p");
	memory_is(&n, path_load(t, symbol(&n, "head")), 4, "head->lock");
	memory_is(&n, path_offset(t, symbol(&n, "devices"), 40), 8, "devices[1].priv");
	memory_is(&n, path_index(t, path_offset(t, symbol(&n, "devices"), 8), 0, 32), 8,
		  "devices[].priv");
	memory_is(&n, path_leaf(t, PATH_LOCAL, n.f, 0), 4, "local_stats.rx_p");
	memory_is(&n, path_offset(t, path_leaf(t, PATH_HEAP, n.f, 1), 8), 8, "fresh->priv");
	value_is(&n, d, "d");
	value_is(&n, priv, "d->priv");
	value_is(&n, path_offset(t, d, 8), "&d->priv");
	value_is(&n, symbol(&n, "stats"), "&stats");
	value_is(&n, path_int(t, -7), "-7");
	value_is(&n, path_range(t, path_int(t, 0), path_leaf(t, PATH_FORMAL, 1, 0), 1), "(0..n)");
	value_is(&n, symbol(&n, "open"), "open");
	names_end(&n);
}

static void names_from_outside(void **unused)
{
	struct names n;
	(void)unused;
	names_begin(&n);
	struct paths *t = &n.t;
	path_id d = path_leaf(t, PATH_VALUE, n.f, VALUE_PARAM + 0);
	memory_is(&n, path_offset(t, d, 8), 8, "d->priv");
	value_is(&n, path_leaf(t, PATH_VALUE, n.f, 2), "malloc()");
	value_is(&n, path_leaf(t, PATH_VALUE, n.f, 1), "fresh");
	value_is(&n, path_leaf(t, PATH_FORMAL, 7, 0), "argument 8");
	memory_is(&n, path_leaf(t, PATH_NAMED, program_str(&n.p, "kernel_lock"), 0), 0,
		  "kernel_lock");
	/* nowhere in the type: no invented name */
	memory_is(&n, path_offset(t, symbol(&n, "stats"), 100), 4, "*((char *)&stats + 100)");
	memory_is(&n, path_offset(t, path_leaf(t, PATH_FORMAL, 0, 0), -8), 4,
		  "*((char *)d - 8)");
	names_end(&n);
}

/* No path makes the printer fail or go on for ever. */
static void every_path_has_some_name(void **unused)
{
	struct random r = {9};
	struct names n;
	struct str s = {0};
	(void)unused;
	names_begin(&n);
	for (uint32_t i = 0; i < 3000; i++) {
		path_id p = random_path(&r, &n.t, 6);
		const struct path *x = path_at(&n.t, path_at(&n.t, p)->root);
		if (path_at(&n.t, p)->flags & (PATHF_VALUE | PATHF_RANGE) ||
		    x->kind == PATH_LOCAL || x->kind == PATH_HEAP || path_is_number(x))
			continue; /* names functions that do not exist */
		path_print_memory(&n.t, p, 4, &n.p, NULL, n.f, &s);
		path_print_value(&n.t, p, &n.p, NULL, n.f, &s);
		assert_true(s.n > 0 && s.n < 100000);
		str_clear(&s);
	}
	path_id p = path_leaf(&n.t, PATH_FORMAL, 0, 0);
	for (uint32_t i = 0; i < 250; i++)
		p = path_load(&n.t, path_offset(&n.t, p, 16));
	path_print_memory(&n.t, p, 4, &n.p, NULL, n.f, &s);
	assert_non_null(strstr(s.at, "..."));
	str_free(&s);
	names_end(&n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_paths_have_equal_ids),
		cmocka_unit_test(offsets_merge),
		cmocka_unit_test(constant_indices_fold),
		cmocka_unit_test(flags_rise_from_every_part),
		cmocka_unit_test(steps_count_the_deepest_part),
		cmocka_unit_test(mentions),
		cmocka_unit_test(compare_is_a_total_order),
		cmocka_unit_test(order_does_not_depend_on_ids),
		cmocka_unit_test(import_replaces_leaves),
		cmocka_unit_test(names_of_members),
		cmocka_unit_test(names_from_outside),
		cmocka_unit_test(every_path_has_some_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
