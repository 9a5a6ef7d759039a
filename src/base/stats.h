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

void stats_phase(const char *name); /* NULL ends the last phase */
void stats_count(const char *name, uint64_t value); /* sets, not adds */
void stats_print(FILE *out);

#endif
