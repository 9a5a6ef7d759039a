/* SPDX-License-Identifier: MIT */
/*
 * The summaries of whole programs survive the way to bytes and back. The programs
 * are tests/ir/summary/, or the IR files named on the command line; with those the
 * bytes for each function are told too.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glob.h>
#include <cmocka.h>

#include "analysis/summarize.h"
#include "base/str.h"
#include "ir/text.h"

/* Every function as 'dump --summary' shows it. */
static char *printed(const struct summaries *all, const struct program *p,
		     const struct pointers *pt)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	assert_non_null(f);
	for (func_id i = 1; i < all->n; i++)
		summary_print(all, i, p, pt, f);
	fclose(f);
	return text;
}

/* Replaces the summary by what its bytes say; returns how many they are. */
static size_t through_bytes(struct summary *s)
{
	struct str bytes = {0}, again = {0};
	struct summary copy;
	summary_encode(s, &bytes);
	assert_true(summary_decode(&copy, bytes.at, bytes.n));
	summary_encode(&copy, &again);
	assert_int_equal(again.n, bytes.n);
	assert_memory_equal(again.at, bytes.at, bytes.n);
	size_t n = bytes.n;
	str_free(&bytes);
	str_free(&again);
	summary_free(s);
	*s = copy;
	return n;
}

static size_t check_summaries(const struct summarize_input *in)
{
	struct summaries all;
	size_t bytes = 0;
	summarize(in, &all);
	char *before = printed(&all, in->program, in->pointers);
	for (uint32_t i = 0; i < all.n; i++)
		bytes += through_bytes(&all.at[i]);
	char *after = printed(&all, in->program, in->pointers);
	assert_string_equal(before, after);
	assert_true(all.n < 2 || strlen(before) > 0);
	free(before);
	free(after);
	summaries_free(&all);
	return bytes;
}

static size_t check_program(const char *path, uint32_t *functions)
{
	struct str text = {0};
	struct program p;
	struct models models;
	char message[300];
	if (!str_read_file(&text, path))
		fail_msg("cannot read %s", path);
	if (!ir_parse(path, str_cstr(&text), text.n, &p, message, sizeof(message)))
		fail_msg("%s", message);
	models_init(&models);
	struct pointers *pt = pointers_solve(&p, &models, &(struct pointers_options){0});
	struct callgraph *g = callgraph_build(&p, pt);
	struct summarize_input in = {.program = &p, .models = &models, .pointers = pt,
				     .callgraph = g, .workers = 1};
	size_t bytes = check_summaries(&in);
	*functions = p.funcs.n - 1;
	callgraph_free(g);
	pointers_free(pt);
	models_free(&models);
	program_free(&p);
	str_free(&text);
	return bytes;
}

static void programs_of_the_tests(void **unused)
{
	glob_t found;
	uint32_t functions;
	(void)unused;
	assert_int_equal(glob(CHEQUER_ROOT "/tests/ir/summary/*.ir", 0, NULL, &found), 0);
	assert_true(found.gl_pathc >= 10);
	for (size_t i = 0; i < found.gl_pathc; i++)
		check_program(found.gl_pathv[i], &functions);
	globfree(&found);
}

static void program_of_the_command_line(void **path)
{
	uint32_t functions;
	size_t bytes = check_program(*path, &functions);
	printf("%s: %zu bytes, %.1f for each of %u functions\n", (char *)*path, bytes,
	       (double)bytes / (functions ? functions : 1), functions);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(programs_of_the_tests)};
	int failed = 0;
	for (int i = 1; i < argc; i++) {
		const struct CMUnitTest one[] = {
			cmocka_unit_test_prestate(program_of_the_command_line, argv[i])};
		failed += cmocka_run_group_tests(one, NULL, NULL);
	}
	return argc > 1 ? failed : cmocka_run_group_tests(tests, NULL, NULL);
}
