/* SPDX-License-Identifier: MIT */
/* The models that are compiled in: they load, they agree with each other, and
 * the rows that the rest of the program leans on say what they must. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "model/builtin.h"
#include "model/model.h"

static struct models models;

static int load(void **state)
{
	(void)state;
	models_init(&models);
	return 0;
}

static int unload(void **state)
{
	(void)state;
	models_free(&models);
	return 0;
}

static const struct effect *effect_of(const char *function, enum effect_kind kind)
{
	const struct model *m = models_find(&models, function);
	if (!m)
		fail_msg("no model of %s", function);
	const struct effect *e = model_effect(m, kind);
	if (!e)
		fail_msg("%s does not %s", function, effect_kind_name(kind));
	return e;
}

static void test_each_function_once(void **state)
{
	(void)state;
	/* a row that replaced another would make the list shorter than the sum */
	uint32_t rows = 0;
	for (uint32_t i = 0; i < builtin_model_count; i++) {
		struct models one = {0};
		char message[256];
		assert_true(models_add_text(&one, builtin_models[i].file,
					    builtin_models[i].text, builtin_models[i].size,
					    message, sizeof(message)));
		assert_true(one.list.n > 0);
		rows += one.list.n;
		models_free(&one);
	}
	if (rows != models.list.n)
		fail_msg("%u functions have rows in two files", rows - models.list.n);
	assert_true(rows > 3000);
}

static void test_files_are_the_ones_on_disk(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < builtin_model_count; i++) {
		struct str path = {0}, text = {0};
		str_addf(&path, "%s/%s", CHEQUER_ROOT, builtin_models[i].file);
		assert_true(str_read_file(&text, str_cstr(&path)));
		assert_int_equal(text.n, builtin_models[i].size);
		assert_memory_equal(str_cstr(&text), builtin_models[i].text, text.n);
		str_free(&path);
		str_free(&text);
	}
}

/* What a file about locks or threads has: for every acquire a release. */
static void test_locks_come_in_pairs(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < builtin_model_count; i++) {
		uint32_t acquires = 0, releases = 0;
		for (uint32_t k = 0; k < models.list.n; k++) {
			const struct model *m = &models.list.at[k];
			if (strcmp(m->file, builtin_models[i].file) != 0)
				continue;
			acquires += model_effect(m, EFFECT_ACQUIRE) != NULL;
			releases += model_effect(m, EFFECT_RELEASE) != NULL;
		}
		assert_int_equal(acquires > 0, releases > 0);
	}
}

static void check_effect(const struct model *m, const struct effect *e)
{
	bool conditional = e->kind == EFFECT_ACQUIRE || e->kind == EFFECT_SEM_WAIT;
	if (conditional && e->flags & (EFFECTF_TRY | EFFECTF_TIMED) && !e->when)
		fail_msg("%s:%u: %s: 'try' or 'timed' without 'when'", m->file, m->line, m->name);
	if (e->size_kind == SIZE_BYTES && e->value <= 0)
		fail_msg("%s:%u: %s: size 0", m->file, m->line, m->name);
	if (m->param_count >= 0 && e->arg >= m->param_count)
		fail_msg("%s:%u: %s: argument out of range", m->file, m->line, m->name);
}

static void test_rows_make_sense(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < models.list.n; i++) {
		const struct model *m = &models.list.at[i];
		if (!m->effect_count && !(m->flags & MODELF_LOCKED))
			fail_msg("%s:%u: %s: no effects", m->file, m->line, m->name);
		for (uint32_t k = 0; k < m->effect_count; k++)
			check_effect(m, &m->effects[k]);
	}
}

/* Every effect is used by some library, so that none is untested. */
static void test_every_effect_is_used(void **state)
{
	(void)state;
	for (int kind = 0; kind < EFFECT_COUNT; kind++) {
		bool used = false;
		for (uint32_t i = 0; i < models.list.n && !used; i++)
			used = model_effect(&models.list.at[i], kind) != NULL;
		if (!used)
			fail_msg("no built-in row uses %s", effect_kind_name(kind));
	}
}

static void test_manual_has_every_effect(void **state)
{
	(void)state;
	struct str text = {0};
	assert_true(str_read_file(&text, CHEQUER_ROOT "/docs/models.md"));
	for (int kind = 0; kind < EFFECT_COUNT; kind++) {
		char word[64];
		snprintf(word, sizeof(word), "`%s", effect_kind_name(kind));
		if (!strstr(str_cstr(&text), word))
			fail_msg("docs/models.md does not explain %s", effect_kind_name(kind));
	}
	str_free(&text);
}

/* The fenced example files of the manual can be read. */
static void test_manual_examples(void **state)
{
	(void)state;
	struct str text = {0};
	assert_true(str_read_file(&text, CHEQUER_ROOT "/docs/models.md"));
	static const char fence[] = "```models\n";
	uint32_t examples = 0;
	for (const char *p = strstr(str_cstr(&text), fence); p; p = strstr(p, fence)) {
		p += strlen(fence);
		const char *end = strstr(p, "```");
		char message[512];
		struct models m = {0};
		assert_non_null(end);
		if (!models_add_text(&m, "docs/models.md", p, (size_t)(end - p), message,
				     sizeof(message)))
			fail_msg("example %u: %s", examples + 1, message);
		models_free(&m);
		examples++;
	}
	assert_true(examples >= 2);
	str_free(&text);
}

