/* SPDX-License-Identifier: MIT */
/* Source lines: reading them once, and quoting them with a caret. */
#include "report_sample.h"

#include "report/quote.h"
#include "report/source.h"
#include "base/utf8.h"

#define NO_CARET UINT32_MAX

static void check_quote(const char *line, uint32_t column, const char *text,
			uint32_t caret)
{
	struct quote q = {0};
	assert_true(quote_line(&q, (struct source_line){line, strlen(line)}, column, QUOTE_WIDTH));
	assert_string_equal(str_cstr(&q.text), text);
	assert_int_equal(q.has_caret, caret != NO_CARET);
	if (q.has_caret)
		assert_int_equal(q.caret, caret);
	quote_free(&q);
}

static void caret_is_under_the_column(void **state)
{
	(void)state;
	check_quote("x = 1;", 1, "x = 1;", 0);
	check_quote("\t\tx = 1;", 3, "x = 1;", 0);
	check_quote("x = 1;", 6, "x = 1;", 5);
	check_quote("a\tb", 3, "a       b", 8);
	check_quote("\xc3\xa9 = b;", 6, "\xc3\xa9 = b;", 4);
}

static void caret_outside_the_line_is_none(void **state)
{
	(void)state;
	check_quote("x = 1;", 0, "x = 1;", NO_CARET);
	check_quote("x = 1;", 7, "x = 1;", NO_CARET);
	check_quote("x = 1;", UINT32_MAX, "x = 1;", NO_CARET);
	check_quote("    x", 2, "x", NO_CARET);
}

static void blank_lines_are_not_quoted(void **state)
{
	(void)state;
	struct quote q = {0};
	assert_false(quote_line(&q, (struct source_line){" \t ", 3}, 1, QUOTE_WIDTH));
	assert_false(quote_line(&q, (struct source_line){"", 0}, 1, QUOTE_WIDTH));
	quote_free(&q);
}

static void control_and_broken_bytes_are_replaced(void **state)
{
	(void)state;
	check_quote("a\033[31mb", 7, "a?[31mb", 6);
	check_quote("a\xff"
		    "b",
		    3, "a" UTF8_REPLACEMENT "b", 2);
	check_quote("a\xc3", 1, "a" UTF8_REPLACEMENT, 0);
}

static void long_lines_are_trimmed_around_the_caret(void **state)
{
	(void)state;
	char line[1001];
	memset(line, 'x', 1000);
	line[1000] = 0;
	line[500] = '@';
	struct quote q = {0};
	assert_true(quote_line(&q, (struct source_line){line, 1000}, 501, QUOTE_WIDTH));
	assert_int_equal(q.text.n, QUOTE_WIDTH + 6);
	assert_int_equal(q.text.at[q.caret], '@');
	quote_free(&q);
	q = (struct quote){0};
	assert_true(quote_line(&q, (struct source_line){line, 1000}, 1000, QUOTE_WIDTH));
	assert_true(q.has_caret && q.caret < q.text.n);
	assert_int_equal(strncmp(q.text.at, "...x", 4), 0);
	assert_int_equal(q.text.at[q.text.n - 1], 'x');
	quote_free(&q);
	q = (struct quote){0};
	assert_true(quote_line(&q, (struct source_line){line, 1000}, 0, QUOTE_WIDTH));
	assert_int_equal(q.text.n, QUOTE_WIDTH + 3);
	quote_free(&q);
}

static void utf8_is_checked(void **state)
{
	(void)state;
	static const struct {
		const char *bytes;
		size_t length;
	} cases[] = {
		{"a", 1},
		{"\xc3\xa9", 2},
		{"\xe2\x82\xac", 3},
		{"\xf0\x9f\x98\x80", 4},
		{"\x80", 0},
		{"\xc0\xaf", 0},
		{"\xe0\x80\xaf", 0},
		{"\xed\xa0\x80", 0},
		{"\xf4\x90\x80\x80", 0},
		{"\xf0\x80\x80\x80", 0},
		{"\xf5\x80\x80\x80", 0},
		{"\xe2\x82", 0},
		{"\xf0\x9f\x98\x41", 0},
	};
	for (uint32_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(utf8_length(cases[i].bytes, strlen(cases[i].bytes)),
				 cases[i].length);
	struct str s = {0};
	utf8_add(&s, "a\xff\xc3\xa9\xe2\x82");
	assert_string_equal(str_cstr(&s), "a" UTF8_REPLACEMENT
					  "\xc3\xa9" UTF8_REPLACEMENT UTF8_REPLACEMENT);
	str_free(&s);
}

static void check_line(struct source_cache *c, const char *file, uint32_t n,
		       const char *expected)
{
	struct source_line line;
	assert_int_equal(source_line(c, file, n, &line), expected != NULL);
	if (expected) {
		assert_int_equal(line.n, strlen(expected));
		assert_memory_equal(line.at, expected, line.n);
	}
}

static void lines_are_found(void **state)
{
	(void)state;
	struct source_cache c = {0};
	sample_write("dos.c", "one\r\n\r\nlast", 11);
	sample_write("empty.c", "", 0);
	check_line(&c, "dos.c", 1, "one");
	check_line(&c, "dos.c", 2, "");
	check_line(&c, "dos.c", 3, "last");
	check_line(&c, "dos.c", 4, NULL);
	check_line(&c, "dos.c", 0, NULL);
	check_line(&c, "empty.c", 1, NULL);
	check_line(&c, "server.c", 2, "int ready;");
	source_free(&c);
}

static void odd_files_have_no_lines(void **state)
{
	(void)state;
	struct source_cache c = {0};
	check_line(&c, "no such file.c", 1, NULL);
	check_line(&c, "/dev/zero", 1, NULL);
	check_line(&c, "/", 1, NULL);
	check_line(&c, "", 1, NULL);
	check_line(&c, NULL, 1, NULL);
	source_free(&c);
}

static void files_are_read_once(void **state)
{
	(void)state;
	struct source_cache c = {0};
	check_line(&c, "server.c", 2, "int ready;");
	assert_int_equal(unlink("server.c"), 0);
	check_line(&c, "server.c", 4, "{");
	source_free(&c);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, sample_setup, sample_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(caret_is_under_the_column),
		cmocka_unit_test(caret_outside_the_line_is_none),
		cmocka_unit_test(blank_lines_are_not_quoted),
		cmocka_unit_test(control_and_broken_bytes_are_replaced),
		cmocka_unit_test(long_lines_are_trimmed_around_the_caret),
		cmocka_unit_test(utf8_is_checked),
		TEST(lines_are_found),
		TEST(odd_files_have_no_lines),
		TEST(files_are_read_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
