/* SPDX-License-Identifier: MIT */
/*
 * A replay stops the two threads of the schedule where they were, each at the arrival that
 * was seen then, with the seed of that run. What it does not repeat is what the program
 * gets from outside, so it says how often it has worked.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "confirm/confirm.h"
#include "confirm/evidence.h"
#include "confirm/run.h"
#include "confirm/schedule.h"
#include "project/paths.h"

enum { HOLD_US = 2000000 };

/* Is it a race of the two places? */
static bool is_it(const struct evidence_maker *m, const struct seen *s,
		  const struct schedule *wanted)
{
	struct located l[2];
	for (int i = 0; i < 2; i++)
		l[i] = evidence_locate(m, s, s->sides[i].pc, false);
	for (int turn = 0; turn < 2; turn++) {
		const struct report_place *a = &wanted->sides[turn].place;
		const struct report_place *b = &wanted->sides[!turn].place;
		if (a->line == l[0].place.line && a->column == l[0].place.column &&
		    b->line == l[1].place.line && b->column == l[1].place.column)
			return true;
	}
	return false;
}

static bool happened(const struct evidence_maker *m, const char *path,
		     const struct schedule *wanted)
{
	struct seen_log log = {0};
	bool found = false;
	log_read(&log, path);
	for (uint32_t i = 0; i < log.list.n; i++)
		found |= !log.list.at[i].signal && is_it(m, &log.list.at[i], wanted);
	for (uint32_t i = 0; i < log.programs.n; i++)
		targets_module(m->targets, log.programs.at[i]);
	log_free(&log);
	return found;
}

uint32_t confirm_replay(const char *path, const struct confirm_options *o)
{
	struct report report = {0};
	struct targets targets = {0};
	struct schedule s;
	struct replay_point points[2];
	struct arena *a = &report.memory;
	uint32_t times = 0;
	const char *directory = process_temporary_directory();
	struct plan_files files = {arena_printf(a, "%s/plan", directory),
				   arena_printf(a, "%s/log", directory),
				   arena_printf(a, "%s/reached", directory), NULL};
	struct run run = {o->command, files.plan, o->timeout, run_keep_input(), o->shows_output};
	struct evidence_maker m = {&targets, &report, path_here(a)};
	schedule_read(&s, a, path);
	for (int i = 0; i < 2; i++)
		points[i] = (struct replay_point){s.sides[i].thread,
						  targets_add(&targets, s.sides[i].place),
						  s.sides[i].arrival};
	char *program = realpath(o->command[0], NULL);
	if (program)
		targets_module(&targets, program);
	free(program);
	s.settings.hold_us = HOLD_US;
	s.settings.budget_us = (uint64_t)(o->timeout * 1000000);
	s.settings.random_share = 0;
	for (uint32_t i = 0; i < o->runs; i++) {
		plan_write(&targets, &s.settings, &files, points, 2);
		run_command(&run);
		times += happened(&m, files.log, &s);
	}
	targets_free(&targets);
	arena_release(&report.memory);
	return times;
}
