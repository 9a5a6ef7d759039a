/* SPDX-License-Identifier: MIT */
/* A report as bytes, and back (base/bytes.h): without what chequer confirm adds. */
#ifndef CHEQUER_REPORT_ENCODE_H
#define CHEQUER_REPORT_ENCODE_H

#include "base/bytes.h"
#include "report/report.h"

void report_code(struct bytes *b, struct report *r);

/* ---- for the parts of it ---- */

/* The sizes say when a structure gets a member that is not coded yet. */
#define CODED(type, size)                                             \
	_Static_assert(sizeof(void *) != 8 || sizeof(type) == (size), \
		       "it has changed: code all of its members, then correct the size")
#define CODE_LIST(b, list, count, element) \
	(list) = bytes_list(b, list, &(count), sizeof(*(list)), element)

struct report_discipline;
/* struct report_race */
void report_code_race(struct bytes *b, void *element);
void report_code_number(struct bytes *b, void *element); /* uint32_t */
void report_code_place(struct bytes *b, struct report_place *x);
void discipline_code(struct bytes *b, const struct report_discipline **d);

#endif
