/* SPDX-License-Identifier: MIT */
/*
 * The parts of the HTML report: a directory of static pages that need no server and no
 * script. All text from the analysed program goes through html_text, or a function here
 *that calls it.
 *
 *	index.html            the verdict, causes, races
 *	race-ID.html          one race
 *	source-N.html         one file of the program, with what was found in it
 *	threads.html          who creates whom
 *	locks.html            the rules of memory and locks (discipline.h), if they were asked for
 *	memory.html           memory that needs no lock; memory-2.html and so on
 *	style.css, report.js
 */
#ifndef CHEQUER_REPORT_HTML_H
#define CHEQUER_REPORT_HTML_H

#include <stdio.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "report/report.h"
#include "report/source.h"

struct html {
	const struct report *report;
	const struct report_options *options;
	const char *directory;
	FILE *out; /* the page at hand */
	struct source_cache source;
	struct intern files; /* of the program that have a page: their number */
	struct str below;    /* the directory that they are in, with a slash; or empty */
	VEC(uint64_t) links; /* to lines of these pages: number << 32 | line */
	VEC(const struct report_race *) races; /* with a page, in order */
};

extern const char html_style_css[], html_report_js[];

/* ---- html_page.c ---- */
void html_begin(struct html *h, const char *file, const char *title, const char *current);
void html_end(struct html *h);
/* Escaped. */
void html_text(struct html *h, const char *text);
void html_level(struct html *h, enum confidence c);
/* A link to the race's page. */
void html_race_link(struct html *h, const struct report_race *x, const char *text);
/* Locks as a list of their names, each a link to where it was taken. */
void html_locks(struct html *h, const struct report_access *a);
/* Its source, with two lines before and after. */
void html_excerpt(struct html *h, struct report_place p);
/* A line of the source: its tabs stay. */
void html_line(struct html *h, const char *line);
/* 0: the file has no page. */
uint32_t html_file_number(const struct html *h, const char *file);

/* ---- html_words.c ---- */
void html_find_root(struct html *h);
/* The file as pages show it. */
const char *html_path(const struct html *h, const char *file);
/* 'main.c:12:5', a link to its line where the file has a page. */
void html_place(struct html *h, struct report_place p);
/* <code>name</code> */
void html_code(struct html *h, const char *name);
/* A sentence with names in quotes, and files in it. */
void html_prose(struct html *h, const char *text);
/* 'thread f', a link. */
void html_thread(struct html *h, uint32_t thread);
/* 'thread f (one of many)' */
void html_thread_name(struct html *h, uint32_t thread);
/* That of an access that is told in full. */
void html_access_thread(struct html *h, const struct report_access *a);
/* The first few of them, then the others when asked for. */
void html_thread_list(struct html *h, const uint32_t *list, uint32_t n, uint32_t few);

/* ---- a file each ---- */
void html_index(struct html *h);
void html_race(struct html *h, uint32_t number);
/* What was seen of it when the program ran. */
void html_evidence(struct html *h, const struct report_race *x);
/* A picture of two threads, from creation to join, with both accesses in it. */
void html_time(struct html *h, const struct report_race *x);
void html_threads(struct html *h);
void html_locks_page(struct html *h);
/* The pages of all files; first, which files have one. */
void html_find_files(struct html *h);
void html_sources(struct html *h);
/* A line that a page leads to. */
void html_note_link(struct html *h, uint32_t file, uint32_t line);

#endif
