/* SPDX-License-Identifier: MIT */
/*
 * The text form: what is read prints the same again; what is wrong is refused
 * with its line; and the verifier sees each violation it knows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/str.h"
#include "ir/text.h"

static char *print(const struct program *p)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	ir_print(p, f);
	fclose(f);
	return text;
}

static void parse(const char *text, struct program *p)
{
	char message[200];
	if (!ir_parse("test", text, strlen(text), p, message, sizeof(message)))
		fail_msg("%s", message);
}

/* ---- round trips ---- */

static void check_canonical(const char *path)
{
	struct str text = {0};
	struct program p;
	assert_true(str_read_file(&text, path));
	parse(text.at, &p);
	assert_null(ir_verify(&p));
	char *printed = print(&p);
	assert_string_equal(printed, text.at);
	free(printed);
	program_free(&p);
	str_free(&text);
}

static void test_canonical(void **state)
{
	(void)state;
	check_canonical(CHEQUER_ROOT "/tests/ir/text/sample.ir");
	check_canonical(CHEQUER_ROOT "/tests/ir/text/pool.ir"); /* of docs/ir.md */
}

static void test_spaces_and_comments(void **state)
{
	static const char text[] = "# a comment\n"
				   "  unit   1 \"a.c\"\t8 # why not\r\n"
				   "\n"
				   "func @f( $0  n:4 ){ \n"
				   "# comment\n"
				   "b0 :\n"
				   "  %0=load 4,$0   plain\n"
				   "ret %0";
	static const char canonical[] = "unit 1 \"a.c\" 8\nproto @f\n\n"
					"func @f($0 n: 4) {\nb0:\n"
					"\t%0 = load 4, $0\n\tret %0\n}\n";
	struct str closed = {0};
	struct program p;
	(void)state;
	str_addf(&closed, "%s\n}", text);
	parse(closed.at, &p);
	assert_null(ir_verify(&p));
	char *printed = print(&p);
	assert_string_equal(printed, canonical);
	free(printed);
	program_free(&p);
	str_free(&closed);
}

/* Calls forward, and the same name as an internal and an external symbol. */
static void test_names_resolve(void **state)
{
	struct program p;
	(void)state;
	parse("unit 1 \"a.c\" 8\nunit 2 \"b.c\" 8\n"
	      "func @f() {\nb0:\n\tcall @g()\n\tcall @g%2()\n\tret\n}\n"
	      "func @g() {\nb0:\n\tret\n}\n"
	      "func @g%2() {\nb0:\n\tret\n}\n",
	      &p);
	assert_null(ir_verify(&p));
	sym_id g = ir_find_symbol(&p, "g");
	assert_int_equal(p.symbols.at[g].linkage, LINK_EXTERNAL);
	assert_int_equal(ir_val_symbol(&p, p.insts.at[0].a), g);
	sym_id internal = ir_val_symbol(&p, p.insts.at[1].a);
	assert_int_equal(p.symbols.at[internal].linkage, LINK_INTERNAL);
	assert_int_equal(p.symbols.at[internal].unit, 2);
	assert_int_equal(ir_find_symbol(&p, "h"), 0);
	program_free(&p);
}

/* The index is a speed-up: a program without it gives the same answers. */
static void test_find_without_index(void **state)
{
	struct program p;
	(void)state;
	parse("unit 1 \"a.c\" 8\nvar @x%1 4\nvar @y 4\nvar @x 4\nvar @z%1 4\n", &p);
	const char *names[] = {"x", "y", "z", "w"};
	for (int i = 0; i < 4; i++) {
		uint32_t indexed = p.symbols_indexed;
		sym_id with = ir_find_symbol(&p, names[i]);
		p.symbols_indexed = 0;
		assert_int_equal(ir_find_symbol(&p, names[i]), with);
		p.symbols_indexed = indexed;
	}
	assert_int_equal(ir_find_symbol(&p, "x"), 3);
	assert_int_equal(ir_find_symbol(&p, "z"), 4);
	program_free(&p);
}

static void test_interning(void **state)
{
	struct program p;
	(void)state;
	program_init(&p);
	const_id seven = program_const(&p, 0, 7);
	assert_int_equal(program_const(&p, 1, 7), seven + 1);
	assert_int_equal(program_const(&p, 0, 7), seven);
	struct ir_loc l = {program_file(&p, "a.c"), 3, 4, 0, 0};
	loc_id at = program_loc(&p, l);
	l.inlined_at = at;
	assert_int_not_equal(program_loc(&p, l), at);
	l.inlined_at = 0;
	assert_int_equal(program_loc(&p, l), at);
	assert_int_equal(program_file(&p, "a.c"), 1);
	assert_int_equal(program_loc(&p, (struct ir_loc){0}), 0);
	program_free(&p);
}

