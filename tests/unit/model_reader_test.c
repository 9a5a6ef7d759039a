/* SPDX-License-Identifier: MIT */
/* The reader of model files: what every word becomes, and every error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "model/model.h"

static struct models models;
static char message[2048];

static int setup(void **state)
{
	(void)state;
	models = (struct models){0};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	models_free(&models);
	return 0;
}

static const struct model *read_row(const char *text, const char *name)
{
	if (!models_add_text(&models, "t.model", text, strlen(text), message, sizeof(message)))
		fail_msg("%s", message);
	const struct model *m = models_find(&models, name);
	assert_non_null(m);
	return m;
}

/* The one effect of 'f(a, b, c, d, ...)'. */
static struct effect read_one(const char *effect)
{
	char text[256];
	models_free(&models);
	snprintf(text, sizeof(text), "f(a, b, c, d, ...): %s", effect);
	const struct model *m = read_row(text, "f");
	assert_int_equal(m->effect_count, 1);
	return m->effects[0];
}

static void expect_error(const char *text, const char *expected)
{
	models_free(&models);
	bool good = models_add_text(&models, "t.model", text, strlen(text), message,
				    sizeof(message));
	if (good)
		fail_msg("no error for: %s", text);
	if (!strstr(message, expected))
		fail_msg("'%s' instead of '%s' for: %s", message, expected, text);
}

/* ---- rows ---- */

static void test_row(void **state)
{
	(void)state;
	const struct model *m = read_row("# a comment\n\nlock(m): acquire m # and another\n",
					 "lock");
	assert_string_equal(m->name, "lock");
	assert_string_equal(m->file, "t.model");
	assert_int_equal(m->line, 3);
	assert_int_equal(m->param_count, 1);
	assert_int_equal(m->effect_count, 1);
	assert_int_equal(m->effects[0].kind, EFFECT_ACQUIRE);
	assert_int_equal(m->effects[0].arg, 0);
	assert_null(models_find(&models, "loc"));
	assert_null(models_find(&models, "lock2"));
	assert_null(models_find(&models, ""));
}

static void test_names_share_a_row(void **state)
{
	(void)state;
	const struct model *m = read_row("one, two,\n\tthree(x):\n\tread x;\n write x\r\n",
					 "three");
	assert_int_equal(m->line, 1);
	assert_int_equal(m->effect_count, 2);
	assert_ptr_equal(m->effects, models_find(&models, "one")->effects);
	assert_string_equal(models_find(&models, "two")->name, "two");
}

static void test_no_arguments(void **state)
{
	(void)state;
	read_row("f(): none\ng: none\nh(...): none\n", "f");
	assert_int_equal(models_find(&models, "f")->param_count, 0);
	assert_int_equal(models_find(&models, "g")->param_count, -1);
	assert_int_equal(models_find(&models, "h")->param_count, 0);
	assert_int_equal(models_find(&models, "h")->flags, MODELF_VARARG);
}

static void test_prefix_with_a_dot(void **state)
{
	(void)state;
	const struct model *m = read_row("a.b.*(p): read p\na.*: none\n", "a.b.c");
	assert_int_equal(m->effects[0].kind, EFFECT_READ);
	assert_ptr_equal(models_find(&models, "a.b"), m);
	assert_int_equal(models_find(&models, "a")->effects[0].kind, EFFECT_NONE);
	assert_int_equal(models_find(&models, "a.bc")->effects[0].kind, EFFECT_NONE);
	assert_null(models_find(&models, "ab"));
}

static void test_waits_and_kept_pointers(void **state)
{
	(void)state;
	struct effect e = read_one("acquire a timed when zero forever b");
	assert_int_equal(e.forever, 1);
	assert_int_equal(e.when, RESULT_ZERO);
	assert_int_equal(read_one("sem_wait a when zero").forever, ARG_NONE);
	e = read_one("keeps b \"x\" at 4");
	assert_int_equal(e.kind, EFFECT_KEEPS);
	assert_int_equal(e.arg, 1);
	assert_int_equal(e.value, 4);
	assert_string_equal(e.name, "x");
	assert_int_equal(read_one("gives a \"x\"").kind, EFFECT_GIVES);
	assert_int_equal(read_one("stores *a = b interior keep").flags,
			 EFFECTF_INTERIOR | EFFECTF_KEEP);
}

