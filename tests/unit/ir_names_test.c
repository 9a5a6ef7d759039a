/* SPDX-License-Identifier: MIT */
/* Names of parts of objects, and types as C writes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "ir/names.h"
#include "ir/text.h"

static const char text[] = "type 1 = scalar int 4\n"
			   "type 2 = scalar char 1\n"
			   "type 3 = pointer 8 t2\n"
			   /* nested, anonymous, bit-fields, padding, flexible end */
			   "type 4 = struct stats 8 {\n\trx: t1 +0\n\ttx: t1 +4\n}\n"
			   "type 5 = union 8 {\n\tbytes: t7 +0\n\twide: t6 +0\n\tp: t3 +0\n}\n"
			   "type 6 = scalar long 8\n"
			   "type 7 = array 8 t2\n"
			   "type 8 = struct dev 56 {\n\tname: t3 +0\n\tstats: t4 +8\n\tt5 +16\n"
			   "\tbusy: t1 +24 bits 0:1\n\tkind: t1 +24 bits 1:4\n"
			   "\tlate: t1 +24 bits 8:3\n\tflag: t2 +28\n\tport: t9 +32\n"
			   "\tdata: t10 +56\n}\n"
			   "type 9 = array 24 t4\n"
			   "type 10 = array 0 t4\n"
			   "type 11 = alias dev_t 56 t8\n"
			   "type 12 = alias 56 t11 const\n"
			   "type 13 = alias 56 t12 volatile\n"
			   "type 14 = array 112 t13\n"
			   /* what no compiler says */
			   "type 15 = alias 8 t16\n"
			   "type 16 = alias 8 t15\n"
			   "type 17 = struct self 8 {\n\tx: t17 +0\n}\n"
			   "type 18 = union self 8 {\n\ta: t18 +0\n\tb: t18 +0\n\tc: t1 +0\n}\n"
			   "type 19 = array 0 t19\n"
			   "type 20 = struct 8 {\n\tx: t1 +4294967295\n}\n"
			   /* for printing */
			   "type 21 = alias 1 t2 const\n"
			   "type 22 = pointer 8 t21\n"
			   "type 23 = alias 8 t22 const\n"
			   "type 24 = pointer 8 t23\n"
			   "type 25 = function 0 t1 {\n\tt22 +0\n\tt6 +0\n}\n"
			   "type 26 = pointer 8 t25\n"
			   "type 27 = pointer 8 t26\n"
			   "type 28 = pointer 8\n"
			   "type 29 = array 48 t26\n"
			   "type 30 = pointer 8 t7\n"
			   "type 31 = alias 4 t1 atomic\n"
			   "type 32 = pointer 8 t8\n"
			   "type 33 = array 6 t34\n"
			   "type 34 = array 2 t2\n"
			   "type 35 = function 0\n"
			   "type 36 = pointer 8 t35\n"
			   "type 37 = function 0 t37 {\n\tt37 +0\n\tt37 +0\n}\n"
			   "type 38 = struct old 5 {\n\tn: t1 +0\n\tlast: t39 +4\n}\n"
			   "type 39 = array 1 t2\n"
			   "type 40 = pointer 8 t5\n";

static int setup(void **state)
{
	static struct program p;
	char message[200];
	if (!ir_parse("types", text, strlen(text), &p, message, sizeof(message)))
		fail_msg("%s", message);
	assert_null(ir_verify(&p));
	*state = &p;
	return 0;
}

static int teardown(void **state)
{
	program_free(*state);
	return 0;
}

