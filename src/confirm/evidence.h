/* SPDX-License-Identifier: MIT */
/* What the runtime has seen, in the words of the source and of the report. */
#ifndef CHEQUER_CONFIRM_EVIDENCE_H
#define CHEQUER_CONFIRM_EVIDENCE_H

#include "confirm/log.h"
#include "confirm/plan.h"
#include "report/report.h"

struct evidence_maker {
	struct targets *targets;
	struct report *report;
	const char *here; /* the working directory */
};

/* A place of code that has run. */
struct located {
	const char *real;	   /* path of the file, or NULL */
	struct report_place place; /* its file as the report names it */
	const char *function;	   /* NULL: not known */
};

/* 'pc' is behind a call, unless exact. */
struct located evidence_locate(const struct evidence_maker *m, const struct seen *s, uint64_t pc,
			       bool exact);
/* The function that the access was compiled into, and where in it; NULL: not known. */
const char *evidence_symbol(const struct evidence_maker *m, const struct seen *s, uint64_t pc,
			    uint64_t *offset);
void evidence_make(const struct evidence_maker *m, const struct seen *s,
		   struct report_evidence *out);
void evidence_crash(const struct evidence_maker *m, const struct seen *s,
		    struct report_crash *out);
/* 'histogram', or 'histogram + 8'; NULL: no variable. 'size' gets the bytes left in it. */
const char *evidence_variable(const struct evidence_maker *m, const struct seen *s,
			      uint64_t address);

#endif
