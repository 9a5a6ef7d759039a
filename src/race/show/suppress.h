/* SPDX-License-Identifier: MIT */
/*
 * Silencing races: the last step before the report is written.
 *
 * A comment in the source,
 *
 *	count++; // chequer: ignore only a statistic, may be off by a few
 *
 * on the line of an access takes that access out of the race; a race with no pair
 * left is suppressed. On the line where the memory is declared or allocated it
 * suppresses the whole race. The reason is required.
 *
 * A baseline is a text file of known races, one a line, 'id  name  file': only the
 * id counts, so that the file survives edits of the source. Empty lines and lines
 * that begin with '#' are comments.
 *
 * Suppression files of ThreadSanitizer are read too: suppress_rules.h.
 */
#ifndef CHEQUER_RACE_SUPPRESS_H
#define CHEQUER_RACE_SUPPRESS_H

#include "report/report.h"

struct suppress_options {
	const char *baseline;	    /* suppress the races of this file; or NULL */
	const char *write_baseline; /* write all races no comment ignores; or NULL */
	const char *const *rules;   /* files of suppress_rules.h, NULL-terminated; or NULL */
	const char *const *files;   /* of the program, NULL-terminated: to name comments that
				     * silence nothing; or NULL */
};

/* Names what silences nothing any more, in comments and in the baseline, in warnings.
 * Dies when a baseline cannot be read or written, or has a malformed line. */
void suppress_apply(struct report *r, const struct suppress_options *o);

/* The ids of a baseline; 'path' is for messages. */
struct intern;
void suppress_parse_baseline(struct intern *ids, const char *path, const struct str *text);

#endif
