/* SPDX-License-Identifier: MIT */
/*
 * What may be done about a race:
 *
 *	for (uint32_t i = 0; (i = report_advise(r, race, i, &text));)
 *		puts(str_cstr(&text));
 */
#ifndef CHEQUER_REPORT_ADVICE_H
#define CHEQUER_REPORT_ADVICE_H

#include "base/str.h"
#include "report/report.h"

/* The first suggestion from number i on, as a sentence; the number to ask with next, or 0 when
 * there is none. */
uint32_t report_advise(const struct report *r, const struct report_race *x, uint32_t i,
		       struct str *out);

#endif
