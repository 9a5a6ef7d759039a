/* SPDX-License-Identifier: MIT */
/*
 * Suppression files of ThreadSanitizer: what a project has already decided not to look at.
 *
 *	# comment
 *	race:PATTERN        a function, file or variable of the race, anywhere on its stacks
 *	race_top:PATTERN    the function that makes one of the accesses, or its file
 *	deadlock:PATTERN    a lock, a function that takes one, or its file
 *
 * 'called_from_lib' names shared libraries, 'thread', 'mutex' and 'signal' speak of what is not
 * reported here: they are read and mean nothing. In a pattern '*' is anything, '^' and '$'
 * are the ends, and it fits a part of the name without them.
 */
#ifndef CHEQUER_RACE_SUPPRESS_RULES_H
#define CHEQUER_RACE_SUPPRESS_RULES_H

#include "base/arena.h"
#include "base/vec.h"
#include "report/report.h"

enum rule_of { RULE_OF_RACE, RULE_OF_TOP, RULE_OF_DEADLOCK };
struct suppress_rule {
	enum rule_of kind;
	const char *pattern, *where; /* 'file:3' */
	uint32_t used;
};
struct suppress_rules {
	VEC(struct suppress_rule) list;
};

/* Dies at a line that is none. */
void suppress_rules_read(struct suppress_rules *r, struct arena *a, const char *path);
void suppress_rules_free(struct suppress_rules *r);
/* The first rule that fits; NULL: none. */
const struct suppress_rule *suppress_rules_fit(struct suppress_rules *r, const struct report *of,
					       const struct report_race *x);
struct report_cycle;
const struct suppress_rule *suppress_rules_fit_cycle(struct suppress_rules *r,
						     const struct report *of,
						     const struct report_cycle *c);
/* For tests. */
bool suppress_pattern_fits(const char *pattern, const char *name);

#endif
