/* SPDX-License-Identifier: MIT */
/*
 * Inline assembly that is one instruction on one place in memory: 'lock cmpxchg' is a compare and
 * exchange, 'xchg' an exchange, 'mov' a load or a store that nothing divides. With a clobber of
 * memory the compiler moves nothing past it, and x86 keeps loads and stores in their order: a load
 * acquires then, a store releases. So locks that are made of these are locks, as if they had been
 * written with the compiler's own functions.
 */
#define _GNU_SOURCE
#include <string.h>

#include "front/llvm/build.h"

enum { MAX_OPERANDS = 8, MAX_WORD = 16 };

enum kind { NOTHING, MOVE, EXCHANGE, COMPARE, STEP, UPDATE, FENCE };

struct word_kind {
	const char *word;
	bool locked, sized; /* behind 'lock'; its last letter may be its size */
	uint8_t kind, sub;
	int8_t step; /* STEP: what is added, FENCE: the order */
};

static const struct word_kind words[] = {
	/* word     locked sized  kind      sub       step */
	{"mov",	    false, true,  MOVE,     0,	      0},
	{"xchg",    false, true,  EXCHANGE, RMW_XCHG, 0},
	{"xadd",    true,  true,  EXCHANGE, RMW_ADD,  0},
	{"cmpxchg", true,  true,  COMPARE,  0,	      0},
	{"inc",	    true,  true,  STEP,	    RMW_ADD,  1},
	{"dec",	    true,  true,  STEP,	    RMW_ADD,  -1},
	{"add",	    true,  true,  UPDATE,   RMW_ADD,  0},
	{"sub",	    true,  true,  UPDATE,   RMW_SUB,  0},
	{"and",	    true,  true,  UPDATE,   RMW_AND,  0},
	{"or",	    true,  true,  UPDATE,   RMW_OR,   0},
	{"xor",	    true,  true,  UPDATE,   RMW_XOR,  0},
	{"mfence",  false, false, FENCE,    0,	      ORDER_SEQ_CST},
	{"lfence",  false, false, FENCE,    0,	      ORDER_ACQUIRE},
	{"sfence",  false, false, FENCE,    0,	      ORDER_RELEASE},
};

/* An operand that is no result. */
struct operand {
	ir_val value;
	bc_value of;
	uint32_t size; /* of memory */
	bool memory, output, accumulator;
};

struct instruction {
	const struct word_kind *word;
	bool asks; /* behind it: was the result zero, or was it exchanged? */
	struct operand at[MAX_OPERANDS];
	uint32_t n;
	struct {
		bool accumulator, asks;
	} result[MAX_OPERANDS];
	uint32_t results;
	uint32_t result_of[2 * MAX_OPERANDS]; /* output -> result + 1; 0: it is memory */
	uint32_t outputs;
	uint32_t memory; /* + 1: the operand; 0: none */
	bool reads, writes; /* it */
	bool clobbers;	    /* the memory */
};

/* ---- the text ---- */

static size_t skip(const char *text, size_t size, size_t at, const char *these)
{
	while (at < size && strchr(these, text[at]))
		at++;
	return at;
}

static size_t next_word(const char *text, size_t size, size_t at, char out[MAX_WORD])
{
	size_t n = 0;
	at = skip(text, size, at, " \t\n;");
	while (at < size && !strchr(" \t\n;", text[at])) {
		if (n + 1 < MAX_WORD)
			out[n++] = text[at];
		at++;
	}
	out[n] = 0;
	return at;
}

static const struct word_kind *find_word(const char *word, bool locked)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		const struct word_kind *w = &words[i];
		size_t n = strlen(w->word);
		if (strncmp(word, w->word, n) != 0 || w->locked > locked)
			continue;
		if (!word[n] || (w->sized && strchr("bwlq", word[n]) && !word[n + 1]))
			return w;
	}
	return NULL;
}

/* Nothing but the one instruction, and maybe one that asks for its flags. Registers have a '%'. */
static bool read_text(struct instruction *x, const char *text, size_t size)
{
	char word[MAX_WORD];
	if (memchr(text, '%', size) || memchr(text, '(', size) || memmem(text, size, "$$", 2))
		return false;
	size_t at = next_word(text, size, 0, word);
	bool locked = strcmp(word, "lock") == 0;
	if (locked)
		at = next_word(text, size, at, word);
	x->word = find_word(word, locked);
	if (!x->word)
		return false;
	while (at < size && !strchr("\n;", text[at]))
		at++;
	at = next_word(text, size, at, word);
	x->asks = strcmp(word, "setz") == 0 || strcmp(word, "sete") == 0;
	if (x->asks)
		at = next_word(text, size, at, word);
	else if (word[0])
		return false;
	return skip(text, size, at, " \t\n;") == size;
}

