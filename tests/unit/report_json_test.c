/* SPDX-License-Identifier: MIT */
/* The JSON report: valid by its schema, complete, the same bytes each time. */
#include "report_sample.h"

#include <jansson.h>

static const char validator[] =
	CHEQUER_ROOT "/tests/report/validate report.json 2>faults";

static bool is_valid(const char *text)
{
	sample_write("report.json", text, strlen(text));
	int status = system(validator);
	assert_true(status == 0 || status == 256);
	return status == 0;
}

/* The parsed report, after the schema was checked. */
static json_t *valid_json(const struct report *r, struct report_options o)
{
	json_error_t error;
	char *text = sample_output(report_json, r, o);
	if (!is_valid(text))
		fail_msg("does not match the schema:\n%s", text);
	json_t *root = json_loads(text, 0, &error);
	assert_non_null(root);
	free(text);
	return root;
}

static void every_field_is_there(void **state)
{
	(void)state;
	struct report r = sample_report();
	json_t *root = valid_json(&r, (struct report_options){0});
	json_t *races = json_object_get(root, "races");
	assert_int_equal(json_array_size(races), 2);
	const char *id, *name, *kind, *confidence, *file, *function, *expression, *access;
	const char *lock, *mode, *caller, *guard;
	int line, column, atomic, thread, guarded, total, call;
	assert_int_equal(json_unpack(json_array_get(races, 0),
				     "{s:s, s:{s:s, s:s}, s:s, s:[o,{s:s, s:i, s:i, s:s, "
				     "s:s, s:s, s:b, "
				     "s:i, s:[{s:s},{s:s}]}], s:{s:s, s:i, s:i}}",
				     "id", &id, "location", "name", &name, "kind", &kind,
				     "confidence", &confidence, "accesses",
				     &(json_t *){NULL}, "file", &file, "line", &line,
				     "column", &column, "function", &function,
				     "expression", &expression, "kind", &access, "atomic",
				     &atomic, "thread", &thread, "locks", "name", &lock,
				     "mode", &mode, "guard", "lock", &guard, "guarded",
				     &guarded, "total", &total),
			 0);
	assert_string_equal(id, "00c0ffee00c0ffee");
	assert_string_equal(name, "stats.errors");
	assert_string_equal(kind, "heap");
	assert_string_equal(confidence, "high");
	assert_string_equal(file, "server.c");
	assert_int_equal(line, 10);
	assert_int_equal(column, 19);
	assert_string_equal(function, "total");
	assert_string_equal(expression, "p->stats->errors");
	assert_string_equal(access, "read");
	assert_false(atomic);
	assert_int_equal(thread, 0);
	assert_string_equal(lock, "p->lock");
	assert_string_equal(mode, "shared");
	assert_string_equal(guard, "p->lock");
	assert_int_equal(guarded, 3);
	assert_int_equal(total, 4);
	json_t *first =
		json_array_get(json_object_get(json_array_get(races, 0), "accesses"), 0);
	assert_int_equal(json_unpack(first, "{s:[{s:s, s:i}]}", "stack", "function",
				     &caller, "line", &call),
			 0);
	assert_string_equal(caller, "worker");
	assert_int_equal(call, 21);
	json_decref(root);
}

static void summary_counts_what_is_left_out(void **state)
{
	(void)state;
	struct report r = sample_report();
	int races, hidden, ignored;
	json_t *root = valid_json(&r, (struct report_options){0});
	assert_int_equal(json_unpack(root, "{s:{s:i, s:i, s:i}}", "summary", "races",
				     &races, "hidden", &hidden, "ignored", &ignored),
			 0);
	assert_int_equal(races, 2);
	assert_int_equal(hidden, 1);
	assert_int_equal(ignored, 1);
	json_decref(root);
	root = valid_json(&r, (struct report_options){.all = true});
	assert_int_equal(json_unpack(root, "{s:{s:i, s:i}}", "summary", "races", &races,
				     "hidden", &hidden),
			 0);
	assert_int_equal(races, 3);
	assert_int_equal(hidden, 0);
	json_decref(root);
}

static void an_empty_report_is_valid(void **state)
{
	(void)state;
	struct report r = {0};
	json_t *root = valid_json(&r, (struct report_options){0});
	assert_true(json_is_false(json_object_get(root, "complete")));
	json_decref(root);
}

static void broken_names_do_not_break_json(void **state)
{
	(void)state;
	struct report_race race = sample_races[1];
	struct report_access access = sample_ready_accesses[0];
	struct report r = sample_report();
	const char *file;
	race.name = "caf\xc3\xa9 \xff\"\\\n\x01";
	access.place.file = "dir\xe9/\xed\xa0\x80.c";
	race.accesses = &access;
	r.races = &race;
	r.race_count = 1;
	json_t *root = valid_json(&r, (struct report_options){0});
	json_t *first = json_array_get(json_object_get(root, "races"), 0);
	assert_int_equal(json_unpack(first, "{s:[{s:s}]}", "accesses", "file", &file), 0);
	assert_string_equal(file,
			    "dir\xef\xbf\xbd/\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd.c");
	json_decref(root);
}

static void output_is_deterministic(void **state)
{
	(void)state;
	struct report r = sample_report();
	char *a = sample_output(report_json, &r, (struct report_options){.all = true});
	char *b = sample_output(report_json, &r, (struct report_options){.all = true});
	assert_string_equal(a, b);
	static const char start[] = "{\n  \"version\": 1,\n  \"tool\": {\"name\"";
	assert_memory_equal(a, start, sizeof(start) - 1);
	free(a);
	free(b);
}

/* The schema is strict: a changed report must not pass. */
static void check_rejected(const char *from, const char *to)
{
	struct report r = sample_report();
	char *text = sample_output(report_json, &r, (struct report_options){0});
	char *at = strstr(text, from);
	struct str changed = {0};
	assert_non_null(at);
	str_addn(&changed, text, (size_t)(at - text));
	str_add(&changed, to);
	str_add(&changed, at + strlen(from));
	if (is_valid(str_cstr(&changed)))
		fail_msg("the schema allows %s", to);
	str_free(&changed);
	free(text);
}

static void the_schema_is_strict(void **state)
{
	(void)state;
	check_rejected("\"version\": 1", "\"version\": 2");
	check_rejected("\"complete\": true", "\"complete\": true, \"extra\": 1");
	check_rejected("\"atomic\": false", "\"atomic\": 0");
	check_rejected("\"thread\": 1", "\"thread\": 9");
	check_rejected("\"confidence\": \"high\"", "\"confidence\": \"sure\"");
	check_rejected("00c0ffee00c0ffee", "00C0FFEE");
	check_rejected("\"mode\": \"shared\"", "\"mode\": \"reader\"");
	check_rejected("\"column\": 12,", "");
	check_rejected("\"races\": 2", "\"races\": 5");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, sample_setup, sample_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_field_is_there),     TEST(summary_counts_what_is_left_out),
		TEST(an_empty_report_is_valid), TEST(broken_names_do_not_break_json),
		TEST(output_is_deterministic),  TEST(the_schema_is_strict),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