static void test_successors(void **state)
{
	struct program p;
	uint32_t blocks[2];
	(void)state;
	parse("unit 1 \"a.c\" 8\nfunc @f($0: 4) {\n"
	      "b0:\n\tswitch $0 [1: b1, 2: b2, default: b1]\n"
	      "b1:\n\tbranch $0, b2, b2\n"
	      "b2:\n\tgoto $0 [b1, b3]\n"
	      "b3:\n\tjump b4\n"
	      "b4:\n\tstop\n}\n",
	      &p);
	const struct ir_func *f = &p.funcs.at[1];
	assert_int_equal(ir_successors(&p, f, 0, blocks, 2), 3);
	assert_int_equal(blocks[0], 1);
	assert_int_equal(blocks[1], 2);
	assert_int_equal(ir_successors(&p, f, 1, blocks, 2), 2);
	assert_int_equal(ir_successors(&p, f, 2, blocks, 2), 2);
	assert_int_equal(blocks[1], 3);
	assert_int_equal(ir_successors(&p, f, 3, blocks, 2), 1);
	assert_int_equal(blocks[0], 4);
	assert_int_equal(ir_successors(&p, f, 4, blocks, 2), 0);
	program_free(&p);
}

/* ---- refused texts ---- */

#define UNIT	   "unit 1 \"a.c\" 8\n"
#define FUNC(body) UNIT "func @f($0: 8) {\nb0:\n" body "\n\tret\n}\n"

static const struct {
	const char *text, *message;
} refused[] = {
	{"hello", "t:1: expected unit, file, type, var, proto or func"},
	{"unit 2 \"a.c\" 8", "t:1: expected number 1 here"},
	{"unit 1 \"a.c 8\n", "t:1: string without closing quote"},
	{"unit 1 \"a\\zz\" 8", "t:1: expected '\"', '\\' or two hexadecimal digits after '\\'"},
	{"unit 1 \"a\" 8 8", "t:1: unexpected '8' at the end of the statement"},
	{"unit 1 \"a\" 99999999999", "t:1: number too large"},
	{"\n\nunit 1 \"a\"", "t:3: expected a number"},
	{"file 1 \"a\"\nfile 2 \"a\"", "t:2: this file has a number already"},
	{"type 1 = class 8", "t:1: expected a kind of type"},
	{"type 1 = struct s 8 {\n\tx: t2\n}", "t:2: expected '+'"},
	{"type 1 = struct s 8 {\n\tx: t2 +0\n", "t:3: expected '}'"},
	{"type 1 = alias 8 t2 constant", "t:1: unknown qualifier"},
	{"var @x 4\nvar @x 4", "t:2: @x is declared twice"},
	{"var @x 4\nproto @x", "t:2: @x is declared twice"},
	{"var @x 4 shiny", "t:1: unknown property of a symbol"},
	{"var @x%1 4 weak", "t:1: '%' and a unit alone make a symbol internal"},
	{"var @x%1 4 unit 2", "t:1: the unit of an internal symbol is in its name"},
	{"var @x 4 = @y", "t:1: @y is not declared: a line must start with var, proto "
			  "or func and its name"},
	{"type 1 = void 0 \n var @x 4", "t:2: @x is not declared: a line must start with "
					"var, proto or func and its name"},
	{"var @x 4 !0:0:0", "t:1: !0:0:0 is no position"},
	{"var @f 4\nfunc @f() {\n}", "t:2: @f is defined twice"},
	{UNIT "func @f() {\n}\nfunc @f() {\n}", "t:4: @f is defined twice"},
	{UNIT "func @f($1: 8) {\n}", "t:2: this is parameter $0"},
	{UNIT "func @f() {\n\tret\n}", "t:3: an instruction before the first block"},
	{UNIT "func @f() {\nb1:\n\tret\n}", "t:3: this is block b0"},
	{UNIT "func @f() {\nb0:\n\tret\n", "t:5: expected '}'"},
	{FUNC("\tload 4, $0"), "t:4: the result needs a name, %0"},
	{FUNC("\t%1 = load 4, $0"), "t:4: this is instruction %0"},
	{FUNC("\t%0 = store 4, $0, 1"), "t:4: this instruction has no result"},
	{FUNC("\tcall 4, @f()"), "t:4: the result needs a name, %0"},
	{FUNC("\tnone"), "t:4: unknown instruction 'none'"},
	{FUNC("\tfrobnicate 4"), "t:4: unknown instruction 'frobnicate'"},
	{FUNC("\t%0 = arith pow 4, $0, 2"), "t:4: expected the operation of this 'arith'"},
	{FUNC("\t%0 = load 4, $0 sideways"), "t:4: expected a memory order or a flag, found "
					     "'sideways'"},
	{FUNC("\t%0 = load 4, $536870912"), "t:4: number too large"},
	{FUNC("\t%0 = load 4, 9223372036854775808"), "t:4: number too large"},
};

