/* SPDX-License-Identifier: MIT */
/*
 * What to look at first: what a maintainer can act on most quickly. The most certain come
 * first; among these, what takes one line to repair (all but one access hold the lock), then
 * what has a rule or is all in one function, then variables before memory that has no name of
 * its own, then what repairs several at once. Those that have a cause in common stand together,
 * where the first of them does. Races that need code of tests, and those inside code that came
 * from elsewhere, stand aside: last, a line each.
 *
 * The access that lacks the usual lock is the first of its pair: it is the one to look
 * at.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "report/report.h"

/* Below the directory of the run: where tests are, and code that came from elsewhere. A name with
 * '()' is that of a function. */
static const char *const usual_tests[] = {
	"test/*",      "tests/*",	"*/test/*",	"*/tests/*",	"test_*.c",
	"*/test_*.c",  "*_test.c",	"*_tests.c",	"unittest*",	"*/unittest*",
	"*unittest.c", "*unittest*()",	"*unit_test*()", "*selftest*()", "*self_test*()",
	NULL};
static const char *const usual_vendored[] = {
	"third_party/*", "*/third_party/*", "third-party/*", "*/third-party/*",
	"thirdparty/*",	 "*/thirdparty/*",  "3rdparty/*",    "*/3rdparty/*",
	"vendor/*",	 "*/vendor/*",	    "vendored/*",    "*/vendored/*",
	"external/*",	 "*/external/*",    "extern/*",	     "*/extern/*",
	"deps/*",	 "*/deps/*",	    "subprojects/*", "*/subprojects/*",
	"bundled/*",	 "*/bundled/*",	    NULL};

struct aside {
	const struct report *report;
	const char *const *needs; /* globs: whatever needs code there */
	const char *const *within; /* whatever happens there alone */
	bool here;		  /* only of files below this directory, or... */
	size_t below;		  /* of absolute ones: what all of them begin with */
};

static bool fits_one(const char *text, const char *const *globs)
{
	for (; *globs; globs++)
		if (fnmatch(*globs, text, 0) == 0)
			return true;
	return false;
}

static bool fits(const struct aside *o, struct report_place p, const char *function,
		 const char *const *globs)
{
	const char *file = p.file ? p.file : "";
	if (o->here && file[0] == '/' && strlen(file) > o->below)
		file += o->below;
	bool outside = o->here && (file[0] == '/' || strncmp(file, "../", 3) == 0);
	if (*file && !outside && fits_one(file, globs))
		return true;
	struct str name = {0};
	str_addf(&name, "%s()", function ? function : "");
	bool found = fits_one(str_cstr(&name), globs);
	str_free(&name);
	return found;
}

/* Is it made there, or by a thread that came through there? */
static bool comes_from(const struct aside *o, const struct report_access *a)
{
	bool through = fits(o, a->place, a->function, o->needs);
	bool started = o->report->threads[a->thread].kind == THREAD_MAIN;
	for (uint32_t i = 0; i < a->frame_count && !started && !through; i++)
		through = fits(o, a->stack[i].place, a->stack[i].function, o->needs);
	return through;
}

static bool is_aside(const struct aside *o, const struct report_race *x)
{
	bool needs = true, within = true;
	for (uint32_t i = 0; i < x->pair_count; i++) {
		const struct report_access *a = &x->accesses[x->pairs[i].a];
		const struct report_access *b = &x->accesses[x->pairs[i].b];
		needs = needs && (comes_from(o, a) || comes_from(o, b));
		within = within && fits(o, a->place, a->function, o->within) &&
			 fits(o, b->place, b->function, o->within);
	}
	return needs || within;
}

/* A program that is a test itself is what its user wants to know about. */
static bool is_test(const struct aside *o)
{
	for (uint32_t i = 0; i < o->report->thread_count; i++) {
		const struct report_thread *t = &o->report->threads[i];
		if (t->creator >= 0 && t->frame_count &&
		    o->report->threads[t->creator].kind == THREAD_MAIN &&
		    fits(o, t->stack[0].place, t->stack[0].function, o->needs))
			return true;
	}
	return false;
}

/* A build directory that is not in the project: its files have absolute names. */
static size_t common_directory(const struct report *r)
{
	const char *first = NULL;
	size_t n = 0;
	for (uint32_t i = 0; i < r->race_count; i++) {
		for (uint32_t k = 0; k < r->races[i].access_count; k++) {
			const char *file = r->races[i].accesses[k].place.file;
			if (!file || file[0] != '/' || strncmp(file, "/usr/", 5) == 0)
				continue;
			size_t same = 0;
			while (first && same < n && file[same] == first[same])
				same++;
			n = first ? same : strlen(file);
			first = first ? first : file;
		}
	}
	while (n && first[n - 1] != '/')
		n--;
	return n > 1 ? n : 0;
}

