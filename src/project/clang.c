/* SPDX-License-Identifier: MIT */
/*
 * Running clang-19 on every source unit, some at a time. A worker keeps what it
 * learns in its unit's job; the main thread reads the jobs in the order of the
 * units, so messages do not depend on who finished first.
 *
 * Without keep_going the first unit (in order) that fails ends the run: once
 * unit n has failed, units after n are skipped, units before it are not.
 *
 * Units whose bitcode is in the cache are found before the workers start. It is not
 * read yet: it may not be needed.
 */
#include "project/project.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/limit.h"
#include "base/pool.h"
#include "base/process.h"
#include "base/progress.h"
#include "base/str.h"
#include "cache/files.h"
#include "project/clang.h"
#include "project/flags.h"
#include "project/ranks.h"
#include "project/unit_cache.h"
#include "project/words.h"

#define NO_CLANG \
	"no " CLANG " on PATH: install it (Debian, Ubuntu: apt-get install " CLANG ")"

enum { MAX_TRIES = 8 };

/* Every warning is off, also those that are errors by default: old C (implicit
 * int, implicit declarations) is accepted. -O1 without a single pass is the code of
 * -O0 and the bodies of inline functions beside it, which -O0 leaves out (C99's
 * inline, gnu_inline); headers are told that nothing is optimised. */
const char *const clang_flags[] = {
	"-g", "-O1", "-Xclang", "-disable-llvm-passes", "-Xclang", "-disable-lifetime-markers",
	"-fno-strict-aliasing", "-U__OPTIMIZE__", "-D__NO_INLINE__=1", "-fno-discard-value-names",
	"-emit-llvm", "-c", "-w", "-Wno-everything", "-fno-color-diagnostics",
	"-fno-caret-diagnostics", "-fmessage-length=0",
};
const unsigned clang_flag_count = sizeof(clang_flags) / sizeof(*clang_flags);

struct job {
	struct words flags;   /* those of the unit that clang accepted */
	struct words dropped; /* those it did not */
	struct str failed;    /* empty, or why */
	struct str list;      /* empty, or the file for what clang reads */
	bool stopped;	      /* a limit was reached before it was done */
	bool known;	      /* from the cache */
	bool refused;	      /* clang itself has said why it failed */
};

struct compilation {
	struct project *project;
	const struct project_options *options;
	struct job *jobs;
	atomic_uint first_failed; /* index of a unit */
	atomic_uint next;	  /* for several processes: the unit that nobody has yet */
	struct arena received;	  /* what others have told about flags */
};

/* ---- one unit ---- */

static void fill_arguments(struct words *argv, const struct job *j, const struct unit *u)
{
	static const char *const listing[] = {"-MD", "-MT", "unit", "-MF", NULL};
	vec_clear(&argv->list);
	vec_push(&argv->list, CLANG);
	for (unsigned i = 0; i < clang_flag_count; i++)
		vec_push(&argv->list, clang_flags[i]);
	for (uint32_t i = 0; i < j->flags.list.n; i++)
		vec_push(&argv->list, j->flags.list.at[i]);
	for (size_t i = 0; j->list.n && i < sizeof(listing) / sizeof(*listing); i++)
		vec_push(&argv->list, listing[i] ? listing[i] : j->list.at);
	vec_push(&argv->list, "-o");
	vec_push(&argv->list, u->bitcode);
	vec_push(&argv->list, "--");
	vec_push(&argv->list, u->source);
	vec_push(&argv->list, NULL);
}

/* The line that says what went wrong. */
static void first_error(struct str *out, const char *errors)
{
	const char *error = strstr(errors, "error:");
	const char *line = error ? error : errors;
	while (line > errors && line[-1] != '\n')
		line--;
	str_addn(out, line, strcspn(line, "\n"));
	if (!*errors)
		str_add(out, CLANG " failed and said nothing");
}

static void describe_failure(struct job *j, const struct unit *u, int status,
			     const struct str *errors)
{
	if (WIFSIGNALED(status))
		str_addf(&j->failed, "%s: %s was ended by signal %d", u->file, CLANG,
			 WTERMSIG(status));
	else
		first_error(&j->failed, str_cstr(errors));
	j->refused = !WIFSIGNALED(status);
}

