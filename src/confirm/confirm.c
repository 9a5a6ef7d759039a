/* SPDX-License-Identifier: MIT */
/* Run after run, until every place of the report was seen in a race or no run is left. */
#define _GNU_SOURCE
#include "confirm/confirm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/process.h"
#include "base/progress.h"
#include "base/sort.h"
#include "confirm/evidence.h"
#include "confirm/match.h"
#include "confirm/run.h"
#include "confirm/schedule.h"
#include "project/paths.h"

enum {
	MAX_CRASHES = 3,
	MAX_EVIDENCE = 64,
	LEAST_RUNS = 3,
	RACES_AT_ONCE = 4,
	MAX_GROUPS = 64,
	SHORT_LOOK_US = 200000,
};

/* What was seen of one race. */
struct found {
	VEC(struct report_evidence) list;
};

struct session {
	const struct confirm_options *options;
	struct report *report;
	struct targets targets;
	struct evidence_maker maker;
	struct plan_files files;
	struct run run;
	struct found *found;		  /* by race */
	VEC(struct report_race) invented; /* seen, but not in the report */
	VEC(struct report_crash) crashes;
	struct report_runs *result;
	struct settings settings; /* of this run */
};

/* ---- what a run is told ---- */

static void set_holds(struct session *s, const struct report_race *r, unsigned sides,
		      uint32_t group)
{
	for (uint32_t i = 0; i < r->pair_count; i++) {
		const struct report_access *both[] = {&r->accesses[r->pairs[i].a],
						      &r->accesses[r->pairs[i].b]};
		for (int k = 0; k < 2; k++) {
			struct report_place p = both[k]->place;
			if (p.file && p.line && (sides >> k & 1))
				s->targets.list.at[targets_add(&s->targets, p)].groups |=
					UINT64_C(1) << group;
		}
	}
}

/* Those that are not shown are looked for, but nobody waits for them. */
static bool is_done(struct session *s, const struct report_race *r)
{
	if (r->suppressed || (r->confidence == CONFIDENCE_LOW && !s->options->all))
		return true;
	for (uint32_t i = 0; i < r->pair_count; i++) {
		const struct report_access *both[] = {&r->accesses[r->pairs[i].a],
						      &r->accesses[r->pairs[i].b]};
		for (int k = 0; k < 2; k++) {
			struct report_place p = both[k]->place;
			if (p.file && p.line &&
			    !s->targets.list.at[targets_add(&s->targets, p)].done)
				return false;
		}
	}
	return true;
}

/* The nth race that is not done, going round; NULL when all are. */
static const struct report_race *nth_open_race(struct session *s, uint32_t n)
{
	const struct report *r = s->report;
	uint32_t open = 0;
	for (int pass = 0; pass < 2; pass++) {
		uint32_t at = 0;
		for (uint32_t i = 0; i < r->race_count; i++) {
			if (is_done(s, &r->races[i]))
				continue;
			if (pass == 1 && at++ == n % open)
				return &r->races[i];
			open += pass == 0;
		}
		if (open == 0)
			return NULL;
	}
	return NULL;
}

/* What was seen already is not waited for, but in some runs: it leads to where others are. */
static void hold_everywhere(struct session *s, uint64_t seed, uint32_t share, bool again)
{
	for (uint32_t i = 0; i < s->targets.list.n; i++) {
		struct target *t = &s->targets.list.at[i];
		t->groups = (again || !t->done) && hash_combine(seed, i) % 100 < share;
	}
}

static bool has_handler(const struct report *r, const struct report_race *race)
{
	for (uint32_t i = 0; i < race->access_count; i++) {
		if (r->threads[race->accesses[i].thread].kind == THREAD_SIGNAL)
			return true;
	}
	return false;
}

/* What a handler starts or decides may lead to other races. */
static bool has_handlers(const struct report *r)
{
	for (uint32_t i = 0; i < r->thread_count; i++) {
		if (r->threads[i].kind == THREAD_SIGNAL)
			return true;
	}
	return false;
}

