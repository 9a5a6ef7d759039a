/* SPDX-License-Identifier: MIT */
/*
 * Constants. Long arrays of plain data are not kept: nobody looks into them.
 */
#include "front/llvm/bitcode.h"
#include "front/llvm/codes.h"
#include "front/llvm/operations.h"

enum { ELEMENTS_KEPT = 64, CHARACTERS_KEPT = 520 };

static struct bc_constant simple(enum bc_constant_kind kind)
{
	return (struct bc_constant){.kind = (uint8_t)kind};
}

/* Zero of its type; an integer is a number like others, a token is nothing. */
static struct bc_constant zero(const struct bitcode *m, bc_type type)
{
	enum bc_type_kind kind = type_kind(m, type);
	return simple(kind == BC_INTEGER ? BC_INT
					 : kind == BC_TOKEN ? BC_ANYTHING : BC_ZERO);
}

/* The sign is in the lowest bit. */
static int64_t signed_number(uint64_t v)
{
	if (!(v & 1))
		return (int64_t)(v >> 1);
	return v == 1 ? INT64_MIN : -(int64_t)(v >> 1);
}

static void add_operand(struct bitcode *m, struct bc_constant *c, uint32_t field)
{
	uint64_t id = bits_field(&m->in, field);
	vec_push(&m->constant_operands, id > UINT32_MAX ? BC_NONE : (bc_value)id);
	c->n++;
}

static struct bc_constant with_operands(struct bitcode *m, enum bc_constant_kind kind,
					enum bc_op op, uint32_t from, uint32_t to)
{
	struct bc_constant c = {.kind = (uint8_t)kind,
				.op = (uint8_t)op,
				.first = m->constant_operands.n};
	for (uint32_t i = from; i < to; i++)
		add_operand(m, &c, i);
	return c;
}

static struct bc_constant text(struct bitcode *m, bool terminated)
{
	struct bc_constant c = simple(BC_DATA);
	c.value = (int64_t)m->bytes_of.n;
	if (m->in.fields.n > CHARACTERS_KEPT)
		return c;
	c.text = true;
	for (uint32_t i = 0; i < m->in.fields.n; i++)
		str_addc(&m->bytes_of, (char)m->in.fields.at[i]);
	if (terminated)
		str_addc(&m->bytes_of, '\0');
	c.size = (uint32_t)(m->bytes_of.n - (size_t)c.value);
	return c;
}

static struct bc_constant data(struct bitcode *m)
{
	struct bc_constant c = simple(BC_DATA);
	c.first = m->elements.n;
	if (m->in.fields.n > ELEMENTS_KEPT)
		return c;
	for (uint32_t i = 0; i < m->in.fields.n; i++)
		vec_push(&m->elements, m->in.fields.at[i]);
	c.n = m->in.fields.n;
	return c;
}

/* Type, flags, then assembly and constraints, each with its size in front. */
static struct bc_constant assembly(struct bitcode *m)
{
	struct bc_constant c = simple(BC_ASM);
	c.sub = bits_field(&m->in, 1) & 1; /* has side effects */
	c.value = (int64_t)m->bytes_of.n;
	uint32_t at = 2;
	for (int part = 0; part < 2; part++) {
		uint64_t n = bits_field(&m->in, at++);
		if (n > m->in.fields.n - at) {
			bitcode_fail(m, "a constant is malformed");
			return c;
		}
		for (uint64_t i = 0; i < n; i++)
			str_addc(&m->bytes_of, (char)m->in.fields.at[at++]);
		*(part ? &c.more : &c.size) = (uint32_t)n;
	}
	return c;
}

/* A range of indices that an address computation may not leave. */
static uint32_t skip_range(struct bitcode *m, uint32_t at)
{
	uint64_t bits = bits_field(&m->in, at++);
	if (bits <= 64)
		return at + 2;
	uint64_t words = bits_field(&m->in, at++);
	uint64_t n = (words & UINT32_MAX) + (words >> 32);
	return n > m->in.fields.n ? UINT32_MAX : at + (uint32_t)n;
}

/* Type and flags, then type and value of each operand. */
static struct bc_constant address(struct bitcode *m, bool in_range)
{
	struct bc_constant c = {.kind = BC_EXPRESSION,
				.op = INST_GEP,
				.source = field_type(m, 0),
				.first = m->constant_operands.n};
	uint32_t at = in_range ? skip_range(m, 2) : 2;
	for (; at < m->in.fields.n; at += 2)
		add_operand(m, &c, at + 1);
	if (c.n == 0)
		bitcode_fail(m, "a constant is malformed");
	return c;
}

static struct bc_constant binary(struct bitcode *m, bc_type type)
{
	struct bc_constant c = with_operands(m, BC_EXPRESSION, INST_OTHER, 1, 3);
	struct operation o = binary_operation(m, bits_field(&m->in, 0), type);
	c.op = o.op;
	c.sub = o.sub;
	return c;
}

static struct bc_constant cast(struct bitcode *m)
{
	struct bc_constant c = with_operands(m, BC_EXPRESSION, INST_CAST, 2, 3);
	c.sub = cast_operation(bits_field(&m->in, 0));
	return c;
}

