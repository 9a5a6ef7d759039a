/* SPDX-License-Identifier: MIT */
/*
 * After the summaries nobody needs the code: threads and races are found once with all of
 * the program, and once from the bytes of the summaries, the instructions wiped out but
 * for their lines. The reports are the same but for names of values. What the notes are
 * good for is seen too: without them each of the programs has another report.
 *
 * The programs are tests/ir/notes/, or the IR files named on the command line.
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
#include "race/race.h"

struct world {
	struct program p;
	struct models models;
	struct pointers *pt;
	struct callgraph *g;
	struct escape *escape, *likely;
	struct summaries summaries;
};

static void world_make(struct world *w, const char *path)
{
	struct str text = {0};
	char message[300];
	struct escape_options options = {0};
	if (!str_read_file(&text, path))
		fail_msg("cannot read %s", path);
	if (!ir_parse(path, str_cstr(&text), text.n, &w->p, message, sizeof(message)))
		fail_msg("%s", message);
	str_free(&text);
	models_init(&w->models);
	w->pt = pointers_solve(&w->p, &w->models, &(struct pointers_options){0});
	w->g = callgraph_build(&w->p, w->pt);
	w->escape = escape_solve(&w->p, w->pt, w->g, &options);
	options.trusting = true;
	w->likely = escape_solve(&w->p, w->pt, w->g, &options);
	struct summarize_input in = {&w->p, &w->models, w->pt, w->g, w->escape, 1, false};
	summarize(&in, &w->summaries);
}

static void world_free(struct world *w)
{
	summaries_free(&w->summaries);
	escape_free(w->escape);
	escape_free(w->likely);
	callgraph_free(w->g);
	pointers_free(w->pt);
	models_free(&w->models);
	program_free(&w->p);
}

/* ---- the report without names of values ---- */

static void print_access(const struct report_access *a, struct str *out)
{
	str_addf(out, " %u:%u %s %s by %u, %u locks, %u calls;", a->place.line, a->place.column,
		 report_kind_name(a->kind), a->atomic ? "atomic" : "plain", a->thread,
		 a->lock_count, a->frame_count);
}

static void print_race(const struct report_race *x, struct str *out)
{
	str_addf(out, "%s %u, usually %u of %u:", confidence_name(x->confidence),
		 x->declared.line, x->usual_count, x->usual_total);
	for (uint32_t i = 0; i < x->reason_count; i++)
		str_addf(out, " (%s)", x->reasons[i]);
	for (uint32_t i = 0; i < x->pair_count; i++) {
		print_access(&x->accesses[x->pairs[i].a], out);
		print_access(&x->accesses[x->pairs[i].b], out);
	}
	str_add(out, "\n");
}

static int by_text(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	return strcmp(*x, *y);
}

/* Sorted: the order of races follows from names, too. */
static void print_report(const struct report *r, struct str *out)
{
	char **lines = xcalloc(r->race_count + 1u, sizeof(*lines));
	for (uint32_t i = 0; i < r->race_count; i++) {
		struct str s = {0};
		print_race(&r->races[i], &s);
		lines[i] = s.at;
	}
	qsort(lines, r->race_count, sizeof(*lines), by_text);
	for (uint32_t i = 0; i < r->race_count; i++) {
		str_add(out, lines[i]);
		free(lines[i]);
	}
	for (uint32_t i = 0; i < r->stage_count; i++)
		str_addf(out, "%s %llu\n", r->funnel[i].name,
			 (unsigned long long)r->funnel[i].pairs);
	free(lines);
}

static void find(const struct world *w, struct str *out)
{
	struct thread_input t = {&w->p, w->pt, w->g, &w->summaries, NULL, 0, false, 0};
	struct threads *threads = threads_find(&t);
	struct race_input in = {.program = &w->p, .pointers = w->pt, .escape = w->escape,
				.likely = w->likely, .summaries = &w->summaries,
				.threads = threads};
	struct report r = {0};
	find_races(&in, &r);
	print_report(&r, out);
	arena_release(&r.memory);
	threads_free(threads);
}

/* ---- without the code ---- */

static void forget_code(struct world *w)
{
	for (uint32_t i = 0; i < w->p.insts.n; i++)
		w->p.insts.at[i] = (struct ir_inst){.loc = w->p.insts.at[i].loc};
	memset(w->p.operands.at, 0, w->p.operands.n * sizeof(*w->p.operands.at));
	memset(w->p.blocks.at, 0, w->p.blocks.n * sizeof(*w->p.blocks.at));
}

static void through_bytes(struct summaries *all, bool notes)
{
	for (uint32_t i = 0; i < all->n; i++) {
		struct str bytes = {0};
		struct summary copy;
		summary_encode(&all->at[i], &bytes);
		assert_true(summary_decode(&copy, bytes.at, bytes.n));
		summary_free(&all->at[i]);
		all->at[i] = copy;
		if (!notes)
			notes_free(&all->at[i].notes);
		str_free(&bytes);
	}
}

static void check_program(const char *path, bool needs_notes)
{
	struct world w = {0};
	struct str with = {0}, without = {0}, nothing = {0};
	world_make(&w, path);
	find(&w, &with);
	forget_code(&w);
	through_bytes(&w.summaries, true);
	find(&w, &without);
	if (strcmp(str_cstr(&with), str_cstr(&without)) != 0)
		fail_msg("%s: with the code\n%s\nwithout\n%s", path, with.at, without.at);
	through_bytes(&w.summaries, false);
	find(&w, &nothing);
	bool same = strcmp(str_cstr(&with), str_cstr(&nothing)) == 0;
	if (needs_notes && same)
		fail_msg("%s: the notes do not matter", path);
	if (!needs_notes)
		printf("%s: the notes %s\n", path, same ? "do not matter" : "matter");
	str_free(&with);
	str_free(&without);
	str_free(&nothing);
	world_free(&w);
}

static void programs_of_the_tests(void **unused)
{
	glob_t found;
	(void)unused;
	assert_int_equal(glob(CHEQUER_ROOT "/tests/ir/notes/*.ir", 0, NULL, &found), 0);
	assert_true(found.gl_pathc >= 6);
	for (size_t i = 0; i < found.gl_pathc; i++)
		check_program(found.gl_pathv[i], true);
	globfree(&found);
}

static void program_of_the_command_line(void **path)
{
	check_program(*path, false);
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