static void test_unnamed_arguments(void **state)
{
	(void)state;
	const struct model *m = read_row("f(_, _, p): read p", "f");
	assert_int_equal(m->param_count, 3);
	assert_int_equal(m->effects[0].arg, 2);
}

static void test_row_flags(void **state)
{
	(void)state;
	const struct model *m = read_row("f(l): wins; acquire l\ng: locked \"a lock\"", "f");
	assert_int_equal(m->flags, MODELF_WINS);
	assert_int_equal(m->effect_count, 1);
	m = models_find(&models, "g");
	assert_int_equal(m->flags, MODELF_LOCKED);
	assert_int_equal(m->effect_count, 0);
	assert_string_equal(m->lock_name, "a lock");
}

static void test_prefix(void **state)
{
	(void)state;
	const struct model *m = read_row("ab*: nondet\nabc*: none\nabcd: noreturn\n", "abx");
	assert_int_equal(m->flags, MODELF_PREFIX);
	assert_string_equal(m->name, "ab");
	assert_int_equal(models_find(&models, "ab")->effects[0].kind, EFFECT_NONDET);
	assert_int_equal(models_find(&models, "abcx")->effects[0].kind, EFFECT_NONE);
	assert_int_equal(models_find(&models, "abcd")->effects[0].kind, EFFECT_NORETURN);
	assert_int_equal(models_find(&models, "abcd")->flags, 0);
	assert_null(models_find(&models, "a"));
	assert_null(models_find(&models, "xab"));
}

static uint32_t flags_of(const char *name)
{
	const struct name_pattern *x = models_about(&models, name);
	return x ? x->flags : 0;
}

static void test_rows_about_names(void **state)
{
	(void)state;
	read_row("*_isr, v_*, one: interrupt\nt_long_*: thread\nf: enables_interrupts; none\n"
		 "ops.*: entry\nops.open: entry; locked \"rtnl\"", "f");
	assert_int_equal(models_find(&models, "f")->flags, MODELF_ENABLES);
	assert_int_equal(flags_of("a_isr"), MODELF_INTERRUPT);
	assert_int_equal(flags_of("v_1"), MODELF_INTERRUPT);
	assert_int_equal(flags_of("one"), MODELF_INTERRUPT);
	assert_int_equal(flags_of("t_long_isr"), MODELF_THREAD);
	assert_int_equal(flags_of("a_isr2"), 0);
	assert_int_equal(flags_of("none"), 0);
	assert_int_equal(flags_of("ops.read"), MODELF_ENTRY);
	assert_null(models_about(&models, "ops.read")->lock_name);
	assert_string_equal(models_about(&models, "ops.open")->lock_name, "rtnl");
	assert_null(models_find(&models, "one"));
}

static void test_assembly(void **state)
{
	(void)state;
	read_row("\"Off now\": acquire \"x\"\noff: none", "off");
	assert_non_null(models_find_assembly(&models, "avr", "OFF NOW", 7));
	assert_null(models_find_assembly(&models, "avr", "off", 3));
}

static void test_assembler_name(void **state)
{
	(void)state;
	read_row("f: none", "\1f");
}

static void test_later_file_replaces(void **state)
{
	(void)state;
	read_row("f(a): read a\ng(a): none\np*: none\n", "f");
	read_row("f(a): write a\np*: nondet\n", "f");
	assert_int_equal(models.list.n, 3);
	assert_int_equal(models_find(&models, "f")->effects[0].kind, EFFECT_WRITE);
	assert_int_equal(models_find(&models, "g")->effects[0].kind, EFFECT_NONE);
	assert_int_equal(models_find(&models, "pq")->effects[0].kind, EFFECT_NONDET);
	assert_int_equal(models.prefixes.n, 1);
}

static void test_model_effect(void **state)
{
	(void)state;
	const struct model *m = read_row("f(a, b): read a; read b; free a", "f");
	assert_int_equal(model_effect(m, EFFECT_READ)->arg, 0);
	assert_int_equal(model_effect(m, EFFECT_FREE)->arg, 0);
	assert_null(model_effect(m, EFFECT_WRITE));
}

/* ---- effects ---- */

