/* SPDX-License-Identifier: MIT */
/*
 * The door to LLVM: files it must refuse with a message, and several files at
 * once. What is lowered to what is in tests/front/.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/pool.h"
#include "base/str.h"
#include "front/llvm/lower.h"
#include "ir/text.h"

static const char good[] = "@x = global i32 1\n"
			   "define i32 @f(ptr %p) {\n"
			   "  %a = alloca i32\n"
			   "  store i32 2, ptr %a\n"
			   "  %v = load i32, ptr %a\n"
			   "  store i32 %v, ptr @x\n"
			   "  ret i32 %v\n"
			   "}\n";

static char directory[] = "/tmp/front_lower_test.XXXXXX";

static const char *in_directory(struct str *path, const char *name)
{
	str_clear(path);
	str_addf(path, "%s/%s", directory, name);
	return str_cstr(path);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
	FILE *f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, size, f), size);
	assert_int_equal(fclose(f), 0);
}

static int set_up(void **state)
{
	(void)state;
	return mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state)
{
	static const char *const names[] = {"good.ll", "file.ll", "good.bc", "file.bc"};
	struct str path = {0};
	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		unlink(in_directory(&path, names[i]));
	str_free(&path);
	return rmdir(directory);
}

/* ---- refused ---- */

static void expect_refused(const char *path, const char *part)
{
	struct program p;
	char message[400] = "";
	bool ok = lower_file(path, "unit", &p, message, sizeof(message));
	program_free(&p);
	assert_false(ok);
	if (!strstr(message, part))
		fail_msg("'%s' does not say '%s'", message, part);
	if (strchr(message, '\n'))
		fail_msg("'%s' has more than one line", message);
}

static void refuse_text(const char *text, const char *part)
{
	struct str path = {0};
	write_file(in_directory(&path, "file.ll"), text, strlen(text));
	expect_refused(path.at, part);
	str_free(&path);
}

static void test_not_there(void **state)
{
	(void)state;
	expect_refused("/nonexistent.bc", "No such file");
	expect_refused(directory, "irectory");
}

static void test_bad_assembly(void **state)
{
	(void)state;
	refuse_text("define void @f( {\n}\n", "file.ll:3:1: error: expected ')'");
	refuse_text("\x7f"
		    "ELF",
		    "error");
	refuse_text("int main(void) { return 0; }\n", "expected top-level entity");
	refuse_text("declare i32 @g()\ndefine i32 @f() {\n ret i32 %x\n}\n",
		    "undefined value");
}

/* Only the verifier sees what is wrong here. */
static void test_unsound(void **state)
{
	(void)state;
	refuse_text("define i32 @f(i1 %c) {\n br i1 %c, label %a, label %b\n"
		    "a:\n %x = add i32 1, 2\n br label %b\n"
		    "b:\n ret i32 %x\n}\n",
		    "dominate");
}

static void make_bitcode(struct str *out)
{
	struct str path = {0}, command = {0};
	write_file(in_directory(&path, "good.ll"), good, strlen(good));
	str_addf(&command, "clang-19 -w -c -emit-llvm -x ir %s -o %s/good.bc", path.at,
		 directory);
	assert_int_equal(system(command.at), 0);
	assert_true(str_read_file(out, in_directory(&path, "good.bc")));
	str_free(&path);
	str_free(&command);
}

static void test_truncated(void **state)
{
	struct str bytes = {0}, path = {0};
	(void)state;
	make_bitcode(&bytes);
	in_directory(&path, "file.bc");
	for (size_t n = 4; n < bytes.n; n += 1 + n / 8) {
		write_file(path.at, bytes.at, n);
		expect_refused(path.at, "cannot be read as LLVM bitcode");
	}
	str_free(&bytes);
	str_free(&path);
}

/* ---- read ---- */

