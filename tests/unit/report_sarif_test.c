/* SPDX-License-Identifier: MIT */
/* SARIF: what a report may be too large for, and that nothing is cut in silence. */
#include "report_sample.h"

#include <jansson.h>

#include "report/sarif.h"

static json_t *written(const struct report *r, struct report_options o)
{
	char *text = sample_output(report_sarif, r, o);
	json_t *log = json_loads(text, 0, NULL);
	assert_non_null(log);
	free(text);
	return log;
}

static json_t *run_of(json_t *log)
{
	return json_array_get(json_object_get(log, "runs"), 0);
}

static json_t *notifications_of(json_t *log)
{
	json_t *call = json_array_get(json_object_get(run_of(log), "invocations"), 0);
	return json_object_get(call, "toolExecutionNotifications");
}

/* The text of the notification of that kind, or NULL. */
static const char *said(json_t *log, const char *kind)
{
	size_t i;
	json_t *n;
	json_array_foreach(notifications_of(log), i, n)
	{
		json_t *id = json_object_get(json_object_get(n, "descriptor"), "id");
		if (strcmp(json_string_value(id), kind) == 0)
			return json_string_value(
				json_object_get(json_object_get(n, "message"), "text"));
	}
	return NULL;
}

static void the_sample_is_told(void **state)
{
	(void)state;
	struct report r = sample_report();
	json_t *log = written(&r, (struct report_options){.here = "/x/src", .root = "/x"});
	json_t *results = json_object_get(run_of(log), "results");
	json_t *first = json_array_get(results, 0);
	assert_int_equal(json_array_size(results), 3); /* the ignored one too */
	assert_string_equal(
		json_string_value(json_object_get(json_object_get(first, "message"), "text")),
		"Data race on 'stats.errors': write of 'p->stats->errors' in 'handle', thread "
		"'worker' (one of many), no locks held; at the same time [read of "
		"'p->stats->errors' in 'total', the main thread, holding 'p->lock', 'table'](1). "
		"Guarded by 'p->lock' in 3 of 4 accesses. Memory: ['stats.errors'](2).");
	assert_string_equal(said(log, "not-analysed"), "broken.c: does not compile");
	assert_string_equal(said(log, "not-understood"),
			    "2 functions without a body or a model (zip_open, zip_read)");
	assert_null(said(log, "left-out"));
	json_decref(log);
}

static void limits_are_kept_and_said(void **state)
{
	(void)state;
	enum { RACES = SARIF_MAX_RESULTS + 3, ACCESSES = 130, FRAMES = 1200 };
	struct report_race *races = calloc(RACES, sizeof(*races));
	struct report_access *accesses = calloc(ACCESSES, sizeof(*accesses));
	struct report_frame *stack = calloc(FRAMES, sizeof(*stack));
	for (uint32_t i = 0; i < FRAMES; i++)
		stack[i] = (struct report_frame){.function = "f", .place = AT(1 + i, 1)};
	for (uint32_t i = 0; i < ACCESSES; i++) {
		accesses[i] = sample_ready_accesses[0];
		accesses[i].place.line = 1 + i;
	}
	accesses[0].stack = stack;
	accesses[0].frame_count = FRAMES;
	for (uint32_t i = 0; i < RACES; i++)
		races[i] = sample_races[1];
	races[0].accesses = accesses;
	races[0].access_count = ACCESSES;
	struct report r = sample_report();
	r.races = races;
	r.race_count = RACES;
	json_t *log = written(&r, (struct report_options){0});
	json_t *results = json_object_get(run_of(log), "results");
	json_t *related = json_object_get(json_array_get(results, 0), "relatedLocations");
	assert_int_equal(json_array_size(results), 25000);
	assert_true(json_array_size(related) < 100);
	assert_string_equal(said(log, "left-out"),
			    "3 more results are left out: at most 25000, and 100 MB of them; 1 "
			    "results have more than 100 locations: the first are shown; 1 results "
			    "have more than 1000 steps: the first are shown");
	json_decref(log);
	free(races);
	free(accesses);
	free(stack);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, sample_setup, sample_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_sample_is_told),
		TEST(limits_are_kept_and_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
