/* SPDX-License-Identifier: MIT */
/*
 * The door to LLVM: files it must refuse with a message, damaged files, and
 * several files at once. What is lowered to what is in tests/front/.
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
	static const char *const names[] = {"file.txt", "file.bc"};
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
	struct lower_request r = {.unit_name = "unit", .out = &p};
	enum lower_result result = lower_file(path, &r);
	const char *message = str_cstr(&r.message);
	assert_int_equal(result, LOWER_FAILED);
	if (!strstr(message, part))
		fail_msg("'%s' does not say '%s'", message, part);
	if (strchr(message, '\n'))
		fail_msg("'%s' has more than one line", message);
	program_free(&p);
	lower_request_free(&r);
}

static enum lower_result lower_damaged(const struct str *bytes)
{
	struct program p;
	struct lower_request r = {.unit_name = "unit", .out = &p};
	enum lower_result result = lower_bytes(bytes->at, bytes->n, &r);
	program_free(&p);
	lower_request_free(&r);
	return result;
}

/* Has clang make file.bc from the text; 'kind' is c or ir. */
static void compile(const char *text, const char *kind, struct str *path)
{
	struct str command = {0};
	write_file(in_directory(path, "file.txt"), text, strlen(text));
	str_addf(&command,
		 "clang-19 -g -w -c -emit-llvm -O0 -Xclang -disable-llvm-passes -x %s %s "
		 "-o %s/file.bc",
		 kind, path->at, directory);
	assert_int_equal(system(command.at), 0);
	in_directory(path, "file.bc");
	str_free(&command);
}

static void test_not_there(void **state)
{
	(void)state;
	expect_refused("/nonexistent.bc", "No such file");
	expect_refused(directory, "irectory");
}

static void test_no_bitcode(void **state)
{
	static const char *const texts[] = {"", "BC", "BC\xc0\xde", "\x7f"
								      "ELF...............",
					    "define void @f() {\n ret void\n}\n"};
	struct str path = {0};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		write_file(in_directory(&path, "file.bc"), texts[i], strlen(texts[i]));
		expect_refused(path.at, "cannot be read as LLVM bitcode");
	}
	str_free(&path);
}

/* Well-formed, and yet no function: clang does not look when it only converts. */
static void test_unsound(void **state)
{
	struct str path = {0};
	(void)state;
	compile("define i32 @f(i1 %c) {\n br i1 %c, label %a, label %b\n"
		"a:\n %x = add i32 1, 2\n br label %b\n"
		"b:\n ret i32 %x\n}\n",
		"ir", &path);
	expect_refused(path.at, "used where it is not known");
	compile("define i32 @f(i1 %c) {\n br label %a\n"
		"a:\n %x = phi i32 [ 0, %0 ], [ %y, %b ]\n br i1 %c, label %b, label %d\n"
		"b:\n br i1 %c, label %a, label %d\n"
		"d:\n %y = add i32 %x, 2\n ret i32 %y\n}\n",
		"ir", &path);
	expect_refused(path.at, "used where it is not known");
	str_free(&path);
}

static void test_truncated(void **state)
{
	struct str bytes = {0}, path = {0};
	(void)state;
	compile(good, "ir", &path);
	assert_true(str_read_file(&bytes, path.at));
	for (struct str cut = bytes; cut.n > 0; cut.n--) {
		if (cut.n < bytes.n)
			assert_int_equal(lower_damaged(&cut), LOWER_FAILED);
	}
	str_free(&bytes);
	str_free(&path);
}