static void test_locks(void **state)
{
	(void)state;
	struct effect e = read_one("acquire b");
	assert_int_equal(e.arg, 1);
	assert_int_equal(e.mode, MODE_EXCLUSIVE);
	assert_int_equal(e.when, RESULT_ANY);
	assert_null(e.name);
	e = read_one("acquire a shared try timed spin recursive when nonzero");
	assert_int_equal(e.mode, MODE_SHARED);
	assert_int_equal(e.flags, EFFECTF_TRY | EFFECTF_TIMED | EFFECTF_SPIN | EFFECTF_RECURSIVE);
	assert_int_equal(e.when, RESULT_NONZERO);
	e = read_one("acquire \"big lock\"");
	assert_int_equal(e.arg, ARG_NONE);
	assert_string_equal(e.name, "big lock");
	assert_int_equal(read_one("release a").mode, MODE_ANY);
	assert_int_equal(read_one("release a shared").mode, MODE_SHARED);
	assert_int_equal(read_one("release a exclusive").mode, MODE_EXCLUSIVE);
	assert_int_equal(read_one("acquire a when zero").when, RESULT_ZERO);
	assert_int_equal(read_one("acquire a when negative").when, RESULT_NEGATIVE);
	assert_int_equal(read_one("acquire a when nonnegative").when, RESULT_NONNEGATIVE);
}

static void test_lock_objects(void **state)
{
	(void)state;
	struct effect e = read_one("lock_init a");
	assert_int_equal(e.kind, EFFECT_LOCK_INIT);
	assert_int_equal(e.other, ARG_NONE);
	assert_int_equal(e.third, ARG_NONE);
	assert_int_equal(read_one("lock_init a attr b").other, 1);
	assert_int_equal(read_one("lock_init a recursive").flags, EFFECTF_RECURSIVE);
	assert_int_equal(read_one("lock_init *a").flags, EFFECTF_DEREF);
	assert_int_equal(read_one("lock_init result").arg, ARG_RESULT);
	e = read_one("lock_init a recursive if b & 0x4");
	assert_int_equal(e.flags, EFFECTF_RECURSIVE);
	assert_int_equal(e.third, 1);
	assert_int_equal(e.value, 4);
	assert_int_equal(read_one("lock_destroy a").kind, EFFECT_LOCK_DESTROY);
	e = read_one("attr_recursive a b == 1");
	assert_int_equal(e.kind, EFFECT_ATTR_RECURSIVE);
	assert_int_equal(e.arg, 0);
	assert_int_equal(e.other, 1);
	assert_int_equal(e.value, 1);
}

static void test_create(void **state)
{
	(void)state;
	struct effect e = read_one("create c(d) id *a");
	assert_int_equal(e.kind, EFFECT_CREATE);
	assert_int_equal(e.arg, 2);
	assert_int_equal(e.other, 3);
	assert_int_equal(e.third, 0);
	assert_int_equal(e.extra, 0);
	assert_int_equal(e.pass_count, 1);
	e = read_one("create a(_, b) id result many detached");
	assert_int_equal(e.other, 1);
	assert_int_equal(e.extra, 1);
	assert_int_equal(e.pass_count, 2);
	assert_int_equal(e.passes[0], ARG_NONE);
	assert_int_equal(e.passes[1], 1);
	assert_int_equal(e.third, ARG_RESULT);
	assert_int_equal(e.flags, EFFECTF_MANY | EFFECTF_DETACHED);
	e = read_one("create a(b, c)");
	assert_int_equal(e.other, 1);
	assert_int_equal(e.extra, 0);
	e = read_one("create a()");
	assert_int_equal(e.other, ARG_NONE);
	assert_int_equal(e.third, ARG_NONE);
}

static void test_threads(void **state)
{
	(void)state;
	struct effect e = read_one("join a into *b");
	assert_int_equal(e.flags, 0);
	assert_int_equal(e.third, 1);
	assert_int_equal(e.size_kind, SIZE_UNKNOWN);
	e = read_one("join *a into result try timed when zero");
	assert_int_equal(e.flags, EFFECTF_BY_ADDRESS | EFFECTF_TRY | EFFECTF_TIMED);
	assert_int_equal(e.third, ARG_RESULT);
	assert_int_equal(read_one("join a").third, ARG_NONE);
	assert_int_equal(read_one("join a into *b size 4").value, 4);
	assert_int_equal(read_one("detach *a").flags, EFFECTF_BY_ADDRESS);
	assert_int_equal(read_one("thread_exit").arg, ARG_NONE);
	assert_int_equal(read_one("thread_exit b").arg, 1);
	assert_int_equal(read_one("cancel a").kind, EFFECT_CANCEL);
	assert_int_equal(read_one("own_id").kind, EFFECT_OWN_ID);
	assert_int_equal(read_one("runs_loop").kind, EFFECT_RUNS_LOOP);
	assert_int_equal(read_one("create a(b) given").flags & EFFECTF_GIVEN, EFFECTF_GIVEN);
	assert_int_equal(read_one("is_runner when nonzero").kind, EFFECT_IS_RUNNER);
	assert_int_equal(read_one("later a() in_loop").flags & EFFECTF_IN_LOOP, EFFECTF_IN_LOOP);
	assert_int_equal(read_one("same_id a b when nonzero").other, 1);
	assert_int_equal(read_one("fork_process").kind, EFFECT_FORK_PROCESS);
}

