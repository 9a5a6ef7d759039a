/* SPDX-License-Identifier: MIT */
/*
 * Inline assembly. What it does to registers is not known; which memory it touches is, for
 * operands that are memory: these become loads before it and stores behind it, of whatever
 * it makes of its operands. They are atomic where the text says so. Assembly without text
 * (a barrier for the compiler) touches nothing; it gives back the operand that is in the register
 * of its result. So does the addition by which the kernel finds what is this processor's own of a
 * variable: it is the variable, for us, and each processor has one.
 */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

#include "front/llvm/build.h"

enum { WIDEST = 16 };

static bool has(const char *text, size_t size, const char *part)
{
	return memmem(text, size, part, strlen(part)) != NULL;
}

static bool is_blank(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!strchr(" \t\n;", text[i]))
			return false;
	return true;
}

/* One instruction on what the processor's own segment finds: nothing comes in between. */
static bool is_of_processor(const char *text, size_t size)
{
	const char *at = memmem(text, size, "%gs:", 4);
	size_t rest = at ? size - (size_t)(at + 4 - text) : 0;
	return at && !has(at + 4, rest, "%gs:");
}

/* Instructions, or prefixes, that make what they do to memory atomic: by how they begin. */
static bool is_atomic(const char *text, size_t size)
{
	static const char *const words[] = {
		"lock",	 "xchg",  "ldxr",  "ldaxr", "stxr", "stlxr", "ldrex", "strex", "ldadd",
		"ldset", "ldclr", "swp",   "cas",   "stadd", "lr.",  "sc.",   "amo",   "lwarx",
		"ldarx", "stwcx", "stdcx", "ldar",  "stlr", "csg",   "laa",
	};
	for (size_t at = 0; at < size; at++) {
		if (at && !strchr(" \t\n;", text[at - 1]))
			continue;
		for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
			size_t n = strlen(words[i]);
			if (n <= size - at && strncasecmp(text + at, words[i], n) == 0)
				return true;
		}
	}
	return false;
}

/* An operand that is memory. */
struct touched {
	ir_val address;
	uint32_t size;
	bool output;
};

struct assembly {
	struct builder *b;
	const struct bc_inst *call;
	const char *constraints;
	uint8_t order;
	VEC(struct touched) outputs;
};

static ir_val read_operand(struct assembly *a, const struct touched *t)
{
	if (t->size <= WIDEST)
		return build(a->b, (struct ir_inst){.op = OP_LOAD, .order = a->order,
						    .size = t->size, .a = t->address});
	ir_val copy = build(a->b, (struct ir_inst){.op = OP_LOCAL, .size = t->size});
	build(a->b, (struct ir_inst){.op = OP_COPY, .a = copy, .b = t->address,
				     .c = build_int(a->b, t->size)});
	return copy;
}

static void write_operand(struct assembly *a, const struct touched *t, ir_val value)
{
	if (t->size <= WIDEST)
		build(a->b, (struct ir_inst){.op = OP_STORE, .order = a->order,
					     .size = t->size, .a = t->address, .b = value});
	else
		build(a->b, (struct ir_inst){.op = OP_SET, .a = t->address, .b = value,
					     .c = build_int(a->b, t->size)});
}

/* The argument of one constraint, as it is given to the assembly. */
static void push_operand(struct assembly *a, uint32_t argument, bool memory, bool output)
{
	bc_value v = a->call->n > argument + 1 ? operand_of(a->b, a->call, argument + 1) : BC_NONE;
	bc_type type = attribute_element(a->b->mod->bc, a->call->extra, argument + 1);
	if (v == BC_NONE)
		return;
	struct touched t = {build_value(a->b, v), 1, output};
	if (memory && type != BC_NONE)
		t.size = (uint32_t)module_stride(a->b->mod, type);
	if (!memory || !t.size)
		build_push(a->b, t.address);
	else if (output)
		vec_push(&a->outputs, t);
	else
		build_push(a->b, read_operand(a, &t));
}

/* '=*m,=r,*m,r,~{memory}': outputs, inputs, clobbers; outputs in registers are results. */
static void push_operands(struct assembly *a, size_t size)
{
	const char *at = a->constraints, *end = at + size;
	uint32_t argument = 0;
	while (at < end && *at != '~') {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		size_t n = (size_t)((comma ? comma : end) - at);
		bool output = *at == '=', memory = memchr(at, '*', n) != NULL;
		if (*at != '!' && (!output || memory))
			push_operand(a, argument++, memory, output);
		at += n + 1;
	}
}

/* The argument that is in the register of the only result ('=r,*m,0'), or -1. */
static int find_tied(const char *constraints, size_t size)
{
	const char *end = constraints + size;
	int argument = 0;
	if (size < 2 || constraints[0] != '=' || memchr(constraints, '*', 2))
		return -1;
	for (const char *at = constraints; at < end && *at != '~';) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		size_t n = (size_t)((comma ? comma : end) - at);
		if (at != constraints && *at == '=')
			return -1; /* another result */
		if (n == 1 && *at == '0')
			return argument;
		argument += at != constraints;
		at += n + 1;
	}
	return -1;
}

/* 'add %gs:this_cpu_off, %0'. */
static bool is_own_address(const char *text, size_t size)
{
	return size > 8 && strncmp(text, "add", 3) == 0 && has(text, size, "%gs:") &&
	       !has(text, size, "\n");
}

/* What the assembly gives back as it got it; 0: it does not. */
static ir_val unchanged(struct builder *b, const struct bc_inst *call, const char *code,
			const struct bc_constant *text)
{
	int tied = find_tied(code + text->size, text->more);
	if (tied < 0 || (!is_blank(code, text->size) && !is_own_address(code, text->size)) ||
	    call->n <= (uint32_t)tied + 1)
		return 0;
	bc_value v = operand_of(b, call, (uint32_t)tied + 1);
	uint32_t size = module_store_size(b->mod, call->type);
	return v == BC_NONE ? 0
			    : build(b, (struct ir_inst){.op = OP_CAST, .sub = CAST_BITS,
							.size = size, .a = build_value(b, v)});
}

ir_val build_assembly(struct builder *b, const struct bc_inst *call,
		      const struct bc_constant *text)
{
	const char *code = str_cstr(&b->mod->bc->bytes_of) + text->value;
	struct assembly a = {.b = b, .call = call, .constraints = code + text->size};
	struct ir_inst i = {
		.op = OP_ASM,
		.flags = has(a.constraints, text->more, "~{memory}") ? INSTF_MEMORY : 0,
		.size = module_store_size(b->mod, call->type),
		.imm = intern_bytes(&b->p->strings, code, text->size),
	};
	ir_val same = unchanged(b, call, code, text);
	ir_val value = 0;
	if (same)
		return same;
	if (build_one_instruction(b, call, text, &value))
		return value;
	if (is_blank(code, text->size))
		return build_list(b, build_arguments(b, call), i);
	a.order = is_of_processor(code, text->size) ? ORDER_RELAXED
		  : is_atomic(code, text->size)	    ? ORDER_SEQ_CST
						    : ORDER_PLAIN;
	uint32_t mark = build_mark(b);
	push_operands(&a, text->more);
	for (uint32_t k = 0; k < a.outputs.n && !i.size; k++)
		i.size = a.outputs.at[k].size <= WIDEST ? a.outputs.at[k].size : 8;
	value = build_list(b, mark, i);
	for (uint32_t k = 0; k < a.outputs.n; k++)
		write_operand(&a, &a.outputs.at[k], value);
	vec_free(&a.outputs);
	return value;
}