/* True when there is nothing more to try. */
static bool try_once(struct job *j, const struct unit *u, struct words *argv)
{
	int status = 0;
	struct str errors = {0};
	fill_arguments(argv, j, u);
	struct process p = {argv->list.at, u->directory, &errors};
	enum process_result r = process_run(&p, &status);
	bool done = true;
	if (r == PROCESS_STOPPED)
		j->stopped = true;
	else if (r == PROCESS_NOT_FOUND)
		str_addf(&j->failed, "%s: cannot run %s: %s", u->file, CLANG, strerror(errno));
	else if (status != 0 && flags_drop_rejected(&j->flags, &j->dropped, str_cstr(&errors)))
		done = false;
	else if (status != 0)
		describe_failure(j, u, status, &errors);
	str_free(&errors);
	return done;
}

static void compile_unit(struct job *j, const struct unit *u)
{
	struct words argv = {0};
	struct stat s;
	if (u->directory && (stat(u->directory, &s) != 0 || !S_ISDIR(s.st_mode))) {
		str_addf(&j->failed, "%s: its directory %s does not exist", u->file,
			 u->directory);
		return;
	}
	for (const char *const *f = u->flags; *f; f++)
		vec_push(&j->flags.list, *f);
	bool done = false;
	for (int i = 0; i < MAX_TRIES && !done; i++)
		done = try_once(j, u, &argv);
	if (!done)
		str_addf(&j->failed, "%s: %s rejects its flags", u->file, CLANG);
	words_free(&argv);
}

/* Not optimised, and not for another target than it was made for. */
static void fill_conversion(struct words *argv, const struct unit *u, const char *triple,
			    const char *output)
{
	static const char *const flags[] = {
		CLANG, "-c", "-emit-llvm", "-O0", "-Xclang", "-disable-llvm-passes",
		"-fno-discard-value-names", "-w", "-Wno-everything",
		"-fno-color-diagnostics", "-fno-caret-diagnostics", "-fmessage-length=0",
	};
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		vec_push(&argv->list, flags[i]);
	if (*triple) {
		vec_push(&argv->list, "-target");
		vec_push(&argv->list, triple);
	}
	vec_push(&argv->list, "-o");
	vec_push(&argv->list, output);
	vec_push(&argv->list, "-x");
	vec_push(&argv->list, "ir");
	vec_push(&argv->list, "--");
	vec_push(&argv->list, u->bitcode);
	vec_push(&argv->list, NULL);
}

bool project_convert(const struct unit *u, uint32_t number, const char *triple,
		     struct str *out, char *message, size_t size)
{
	struct words argv = {0};
	struct str errors = {0}, why = {0};
	int status = 0;
	str_addf(out, "%s/%05u-converted.bc", process_temporary_directory(), number);
	fill_conversion(&argv, u, triple, str_cstr(out));
	struct process p = {argv.list.at, NULL, &errors};
	enum process_result r = process_run(&p, &status);
	bool good = r == PROCESS_ENDED && status == 0;
	if (r == PROCESS_STOPPED)
		str_add(&why, limit_name(limit_reached()));
	else if (r == PROCESS_NOT_FOUND)
		str_add(&why, NO_CLANG);
	else if (!good && WIFSIGNALED(status))
		str_addf(&why, CLANG " was ended by signal %d", WTERMSIG(status));
	else if (!good)
		first_error(&why, str_cstr(&errors));
	snprintf(message, size, "%s", str_cstr(&why));
	words_free(&argv);
	str_free(&errors);
	str_free(&why);
	return good;
}

/* What a unit that cannot be compiled would read: headers that are not there are listed. */
static bool list_for_failure(const struct job *j, const struct unit *u)
{
	static const char *const listing[] = {"-M", "-MG", "-MT", "unit", "-w", "-MF"};
	struct words argv = {0};
	struct str errors = {0};
	int status = 0;
	vec_push(&argv.list, CLANG);
	for (uint32_t i = 0; i < j->flags.list.n; i++)
		vec_push(&argv.list, j->flags.list.at[i]);
	for (size_t i = 0; i < sizeof(listing) / sizeof(*listing); i++)
		vec_push(&argv.list, listing[i]);
	vec_push(&argv.list, j->list.at);
	vec_push(&argv.list, "--");
	vec_push(&argv.list, u->source);
	vec_push(&argv.list, NULL);
	struct process p = {argv.list.at, u->directory, &errors};
	bool good = process_run(&p, &status) == PROCESS_ENDED && status == 0;
	words_free(&argv);
	str_free(&errors);
	return good;
}

/* The same, and what came of it is remembered. */
static void compile_for_cache(struct unit_cache *cache, struct job *j, struct unit *u)
{
	struct unit_made m = {.start = files_now(), .dropped = &j->dropped};
	str_addf(&j->list, "%s.d", u->bitcode);
	compile_unit(j, u);
	m.list = j->list.at;
	m.failed = j->failed.n ? j->failed.at : NULL;
	if (!j->stopped && (!m.failed || (j->refused && list_for_failure(j, u)))) {
		unit_cache_store(cache, u, &m, &u->content);
		u->has_content = !m.failed;
	}
	unlink(j->list.at);
}

