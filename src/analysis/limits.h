/* SPDX-License-Identifier: MIT */
/* How much is kept of a function while it is analysed; in the stress build, little. */
#ifndef CHEQUER_ANALYSIS_LIMITS_H
#define CHEQUER_ANALYSIS_LIMITS_H

#ifdef CHEQUER_STRESS
enum { MAX_VALUES = 2, MAX_STATES = 2, MAX_CELLS = 4, MAX_FACTS = 2, MAX_OPEN = 8,
       MAX_WRITES = 2, MAX_SYNCS = 4, MAX_SEEN = 2, MAX_CLOBBERS = 2,
       MAX_LOADS = 2, MAX_STEPS = 6, MAX_RESTARTS = 1, MAX_JOINED = 2, MAX_ABSENT = 1,
       MAX_EXPANSIONS = 2 };
#else
enum { MAX_VALUES = 4, MAX_STATES = 4, MAX_CELLS = 32, MAX_FACTS = 24, MAX_OPEN = 192,
       MAX_WRITES = 12, MAX_SYNCS = 64, MAX_SEEN = 24,
       MAX_CLOBBERS = 48, MAX_LOADS = 4, MAX_STEPS = 14, MAX_RESTARTS = 6, MAX_JOINED = 16,
       MAX_ABSENT = 4, MAX_EXPANSIONS = 8 };
#endif
#ifdef CHEQUER_BY_REFERENCE /* tests/run --reference: does copying make a difference? */
enum { MAX_IMPORTED = 0 };
#else
enum { MAX_IMPORTED = MAX_OPEN / 3 };
#endif
enum { MAX_PHASES = 4, MAX_FORKS = 64 /* bits of a word */ };

#endif