static void test_order(void **state)
{
	(void)state;
	struct effect e = read_one("once a b(c) into result");
	assert_int_equal(e.arg, 0);
	assert_int_equal(e.other, 1);
	assert_int_equal(e.passes[0], 2);
	assert_int_equal(e.third, ARG_RESULT);
	assert_int_equal(read_one("once_enter a when nonzero").when, RESULT_NONZERO);
	assert_int_equal(read_one("once_leave a").kind, EFFECT_ONCE_LEAVE);
	assert_int_equal(read_one("barrier_init a count b").other, 1);
	e = read_one("barrier_init a count 3");
	assert_int_equal(e.other, ARG_NONE);
	assert_int_equal(e.value, 3);
	assert_int_equal(read_one("barrier_wait a").kind, EFFECT_BARRIER_WAIT);
	e = read_one("cond_wait a b timed");
	assert_int_equal(e.arg, 0);
	assert_int_equal(e.other, 1);
	assert_int_equal(e.flags, EFFECTF_TIMED);
	assert_int_equal(read_one("cond_signal a").kind, EFFECT_COND_SIGNAL);
	assert_int_equal(read_one("sem_init a").value, -1);
	assert_int_equal(read_one("sem_init a count 0").value, 0);
	assert_int_equal(read_one("sem_init a count c").other, 2);
	assert_int_equal(read_one("sem_post a").kind, EFFECT_SEM_POST);
	assert_int_equal(read_one("sem_wait a try when zero").when, RESULT_ZERO);
}

static void test_callbacks(void **state)
{
	(void)state;
	struct effect e = read_one("signal_handler b(a)");
	assert_int_equal(e.arg, 1);
	assert_int_equal(e.passes[0], 0);
	e = read_one("signal_handler *b at 16");
	assert_int_equal(e.flags, EFFECTF_HANDLER_IN_STRUCT);
	assert_int_equal(e.value, 16);
	assert_int_equal(read_one("signal_handler *b").value, 0);
	assert_int_equal(read_one("signal_handler b(a)").faults, 0);
	assert_int_equal(read_one("signal_handler b(a) faults 4 11").faults, 1 << 4 | 1 << 11);
	assert_int_equal(read_one("signal_handler *b(a) at 8 faults 6").faults, 1 << 6);
	e = read_one("signal_handler *b(a, *b) at 16");
	assert_int_equal(e.passes[1], 1);
	assert_int_equal(e.pass_loads, 2);
	e = read_one("create *b(b, a) at 24 detached");
	assert_int_equal(e.flags, EFFECTF_HANDLER_IN_STRUCT | EFFECTF_DETACHED);
	assert_int_equal(e.arg, 1);
	assert_int_equal(e.value, 24);
	assert_int_equal(e.pass_count, 2);
	assert_int_equal(read_one("later *a(b) at 8").value, 8);
	e = read_one("call d(a, _, result, c) interior into result");
	assert_int_equal(e.kind, EFFECT_CALL_NOW);
	assert_int_equal(e.arg, 3);
	assert_int_equal(e.pass_count, 4);
	assert_int_equal(e.passes[1], ARG_NONE);
	assert_int_equal(e.passes[2], ARG_RESULT);
	assert_int_equal(e.passes[3], 2);
	assert_int_equal(e.flags, EFFECTF_INTERIOR);
	assert_int_equal(read_one("later a()").kind, EFFECT_CALL_LATER);
}