static void note_failure(struct compilation *c, uint32_t unit)
{
	unsigned first = atomic_load(&c->first_failed);
	while (unit < first && !atomic_compare_exchange_weak(&c->first_failed, &first, unit))
		;
}

static void compile_task(void *context, uint32_t task, unsigned worker)
{
	struct compilation *c = context;
	struct unit *u = &c->project->units.at[task];
	struct job *j = &c->jobs[task];
	struct unit_cache *cache = c->project->cache;
	(void)worker;
	if (u->kind == UNIT_SOURCE && !j->known && task <= atomic_load(&c->first_failed)) {
		if (limit_reached())
			j->stopped = true;
		else if (cache && unit_cache_takes(u))
			compile_for_cache(cache, j, u);
		else
			compile_unit(j, u);
		if (j->failed.n > 0 && !c->options->keep_going && !limit_reached())
			note_failure(c, task);
	}
	progress_step();
}

/* ---- all units ---- */

static void take_job(struct project *p, struct unit *u, struct job *j, bool keep_going)
{
	for (uint32_t i = 0; i < j->dropped.list.n; i++)
		note("%s: clang does not know %s: dropped", u->file, j->dropped.list.at[i]);
	p->dropped_flags += j->dropped.list.n;
	if (j->stopped) { /* said once for all of them */
		u->failed = limit_name(limit_reached());
		u->bitcode = NULL;
		p->stopped++;
	} else if (j->failed.n > 0) {
		if (!keep_going && !limit_reached())
			die("cannot compile %s: %s (with --keep-going the rest is analysed)",
			    u->file, j->failed.at);
		u->failed = arena_strdup(&p->memory, j->failed.at);
		u->bitcode = NULL;
		vec_push(&p->gaps, ((struct project_gap){u->file, u->failed}));
		warn("%s is left out: %s", u->file, u->failed);
	}
	words_free(&j->flags);
	words_free(&j->dropped);
	str_free(&j->failed);
	str_free(&j->list);
}

/* Gives every source unit its output file; returns how many there are. */
static uint32_t name_outputs(struct project *p)
{
	uint32_t sources = 0;
	for (uint32_t i = 0; i < p->units.n; i++) {
		struct unit *u = &p->units.at[i];
		if (u->kind != UNIT_SOURCE)
			continue;
		if (sources++ == 0) {
			if (!clang_on_path(&p->memory, CLANG))
				die(NO_CLANG);
			p->temporary = process_temporary_directory();
		}
		u->bitcode = arena_printf(&p->memory, "%s/%05u.bc", p->temporary, i);
	}
	return sources;
}

static void find_in_cache(struct compilation *c)
{
	struct project *p = c->project;
	struct unit_result r;
	for (uint32_t i = 0; i < p->units.n; i++) {
		struct unit *u = &p->units.at[i];
		if (u->kind != UNIT_SOURCE || !unit_cache_find(p->cache, u, &r))
			continue;
		struct job *j = &c->jobs[i];
		for (uint32_t k = 0; k < r.dropped_count; k++)
			vec_push(&j->dropped.list, r.dropped[k]);
		u->content = r.bitcode;
		u->cached = u->has_content = !r.failed;
		j->known = true;
		p->from_cache++;
		if (!r.failed)
			continue;
		str_add(&j->failed, r.failed);
		if (!c->options->keep_going)
			note_failure(c, i);
	}
}

bool project_fetch(struct project *p, const struct project_options *o, uint32_t number,
		   struct str *out, char *message, size_t size)
{
	struct unit *u = &p->units.at[number];
	struct job j = {.stopped = false};
	if (cache_get(o->cache, &u->content, out))
		return true;
	compile_unit(&j, u);
	bool good = !j.stopped && j.failed.n == 0 && str_read_file(out, u->bitcode);
	if (!good)
		snprintf(message, size, "%s",
			 j.stopped ? limit_name(limit_reached()) : str_cstr(&j.failed));
	words_free(&j.flags);
	words_free(&j.dropped);
	str_free(&j.failed);
	return good;
}

/* ---- by several processes ---- */

static uint32_t next_unit(void *context)
{
	struct compilation *c = context;
	for (;;) {
		uint32_t i = atomic_fetch_add(&c->next, 1);
		if (i >= c->project->units.n)
			return UINT32_MAX;
		if (c->project->units.at[i].kind == UNIT_SOURCE && !c->jobs[i].known)
			return i;
	}
}

