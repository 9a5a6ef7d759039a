/* SPDX-License-Identifier: MIT */
/* Numbers and ids, to bytes and back. */
#include "summary/coder.h"

/* ---- numbers ---- */

static void write_varint(struct str *out, uint64_t x)
{
	for (; x >= 0x80; x >>= 7)
		str_addc(out, (char)(x | 0x80));
	str_addc(out, (char)x);
}

static uint64_t read_varint(struct coder *c)
{
	uint64_t x = 0;
	for (uint32_t shift = 0; !c->bad && c->at < c->end; shift += 7) {
		unsigned char byte = *c->at++;
		x |= (uint64_t)(byte & 0x7f) << shift;
		if (shift == 63 && byte > 1)
			break; /* more than 64 bits */
		if (byte & 0x80)
			continue;
		if (!byte && shift)
			break; /* longer than needed */
		return x;
	}
	c->bad = true;
	return 0;
}

void code_u64(struct coder *c, uint64_t *x)
{
	if (c->out)
		write_varint(c->out, *x);
	else
		*x = read_varint(c);
}

void code_s64(struct coder *c, int64_t *x)
{
	uint64_t u = (uint64_t)*x << 1 ^ (*x < 0 ? UINT64_MAX : 0);
	code_u64(c, &u);
	if (!c->out)
		*x = (int64_t)(u >> 1 ^ (u & 1 ? UINT64_MAX : 0));
}

/* A number up to and including 'most'. */
void code_up_to(struct coder *c, uint32_t *x, uint32_t most)
{
	uint64_t u = *x;
	code_u64(c, &u);
	if (u > most)
		c->bad = true;
	if (!c->out)
		*x = c->bad ? 0 : (uint32_t)u;
}

void code_u32(struct coder *c, uint32_t *x)
{
	code_up_to(c, x, UINT32_MAX);
}

void code_u16(struct coder *c, uint16_t *x)
{
	uint32_t v = *x;
	code_up_to(c, &v, UINT16_MAX);
	*x = (uint16_t)v;
}

void code_u8(struct coder *c, uint8_t *x, uint32_t most)
{
	uint32_t u = *x;
	code_up_to(c, &u, most);
	if (!c->out)
		*x = (uint8_t)u;
}

void code_bool(struct coder *c, bool *x)
{
	uint32_t u = *x;
	code_up_to(c, &u, 1);
	if (!c->out)
		*x = u;
}

/* ---- ids ---- */

/* An index in a list of n elements. */
void code_index(struct coder *c, uint32_t *x, uint32_t n)
{
	if (n == 0)
		c->bad = true;
	else
		code_up_to(c, x, n - 1);
}

void code_path(struct coder *c, path_id *x)
{
	code_index(c, x, c->s->paths.list.n);
}

/* Most functions named in a summary are its own. */
void code_func(struct coder *c, func_id *x)
{
	int64_t distance = (int64_t)*x - c->s->func;
	code_s64(c, &distance);
	if (distance < -(int64_t)c->s->func ||
	    distance > (int64_t)UINT32_MAX - c->s->func)
		c->bad = true;
	else if (!c->out)
		*x = (func_id)(c->s->func + distance);
}

/* A part of a list of n elements; parts mostly follow each other. */
void code_range(struct coder *c, uint32_t *first, uint32_t *count, uint32_t n,
		       uint32_t *next)
{
	int64_t start = *next, distance = *first - start;
	code_s64(c, &distance);
	code_u32(c, count);
	if (distance < -start || distance > n - start || *count > n - start - distance)
		c->bad = true;
	if (c->bad)
		return;
	if (!c->out)
		*first = (uint32_t)(start + distance);
	*next = *first + *count;
}

/* The kind of an operand is in its high bits. */
void code_operand(struct coder *c, ir_val *x)
{
	uint32_t low = ir_val_index(*x) << (32 - IR_VAL_BITS) | ir_val_tag(*x);
	code_u32(c, &low);
	if ((low & 7) > VAL_UNKNOWN)
		c->bad = true;
	else if (!c->out)
		*x = ir_val_make((enum ir_val_tag)(low & 7), low >> (32 - IR_VAL_BITS));
}