static void test_allocation(void **state)
{
	(void)state;
	struct effect e = read_one("alloc size a*b zeroed");
	assert_int_equal(e.size_kind, SIZE_PRODUCT);
	assert_int_equal(e.size_arg, 0);
	assert_int_equal(e.size_arg2, 1);
	assert_int_equal(e.flags, EFFECTF_ZEROED);
	assert_int_equal(e.third, ARG_RESULT);
	assert_int_equal(read_one("alloc").size_kind, SIZE_UNKNOWN);
	assert_int_equal(read_one("alloc into *c size b").third, 2);
	assert_int_equal(read_one("alloc string").size_kind, SIZE_STRING);
	assert_int_equal(read_one("realloc a size b").size_arg, 1);
	assert_int_equal(read_one("free a").flags, 0);
	assert_int_equal(read_one("free *a").flags, EFFECTF_DEREF);
}

static void test_memory(void **state)
{
	(void)state;
	struct effect e = read_one("read a size 144");
	assert_int_equal(e.kind, EFFECT_READ);
	assert_int_equal(e.size_kind, SIZE_BYTES);
	assert_int_equal(e.value, 144);
	e = read_one("write b size c*4");
	assert_int_equal(e.size_kind, SIZE_SCALED);
	assert_int_equal(e.size_arg, 2);
	assert_int_equal(e.value, 4);
	assert_int_equal(read_one("read a size b").size_kind, SIZE_ARGUMENT);
	assert_int_equal(read_one("read a string").size_kind, SIZE_STRING);
	assert_int_equal(read_one("read a").size_kind, SIZE_UNKNOWN);
	assert_int_equal(read_one("write *a").flags, EFFECTF_DEREF);
	assert_int_equal(read_one("write a reachable").flags, EFFECTF_REACHABLE);
	assert_int_equal(read_one("read a atomic").flags, EFFECTF_ATOMIC);
	e = read_one("copy a <- b size c");
	assert_int_equal(e.arg, 0);
	assert_int_equal(e.other, 1);
	assert_int_equal(e.size_arg, 2);
	e = read_one("read_format b ...");
	assert_int_equal(e.arg, 1);
	assert_int_equal(e.other, 4);
	e = read_one("write_format a va b");
	assert_int_equal(e.other, 1);
	assert_int_equal(e.flags, EFFECTF_VA_LIST);
}

static void test_results(void **state)
{
	(void)state;
	assert_int_equal(read_one("returns b").arg, 1);
	assert_int_equal(read_one("returns b interior").flags, EFFECTF_INTERIOR);
	assert_int_equal(read_one("returns *b").flags, EFFECTF_DEREF);
	struct effect e = read_one("stores *a = b interior");
	assert_int_equal(e.arg, 0);
	assert_int_equal(e.other, 1);
	assert_int_equal(e.flags, EFFECTF_INTERIOR);
	assert_int_equal(read_one("stores *a = *b atomic").flags, EFFECTF_DEREF | EFFECTF_ATOMIC);
	assert_int_equal(read_one("returns_static").flags, 0);
	assert_int_equal(read_one("returns_static thread_local const").flags,
			 EFFECTF_THREAD_LOCAL | EFFECTF_CONST);
	assert_int_equal(read_one("nondet").kind, EFFECT_NONDET);
	assert_int_equal(read_one("noreturn").kind, EFFECT_NORETURN);
	assert_false(read_one("noreturn").flags & EFFECTF_PROGRAM);
	assert_true(read_one("noreturn program").flags & EFFECTF_PROGRAM);
	assert_int_equal(read_one("assume c").arg, 2);
	assert_int_equal(read_one("none").kind, EFFECT_NONE);
}

static void test_specific_data(void **state)
{
	(void)state;
	struct effect e = read_one("tsd_key_create *a destructor b");
	assert_int_equal(e.flags, EFFECTF_BY_ADDRESS);
	assert_int_equal(e.other, 1);
	assert_int_equal(read_one("tsd_key_create a").other, ARG_NONE);
	assert_int_equal(read_one("tsd_set a = c").other, 2);
	assert_int_equal(read_one("tsd_get a").third, ARG_RESULT);
	assert_int_equal(read_one("tsd_get a into *b").third, 1);
}

static void test_atomics(void **state)
{
	(void)state;
	struct effect e = read_one("atomic_load a size 8 into result");
	assert_int_equal(e.kind, EFFECT_ATOMIC_LOAD);
	assert_int_equal(e.third, ARG_RESULT);
	e = read_one("atomic_store a size 4 from b");
	assert_int_equal(e.other, 1);
	assert_int_equal(e.third, ARG_NONE);
	assert_int_equal(e.flags, 0);
	e = read_one("atomic_rmw a size d from *b into *c");
	assert_int_equal(e.flags, EFFECTF_BY_ADDRESS);
	assert_int_equal(e.third, 2);
	assert_int_equal(e.size_kind, SIZE_ARGUMENT);
}