/* ---- the operands ---- */

static bool is(const char *at, size_t n, const char *part)
{
	return memmem(at, n, part, strlen(part)) != NULL;
}

/* In the same register as a result: a digit says which output. */
static bool is_tied_to_accumulator(const struct instruction *x, const char *at, size_t n)
{
	uint32_t output = (uint32_t)(*at - '0');
	return n == 1 && *at >= '0' && *at <= '9' && output < x->outputs &&
	       x->result_of[output] && x->result[x->result_of[output] - 1].accumulator;
}

static bool add_operand(struct instruction *x, struct builder *b, const struct bc_inst *call,
			const char *at, size_t n)
{
	struct operand *o = &x->at[x->n];
	o->of = call->n > x->n + 1 ? operand_of(b, call, x->n + 1) : BC_NONE;
	o->output = *at == '=';
	o->memory = memchr(at, '*', n) != NULL;
	o->accumulator = is(at, n, "{ax}") || is_tied_to_accumulator(x, at, n);
	if (o->of == BC_NONE)
		return false;
	bc_type type = attribute_element(b->mod->bc, call->extra, x->n + 1);
	x->n++;
	if (!o->memory)
		return !o->output;
	if (type == BC_NONE || (x->memory && x->at[x->memory - 1].of != o->of))
		return false;
	o->size = (uint32_t)module_stride(b->mod, type);
	x->memory = x->n;
	x->reads |= !o->output;
	x->writes |= o->output;
	return o->size > 0 && o->size <= 8 && !(o->size & (o->size - 1));
}

static bool add_result(struct instruction *x, const char *at, size_t n)
{
	x->result[x->results].accumulator = is(at, n, "{ax}");
	x->result[x->results].asks = is(at, n, "{@ccz}") || is(at, n, "{@cce}");
	x->asks |= x->result[x->results++].asks;
	return true;
}

/* '=*m,={@ccz},={ax},q,*m,2,~{memory}' */
static bool read_operands(struct instruction *x, struct builder *b, const struct bc_inst *call,
			  const char *constraints, size_t size)
{
	const char *at = constraints, *end = at + size;
	x->clobbers = memmem(at, size, "~{memory}", 9) != NULL;
	while (at < end && *at != '~') {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		size_t n = (size_t)((comma ? comma : end) - at);
		bool result = *at == '=' && !memchr(at, '*', n);
		if (*at == '=' && x->outputs < 2 * MAX_OPERANDS)
			x->result_of[x->outputs++] = result ? x->results + 1 : 0;
		if (*at == '!' || x->n == MAX_OPERANDS || x->results == MAX_OPERANDS ||
		    !(result ? add_result(x, at, n) : add_operand(x, b, call, at, n)))
			return false;
		at += n + 1;
	}
	return true;
}

/* The only operand that is no memory, or the one of two that is in the accumulator, or not; -1. */
static int find_register(const struct instruction *x, bool accumulator, uint32_t of)
{
	int found = -1;
	uint32_t n = 0;
	for (uint32_t i = 0; i < x->n; i++) {
		n += !x->at[i].memory;
		if (!x->at[i].memory && (of == 1 || x->at[i].accumulator == accumulator))
			found = found < 0 ? (int)i : MAX_OPERANDS;
	}
	return n == of && found < MAX_OPERANDS ? found : -1;
}

/* ---- what it is ---- */

static bool is_understood(const struct instruction *x)
{
	bool both = x->reads && x->writes;
	switch ((enum kind)x->word->kind) {
	case MOVE:
		return !x->asks && ((x->reads && !x->writes && x->n == 1 && x->results == 1) ||
				    (x->writes && !x->reads && x->results == 0 &&
				     find_register(x, false, 1) >= 0));
	case EXCHANGE:
		return both && !x->asks && x->results == 1 && find_register(x, false, 1) >= 0;
	case COMPARE:
		return both && find_register(x, true, 2) >= 0 && find_register(x, false, 2) >= 0 &&
		       (x->results == 1   ? x->asks || x->result[0].accumulator
			: x->results == 2 ? x->asks && x->result[0].accumulator !=
								x->result[1].accumulator
					  : x->results == 0);
	case STEP:
		return both && x->n == 2 && x->results == x->asks;
	case UPDATE:
		return both && !x->asks && x->results == 0 && find_register(x, false, 1) >= 0;
	case FENCE:
		return !x->n && !x->results && x->clobbers;
	case NOTHING:
		break;
	}
	return false;
}

