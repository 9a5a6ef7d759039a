/* SPDX-License-Identifier: MIT */
/*
 * A report that uses every field, and the source file it speaks of, for the tests
 * of the writers and of suppression. The tests run in a folder of their own.
 */
#ifndef CHEQUER_TESTS_REPORT_SAMPLE_H
#define CHEQUER_TESTS_REPORT_SAMPLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/str.h"
#include "report/report.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define AT(l, c)                   \
	{                          \
		"server.c", (l), (c) \
	}

static const char sample_source[] = "struct stats { long errors; } stats;\n"
				    "int ready;\n"
				    "void handle(struct pool *p)\n"
				    "{\n"
				    "\tp->stats->errors++;\n"
				    "}\n"
				    "long total(struct pool *p)\n"
				    "{\n"
				    "\tlock(&p->lock);\n"
				    "\treturn p->stats->errors;\n"
				    "}\n"
				    "\tif (!ready)\tready = 1;\n";

static const struct report_frame sample_creation[] = {
	{.function = "main", .place = AT(40, 2)},
	{.function = "pool_start", .place = AT(30, 3)},
};
static const struct report_frame sample_calls[] = {{.function = "worker", .place = AT(21, 5)}};

static const struct report_thread sample_threads[] = {
	{.kind = THREAD_MAIN, .entry = "main", .creator = -1},
	{.kind = THREAD_CREATED,
	 .entry = "worker",
	 .argument = "pool",
	 .many = true,
	 .creator = 0,
	 .created = AT(30, 3),
	 .frame_count = 2,
	 .stack = sample_creation},
	{.kind = THREAD_SIGNAL, .entry = "on_int", .creator = 0, .created = AT(41, 2)},
	{.kind = THREAD_CALLBACK, .entry = "on_timer", .creator = 0, .created = AT(42, 2)},
};

static const struct report_lock sample_locks[] = {
	{"p->lock", false, AT(9, 2)},
	{"table", true, {NULL, 0, 0}},
};

static const struct report_access sample_error_accesses[] = {
	{.place = AT(5, 12),
	 .function = "handle",
	 .expression = "p->stats->errors",
	 .kind = ACCESS_WRITE,
	 .thread = 1,
	 .frame_count = 1,
	 .stack = sample_calls},
	{.place = AT(10, 19),
	 .function = "total",
	 .expression = "p->stats->errors",
	 .kind = ACCESS_READ,
	 .lock_count = 2,
	 .locks = sample_locks},
	{.place = AT(60, 2),
	 .function = "on_int",
	 .expression = "stats.errors",
	 .kind = ACCESS_READ,
	 .atomic = true,
	 .thread = 2},
	{.place = AT(61, 2), .function = "main", .kind = ACCESS_FREE},
	{.place = AT(62, 2), .function = "main", .kind = ACCESS_READ},
};
static const struct report_pair sample_error_pairs[] = {
	{.a = 0, .b = 1}, {.a = 0, .b = 2}, {.a = 0, .b = 3}, {.a = 0, .b = 0}};

static const struct report_access sample_ready_accesses[] = {
	{.place = AT(12, 14),
	 .function = "worker",
	 .expression = "ready",
	 .kind = ACCESS_WRITE,
	 .thread = 1},
};
static const struct report_pair sample_ready_pairs[] = {{.a = 0, .b = 0}};
static const char *const sample_reasons[] = {
	"looks initialised before it is published",
	"both sides alias only through a large alias class",
};

static const struct report_race sample_races[] = {
	{.id = "00c0ffee00c0ffee",
	 .name = "stats.errors",
	 .kind = "heap",
	 .declared = AT(1, 31),
	 .confidence = CONFIDENCE_HIGH,
	 .access_count = COUNT(sample_error_accesses),
	 .accesses = sample_error_accesses,
	 .pair_count = COUNT(sample_error_pairs),
	 .pairs = sample_error_pairs,
	 .usual_lock = "p->lock",
	 .usual_count = 3,
	 .usual_total = 4},
	{.id = "0123456789abcdef",
	 .name = "ready",
	 .kind = "global",
	 .declared = AT(2, 5),
	 .confidence = CONFIDENCE_MEDIUM,
	 .reason_count = 2,
	 .reasons = sample_reasons,
	 .access_count = 1,
	 .accesses = sample_ready_accesses,
	 .pair_count = 1,
	 .pairs = sample_ready_pairs},
	{.id = "aaaaaaaaaaaaaaaa",
	 .name = "hint",
	 .kind = "static",
	 .confidence = CONFIDENCE_LOW,
	 .reason_count = 1,
	 .reasons = sample_reasons,
	 .access_count = 1,
	 .accesses = sample_ready_accesses,
	 .pair_count = 1,
	 .pairs = sample_ready_pairs},
	{.id = "bbbbbbbbbbbbbbbb",
	 .name = "known",
	 .kind = "unknown",
	 .confidence = CONFIDENCE_HIGH,
	 .access_count = 1,
	 .accesses = sample_ready_accesses,
	 .pair_count = 1,
	 .pairs = sample_ready_pairs,
	 .suppressed = true,
	 .suppressed_why = "server.c:9: only a hint"},
};

static const struct report_stage sample_funnel[] = {{"reachable", 120}, {"unlocked", 7}};
static const struct report_gap sample_gaps[] = {{"broken.c", "does not compile"}};
static const struct report_item sample_unknown_items[] = {
	{"zip_open", {"zip.c", 12, 3}, 2}, {"zip_read", {"zip.c", 14, 7}, 1}};
static const struct report_unknown sample_unknown[] = {
	{UNKNOWN_FUNCTION, 2, COUNT(sample_unknown_items), sample_unknown_items}};

static inline struct report sample_report(void)
{
	return (struct report){
		.complete = true,
		.race_count = COUNT(sample_races),
		.races = sample_races,
		.thread_count = COUNT(sample_threads),
		.threads = sample_threads,
		.stage_count = COUNT(sample_funnel),
		.funnel = sample_funnel,
		.gap_count = COUNT(sample_gaps),
		.gaps = sample_gaps,
		.unknown_count = COUNT(sample_unknown),
		.unknown = sample_unknown,
		.guarded = 5,
		.ignored = 1,
	};
}

static inline void sample_write(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

/* A fresh folder with server.c becomes the working directory. */
static inline int sample_setup(void **state)
{
	char folder[] = "/tmp/chequer-report-XXXXXX";
	assert_non_null(mkdtemp(folder));
	*state = strdup(folder);
	assert_int_equal(chdir(folder), 0);
	sample_write("server.c", sample_source, sizeof(sample_source) - 1);
	return 0;
}

static inline int sample_teardown(void **state)
{
	struct str command = {0};
	str_addf(&command, "rm -r '%s'", (char *)*state);
	int failed = chdir("/") || system(str_cstr(&command));
	str_free(&command);
	free(*state);
	return failed;
}

typedef void sample_writer(const struct report *, const struct report_options *, FILE *);

/* What a writer writes; the caller frees it. */
static inline char *sample_output(sample_writer *write, const struct report *r,
				  struct report_options o)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	assert_non_null(out);
	write(r, &o, out);
	fclose(out);
	char *copy = strdup(text); /* gcc 12 takes 'text' itself for a dangling pointer */
	free(text);
	return copy;
}

#endif
