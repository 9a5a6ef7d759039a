/* SPDX-License-Identifier: MIT */
/* Flags, paths and the reader of compile databases, without touching a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "project/database.h"
#include "project/flags.h"
#include "project/paths.h"
#include "project/words.h"

static void add_words(struct str *out, const struct words *w)
{
	for (uint32_t i = 0; i < w->list.n; i++)
		str_addf(out, "%s%s", i ? " " : "", w->list.at[i]);
}

static void check_flags(const char *command, const char *kept, const char *dropped)
{
	struct arena a = {0};
	struct words w = {0};
	struct kept_flags k = {0};
	struct str got = {0};
	words_split(&w, &a, WORDS_SHELL, command, strlen(command));
	flags_choose(&k, &a, w.list.at, w.list.n);
	add_words(&got, &k.kept);
	assert_string_equal(str_cstr(&got), kept);
	str_clear(&got);
	add_words(&got, &k.dropped);
	assert_string_equal(str_cstr(&got), dropped);
	str_free(&got);
	words_free(&w);
	flags_free(&k);
	arena_release(&a);
}

static void test_flags(void **state)
{
	(void)state;
	check_flags("cc -O2 -g -Wall -c a.c -o a.o", "", "");
	check_flags("ccache gcc -DA -D B -UC -Iinc -I inc2 a.c", "-DA -D B -UC -Iinc -I inc2", "");
	check_flags("cc -isystem /x -iquote y -include z.h", "-isystem /x -iquote y -include z.h", "");
	check_flags("cc -std=gnu99 -m32 -fwrapv -pthread -ansi", "-std=gnu99 -m32 -fwrapv -pthread -ansi", "");
	check_flags("cc -MD -MF a.d -MT a.o -MP -MMD -Wp,-MD,x.d -Wp,-DQ", "-Wp,-DQ", "");
	check_flags("cc -fno-tree-vrp -fconserve-stack -DX", "-DX", "-fno-tree-vrp -fconserve-stack");
	check_flags("cc -fsanitize=address -flto=auto --coverage -pg -s -static-libgcc", "", "");
	check_flags("cc -x c -DX a.inc", "-x c -DX", "");
	check_flags("cc --sysroot /r --sysroot=/s -target arm", "--sysroot /r --sysroot=/s -target arm", "");
	check_flags("cc -L lib -lm -Wl,-z,now -Xlinker -DNOT a.c", "", "");
	check_flags("cc -DX -- -DY", "-DX", "");
	check_flags("cc -D", "", "");
}

static void check_rejected(const char *flags, const char *errors, const char *left)
{
	struct arena a = {0};
	struct words w = {0}, dropped = {0};
	struct str got = {0};
	words_split(&w, &a, WORDS_SHELL, flags, strlen(flags));
	uint32_t before = w.list.n;
	bool some = flags_drop_rejected(&w, &dropped, errors);
	add_words(&got, &w);
	assert_string_equal(str_cstr(&got), left);
	assert_int_equal(some, dropped.list.n > 0);
	assert_int_equal(w.list.n + dropped.list.n, before);
	str_free(&got);
	words_free(&w);
	words_free(&dropped);
	arena_release(&a);
}

static void test_rejected(void **state)
{
	(void)state;
	check_rejected("-fa -fb", "clang-19: error: unknown argument: '-fa'\n", "-fb");
	check_rejected("-fa -fb", "clang: error: unknown argument '-fb'; did you mean '-fc'?\n", "-fa");
	check_rejected("-mabi=x -DX", "error: unsupported option '-mabi=' for target 'y'\n", "-DX");
	check_rejected("-mcmodel=q -DX",
		       "error: unsupported argument 'q' to option '-mcmodel=' for target 'y'", "-DX");
	check_rejected("-march=q -DX=q", "error: unknown target CPU 'q'\n", "-DX=q");
	check_rejected("-std=zzz -DX", "error: invalid value 'zzz' in '-std=zzz'\n", "-DX");
	check_rejected("-DX", "a.c:1:1: error: unknown type name '-DX'\n", "-DX");
	check_rejected("-DX", "error: unknown argument: '", "-DX");
	check_rejected("-DX", "", "-DX");
}

static void test_target(void **state)
{
	struct arena a = {0};
	(void)state;
	assert_string_equal(flags_target_of_compiler(&a, "/x/arm-linux-gnueabi-gcc"),
			    "arm-linux-gnueabi");
	assert_string_equal(flags_target_of_compiler(&a, "aarch64-linux-gnu-gcc-12.2"),
			    "aarch64-linux-gnu");
	assert_null(flags_target_of_compiler(&a, "gcc"));
	assert_null(flags_target_of_compiler(&a, "/usr/bin/gcc-12"));
	assert_null(flags_target_of_compiler(&a, "my-gcc"));
	assert_null(flags_target_of_compiler(&a, "clang-19"));
	assert_null(flags_target_of_compiler(&a, ""));
	arena_release(&a);
}

static void test_paths(void **state)
{
	struct arena a = {0};
	const char *globs[] = {"tests/*", "*_gen.c", NULL};
	(void)state;
	assert_string_equal(path_absolute(&a, "/p/build", "../src/./a.c"), "/p/src/a.c");
	assert_string_equal(path_absolute(&a, "/p", "/q//r/"), "/q/r");
	assert_string_equal(path_absolute(&a, "/p", "../../.."), "/");
	assert_string_equal(path_absolute(&a, "/p", ""), "/p");
	assert_string_equal(path_shown("/p", "/p/a/b.c"), "a/b.c");
	assert_string_equal(path_shown("/p", "/pq/b.c"), "/pq/b.c");
	assert_string_equal(path_directory(&a, "/a"), "/");
	assert_string_equal(path_directory(&a, "/a/b.c"), "/a");
	assert_string_equal(path_directory(&a, "b.c"), ".");
	assert_string_equal(path_extension("x.d/y"), "");
	assert_string_equal(path_extension("x.d/y.c"), "c");
	assert_true(path_matches("/p/tests/x/y.c", globs));
	assert_true(path_matches("/p/src/y_gen.c", globs));
	assert_false(path_matches("/p/src/tests.c", globs));
	assert_false(path_matches("/p/src/tests.c", NULL));
	arena_release(&a);
}

static void check_database(const char *text, const char *message)
{
	struct arena a = {0};
	struct database d = {0};
	char got[256] = "";
	database_parse(&d, &a, "db", text, strlen(text), got, sizeof(got));
	assert_string_equal(got, message);
	database_free(&d);
	arena_release(&a);
}

static void test_database(void **state)
{
	struct arena a = {0};
	struct database d = {0};
	char message[256];
	const char *text = "[\n {\"file\": \"a{]\\\"}.c\",\n  \"command\": \"cc 'a b'\"},\n\n"
			   " {\"file\": \"b.c\", \"directory\": \"d\", \"arguments\": [\"cc\", \"[\"]}]";
	(void)state;
	assert_true(database_parse(&d, &a, "db", text, strlen(text), message, sizeof(message)));
	assert_int_equal(d.commands.n, 2);
	assert_int_equal(d.commands.at[0].line, 2);
	assert_string_equal(d.commands.at[0].file, "a{]\"}.c");
	assert_string_equal(d.commands.at[0].directory, "");
	assert_string_equal(d.commands.at[0].arguments[1], "a b");
	assert_int_equal(d.commands.at[1].line, 5);
	assert_string_equal(d.commands.at[1].directory, "d");
	assert_string_equal(d.commands.at[1].arguments[1], "[");
	assert_null(d.commands.at[1].arguments[2]);
	database_free(&d);
	arena_release(&a);
	check_database("[\n1]", "db:2: an entry is not an object");
	check_database("{}", "db:1: not a compile database: a list [...] is expected");
	check_database("[]", "db:1: the compile database is empty: nothing to analyse");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_flags), cmocka_unit_test(test_rejected),
		cmocka_unit_test(test_target), cmocka_unit_test(test_paths),
		cmocka_unit_test(test_database),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