static void test_empty(void **state)
{
	struct str path = {0};
	struct program p;
	char message[200] = "";
	(void)state;
	write_file(in_directory(&path, "file.ll"), "", 0);
	assert_true(lower_file(path.at, "empty.c", &p, message, sizeof(message)));
	assert_int_equal(p.symbols.n, 1);
	assert_string_equal(ir_str(&p, p.units.at[1].name), "empty.c");
	program_free(&p);
	str_free(&path);
}

/* ---- paths ---- */

/* A function whose position is in the file 'name' of the directory 'where'. */
static void write_position(const char *path, const char *where, const char *name)
{
	struct str text = {0};
	str_add(&text, "define void @f() !dbg !3 {\n ret void, !dbg !5\n}\n"
		       "!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!0}\n"
		       "!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
		       "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2)\n");
	str_addf(&text, "!2 = !DIFile(filename: \"%s\", directory: \"%s\")\n", name,
		 where);
	str_add(&text,
		"!3 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, line: 1, "
		"type: !4, spFlags: DISPFlagDefinition, unit: !1)\n"
		"!4 = !DISubroutineType(types: !{null})\n"
		"!5 = !DILocation(line: 2, column: 3, scope: !3)\n");
	write_file(path, text.at, text.n);
	str_free(&text);
}

static void expect_shown(const char *where, const char *name, const char *shown)
{
	struct str path = {0};
	struct program p;
	char message[200] = "";
	write_position(in_directory(&path, "file.ll"), where, name);
	if (!lower_file(path.at, "unit", &p, message, sizeof(message)))
		fail_msg("%s", message);
	assert_true(p.files.n > 1);
	assert_string_equal(ir_str(&p, p.files.at[1]), shown);
	program_free(&p);
	str_free(&path);
}

static void test_paths(void **state)
{
	struct str link = {0};
	char before[4096];
	(void)state;
	expect_shown("/usr", "include/../lib/./a.c", "/usr/lib/a.c");
	expect_shown("/usr", "/other//a.c", "/other/a.c");
	expect_shown("/usr", "../../a.c", "/a.c");
	expect_shown("relative", "../../a.c", "../a.c");
	assert_non_null(getcwd(before, sizeof(before)));
	assert_int_equal(chdir(directory), 0);
	expect_shown(directory, "./sub/x/../a.c", "sub/a.c");
	str_addf(&link, "%s.link", directory);
	assert_int_equal(symlink(directory, link.at), 0);
	setenv("PWD", link.at, 1);
	expect_shown(link.at, "a.c", "a.c");
	assert_int_equal(chdir(before), 0);
	unlink(link.at);
	str_free(&link);
}

static char *printed(const char *path)
{
	struct program p;
	char message[200] = "", *text = NULL;
	size_t size = 0;
	if (!lower_file(path, "unit", &p, message, sizeof(message)))
		return NULL;
	FILE *out = open_memstream(&text, &size);
	ir_print(&p, out);
	fclose(out);
	program_free(&p);
	return text;
}

enum { TASKS = 24 };

struct many {
	const char *path;
	char *texts[TASKS];
};

static void lower_one(void *context, uint32_t task, unsigned worker)
{
	struct many *m = context;
	(void)worker;
	m->texts[task] = printed(m->path);
}

static void test_at_once(void **state)
{
	struct str path = {0};
	struct many m = {.path = in_directory(&path, "file.ll")};
	(void)state;
	write_file(m.path, good, strlen(good));
	pool_for_each(4, TASKS, lower_one, &m);
	for (int i = 0; i < TASKS; i++) {
		assert_non_null(m.texts[i]);
		assert_string_equal(m.texts[i], m.texts[0]);
	}
	assert_non_null(strstr(m.texts[0], "store 4, @x, 2"));
	for (int i = 0; i < TASKS; i++)
		free(m.texts[i]);
	str_free(&path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_not_there), cmocka_unit_test(test_bad_assembly),
		cmocka_unit_test(test_unsound),   cmocka_unit_test(test_truncated),
		cmocka_unit_test(test_empty),     cmocka_unit_test(test_paths),
		cmocka_unit_test(test_at_once),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
