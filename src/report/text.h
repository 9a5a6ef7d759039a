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

struct text_writer {
	const struct report *report;
	const struct report_options *options;
	FILE *out;
	struct source_cache source;
};

/* Colours as clang has them. */
#define PAINT_BOLD    "\033[1m"
#define PAINT_WARNING "\033[1;35m"
#define PAINT_NOTE    "\033[1;36m"
#define PAINT_CARET   "\033[1;32m"
#define PAINT_OFF     "\033[0m"

/* Prints text in a colour when colours are wanted. */
void text_painted(const struct text_writer *w, const char *paint, const char *text);

/* 'main.c:12:5', 'main.c:12' without a column, '<unknown>' without a file */
void text_place(struct str *s, struct report_place p);
/* 'thread 'worker' (one of many)', 'main', 'signal handler 'on_int'' */
void text_thread(struct str *s, const struct report_thread *t);
/* 'creates thread', 'installs signal handler'...: what the creating call does */
const char *text_creates(enum thread_kind k);
/* "" for one, "s" otherwise */
const char *text_plural(uint64_t n);

void text_summary(const struct text_writer *w);

#endif
