/* SPDX-License-Identifier: MIT */
/*
 * One source line as shown to people:
 *
 *	  142 | stats.errors++;
 *	      |       ^
 *
 * without its indentation, tabs expanded, at most 'width' characters around
 * the caret.
 */
#ifndef CHEQUER_REPORT_QUOTE_H
#define CHEQUER_REPORT_QUOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "report/source.h"

/* At most; what stands in front of it; the least that is worth it. */
enum { QUOTE_WIDTH = 76, QUOTE_MARGIN = 8 + 6, QUOTE_LEAST = 20 };

struct quote {
	struct str text;
	bool has_caret;
	uint32_t caret; /* characters before it */
};

/* False when there is nothing to show (a blank line). column is 1-based, in bytes;
 * 0 or one outside the line gives no caret. */
bool quote_line(struct quote *q, struct source_line line, uint32_t column, uint32_t width);
void quote_free(struct quote *q);

#endif