static void test_every_kind_has_a_word(void **state)
{
	(void)state;
	for (int k = 0; k < EFFECT_COUNT; k++) {
		assert_non_null(effect_kind_name(k));
		for (int j = 0; j < k; j++)
			assert_string_not_equal(effect_kind_name(j), effect_kind_name(k));
	}
}

/* ---- errors ---- */

static void test_bad_rows(void **state)
{
	(void)state;
	expect_error("f none", "t.model:1: expected ':' before the effects, found 'none'");
	expect_error("\nf", "t.model:2: expected ':' before the effects, found the end");
	expect_error(" f: none", "t.model:1: expected a row, which starts in the first column");
	expect_error("f:\nnone", "t.model:2: expected an effect");
	expect_error("f:\nnone", "found a new row (a row that goes on must be indented)");
	expect_error("f(a: none", "expected ',' or ')', found ':'");
	expect_error("f(a,): none", "expected an argument name, '_' or '...'");
	expect_error("f(1): none", "expected an argument name, '_' or '...', found '1'");
	expect_error("f(..., a): none", "expected ')' after '...'");
	expect_error("f(a, a): none", "two arguments are called 'a'");
	expect_error("f(result): none", "an argument cannot be called 'result'");
	expect_error("f,\ng: none", "expected a function name after ','");
	expect_error("f, 3: none", "expected a function name, found '3'");
	expect_error(": none", "expected a function name, found ':'");
	expect_error("*: none", "expected a function name");
	expect_error("*f: none", "a name begins with '*' in a row that is not about");
	expect_error("f: interrupt; none", "about functions of the program has no effects");
	expect_error("f: interrupt; thread", "about functions of the program has no effects");
	expect_error("f *: none", "expected ':' before the effects, found '*'");
	expect_error("f: none\nf: none\n", "t.model:2: f already has a row in this file, at "
					   "line 1");
	expect_error("f, g, f: none", "f already has a row");
	expect_error("p*: none\np*: none", "p* already has a row");
	expect_error("f(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, "
		     "y, z, aa, ab, ac, ad, ae, af, ag): none",
		     "more than 32 arguments");
}

static void test_bad_bytes(void **state)
{
	(void)state;
	expect_error("f: none\n\x01", "t.model:2: unexpected byte 0x01");
	expect_error("f\xc3\xa9: none", "unexpected byte 0xc3");
	expect_error("f: acquire \"x", "must end with '\"' on its line");
	expect_error("f: acquire \"x\ny\"", "t.model:1: a string of printable characters");
	expect_error("f(a): read a size 12ab", "expected a decimal or 0x number, found '12ab'");
	expect_error("f(a): read a size 0xfg", "expected a decimal or 0x number");
	expect_error("f(a): read a size 99999999999999999999", "a number below 2147483648");
	char nul[] = "f: none\n\0g";
	assert_false(models_add_text(&models, "t.model", nul, sizeof(nul) - 1, message,
				     sizeof(message)));
	assert_non_null(strstr(message, "unexpected byte 0x00"));
}

static void test_bad_effects(void **state)
{
	(void)state;
	expect_error("f(a): aquire a", "expected an effect: wins, locked, acquire, release,");
	expect_error("f(a): aquire a", "kernel or primitive, found 'aquire'");
	expect_error("f(a): read a;", "expected an effect");
	expect_error("f(a): read a read a", "one of: when size string atomic reachable, found "
					    "'read'");
	expect_error("f(a): acquire b", "f has no argument 'b'; it has (a)");
	expect_error("f: acquire b", "the row names no arguments; write f(a, b, ...):");
	expect_error("f(_): acquire _", "f has no argument '_'");
	expect_error("f(a): acquire", "expected an argument name or 'result', found the end");
	expect_error("f(a): acquire 3", "expected an argument name or 'result', found '3'");
	expect_error("f(a): acquire a when maybe", "expected zero, nonzero, negative or "
						   "nonnegative, found 'maybe'");
	expect_error("f(a): acquire a shared exclusive", "found 'exclusive'");
	expect_error("f(a): acquire a try", "'try' and 'timed' need 'when'");
	expect_error("f(a): sem_wait a timed", "'try' and 'timed' need 'when'");
	expect_error("f(a): acquire a try try", "found 'try'");
	expect_error("f(a): release a try", "one of: shared exclusive when, found 'try'");
	expect_error("f(a): read a size", "expected an argument name or 'result'");
	expect_error("f(a): read a size a*", "expected an argument name or 'result'");
	expect_error("f(a): read a size 3 string", "found 'string'");
	expect_error("f(a): none; read a", "'none' with other effects");
	expect_error("f(a): nondet a", "expected ';', the end of the row, found 'a'");
	expect_error("f: locked", "expected the name of a global lock in quotes");
	expect_error("f: wins wins", "expected ';' or the end of the row, found 'wins'");
}

