/* SPDX-License-Identifier: MIT */
/*
 * A main for a program that has none: two threads call the functions of a pair of the report,
 * on one object. The run's seed says which pair. What the object is, nobody knows: bytes that are
 * zero, one block for each type of pointer; numbers come from the seed.
 */
#ifndef CHEQUER_CONFIRM_DRIVER_H
#define CHEQUER_CONFIRM_DRIVER_H

#include "report/report.h"

/* Writes it. 'program' is an executable with all of the code and any main, for its debug
 * information. Returns the number of pairs that it can call: functions that take structs or
 * numbers with a fraction by value, or are not visible outside, cannot be called. */
uint32_t driver_write(const char *path, const struct report *r, const char *program);

#endif