static void test_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct program p;
		char message[200] = "";
		const char *text = refused[i].text;
		assert_false(ir_parse("t", text, strlen(text), &p, message, sizeof(message)));
		assert_string_equal(message, refused[i].message);
		program_free(&p);
	}
}

/* Every prefix of a good text is refused or accepted, without a crash. */
static void test_prefixes(void **state)
{
	struct str text = {0};
	char message[20];
	(void)state;
	assert_true(str_read_file(&text, CHEQUER_ROOT "/tests/ir/text/sample.ir"));
	for (size_t n = 0; n <= text.n; n++) {
		struct program p;
		char *copy = malloc(n + 1); /* exact, for the address sanitizer */
		memcpy(copy, text.at, n);
		if (ir_parse("t", copy, n, &p, message, sizeof(message)))
			ir_verify(&p);
		program_free(&p);
		free(copy);
	}
	str_free(&text);
}

/* ---- what the verifier sees ---- */

static const struct {
	const char *text, *wrong;
} violations[] = {
	{"unit 1 \"a\" 0\n", "unit: impossible pointer size"},
	{UNIT "var @x 4 !1:1:1\n", "position: file out of range"},
	{UNIT "type 1 = pointer 8 t2\n", "type: name, target or position out of range"},
	{UNIT "type 1 = struct 8 {\n\tx: t9 +0\n}\n", "member: name or type out of range"},
	{"var @x 4\n", "symbol: unit out of range"},
	{UNIT "var @x%2 4\n", "symbol: unit out of range"},
	{UNIT "var @\"\" 4\n", "symbol: no name"},
	{UNIT "var @x 4 t1\n", "symbol: type or position out of range"},
	{UNIT "proto @x ifunc\n", "symbol: ifunc without resolver"},
	{UNIT "proto @x {\n\t+0 8 1\n}\n", "symbol: a function with an initial value"},
	{UNIT "var @x 4 = @x\n", "symbol: a cycle of aliases"},
	{UNIT "var @x 4 = @y\nvar @y 4 = @z\nvar @z 4 = @y\n", "symbol: a cycle of aliases"},
	{UNIT "var @x 4 = @y {\n\t+0 4 1\n}\nvar @y 4\n",
	 "symbol: both an alias and a definition"},
	{UNIT "var @x 4 {\n\t+2 4 1\n}\n", "initial value: outside of the variable"},
	{UNIT "var @x 4 {\n\t+0 0 1\n}\n", "initial value: no size"},
	{UNIT "func @f() {\n}\n", "function: no block"},
	{UNIT "func @f() {\nb0:\nb1:\n\tret\n}\n", "block: empty"},
	{UNIT "func @f() {\nb0:\n\tfence seq_cst\n}\n",
	 "block: it must end in its only terminator"},
	{FUNC("\tstop"), "block: it must end in its only terminator"},
	{FUNC("\t%0 = load 4, %7"), "operand: instruction out of range"},
	{FUNC("\tstore 4, $0, 1\n\t%1 = load 4, %0"), "operand: the instruction has no result"},
	{FUNC("\tcall @f()\n\t%1 = load 4, %0"), "operand: the instruction has no result"},
	{FUNC("\t%0 = load 4, $1"), "operand: no such parameter"},
	{FUNC("\t%0 = load 4, _"), "operand: missing"},
	{FUNC("\t%0 = load 0, $0"), "a memory access of no bytes"},
	{FUNC("\t%0 = rmw add 4, $0, 1"), "an atomic operation without memory order"},
	{FUNC("\t%0 = cmp eq 4, $0, 1 acquire"),
	 "a memory order on an instruction that has none"},
	{FUNC("\t%0 = phi 4"), "phi: not at the start of a block, or in the first"},
	{UNIT "func @f() {\nb0:\n\tjump b1\n}\n", "block number out of range"},
	{UNIT "func @f() {\nb0:\n\tbranch 1, b0, b3\n}\n", "block number out of range"},
	{UNIT "func @f() {\nb0:\n\tswitch 1 [1: b3]\n}\n", "block number out of range"},
	{UNIT "func @f() {\nb0:\n\tswitch 1 [?: b0]\n}\n", "switch: a case that is not constant"},
	{UNIT "func @f() {\nb0:\n\tgoto [b0, b1]\n}\n", "block number out of range"},
	{UNIT "func @f() {\nb0:\n\tjump b1\nb1:\n\t%1 = phi 4\n\tret\n}\n",
	 "phi: a predecessor is missing"},
	{UNIT "func @f() {\nb0:\n\tjump b1\nb1:\n\t%1 = phi 4, b0: 1, b1: 2\n\tret\n}\n",
	 "phi: a block that is no predecessor"},
	{UNIT "func @f() {\nb0:\n\tjump b1\nb1:\n\t%1 = phi 4, b9: 1\n\tret\n}\n",
	 "block number out of range"},
	{UNIT "func @f() {\n\tlet x = %3\nb0:\n\tret\n}\n", "operand: instruction out of range"},
	{UNIT "func @f() {\n\tlet x: t3 = 1\nb0:\n\tret\n}\n",
	 "variable: name, type or position out of range"},
	{UNIT "func @f($0: t3 4) {\nb0:\n\tret\n}\n", "parameter: name or type out of range"},
	{UNIT "func @f() -> t3 {\nb0:\n\tret\n}\n", "function: position or type out of range"},
};

