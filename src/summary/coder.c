/* SPDX-License-Identifier: MIT */
/* Numbers and ids, to bytes and back. */
#include "summary/coder.h"

/* ---- numbers ---- */

void code_u64(struct coder *c, uint64_t *x)
{
	bytes_u64(&c->b, x);
}

void code_s64(struct coder *c, int64_t *x)
{
	uint64_t u = (uint64_t)*x << 1 ^ (*x < 0 ? UINT64_MAX : 0);
	code_u64(c, &u);
	if (!c->b.out)
		*x = (int64_t)(u >> 1 ^ (u & 1 ? UINT64_MAX : 0));
}

void code_up_to(struct coder *c, uint32_t *x, uint32_t most)
{
	*x = bytes_up_to(&c->b, *x, most);
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
	if (!c->b.out)
		*x = (uint8_t)u;
}

void code_bool(struct coder *c, bool *x)
{
	uint32_t u = *x;
	code_up_to(c, &u, 1);
	if (!c->b.out)
		*x = u;
}

/* ---- ids ---- */

/* An index in a list of n elements. */
void code_index(struct coder *c, uint32_t *x, uint32_t n)
{
	if (n == 0)
		c->b.bad = true;
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
		c->b.bad = true;
	else if (!c->b.out)
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
		c->b.bad = true;
	if (c->b.bad)
		return;
	if (!c->b.out)
		*first = (uint32_t)(start + distance);
	*next = *first + *count;
}

/* The kind of an operand is in its high bits. */
void code_operand(struct coder *c, ir_val *x)
{
	uint32_t low = ir_val_index(*x) << (32 - IR_VAL_BITS) | ir_val_tag(*x);
	code_u32(c, &low);
	if ((low & 7) > VAL_UNKNOWN)
		c->b.bad = true;
	else if (!c->b.out)
		*x = ir_val_make((enum ir_val_tag)(low & 7), low >> (32 - IR_VAL_BITS));
}