/* For races with handlers: but a signal may well end the program, so not in every run, as long
 * as there are other races to see. */
static bool wants_signals(struct session *s, uint32_t run)
{
	uint32_t open = 0, handlers = 0;
	for (uint32_t i = 0; i < s->report->race_count; i++) {
		const struct report_race *r = &s->report->races[i];
		if (is_done(s, r))
			continue;
		open++;
		handlers += has_handler(s->report, r);
	}
	if (!handlers)
		return open && run % 8 == 4 && has_handlers(s->report);
	return handlers == open || run % 4 == 2;
}

static uint32_t count_open(struct session *s)
{
	uint32_t open = 0;
	for (uint32_t i = 0; i < s->report->race_count; i++)
		open += !is_done(s, &s->report->races[i]);
	return open;
}

/* Of a long report some races at a time, or the threads do nothing but wait. A run that lasts gets
 * to all of them, in an order that is different each time; a short one begins with others. */
static bool hold_some(struct session *s, uint32_t run)
{
	uint32_t open = count_open(s), groups = (open + RACES_AT_ONCE - 1) / RACES_AT_ONCE;
	if (groups <= 2)
		return false;
	groups = groups < MAX_GROUPS ? groups : MAX_GROUPS;
	for (uint32_t i = 0; i < groups * RACES_AT_ONCE; i++)
		set_holds(s, nth_open_race(s, run * RACES_AT_ONCE + i), 3, i / RACES_AT_ONCE);
	s->settings.groups = groups;
	return true;
}

/* By turns: all places; one race; one side of it; half of the places and others as well. */
static void choose_settings(struct session *s, uint32_t run)
{
	static const uint32_t holds_ms[] = {20, 60, 8, 150};
	uint64_t seed = s->options->seed + run;
	const struct report_race *race = run ? nth_open_race(s, run / 4) : NULL;
	/* all are seen: a short look at what else there is */
	bool over = s->report->race_count && !nth_open_race(s, 0);
	uint64_t budget = over ? SHORT_LOOK_US : (uint64_t)(s->options->timeout * 500000);
	s->settings = (struct settings){.seed = seed, .hold_us = holds_ms[run % 7 % 4] * 1000,
					.budget_us = budget, .delay_share = run % 5 * 40,
					.only_hot = run % 2, .signals = wants_signals(s, run)};
	bool again = run / 4 % 2;
	hold_everywhere(s, seed, 0, false);
	if (hold_some(s, run)) {
		s->settings.random_share = run % 4 == 3 ? 20 : 0;
	} else if (!race) {
		hold_everywhere(s, seed, 100, again);
		s->settings.random_share = run ? 150 : s->targets.list.n ? 0 : 100;
	} else if (run % 4 == 1) {
		set_holds(s, race, 3, 0);
	} else if (run % 4 == 2) {
		set_holds(s, race, 1 + hash_mix(seed) % 2, 0);
	} else {
		hold_everywhere(s, seed, run % 4 == 0 ? 100 : 50, again);
		s->settings.random_share = run % 4 == 3 ? 150 : 0;
	}
}

/* ---- what it has seen ---- */

static void keep_schedule(struct session *s, const struct seen *x, const char *id,
			  struct report_evidence *e)
{
	const char *directory = s->options->schedules;
	struct schedule schedule = {.race = id, .settings = s->settings};
	if (!directory)
		return;
	if (mkdir(directory, 0777) != 0 && errno != EEXIST)
		die("cannot make the directory %s for schedules: %s", directory, strerror(errno));
	for (int i = 0; i < 2; i++) {
		struct schedule_side *side = &schedule.sides[i];
		*side = (struct schedule_side){.thread = x->sides[i].name,
					       .arrival = x->sides[i].arrival,
					       .place = e->sides[i].place};
		side->symbol = evidence_symbol(&s->maker, x, x->sides[i].pc, &side->offset);
	}
	e->schedule = arena_printf(&s->report->memory, "%s/%s.schedule", directory, id);
	schedule_write(e->schedule, &schedule);
}

