/* SPDX-License-Identifier: MIT */
/*
 * chequer confirm: runs the program, and tries to make the races of the report happen.
 *
 * Each run has a seed and a plan: the places of the report where threads are to be held.
 * The first run holds at all of them, later ones at those of one race, at one side, or at
 * others too. What was seen becomes part of the report: its race is confirmed, with the
 * evidence. A race that was not seen stays what it was.
 *
 *	cc.c        the compiler with instrumentation
 *	inline.c    the same in two steps, for optimised code
 *	build.c     a small program from its sources
 *	driver.c    a main for one that has none
 *	code.c      addresses and source lines
 *	plan.c      what a run is told
 *	run.c       one run
 *	log.c       what it has seen
 *	evidence.c  that, in words
 *	match.c     and to which race it belongs
 *	schedule.c  a file to see it again with
 */
#ifndef CHEQUER_CONFIRM_CONFIRM_H
#define CHEQUER_CONFIRM_CONFIRM_H

#include <stdbool.h>
#include <stdint.h>

#include "report/report.h"

struct confirm_options {
	const char *const *command; /* NULL-terminated */
	uint32_t runs;
	uint32_t least; /* when the report has nothing to look for */
	double timeout; /* of a run, in seconds */
	uint64_t seed;
	const char *schedules; /* directory for them, made when needed; NULL: none */
	bool shows_output;
	bool all; /* low confidence is worth runs as well */
};

/* Makes races of the report confirmed, and adds those that were seen but are not in it. */
void confirm_races(struct report *r, const struct confirm_options *o);

/* chequer replay: makes the race of a schedule happen again; returns how often of
 * o->runs it did, and prints that. */
uint32_t confirm_replay(const char *schedule, const struct confirm_options *o);

#endif
