/* SPDX-License-Identifier: MIT */
/*
 * A replay stops the two threads of the schedule where they were, each at the arrival that
 * was seen then, with the seed of that run: so values and delays are the same. What it does not
 * repeat is what the program gets from outside, so it says how often it has worked.
 */
#define _GNU_SOURCE
#include <stdlib.h>

#include "base/diag.h"
#include "base/process.h"
#include "confirm/confirm.h"
#include "confirm/run.h"
#include "confirm/schedule.h"
#include "report/report.h"

enum { HOLD_US = 2000000 };

struct session {
	struct report report; /* for its memory */
	struct targets targets;
	struct schedule schedule;
	struct replay_point points[2];
	struct plan_files files;
	struct run run;
};

/* Also learns which programs and libraries there are. */
static bool happens(struct session *s)
{
	struct seen_log log = {0};
	bool found = false; /* nothing else is met in a replay */
	plan_write(&s->targets, &s->schedule.settings, &s->files, s->points, 2);
	run_command(&s->run);
	log_read(&log, s->files.log);
	for (uint32_t i = 0; i < log.list.n; i++)
		found |= !log.list.at[i].signal;
	for (uint32_t i = 0; i < log.programs.n; i++)
		targets_module(&s->targets, log.programs.at[i]);
	log_free(&log);
	return found;
}

static void begin(struct session *s, const char *path, const struct confirm_options *o)
{
	struct arena *a = &s->report.memory;
	const char *directory = process_temporary_directory();
	s->files = (struct plan_files){arena_printf(a, "%s/plan", directory),
				       arena_printf(a, "%s/log", directory),
				       arena_printf(a, "%s/reached", directory), NULL};
	s->run = (struct run){o->command, s->files.plan, o->timeout, run_keep_input(),
			      o->shows_output, true};
	schedule_read(&s->schedule, a, path);
	for (int i = 0; i < 2; i++) {
		const struct schedule_side *side = &s->schedule.sides[i];
		s->points[i] = (struct replay_point){
			side->thread, targets_add(&s->targets, side->place), side->arrival,
			side->symbol, side->offset};
	}
	char *program = realpath(o->command[0], NULL);
	if (program)
		targets_module(&s->targets, program);
	free(program);
	s->schedule.settings.hold_us = HOLD_US;
	s->schedule.settings.budget_us = (uint64_t)(o->timeout * 1000000);
}

static bool knows_both(const struct session *s)
{
	return plan_knows_point(&s->targets, &s->points[0]) &&
	       plan_knows_point(&s->targets, &s->points[1]);
}

/* Code that a script runs or that is in a library is found by a run that does not count. */
uint32_t confirm_replay(const char *path, const struct confirm_options *o)
{
	struct session s = {0};
	uint32_t times = 0;
	begin(&s, path, o);
	if (!knows_both(&s))
		happens(&s);
	if (!knows_both(&s))
		die("%s: its places are not in the program that %s runs", path, o->command[0]);
	for (uint32_t i = 0; i < o->runs; i++)
		times += happens(&s);
	targets_free(&s.targets);
	arena_release(&s.report.memory);
	return times;
}