static void test_bad_operands(void **state)
{
	(void)state;
	expect_error("f(a): call a", "expected '(' and what the function is called with");
	expect_error("f(a): call a(a a)", "expected ',' or ')', found 'a'");
	expect_error("f(a): call a(a,)", "expected an argument name or 'result', found ')'");
	expect_error("f(a): call a(a, a, a, a, a, a, a, a, a)", "more than 8 arguments for a callback");
	expect_error("f(a, b): copy a b", "expected '<-', found 'b'");
	expect_error("f(a, b): stores a = b", "expected '*' and an argument name, found 'a'");
	expect_error("f(a, b): stores *a b", "expected '=', found 'b'");
	expect_error("f(a, b): attr_recursive a b = 1", "expected '==', found '='");
	expect_error("f(a, b): attr_recursive a b == a", "expected a number, found 'a'");
	expect_error("f(a, b): lock_init a recursive if b 1", "expected '&' and a number");
	expect_error("f(a): read_format a", "expected '...' or 'va' and the argument");
	expect_error("f(a): read_format a ...", "argument list does not end with '...'");
	expect_error("f(a, b): create a(b) id b", "expected '*' and an argument name, or "
						  "'result', found 'b'");
	expect_error("f(a): alloc into *result", "expected an argument name after '*'");
	expect_error("f(a): signal_handler a() at 8", "'at' needs '*argument'");
	expect_error("f(a): signal_handler a() faults 4", "'faults' needs the number");
	expect_error("f(a, b): signal_handler a(b) faults 64", "from 1 to 63");
	expect_error("f(a, b): signal_handler a(b) faults", "number");
	expect_error("f(a): create a() at 8", "'at' needs '*argument'");
	expect_error("f(a, b): once a *b()", "'*' before a function is for create");
	expect_error("f(a): keeps a b", "expected a name in quotes");
	expect_error("f(a, t): acquire a forever t", "'forever' needs 'when'");
	expect_error("f(a, t): cond_wait a t forever t", "expected ';'");
	expect_error("f(a): alloc when zero", "'when' cannot test a result that is the memory");
	expect_error("f(a): create a() id result when zero",
		     "'when' cannot test a result that is the thread's id");
}

static void test_message_is_cut(void **state)
{
	(void)state;
	char tiny[12];
	memset(tiny, 'x', sizeof(tiny));
	assert_false(models_add_text(&models, "t.model", "f: bad", 6, tiny, sizeof(tiny)));
	assert_int_equal(tiny[sizeof(tiny) - 1], 0);
	char name[400];
	memset(name, 'n', sizeof(name));
	assert_false(models_add_text(&models, "t.model", name, sizeof(name), message,
				     sizeof(message)));
	assert_true(strlen(message) < 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
		TEST(test_row),
		TEST(test_names_share_a_row),
		TEST(test_no_arguments),
		TEST(test_unnamed_arguments),
		TEST(test_prefix_with_a_dot),
		TEST(test_waits_and_kept_pointers),
		TEST(test_row_flags),
		TEST(test_prefix),
		TEST(test_rows_about_names),
		TEST(test_assembly),
		TEST(test_assembler_name),
		TEST(test_later_file_replaces),
		TEST(test_model_effect),
		TEST(test_locks),
		TEST(test_lock_objects),
		TEST(test_create),
		TEST(test_threads),
		TEST(test_order),
		TEST(test_callbacks),
		TEST(test_allocation),
		TEST(test_memory),
		TEST(test_results),
		TEST(test_specific_data),
		TEST(test_atomics),
		TEST(test_every_kind_has_a_word),
		TEST(test_bad_rows),
		TEST(test_bad_bytes),
		TEST(test_bad_effects),
		TEST(test_bad_operands),
		TEST(test_message_is_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
