/* SPDX-License-Identifier: MIT */
/*
 * Fences make relaxed atomics strong: a store with a release fence before it gives what was
 * written before the fence, a load with an acquire fence behind it takes. Only fences beside
 * the atomic are seen, with nothing between the two that they would not order.
 */
#include "analysis/exec/exec.h"

static bool touches_memory(const struct ir_inst *i)
{
	return i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_COPY || i->op == OP_SET ||
	       i->op == OP_CALL || i->op == OP_ASM;
}

static bool releases(const struct ir_inst *i)
{
	return i->op == OP_FENCE && i->order >= ORDER_RELEASE;
}

static bool acquires(const struct ir_inst *i)
{
	return i->op == OP_FENCE && i->order >= ORDER_ACQUIRE && i->order != ORDER_RELEASE;
}

/* Behind a release fence of its block? */
static bool is_released(const struct program *p, const struct ir_func *fn, uint32_t n)
{
	const struct ir_block *b = ir_block_at(p, fn, ir_block_of(p, fn, n));
	while (n-- > b->inst_first) {
		const struct ir_inst *i = ir_inst_at(p, fn, n);
		if (releases(i))
			return true;
		if (touches_memory(i))
			return false;
	}
	return false;
}

static bool is_acquired_from(const struct frame *fr, uint32_t block, uint32_t n)
{
	const struct ir_block *b = ir_block_at(fr->p, fr->fn, block);
	for (; n < b->inst_first + b->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
		if (acquires(i))
			return true;
		if (touches_memory(i))
			return false;
	}
	return false;
}

/* Before an acquire fence, maybe one where it is known what was read? */
static bool is_acquired(const struct frame *fr, uint32_t n)
{
	uint32_t block = frame_block_of(fr, n);
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, block);
	if (is_acquired_from(fr, block, n + 1))
		return true;
	for (int way = 0; way < 2 && t->op == OP_BRANCH; way++) {
		uint32_t to = way ? t->c : t->b;
		if (is_acquired_from(fr, to, ir_block_at(fr->p, fr->fn, to)->inst_first))
			return true;
	}
	return false;
}

bool fence_gives(const struct program *p, const struct ir_func *fn, uint32_t n)
{
	const struct ir_inst *i = ir_inst_at(p, fn, n);
	return i->order == ORDER_PLAIN || i->order >= ORDER_RELEASE || is_released(p, fn, n);
}

/* Is it seen by all before anything behind the fence of its block is looked at? */
bool fence_follows(const struct program *p, const struct ir_func *fn, uint32_t n)
{
	const struct ir_block *b = ir_block_at(p, fn, ir_block_of(p, fn, n));
	for (; n < b->inst_first + b->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(p, fn, n);
		if (i->op == OP_FENCE && i->order == ORDER_SEQ_CST)
			return true;
	}
	return false;
}

uint8_t fence_order(const struct frame *fr, uint32_t n)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
	if (i->order == ORDER_PLAIN || i->order >= ORDER_ACQ_REL)
		return i->order;
	bool gives = i->order == ORDER_RELEASE ||
		     (i->op != OP_LOAD && is_released(fr->p, fr->fn, n));
	bool takes = (i->order >= ORDER_CONSUME && i->order != ORDER_RELEASE) ||
		     (i->op != OP_STORE && is_acquired(fr, n));
	if (gives && takes)
		return ORDER_ACQ_REL;
	return gives ? ORDER_RELEASE : takes && i->order < ORDER_ACQUIRE ? ORDER_ACQUIRE : i->order;
}