static const struct {
	type_id type;
	uint64_t offset, size;
	const char *name; /* NULL: there is none */
	type_id part;
} parts[] = {
	{1, 0, 4, "", 1},
	{1, 4, 4, NULL, 0},
	{0, 0, 4, NULL, 0},
	{4, 4, 4, ".tx", 1},
	{4, 8, 4, NULL, 0},
	{4, 0, 8, "", 4},
	{8, 0, 8, ".name", 3},
	{8, 8, 4, ".stats.rx", 1},
	{8, 12, 4, ".stats.tx", 1},
	{8, 13, 1, ".stats.tx", 1},
	{8, 8, 8, ".stats", 4},
	{8, 8, 0, ".stats", 4},
	{8, 0, 0, "", 8},
	{8, 0, 100, "", 8},
	/* anonymous union: the first member of that size */
	{8, 16, 8, ".bytes", 7},
	{8, 16, 0, ".bytes", 7},
	{8, 16, 1, ".bytes[0]", 2},
	{8, 19, 1, ".bytes[3]", 2},
	{8, 16, 4, ".bytes[0]", 2},
	/* bit-fields are named with all that share their bytes */
	{8, 24, 1, ".{busy,kind}", 1},
	{8, 25, 1, ".late", 1},
	{8, 24, 4, ".{busy,kind,late}", 1},
	{8, 24, 0, ".{busy,kind}", 1},
	{8, 27, 1, NULL, 0},
	{8, 28, 1, ".flag", 2},
	{8, 29, 1, NULL, 0},
	/* arrays of structs, and the flexible one at the end */
	{8, 32, 4, ".port[0].rx", 1},
	{8, 52, 4, ".port[2].tx", 1},
	{8, 40, 8, ".port[1]", 4},
	{8, 32, 24, ".port", 9},
	{8, 56, 4, ".data[0].rx", 1},
	{8, 68, 4, ".data[1].tx", 1},
	{38, 4, 1, ".last", 39},
	{38, 9, 1, ".last[5]", 2},
	/* through typedefs and qualifiers */
	{11, 12, 4, ".stats.tx", 1},
	{13, 12, 4, ".stats.tx", 1},
	{14, 68, 4, "[1].stats.tx", 1},
	{14, 112, 4, NULL, 0},
	{10, 800, 4, "[100].rx", 1},
	{3, 0, 8, "", 3},
	/* nonsense */
	{15, 0, 4, NULL, 0},
	{17, 0, 4, NULL, 0},
	{19, 1, 4, NULL, 0},
	{20, 4294967295u, 4, ".x", 1},
	{20, UINT64_MAX, UINT64_MAX, NULL, 0},
	{8, UINT64_MAX, 8, ".data[2305843009213693944].tx", 1},
	{1000, 0, 4, NULL, 0},
};

static void test_parts(void **state)
{
	const struct program *p = *state;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		struct str name = {0};
		type_id part = 99;
		str_add(&name, "x");
		bool found = type_name_part(p, parts[i].type, parts[i].offset, parts[i].size,
					    false, &name, &part);
		if (found != (parts[i].name != NULL))
			fail_msg("row %zu: %s, part %u", i, name.at, part);
		assert_string_equal(name.at + 1, found ? parts[i].name : "");
		assert_int_equal(part, parts[i].part);
		str_free(&name);
	}
}

static void test_any_element(void **state)
{
	struct str name = {0};
	type_id part;
	assert_true(type_name_part(*state, 14, 56 + 52, 4, true, &name, &part));
	assert_string_equal(name.at, "[].port[].tx");
	str_free(&name);
}

static const struct {
	type_id type;
	const char *text;
} printed[] = {
	{0, "void"},
	{1, "int"},
	{3, "char *"},
	{4, "struct stats"},
	{5, "union {...}"},
	{7, "char [8]"},
	{10, "struct stats []"},
	{11, "dev_t"},
	{13, "const volatile dev_t"},
	{22, "const char *"},
	{23, "const char *const"},
	{24, "const char *const *"},
	{26, "int (*)(const char *, long)"},
	{27, "int (**)(const char *, long)"},
	{28, "void *"},
	{29, "int (*[6])(const char *, long)"},
	{30, "char (*)[8]"},
	{31, "_Atomic int"},
	{32, "struct dev *"},
	{33, "char [3][2]"},
	{36, "void (*)()"},
	{40, "union {...} *"},
	{1000, "void"},
};

static void test_print(void **state)
{
	for (size_t i = 0; i < sizeof(printed) / sizeof(printed[0]); i++) {
		struct str name = {0};
		type_print(*state, printed[i].type, &name);
		assert_string_equal(name.at, printed[i].text);
		str_free(&name);
	}
}

/* Types that contain themselves end, in whatever text. */
static void test_cyclic(void **state)
{
	struct str part_name = {0};
	type_id part;
	assert_true(type_name_part(*state, 18, 0, 4, false, &part_name, &part));
	assert_true(part_name.n < 1000);
	str_free(&part_name);
	const type_id cyclic[] = {15, 19, 37};
	for (size_t i = 0; i < 3; i++) {
		struct str name = {0};
		type_print(*state, cyclic[i], &name);
		assert_true(name.n > 0 && name.n < 1 << 20);
		str_free(&name);
	}
}

static void test_strip_and_target(void **state)
{
	const struct program *p = *state;
	assert_int_equal(type_strip(p, 13), 8);
	assert_int_equal(type_strip(p, 15), 0);
	assert_int_equal(type_strip(p, 1000), 0);
	assert_int_equal(type_target(p, 3), 2);
	assert_int_equal(type_target(p, 23), 21);
	assert_int_equal(type_target(p, 14), 13);
	assert_int_equal(type_target(p, 8), 0);
	assert_int_equal(type_target(p, 25), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_parts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_any_element, setup, teardown),
		cmocka_unit_test_setup_teardown(test_print, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cyclic, setup, teardown),
		cmocka_unit_test_setup_teardown(test_strip_and_target, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