static void test_locks(void **state)
{
	(void)state;
	static const struct {
		const char *function;
		enum result_class when;
		enum lock_mode mode;
	} rows[] = {
		{"pthread_mutex_lock", RESULT_ANY, MODE_EXCLUSIVE},
		{"pthread_mutex_trylock", RESULT_ZERO, MODE_EXCLUSIVE},
		{"pthread_mutex_timedlock", RESULT_ZERO, MODE_EXCLUSIVE},
		{"pthread_rwlock_rdlock", RESULT_ANY, MODE_SHARED},
		{"pthread_rwlock_wrlock", RESULT_ANY, MODE_EXCLUSIVE},
		{"pthread_rwlock_tryrdlock", RESULT_ZERO, MODE_SHARED},
		{"pthread_spin_trylock", RESULT_ZERO, MODE_EXCLUSIVE},
		{"mtx_lock", RESULT_ANY, MODE_EXCLUSIVE},
		{"mtx_trylock", RESULT_ZERO, MODE_EXCLUSIVE},
		{"ftrylockfile", RESULT_ZERO, MODE_EXCLUSIVE},
		{"g_mutex_trylock", RESULT_NONZERO, MODE_EXCLUSIVE},
		{"g_rw_lock_reader_trylock", RESULT_NONZERO, MODE_SHARED},
		{"uv_mutex_trylock", RESULT_ZERO, MODE_EXCLUSIVE},
		{"mutex_trylock", RESULT_NONZERO, MODE_EXCLUSIVE},
		{"mutex_lock_interruptible", RESULT_ZERO, MODE_EXCLUSIVE},
		{"down_read", RESULT_ANY, MODE_SHARED},
		{"SDL_AtomicTryLock", RESULT_NONZERO, MODE_EXCLUSIVE},
		{"apr_thread_rwlock_tryrdlock", RESULT_ZERO, MODE_SHARED},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct effect *e = effect_of(rows[i].function, EFFECT_ACQUIRE);
		assert_int_equal(e->when, rows[i].when);
		assert_int_equal(e->mode, rows[i].mode);
		assert_int_equal(e->arg, 0);
	}
}

static void test_threads(void **state)
{
	(void)state;
	const struct effect *e = effect_of("pthread_create", EFFECT_CREATE);
	assert_int_equal(e->arg, 2);
	assert_int_equal(e->other, 3);
	assert_int_equal(e->third, 0);
	e = effect_of("apr_thread_create", EFFECT_CREATE);
	assert_int_equal(e->extra, 1);
	assert_int_equal(effect_of("g_thread_new", EFFECT_CREATE)->third, ARG_RESULT);
	assert_int_equal(effect_of("uv_thread_join", EFFECT_JOIN)->flags, EFFECTF_BY_ADDRESS);
	assert_int_equal(effect_of("apr_thread_join", EFFECT_JOIN)->arg, 1);
	assert_int_equal(effect_of("g_thread_join", EFFECT_JOIN)->third, ARG_RESULT);
	e = effect_of("sigaction", EFFECT_SIGNAL_HANDLER);
	assert_int_equal(e->arg, 1);
	assert_true(e->flags & EFFECTF_HANDLER_IN_STRUCT);
	e = effect_of("mtx_init", EFFECT_LOCK_INIT);
	assert_int_equal(e->third, 1);
	assert_int_equal(e->value, 1);
}

static void test_verifier(void **state)
{
	(void)state;
	const struct model *m = models_find(&models, "__VERIFIER_atomic_increment");
	assert_int_equal(m->flags, MODELF_LOCKED | MODELF_PREFIX);
	const struct effect *e = effect_of("__VERIFIER_atomic_begin", EFFECT_ACQUIRE);
	assert_string_equal(e->name, m->lock_name);
	assert_string_equal(effect_of("__VERIFIER_atomic_end", EFFECT_RELEASE)->name, e->name);
	assert_int_equal(models_find(&models, "__VERIFIER_atomic_end")->flags, 0);
	effect_of("__VERIFIER_nondet_int", EFFECT_NONDET);
	effect_of("reach_error", EFFECT_NORETURN);
	assert_int_equal(effect_of("assume_abort_if_not", EFFECT_ASSUME)->arg, 0);
}

static void test_library_memory(void **state)
{
	(void)state;
	assert_int_equal(effect_of("__errno_location", EFFECT_RETURNS_STATIC)->flags,
			 EFFECTF_THREAD_LOCAL);
	assert_true(effect_of("__ctype_b_loc", EFFECT_RETURNS_STATIC)->flags & EFFECTF_CONST);
	assert_int_equal(effect_of("localtime", EFFECT_RETURNS_STATIC)->flags, 0);
	assert_int_equal(effect_of("calloc", EFFECT_ALLOC)->size_kind, SIZE_PRODUCT);
	assert_int_equal(effect_of("posix_memalign", EFFECT_ALLOC)->third, 0);
	assert_int_equal(effect_of("getaddrinfo", EFFECT_ALLOC)->third, 3);
	assert_int_equal(effect_of("snprintf", EFFECT_WRITE)->size_arg, 1);
	assert_int_equal(effect_of("__snprintf_chk", EFFECT_READ_FORMAT)->other, 5);
	assert_null(model_effect(models_find(&models, "fprintf"), EFFECT_WRITE));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_function_once),
		cmocka_unit_test(test_files_are_the_ones_on_disk),
		cmocka_unit_test(test_locks_come_in_pairs),
		cmocka_unit_test(test_rows_make_sense),
		cmocka_unit_test(test_every_effect_is_used),
		cmocka_unit_test(test_manual_has_every_effect),
		cmocka_unit_test(test_manual_examples),
		cmocka_unit_test(test_locks),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_verifier),
		cmocka_unit_test(test_library_memory),
	};
	return cmocka_run_group_tests(tests, load, unload);
}
