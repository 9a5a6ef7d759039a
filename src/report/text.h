/* SPDX-License-Identifier: MIT */
/*
 * The parts of the text writer that races and closing summary share.
 */
#ifndef CHEQUER_REPORT_TEXT_H
#define CHEQUER_REPORT_TEXT_H

#include <stdio.h>

#include "base/str.h"
#include "report/report.h"
#include "report/source.h"
#include "report/terminal.h"

struct text_writer {
	const struct report *report;
	const struct report_options *options;
	FILE *out;
	struct source_cache source;
	const char **creation_told; /* [thread] id of the race that tells how it is created */
};

/* Prints text in a colour; terminal.h has the colours. */
void text_painted(const struct text_writer *w, const char *paint, const char *text);

/* A name in quotes, with 'before' in front. What cannot be shown is escaped. */
void text_name(struct str *s, const char *before, const char *name);
/* 'main.c:12:5', 'main.c:12' without a column, '<unknown>' without a file */
void text_place(struct str *s, struct report_place p);
/* 'thread 'worker' (one of many)', 'main', 'signal handler 'on_int'' */
void text_thread(struct str *s, const struct report_thread *t);
/* The function that the thread of this access begins with: an open program has many. */
const char *text_entry(const struct report_thread *t, const struct report_access *a);
/* Likewise of an access that is told in full: an open program has many entries. */
void text_access_thread(struct str *s, const struct report *r, const struct report_access *a);
/* 'creates thread', 'installs signal handler'...: what the creating call does */
const char *text_creates(enum thread_kind k);
/* "" for one, "s" otherwise */
const char *text_plural(uint64_t n);

/* 'main.c:12:5: note: ', coloured */
void text_head(const struct text_writer *w, struct report_place p, const char *paint,
	       const char *severity);
/* 'write of 'p->count' in 'add', thread 'worker', no locks held'; in short: not where the
 * locks were taken. */
void text_access(struct str *s, const struct text_writer *w, const struct report_race *r,
		 const struct report_access *a, bool in_short);
/* Who else takes part in the race. */
void text_others(const struct text_writer *w, const struct report_race *r);
/* How the thread got to the access. */
void text_chain(struct text_writer *w, const struct report_race *r,
		const struct report_access *a);
/* It stands aside, and is told on a line. */
bool text_is_folded(const struct text_writer *w, const struct report_race *r);
/* Of a long report: each race that was shown, on a line. */
void text_index(const struct text_writer *w);
/* evidence.c: what was seen of the race when the program ran, and of the runs */
void text_evidence(const struct text_writer *w, const struct report_race *r);
void text_runs(const struct text_writer *w);

/* locks_text.c: circles in the order of locks */
void text_cycles(const struct text_writer *w);

void text_summary(const struct text_writer *w);

#endif