static void test_violations(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(violations) / sizeof(violations[0]); i++) {
		struct program p;
		parse(violations[i].text, &p);
		const char *wrong = ir_verify(&p);
		if (!wrong)
			fail_msg("not refused: %s", violations[i].text);
		assert_string_equal(wrong, violations[i].wrong);
		program_free(&p);
	}
}

/* Violations that no text can have: damage a good program. */
static void damage_program(struct program *p, int kind)
{
	switch (kind) {
	case 0:
		p->insts.at[0].op = OP_COUNT;
		break;
	case 1:
		p->insts.at[0].a = ir_val_make(VAL_CONST, p->consts.n);
		break;
	case 2:
		p->insts.at[0].b = ir_val_make(VAL_UNKNOWN, 0);
		break;
	case 3:
		p->insts.at[0].loc = p->locs.n;
		break;
	case 4:
		p->insts.at[1].args = p->operands.n;
		break;
	case 5:
		p->funcs.at[1].inst_count++;
		break;
	case 6:
		p->funcs.at[1].inst_count--;
		break;
	case 7:
		p->symbols.at[1].func = 0;
		break;
	case 8:
		vec_push(&p->symbols, p->symbols.at[1]);
		vec_last(&p->symbols).func = 0;
		break;
	case 9:
		p->symbols.at[1].flags = 0;
		break;
	case 10:
		p->insts.at[0].order = ORDER_SEQ_CST + 1;
		break;
	case 11:
		p->consts.at[1].sym = p->symbols.n;
		break;
	case 12:
		p->insts.at[0].flags = 64;
		break;
	case 13:
		p->insts.at[0].a = 7u << IR_VAL_BITS;
		break;
	case 14:
		p->funcs.at[1].var_count = UINT32_MAX;
		break;
	case 15:
		p->locs.at[1].inlined_at = 1;
		break;
	}
}

static void test_damage(void **state)
{
	(void)state;
	for (int kind = 0; kind < 16; kind++) {
		struct program p;
		parse(UNIT "file 1 \"a.c\"\nfunc @f($0: 8) {\nb0:\n\t%0 = load 4, $0 !1:1:1\n"
			   "\tcall @f(%0, 7)\n\tret\n}\n",
		      &p);
		assert_null(ir_verify(&p));
		damage_program(&p, kind);
		if (!ir_verify(&p))
			fail_msg("damage %d is not seen", kind);
		program_free(&p);
	}
}

static void test_where(void **state)
{
	struct program p;
	struct str where = {0};
	(void)state;
	parse(FUNC("\tfence seq_cst\n\t%1 = load 4, %9"), &p);
	assert_string_equal(ir_verify_where(&p, &where), "operand: instruction out of range");
	assert_string_equal(str_cstr(&where), "@f, instruction 1");
	str_free(&where);
	program_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_canonical),
		cmocka_unit_test(test_spaces_and_comments),
		cmocka_unit_test(test_names_resolve),
		cmocka_unit_test(test_find_without_index),
		cmocka_unit_test(test_interning),
		cmocka_unit_test(test_successors),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_prefixes),
		cmocka_unit_test(test_violations),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_where),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
