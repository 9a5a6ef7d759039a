/* SPDX-License-Identifier: MIT */
/*
 * The plan of a run: which places of the source the threads are to be stopped at, as
 * addresses of the code. runtime/plan.c reads it.
 */
#ifndef CHEQUER_CONFIRM_PLAN_H
#define CHEQUER_CONFIRM_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "confirm/code.h"
#include "report/report.h"

/* A place of the report, in one race or in several. */
struct target {
	const char *file; /* real path */
	struct report_place place;
	uint32_t next;	  /* 1 + the next target on the same line, or 0 */
	bool done;	  /* seen in a race */
	uint64_t groups;  /* in the next run it is held when one of these has its turn */
	uint32_t reached; /* times, in all runs */
};

struct target_range {
	uint64_t low, high;
	uint32_t target;
};

/* A program or library with code that we know. */
struct module {
	struct code code;
	VEC(struct target_range) ranges;
};

struct targets {
	struct arena memory;
	VEC(struct target) list;
	struct intern files; /* real paths */
	struct intern names; /* as the report has them */
	VEC(uint32_t) real;  /* of a name, id in files */
	struct map lines; /* file id, line: 1 + the first target there */
	VEC(struct module *) modules;
};

struct settings {
	uint64_t seed;
	uint32_t random_share, delay_share, hold_us;
	uint32_t groups; /* of places, by turns within a run; at most 64, 0 is 1 */
	uint64_t budget_us;
	bool only_hot; /* hold where several threads were seen to touch a word, if any were */
	bool signals;  /* threads that are held get the signals that the program handles */
};

/* Which thread to stop where, in a replay. The symbol says it best; where the program was built
 * otherwise since then, what is compiled from the place. */
struct replay_point {
	uint64_t thread;
	uint32_t target, arrival;
	const char *symbol;
	uint64_t offset;
};

/* All places of races; returns the number of the target of a place. */
uint32_t targets_add(struct targets *t, struct report_place p);
void targets_add_races(struct targets *t, const struct report *r);
/* UINT32_MAX: none. Of several on a line, that of the column, or the first. */
uint32_t targets_find(const struct targets *t, const char *real_file, uint32_t line,
		      uint32_t column);
/* Opens the file once; NULL when it is none of ours. */
struct module *targets_module(struct targets *t, const char *path);
void targets_free(struct targets *t);

struct plan_files {
	const char *plan, *log, *reached;
	const char *hot; /* kept from run to run; NULL: none */
};

/* Points: for a replay; else NULL. */
void plan_write(const struct targets *t, const struct settings *s, const struct plan_files *f,
		const struct replay_point *points, uint32_t point_count);
/* Is there code for it in a module that is known? */
bool plan_knows_point(const struct targets *t, const struct replay_point *p);
/* Adds what the run has counted. */
void plan_read_reached(struct targets *t, const struct plan_files *f);

#endif
