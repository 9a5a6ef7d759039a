/* SPDX-License-Identifier: MIT */
/*
 * Several processes at work on one project: mpirun -n 8 chequer -p build. Rank 0 is the run that
 * reports; the others do tasks for it until there are none left, and end. Built with MPI or
 * without (ranks_mpi.c, ranks_none.c); without, and when nobody started us as one of several,
 * there is rank 0 alone.
 *
 * Waiting costs nothing: who has nothing to do sleeps for some milliseconds and looks again.
 */
#ifndef CHEQUER_PROJECT_RANKS_H
#define CHEQUER_PROJECT_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/str.h"

/* First thing, on the main thread. The others say nothing from here on. */
void ranks_begin(void);
/* How many there are, and which one this is. */
uint32_t ranks_count(void);
uint32_t ranks_own(void);

struct ranks_work {
	void *context;
	/* Rank 0: the next task that nobody does yet, or UINT32_MAX. */
	uint32_t (*next)(void *context);
	/* Another rank: does it, and adds the result. */
	void (*make)(void *context, uint32_t task, struct str *result);
	/* Rank 0: what came of it. */
	void (*take)(void *context, uint32_t task, const char *result, size_t n);
	/* What the tasks are about: all ranks must see the same. */
	struct digest subject;
};

/* All ranks call this once. After it only rank 0 is left; the others end here. */
void ranks_work(const struct ranks_work *w);

#endif
