/* SPDX-License-Identifier: MIT */
/*
 * What --stats prints: the time and memory of each phase, and named counters.
 * Main thread only; workers count in their own variables and the owner of the
 * phase adds the sums.
 *
 *	stats_phase("pointers");        ends the phase before, starts this one
 *	stats_count("largest alias class", n);
 *	stats_print(stdout);
 */
#ifndef CHEQUER_BASE_STATS_H
#define CHEQUER_BASE_STATS_H

#include <stdint.h>
#include <stdio.h>

struct stats_row {
	const char *name;
	double wall, cpu;   /* seconds; cpu includes children that were waited for */
	long peak_kb;	    /* peak resident memory so far, at the end of the phase */
};

struct stats_counter {
	const char *name;
	uint64_t value;
};

void stats_phase(const char *name); /* NULL ends the last phase */
void stats_count(const char *name, uint64_t value); /* sets, not adds */
const struct stats_row *stats_rows(uint32_t *n);
const struct stats_counter *stats_counters(uint32_t *n);
void stats_print(FILE *out);

#endif