static struct aside choose_aside(const struct report *r, const char *const *globs)
{
	static const char *const none[] = {NULL};
	if (globs && *globs)
		return (struct aside){r, globs, none, false, 0};
	struct aside o = {r, usual_tests, usual_vendored, true, common_directory(r)};
	if (is_test(&o))
		o.needs = none;
	return o;
}

static bool has_name(const struct report_race *x)
{
	return strcmp(x->kind, "global") == 0 || strcmp(x->kind, "static") == 0;
}

static bool is_in_one_function(const struct report_race *x)
{
	for (uint32_t i = 1; i < x->access_count; i++)
		if (strcmp(x->accesses[i].function, x->accesses[0].function) != 0)
			return false;
	return true;
}

/* How much there is to understand and to change: less is better. */
static uint32_t effort(const struct report_race *x)
{
	bool one_line = x->usual_lock && x->usual_total > 2 &&
			x->usual_count + 1 == x->usual_total;
	bool rule = x->usual_lock && x->usual_count * 2 > x->usual_total;
	uint32_t lock = one_line ? 0 : rule || is_in_one_function(x) ? 1 : 2;
	return lock + (has_name(x) ? 0 : 3);
}

struct place_in_line {
	uint32_t race, confidence, effort, others, cause;
	bool aside;
	uint32_t group, turn; /* the first turn of its cause, its own one */
};

static int by_turn(const void *a, const void *b)
{
	const struct place_in_line *x = a, *y = b;
	if (x->aside != y->aside)
		return x->aside ? 1 : -1;
	if (x->confidence != y->confidence)
		return x->confidence > y->confidence ? -1 : 1;
	if (x->effort != y->effort)
		return x->effort < y->effort ? -1 : 1;
	if (x->others != y->others)
		return x->others > y->others ? -1 : 1;
	return x->race < y->race ? -1 : x->race > y->race;
}

static int by_group(const void *a, const void *b)
{
	const struct place_in_line *x = a, *y = b;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->turn < y->turn ? -1 : x->turn > y->turn;
}

/* Among those that are as certain. */
static void gather_causes(struct place_in_line *line, uint32_t n, uint32_t cause_count)
{
	uint32_t *first = xcalloc(cause_count + 1u, sizeof(*first)); /* 1 + turn */
	for (uint32_t i = 0; i < n; i++) {
		struct place_in_line *x = &line[i];
		uint32_t known = cause_count ? first[x->cause] : 0;
		bool same = known && line[known - 1].aside == x->aside &&
			    line[known - 1].confidence == x->confidence;
		x->turn = i;
		x->group = same ? known - 1 : i;
		if (!same)
			first[x->cause] = i + 1;
	}
	qsort(line, n, sizeof(*line), by_group);
	free(first);
}

/* The side that lacks the lock first. */
static void turn_pair(struct report *r, struct report_race *x)
{
	const struct report_access *a = &x->accesses[x->pairs[0].a];
	const struct report_access *b = &x->accesses[x->pairs[0].b];
	if (!x->usual_lock || a->lacks_usual || !b->lacks_usual)
		return;
	struct report_pair *pairs =
		arena_memdup(&r->memory, x->pairs, x->pair_count * sizeof(*pairs));
	pairs[0].a = x->pairs[0].b;
	pairs[0].b = x->pairs[0].a;
	x->pairs = pairs;
}

void report_turn_pairs(struct report *r)
{
	struct report_race *races =
		arena_memdup(&r->memory, r->races, r->race_count * sizeof(*races));
	for (uint32_t i = 0; i < r->race_count; i++)
		turn_pair(r, &races[i]);
	r->races = races;
}

void report_order(struct report *r, const char *const *aside)
{
	uint32_t n = r->race_count;
	struct aside o = choose_aside(r, aside);
	struct place_in_line *line = xcalloc(n + 1u, sizeof(*line));
	struct report_race *races = arena_alloc(&r->memory, (n + 1u) * sizeof(*races));
	for (uint32_t i = 0; i < n; i++) {
		const struct report_race *x = &r->races[i];
		line[i] = (struct place_in_line){
			i, x->confidence, effort(x),
			x->member_count +
				(r->cause_count ? r->causes[x->cause].count : 0),
			x->cause, is_aside(&o, x), 0, 0};
	}
	qsort(line, n, sizeof(*line), by_turn);
	gather_causes(line, n, r->cause_count);
	for (uint32_t i = 0; i < n; i++) {
		races[i] = r->races[line[i].race];
		races[i].aside = line[i].aside;
	}
	r->races = races;
	free(line);
}