/* Something of everything, so that damage meets every reader. */
static const char rich[] =
	"#include <stdarg.h>\n"
	"struct s { struct s *next; int a[3], bits : 5; long (*call)(int); };\n"
	"static long twice(int x) { return 2L * x; }\n"
	"static struct s first = {0, {1, 2, 3}, 4, twice}, second = {&first};\n"
	"int weak __attribute__((weak)); _Thread_local int mine;\n"
	"int other(void) __attribute__((alias(\"sum\")));\n"
	"int sum(void) { int n = 0; struct s c = second;\n"
	"  for (struct s *p = &second; p; p = p->next) {\n"
	"    switch (p->a[0]) { case 1: n += p->bits; break; case 7: n--; default: n++; }\n"
	"    if (p->call) n += p->call(n); p->bits = n; }\n"
	"  return n + __sync_fetch_and_add(&weak, 1) + mine + c.a[n & 1]; }\n"
	"double many(int n, ...) { va_list l; va_start(l, n); double d = 0;\n"
	"  while (n--) d += va_arg(l, double); va_end(l);\n"
	"  __asm__ volatile(\"\" : \"+m\"(weak)); return d; }\n";

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* Damage anywhere is found or harmless; nothing else is asked for here than that
 * we come back. */
static void test_damaged(void **state)
{
	enum { ROUNDS = 6000 };
	struct str bytes = {0}, path = {0};
	uint32_t random = 1, refused = 0;
	(void)state;
	compile(rich, "c", &path);
	assert_true(str_read_file(&bytes, path.at));
	for (int i = 0; i < ROUNDS; i++) {
		size_t at[3];
		char before[3];
		int flips = 1 + i % 3;
		for (int k = 0; k < flips; k++) {
			at[k] = next_random(&random) % bytes.n;
			before[k] = bytes.at[at[k]];
			bytes.at[at[k]] ^= (char)(1u << next_random(&random) % 8);
		}
		refused += lower_damaged(&bytes) != LOWERED;
		for (int k = flips - 1; k >= 0; k--)
			bytes.at[at[k]] = before[k];
	}
	assert_true(refused > ROUNDS / 10);
	str_free(&bytes);
	str_free(&path);
}

/* ---- read ---- */

static void test_empty(void **state)
{
	struct program p;
	struct lower_request r = {.unit_name = "empty.c", .out = &p};
	struct str path = {0};
	(void)state;
	compile("", "c", &path);
	assert_int_equal(lower_file(path.at, &r), LOWERED);
	assert_int_equal(p.symbols.n, 1);
	assert_string_equal(ir_str(&p, p.units.at[1].name), "empty.c");
	program_free(&p);
	lower_request_free(&r);
	str_free(&path);
}

/* The producer stands in the first block, six bits a character: one of the bits
 * there makes another version of it. */
static void test_other_version(void **state)
{
	struct str bytes = {0}, path = {0};
	(void)state;
	compile("int x;", "c", &path);
	assert_true(str_read_file(&bytes, path.at));
	bool found = false;
	for (size_t i = 8; i < 40 && !found; i++) {
		struct program p;
		struct lower_request r = {.unit_name = "unit", .out = &p};
		bytes.at[i] ^= 4;
		found = lower_bytes(bytes.at, bytes.n, &r) == LOWER_FOREIGN &&
			strstr(str_cstr(&r.triple), "linux");
		bytes.at[i] ^= 4;
		program_free(&p);
		lower_request_free(&r);
	}
	assert_true(found);
	str_free(&bytes);
	str_free(&path);
}

/* ---- paths ---- */

/* A function whose position is in the file 'name' of the directory 'where'. */
static void write_position(struct str *path, const char *where, const char *name)
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
	compile(text.at, "ir", path);
	str_free(&text);
}

static void expect_shown(const char *where, const char *name, const char *shown)
{
	struct program p;
	struct lower_request r = {.unit_name = "unit", .out = &p};
	struct str path = {0};
	write_position(&path, where, name);
	if (lower_file(path.at, &r) != LOWERED)
		fail_msg("%s", str_cstr(&r.message));
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
	struct lower_request r = {.unit_name = "unit", .out = &p};
	char *text = NULL;
	size_t size = 0;
	if (lower_file(path, &r) != LOWERED)
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
	struct many m = {0};
	(void)state;
	compile(good, "ir", &path);
	m.path = path.at;
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
		cmocka_unit_test(test_not_there),     cmocka_unit_test(test_no_bitcode),
		cmocka_unit_test(test_unsound),	      cmocka_unit_test(test_truncated),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_other_version), cmocka_unit_test(test_empty),
		cmocka_unit_test(test_paths),	      cmocka_unit_test(test_at_once),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
