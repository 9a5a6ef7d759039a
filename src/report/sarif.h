/* SPDX-License-Identifier: MIT */
/* The parts of the SARIF writer. */
#ifndef CHEQUER_REPORT_SARIF_H
#define CHEQUER_REPORT_SARIF_H

#include "base/arena.h"
#include "report/json.h"
#include "report/report.h"
#include "report/source.h"

/*
 * What GitHub takes. Of the results of a run it shows 5,000, of the locations of one
 * result 100, of the steps of its flows 1,000; more than 25,000, 1,000 and 10,000 are
 * refused, as is a file of more than 10 MB when compressed. Reports are compressed to a
 * tenth and less.
 */
enum {
	SARIF_MAX_RESULTS = 25000,
	SARIF_MAX_RELATED = 100,
	SARIF_MAX_STEPS = 1000,
	SARIF_MAX_BYTES = 100 << 20,
};

struct sarif {
	const struct report *report;
	const struct report_options *options;
	struct arena memory; /* of the result at hand */
	struct source_cache source;
	size_t bytes;
	uint32_t written, left_out;      /* results */
	uint32_t related_cut, steps_cut; /* results that are not told in full */
};

/* rules.def as 'tool'. */
json_t *sarif_tool(void);
const char *sarif_rule_id(enum report_rule r);

/* {"physicalLocation": ...}, with a message if there is one. */
json_t *sarif_location(struct sarif *s, struct report_place p, const char *function,
		       const char *message);
json_t *sarif_message(const char *text);
/* Appends a text in which nothing is taken for a link. */
void sarif_add_plain(struct str *s, const char *text);

/* A circle in the order of locks as a result. */
struct report_cycle;
json_t *sarif_cycle(struct sarif *s, const struct report_cycle *c);
/* The words that results of all rules have: level, rank, fingerprints. */
void sarif_put_level(json_t *result, enum confidence c, enum report_rule rule);
json_t *sarif_fingerprints(const char *id);

/* The ways of both threads: 'codeFlows'. */
json_t *sarif_flows(struct sarif *s, const struct report_race *x);

#endif