/* What another process tells about a unit. */
static void code_job(struct bytes *b, struct job *j, struct unit *u)
{
	const char *failed = j->failed.n ? j->failed.at : NULL;
	uint32_t dropped = j->dropped.list.n;
	bytes_bool(b, &j->stopped);
	bytes_bool(b, &u->has_content);
	bytes_digest(b, &u->content);
	bytes_text(b, &failed);
	bytes_u32(b, &dropped);
	if (failed && !b->out)
		str_add(&j->failed, failed);
	for (uint32_t i = 0; i < dropped && !b->bad; i++) {
		const char *flag = b->out ? j->dropped.list.at[i] : NULL;
		bytes_text(b, &flag);
		if (!b->out)
			vec_push(&j->dropped.list, flag);
	}
}

static void make_unit(void *context, uint32_t task, struct str *result)
{
	struct compilation *c = context;
	struct bytes b = {.out = result};
	struct str bitcode = {0};
	compile_task(c, task, 0);
	code_job(&b, &c->jobs[task], &c->project->units.at[task]);
	if (str_read_file(&bitcode, c->project->units.at[task].bitcode))
		str_addn(result, str_cstr(&bitcode), bitcode.n);
	unlink(c->project->units.at[task].bitcode);
	bytes_free(&b);
	str_free(&bitcode);
}

static void take_unit(void *context, uint32_t task, const char *result, size_t n)
{
	struct compilation *c = context;
	struct unit *u = &c->project->units.at[task];
	struct job *j = &c->jobs[task];
	const unsigned char *at = (const unsigned char *)result;
	struct bytes b = {.at = at, .end = at + n, .memory = &c->received};
	code_job(&b, j, u);
	size_t left = (size_t)(b.end - b.at);
	FILE *out = b.bad || j->failed.n || j->stopped ? NULL : fopen(u->bitcode, "w");
	bool good = out && fwrite(b.at, 1, left, out) == left;
	if (out && (fclose(out) != 0 || !good))
		str_addf(&j->failed, "cannot write %s", u->bitcode);
	else if (!out && !j->failed.n && !j->stopped)
		str_addf(&j->failed, "what another process made of it was lost");
	bytes_free(&b);
	progress_step();
}

static void compile_some(void *context, uint32_t unused, unsigned worker)
{
	uint32_t task;
	(void)unused;
	while ((task = next_unit(context)) != UINT32_MAX)
		compile_task(context, task, worker);
}

static void *compile_beside(void *context)
{
	struct compilation *c = context;
	pool_for_each(c->options->workers, c->options->workers, compile_some, c);
	return NULL;
}

static struct digest subject_of(const struct project *p)
{
	struct digester d;
	digest_start(&d);
	for (uint32_t i = 0; i < p->units.n; i++) {
		digest_text(&d, p->units.at[i].source);
		digest_text(&d, p->units.at[i].directory);
		for (const char *const *f = p->units.at[i].flags; *f; f++)
			digest_text(&d, *f);
	}
	return digest_end(&d);
}

/* Rank 0 compiles too, and answers the others meanwhile. */
static void compile_with_ranks(struct compilation *c)
{
	struct ranks_work w = {c, next_unit, make_unit, take_unit, subject_of(c->project)};
	pthread_t beside;
	bool both = ranks_own() == 0 &&
		    pthread_create(&beside, NULL, compile_beside, c) == 0;
	ranks_work(&w);
	if (both)
		pthread_join(beside, NULL);
	else
		compile_beside(c);
}

void project_compile(struct project *p, const struct project_options *o)
{
	struct compilation c = {.project = p, .options = o, .first_failed = UINT32_MAX};
	uint32_t left = 0;
	if (name_outputs(p) == 0)
		return;
	c.jobs = xcalloc(p->units.n, sizeof(*c.jobs));
	if (o->cache)
		p->cache = unit_cache_new(o->cache);
	if (p->cache && ranks_own() == 0)
		find_in_cache(&c);
	progress_phase("compiling", o->progress ? p->units.n : 0);
	if (ranks_count() > 1)
		compile_with_ranks(&c);
	else
		pool_for_each(o->workers, p->units.n, compile_task, &c);
	for (uint32_t i = 0; i < p->units.n; i++) {
		take_job(p, &p->units.at[i], &c.jobs[i], o->keep_going);
		left += p->units.at[i].failed == NULL;
	}
	free(c.jobs);
	arena_release(&c.received);
	if (left == 0 && !limit_reached())
		die("no unit could be compiled: nothing is left to analyse");
}
