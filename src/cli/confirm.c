/* SPDX-License-Identifier: MIT */
/*
 * chequer confirm: all phases of check, then runs of the program, built here or by its own
 * build system with chequer-cc. chequer replay: only the runs.
 */
#include "confirm/confirm.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "cli/analysis.h"
#include "confirm/build.h"

enum { RUNS = 40, LEAST_RUNS = 3, REPLAYS = 10, TIMEOUT = 5 };

static struct confirm_options confirm_options(const struct options *o, uint32_t runs)
{
	return (struct confirm_options){
		.command = o->run.words.at,
		.runs = o->runs ? o->runs : runs,
		.least = o->runs ? o->runs : LEAST_RUNS,
		.timeout = o->timeout > 0 ? o->timeout : TIMEOUT,
		.seed = o->seed ? o->seed : 1,
		.schedules = o->schedules ? o->schedules : "races",
		.shows_output = o->verbose,
		.all = o->all,
	};
}

/* The program that is built of the files, and its arguments. */
static const char *const *built(const struct options *o, const char *program, struct arena *a)
{
	uint32_t n = o->arguments.words.n;
	const char **command = ARENA_ARRAY(a, const char *, n + 2);
	command[0] = program;
	for (uint32_t i = 0; i < n; i++)
		command[i + 1] = o->arguments.words.at[i];
	return command;
}

/* Functions of a library are called by two threads, if that can be done. */
static const char *driven(struct analysis *a, struct confirm_options *c)
{
	struct arena *memory = &a->report.memory;
	const char *source = arena_printf(memory, "%s/driver.c", c->schedules);
	if (mkdir(c->schedules, 0777) != 0 && errno != EEXIST)
		die("cannot make the directory %s: %s", c->schedules, strerror(errno));
	const char *program = build_driven(&a->project, a->options->clang_flags.words.at,
					   &a->report, source, memory);
	if (!program)
		die("chequer confirm runs programs, and there is no main, nor two functions "
		    "of a race that a main could be made for");
	warn("there is no main: %s calls the functions of the races from two threads, on one "
	     "object of zeros", source);
	c->all = true; /* what outside code does is never certain */
	return program;
}

void confirm_analysis(struct analysis *a)
{
	const struct options *o = a->options;
	struct arena *memory = &a->report.memory;
	struct confirm_options c = confirm_options(o, RUNS);
	if (o->run.words.n == 0)
		c.command = built(o, a->report.open_program
					     ? driven(a, &c)
					     : build_program(&a->project, o->clang_flags.words.at,
							     memory), memory);
	confirm_races(&a->report, &c);
}

int run_replay(const struct options *o)
{
	struct analysis a = {0};
	struct arena memory = {0};
	struct confirm_options c = confirm_options(o, REPLAYS);
	if (o->run.words.n == 0) {
		if (!analysis_run(&a, o, PHASE_LOAD))
			die("a limit was reached before the program was built");
		c.command = built(o, build_program(&a.project, o->clang_flags.words.at, &memory),
				  &memory);
	}
	uint32_t times = confirm_replay(o->schedule, &c);
	printf("%s: the race happened in %u of %u runs\n", o->schedule, times, c.runs);
	if (o->run.words.n == 0)
		analysis_free(&a);
	else
		project_cleanup(&a.project);
	arena_release(&memory);
	return times ? EXIT_RACES : EXIT_CLEAN;
}