static bool has_evidence(const struct found *f, const struct report_evidence *e)
{
	for (uint32_t i = 0; i < f->list.n; i++) {
		const struct report_evidence *x = &f->list.at[i];
		for (int turn = 0; turn < 2; turn++) {
			const struct report_seen *a = &e->sides[turn], *b = &e->sides[!turn];
			if (memcmp(&a->place, &x->sides[0].place, sizeof(a->place)) == 0 &&
			    memcmp(&b->place, &x->sides[1].place, sizeof(b->place)) == 0 &&
			    a->kind == x->sides[0].kind && b->kind == x->sides[1].kind)
				return true;
		}
	}
	return false;
}

static void add_invented(struct session *s, const struct seen *x, struct report_evidence *e)
{
	struct report_race race;
	match_invent(&s->maker, x, e, &race);
	for (uint32_t i = 0; i < s->invented.n; i++) {
		if (strcmp(s->invented.at[i].id, race.id) == 0)
			return;
	}
	keep_schedule(s, x, race.id, e);
	race.evidence = arena_memdup(&s->report->memory, e, sizeof(*e));
	race.evidence_count = 1;
	vec_push(&s->invented, race);
}

static void take_race(struct session *s, const struct seen *x, uint32_t run)
{
	struct report_evidence e = {.run = run, .seed = s->settings.seed};
	struct match m = match_seen(&s->maker, x);
	evidence_make(&s->maker, x, &e);
	for (int i = 0; i < 2; i++) {
		if (m.race != UINT32_MAX && m.targets[i] != UINT32_MAX)
			s->targets.list.at[m.targets[i]].done = true;
	}
	if (m.race == UINT32_MAX) {
		/* without a line nobody can judge it */
		if (e.sides[0].place.file && e.sides[1].place.file)
			add_invented(s, x, &e);
		return;
	}
	struct found *f = &s->found[m.race];
	if (has_evidence(f, &e) || f->list.n >= MAX_EVIDENCE)
		return;
	if (f->list.n == 0 && !s->report->races[m.race].suppressed)
		keep_schedule(s, x, s->report->races[m.race].id, &e);
	vec_push(&f->list, e);
}

static void take_crash(struct session *s, const struct seen *x, uint32_t run)
{
	struct report_crash c = {.run = run, .seed = s->settings.seed};
	if (s->crashes.n >= MAX_CRASHES)
		return;
	evidence_crash(&s->maker, x, &c);
	vec_push(&s->crashes, c);
}

/* True when instrumented programs were met that the next plan can be for. */
static bool take_log(struct session *s, uint32_t run)
{
	struct seen_log log = {0};
	bool new = false;
	log_read(&log, s->files.log);
	for (uint32_t i = 0; i < log.list.n; i++) {
		if (log.list.at[i].signal)
			take_crash(s, &log.list.at[i], run);
		else
			take_race(s, &log.list.at[i], run);
	}
	for (uint32_t i = 0; i < log.programs.n; i++)
		new |= targets_module(&s->targets, log.programs.at[i]) != NULL;
	log_free(&log);
	return new;
}

/* ---- all runs ---- */

static void begin(struct session *s)
{
	struct arena *a = &s->report->memory;
	const char *directory = process_temporary_directory();
	s->maker = (struct evidence_maker){&s->targets, s->report, path_here(a)};
	s->files = (struct plan_files){arena_printf(a, "%s/plan", directory),
				       arena_printf(a, "%s/log", directory),
				       arena_printf(a, "%s/reached", directory),
				       arena_printf(a, "%s/hot", directory)};
	s->run = (struct run){s->options->command, s->files.plan, s->options->timeout,
			      run_keep_input(), s->options->shows_output, false};
	s->found = ARENA_ARRAY(a, struct found, s->report->race_count + 1);
	s->result = ARENA_NEW(a, struct report_runs);
	targets_add_races(&s->targets, s->report);
	char *program = realpath(s->options->command[0], NULL);
	if (program)
		targets_module(&s->targets, program);
	free(program);
}

