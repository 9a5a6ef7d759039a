/* SPDX-License-Identifier: MIT */
/* The text report, whole and in its corners. */
#include "report_sample.h"

static void check(const struct report *r, struct report_options o, const char *expected)
{
	char *text = sample_output(report_text, r, o);
	assert_string_equal(text, expected);
	free(text);
}

static void check_has(const struct report *r, struct report_options o, const char *part,
		      bool expected)
{
	char *text = sample_output(report_text, r, o);
	if (!strstr(text, part) == expected)
		fail_msg("%s '%s' in:\n%s", expected ? "missing" : "unexpected", part,
			 text);
	free(text);
}

static void shows_each_race(void **state)
{
	(void)state;
	struct report r = sample_report();
	check(&r, (struct report_options){0}, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(shows_each_race, sample_setup,
						sample_teardown),
	};
	(void)check_has;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