static bool read_instruction(struct instruction *x, struct builder *b,
			     const struct bc_inst *call, const struct bc_constant *text)
{
	const char *code = str_cstr(&b->mod->bc->bytes_of) + text->value;
	return read_text(x, code, text->size) &&
	       read_operands(x, b, call, code + text->size, text->more) && is_understood(x);
}

static ir_val value_of(struct builder *b, const struct operand *o)
{
	return build_value(b, o->of);
}

static ir_val build_equal(struct builder *b, ir_val x, ir_val y)
{
	return build(b, (struct ir_inst){.op = OP_COMPARE, .sub = CMP_EQ, .size = 1, .a = x,
					 .b = y});
}

static ir_val build_exchange(struct builder *b, const struct instruction *x)
{
	const struct operand *memory = &x->at[x->memory - 1];
	ir_val expected = value_of(b, &x->at[find_register(x, true, 2)]);
	ir_val old = build(b, (struct ir_inst){
				      .op = OP_CMPXCHG,
				      .order = ORDER_SEQ_CST,
				      .size = memory->size,
				      .a = value_of(b, memory),
				      .b = expected,
				      .c = value_of(b, &x->at[find_register(x, false, 2)])});
	return x->results == 1 && x->asks ? build_equal(b, old, expected) : old;
}

static ir_val build_change(struct builder *b, const struct instruction *x)
{
	const struct operand *memory = &x->at[x->memory - 1];
	const struct word_kind *w = x->word;
	ir_val with = w->kind == STEP ? build_int(b, w->step)
				      : value_of(b, &x->at[find_register(x, false, 1)]);
	ir_val old = build(b, (struct ir_inst){.op = OP_RMW,
					       .sub = w->sub,
					       .order = ORDER_SEQ_CST,
					       .size = memory->size,
					       .a = value_of(b, memory),
					       .b = with});
	return x->asks ? build_equal(b, old, build_int(b, -w->step)) : old;
}

static ir_val build_move(struct builder *b, const struct instruction *x)
{
	const struct operand *memory = &x->at[x->memory - 1];
	if (x->reads)
		return build(b, (struct ir_inst){
					.op = OP_LOAD,
					.order = x->clobbers ? ORDER_ACQUIRE : ORDER_RELAXED,
					.size = memory->size,
					.a = value_of(b, memory)});
	return build(b, (struct ir_inst){
				.op = OP_STORE,
				.order = x->clobbers ? ORDER_RELEASE : ORDER_RELAXED,
				.size = memory->size,
				.a = value_of(b, memory),
				.b = value_of(b, &x->at[find_register(x, false, 1)])});
}

bool build_one_instruction(struct builder *b, const struct bc_inst *call,
			   const struct bc_constant *text, ir_val *value)
{
	struct instruction x = {0};
	if (!read_instruction(&x, b, call, text))
		return false;
	if (x.word->kind == FENCE)
		*value = build(b, (struct ir_inst){.op = OP_FENCE,
						   .order = (uint8_t)x.word->step});
	else if (x.word->kind == COMPARE)
		*value = build_exchange(b, &x);
	else
		*value = x.word->kind == MOVE ? build_move(b, &x) : build_change(b, &x);
	return true;
}

ir_val build_part_of_exchange(struct builder *b, const struct bc_inst *call, bc_value from,
			      bool first)
{
	struct instruction x = {0};
	bc_value callee = call->op == INST_CALL ? operand_of(b, call, 0) : BC_NONE;
	if (callee == BC_NONE || !is_constant(b->mod, callee) ||
	    value_info(b->mod, callee)->kind != BC_CONSTANT ||
	    constant_info(b->mod, callee)->kind != BC_ASM ||
	    !read_instruction(&x, b, call, constant_info(b->mod, callee)) ||
	    x.word->kind != COMPARE || x.results != 2)
		return 0;
	ir_val old = build_value(b, from);
	return x.result[first ? 0 : 1].accumulator
		       ? old
		       : build_equal(b, old, value_of(b, &x.at[find_register(&x, true, 2)]));
}
