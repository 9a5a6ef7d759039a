/* SPDX-License-Identifier: MIT */
/* Which race of the report is it that was seen? */
#ifndef CHEQUER_CONFIRM_MATCH_H
#define CHEQUER_CONFIRM_MATCH_H

#include "confirm/evidence.h"

struct match {
	uint32_t race; /* UINT32_MAX: none */
	uint32_t pair;
	uint32_t targets[2]; /* of the two sides; UINT32_MAX: not in the report */
};

struct match match_seen(const struct evidence_maker *m, const struct seen *s);

/* A race for the report that the analysis has not found. */
void match_invent(const struct evidence_maker *m, const struct seen *s,
		  const struct report_evidence *e, struct report_race *out);

#endif
