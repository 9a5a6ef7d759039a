/* SPDX-License-Identifier: MIT */
/* Splitting into words: the POSIX shell itself is the judge of its own rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "project/words.h"

static void join(struct str *out, enum word_rules rules, const char *text, bool *closed)
{
	struct arena a = {0};
	struct words w = {0};
	*closed = words_split(&w, &a, rules, text, strlen(text));
	for (uint32_t i = 0; i < w.list.n; i++)
		str_addf(out, "<%s>", w.list.at[i]);
	words_free(&w);
	arena_release(&a);
}

static void check(enum word_rules rules, const char *text, const char *expected)
{
	struct str got = {0};
	bool closed;
	join(&got, rules, text, &closed);
	assert_true(closed);
	assert_string_equal(str_cstr(&got), expected);
	str_free(&got);
}

static void test_shell(void **state)
{
	(void)state;
	check(WORDS_SHELL, "", "");
	check(WORDS_SHELL, "  cc  -c\ta.c \n", "<cc><-c><a.c>");
	check(WORDS_SHELL, "'a b' \"c d\" e\\ f", "<a b><c d><e f>");
	check(WORDS_SHELL, "a'b'\"c\"d", "<abcd>");
	check(WORDS_SHELL, "'' \"\"", "<><>");
	check(WORDS_SHELL, "'a\\b' \"a\\b\" \"a\\\"b\\\\\"", "<a\\b><a\\b><a\"b\\>");
	check(WORDS_SHELL, "-DX=\\\"a\\ b\\\"", "<-DX=\"a b\">");
	check(WORDS_SHELL, "a\\\nb \"c\\\nd\"", "<ab><cd>");
}

static void test_response(void **state)
{
	(void)state;
	check(WORDS_RESPONSE, "-DA\n-DB\r\n", "<-DA><-DB>");
	check(WORDS_RESPONSE, "'a\\'b' \"a\\nb\"", "<a'b><anb>");
	check(WORDS_RESPONSE, "C:\\\\dir", "<C:\\dir>");
}

static void test_not_closed(void **state)
{
	struct str got = {0};
	bool closed;
	(void)state;
	join(&got, WORDS_SHELL, "a 'b", &closed);
	assert_false(closed);
	join(&got, WORDS_SHELL, "\"", &closed);
	assert_false(closed);
	str_free(&got);
}

/* What sh makes of 'printf <%s> TEXT'. */
static void ask_shell(struct str *out, const char *text)
{
	struct str command = {0};
	char buffer[4096];
	str_addf(&command, "printf '<%%s>' %s", text);
	FILE *f = popen(str_cstr(&command), "r");
	assert_non_null(f);
	size_t n = fread(buffer, 1, sizeof(buffer), f);
	str_addn(out, buffer, n);
	pclose(f);
	str_free(&command);
}

/* Random texts of the characters that matter, closed ones only. */
static void test_against_shell(void **state)
{
	static const char letters[] = "ab'\"\\ \t\"'\\";
	unsigned seed = 1;
	(void)state;
	for (int round = 0; round < 300; round++) {
		char text[16];
		struct str ours = {0}, theirs = {0};
		bool closed;
		size_t n = 0;
		text[n++] = 'x'; /* printf with no argument prints <> */
		while (n < sizeof(text) - 2) {
			seed = seed * 1103515245u + 12345u;
			text[n++] = letters[(seed >> 16) % (sizeof(letters) - 1)];
		}
		text[n - 1] = text[n - 1] == '\\' ? 'z' : text[n - 1];
		text[n] = 0;
		join(&ours, WORDS_SHELL, text, &closed);
		if (closed) {
			ask_shell(&theirs, text);
			assert_string_equal(str_cstr(&ours), str_cstr(&theirs));
		}
		str_free(&ours);
		str_free(&theirs);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shell),
		cmocka_unit_test(test_response),
		cmocka_unit_test(test_not_closed),
		cmocka_unit_test(test_against_shell),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