static bool knows_code(const struct session *s)
{
	for (uint32_t i = 0; i < s->targets.modules.n; i++) {
		if (s->targets.modules.at[i]->code.instrumented)
			return true;
	}
	return false;
}

static void run_once(struct session *s, uint32_t turn)
{
	bool over = s->report->race_count && !nth_open_race(s, 0);
	s->run.timeout = over && s->options->timeout > 1 ? 1 : s->options->timeout;
	choose_settings(s, turn);
	plan_write(&s->targets, &s->settings, &s->files, NULL, 0);
	struct run_result r = run_command(&s->run);
	s->result->runs++;
	s->result->timed_out += r.timed_out && !over;
	plan_read_reached(&s->targets, &s->files);
	take_log(s, s->result->runs);
	note("run %u: seed %u, %.2f s%s", s->result->runs, (unsigned)s->settings.seed, r.seconds,
	     r.timed_out ? ", stopped" : "");
	progress_step();
}

/* When the command is a script, a first run finds out what it runs. */
static void run_all(struct session *s)
{
	progress_phase("running", s->options->runs);
	if (!knows_code(s))
		run_once(s, 0);
	if (!knows_code(s))
		die("%s ran no program that was built with chequer-cc", s->options->command[0]);
	uint32_t least = nth_open_race(s, 0) ? LEAST_RUNS : s->options->least;
	for (uint32_t i = 0; s->result->runs < s->options->runs; i++) {
		if (i >= least && !nth_open_race(s, 0))
			break;
		run_once(s, i);
	}
	progress_end();
}

/* ---- the report ---- */

static uint32_t times_reached(struct session *s, const struct report_access *a)
{
	if (!a->place.file || !a->place.line)
		return 0;
	return s->targets.list.at[targets_add(&s->targets, a->place)].reached;
}

static struct report_race judged(struct session *s, uint32_t i)
{
	struct report_race r = s->report->races[i];
	const struct found *f = &s->found[i];
	r.tried = true;
	r.reached[0] = times_reached(s, &r.accesses[r.pairs[0].a]);
	r.reached[1] = times_reached(s, &r.accesses[r.pairs[0].b]);
	if (f->list.n) {
		r.confidence = CONFIDENCE_CONFIRMED;
		r.reason_count = 0; /* why it might not be one */
		r.evidence_count = f->list.n;
		r.evidence = arena_memdup(&s->report->memory, f->list.at,
					  f->list.n * sizeof(*f->list.at));
		r.shared_call = 0;
		s->result->confirmed += !r.suppressed;
	}
	return r;
}

/* Confirmed ones first, else in the order of the report. */
static void finish(struct session *s)
{
	struct report *r = s->report;
	uint32_t n = 0, old = r->race_count, all = old + s->invented.n;
	struct report_race *races = ARENA_ARRAY(&r->memory, struct report_race, all + 1);
	for (uint32_t i = 0; i < s->invented.n; i++)
		races[n++] = s->invented.at[i];
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < old; i++) {
			if ((s->found[i].list.n == 0) == pass)
				races[n++] = judged(s, i);
		}
	}
	s->result->confirmed += s->invented.n;
	s->result->missed = s->invented.n;
	s->result->crash_count = s->crashes.n;
	if (s->crashes.n)
		s->result->crashes = arena_memdup(&r->memory, s->crashes.at,
						  s->crashes.n * sizeof(*s->crashes.at));
	r->races = races;
	r->race_count = n;
	r->runs = s->result;
}

static void end(struct session *s)
{
	for (uint32_t i = 0; i < s->report->race_count - s->invented.n; i++)
		vec_free(&s->found[i].list);
	vec_free(&s->invented);
	vec_free(&s->crashes);
	targets_free(&s->targets);
}

void confirm_races(struct report *r, const struct confirm_options *o)
{
	struct session s = {.options = o, .report = r};
	begin(&s);
	run_all(&s);
	finish(&s);
	end(&s);
}