static struct bc_constant other(struct bitcode *m, uint32_t from, uint32_t to)
{
	return with_operands(m, BC_EXPRESSION, INST_OTHER, from, to);
}

static struct bc_constant make_constant(struct bitcode *m, bc_type type)
{
	switch (m->in.code) {
	case CONSTANT_NULL:
		return zero(m, type);
	case CONSTANT_UNDEF:
	case CONSTANT_POISON:
		return simple(BC_ANYTHING);
	case CONSTANT_INTEGER:
		return (struct bc_constant){.kind = BC_INT,
					    .value = signed_number(bits_field(&m->in, 0))};
	case CONSTANT_WIDE_INTEGER:
		return (struct bc_constant){.kind = BC_INT, .wide = true};
	case CONSTANT_FLOAT:
		return simple(BC_FLOATING);
	case CONSTANT_AGGREGATE:
		return with_operands(m, BC_AGGREGATE, INST_OTHER, 0, m->in.fields.n);
	case CONSTANT_STRING:
		return text(m, false);
	case CONSTANT_CSTRING:
		return text(m, true);
	case CONSTANT_DATA:
		return data(m);
	case CONSTANT_BINARY:
		return binary(m, type);
	case CONSTANT_CAST:
		return cast(m);
	case CONSTANT_GEP:
		return address(m, false);
	case CONSTANT_GEP_INRANGE:
		return address(m, true);
	case CONSTANT_UNARY:
		return other(m, 1, 2);
	case CONSTANT_SELECT:
	case CONSTANT_INSERTELT:
	case CONSTANT_SHUFFLEVEC:
		return other(m, 0, 3);
	case CONSTANT_EXTRACTELT:
	case CONSTANT_COMPARE:
		return other(m, 1, 3);
	case CONSTANT_SHUFFLEVEC_EX:
		return other(m, 1, 4);
	case CONSTANT_DSO_LOCAL:
	case CONSTANT_NO_CFI:
		return with_operands(m, BC_SAME, INST_OTHER, 1, 2);
	case CONSTANT_PTRAUTH:
		return with_operands(m, BC_SAME, INST_OTHER, 0, 1);
	case CONSTANT_BLOCKADDRESS:
		return simple(BC_PLACE);
	case CONSTANT_ASM:
		return assembly(m);
	default:
		bitcode_fail(m, "a kind of constant is unknown");
		return simple(BC_ANYTHING);
	}
}

void read_constants(struct bitcode *m)
{
	bc_value first = m->values.n;
	bc_type type = 0;
	bits_enter(&m->in);
	while (bits_next(&m->in) == BITS_RECORD) {
		if (m->in.code == CONSTANT_SETTYPE) {
			type = field_type(m, 0);
			continue;
		}
		struct bc_value_info v = {BC_CONSTANT, type, m->constants.n};
		vec_push(&m->constants, make_constant(m, type));
		vec_push(&m->values, v);
	}
	if (m->types.n == 0 && m->values.n > first)
		bitcode_fail(m, "a type does not exist");
	check_constants(m, first);
}

/* ---- no cycles ---- */

static const struct bc_constant *constant_at(const struct bitcode *m, bc_value v)
{
	if (v >= m->values.n || m->values.at[v].kind != BC_CONSTANT)
		return NULL;
	return &m->constants.at[m->values.at[v].index];
}

/* True when some operand comes later than the constant it is in. */
static bool check_operands(struct bitcode *m, bc_value first)
{
	bool later = false;
	for (bc_value v = first; v < m->values.n; v++) {
		const struct bc_constant *c = constant_at(m, v);
		if (!c || c->kind == BC_DATA)
			continue;
		for (uint32_t i = 0; i < c->n; i++) {
			bc_value operand = m->constant_operands.at[c->first + i];
			if (operand >= m->values.n ||
			    m->values.at[operand].kind > BC_CONSTANT) {
				bitcode_fail(m, "a constant does not exist");
				return false;
			}
			later = later || operand >= v;
		}
	}
	return later;
}

struct walk {
	bc_value at;
	uint32_t next; /* operand */
};

static bool has_cycle(const struct bitcode *m, bc_value first)
{
	enum { NEW, OPEN, DONE };
	bool found = false;
	uint8_t *state = xcalloc(m->values.n, 1);
	VEC(struct walk) stack = {0};
	for (bc_value root = first; root < m->values.n && !found; root++) {
		if (state[root] == NEW)
			vec_push(&stack, ((struct walk){root, 0}));
		while (stack.n && !found) {
			struct walk *w = &vec_last(&stack);
			const struct bc_constant *c = constant_at(m, w->at);
			state[w->at] = OPEN;
			if (!c || c->kind == BC_DATA || w->next >= c->n) {
				state[w->at] = DONE;
				stack.n--;
				continue;
			}
			bc_value to = m->constant_operands.at[c->first + w->next++];
			found = state[to] == OPEN;
			if (state[to] == NEW)
				vec_push(&stack, ((struct walk){to, 0}));
		}
	}
	vec_free(&stack);
	free(state);
	return found;
}

void check_constants(struct bitcode *m, bc_value first)
{
	if (!m->in.wrong && check_operands(m, first) && has_cycle(m, first))
		bitcode_fail(m, "a constant contains itself");
}
