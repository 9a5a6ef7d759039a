/* SPDX-License-Identifier: MIT */
/*
 * Limits on time and memory. A watchdog thread looks at the clock and at the
 * resident memory; when one is over its limit (3 % of the time are left then, to
 * write the report), limit_reached says so from then on. Phases ask between steps
 * and stop early, and the report that follows is marked incomplete. A phase that
 * does not stop within a grace (4 % of the limit, at least 0.4 seconds or 16 MB) is
 * overrun: the watchdog calls 'overrun', which must end the process.
 */
#ifndef CHEQUER_BASE_LIMIT_H
#define CHEQUER_BASE_LIMIT_H

#include <stdint.h>

enum limit { LIMIT_NONE, LIMIT_TIME, LIMIT_MEMORY };

typedef void limit_overrun(enum limit which);

/* 0: no limit. Called once; the time counts from here. */
void limit_start(double seconds, uint64_t megabytes, limit_overrun *overrun);
/* Cheap; any thread may ask, and any copy of this process (base/copies.h). */
enum limit limit_reached(void);
/* In a copy, when it begins and between steps: what it has taken since counts too. */
void limit_count_copy(void);
/* "time limit", "memory limit" */
const char *limit_name(enum limit which);

#endif
