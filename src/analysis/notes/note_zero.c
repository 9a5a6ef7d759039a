/* SPDX-License-Identifier: MIT */
/*
 * Pointers that are certainly not null where they are stored:
 *
 *	const char *name = p->name;
 *	...
 *	active = p;
 *
 * Every way to the store has followed the pointer, or has found that it is not null; or it is the
 * address of something. Then who finds null has not come behind that store, whichever object it
 * was (race/order/gone.c, events.c).
 */
#include "analysis/exec/condition.h"
#include "analysis/notes/notes.h"
#include "ir/address.h"
#include "ir/convert.h"

enum { MAX_BLOCKS = 256, NEAR_NULL = 4096 };

static bool follows(const struct noter *n, const struct ir_inst *i, ir_val v)
{
	int64_t bytes = 0;
	return (i->op == OP_LOAD || i->op == OP_STORE) &&
	       ir_base_of(n->p, n->fn, i->a, BASE_CASTS, &bytes) == v && bytes >= 0 &&
	       bytes < NEAR_NULL;
}

/* Is it followed in the block, before that instruction? */
static bool is_followed(const struct noter *n, uint32_t block, uint32_t before, ir_val v)
{
	const struct ir_block *b = ir_block_at(n->p, n->fn, block);
	for (uint32_t i = b->inst_first; i < b->inst_first + b->inst_count && i < before; i++)
		if (follows(n, ir_inst_at(n->p, n->fn, i), v))
			return true;
	return false;
}

static bool is_found(const struct noter *n, uint32_t from, uint32_t to, ir_val v)
{
	struct condition c;
	struct flow_term said;
	return condition_of_edge(n->p, n->fn, from, to, &c) && note_says(n, c, v, &said) &&
	       !ir_compares(said.compare, 0, said.number);
}

/* May control come there while nobody has followed it, nor found that it is not null? */
static bool is_reached_without(struct noter *n, uint32_t block, ir_val v)
{
	const struct ir_ways *next = &note_edges(n)->next;
	bool seen[MAX_BLOCKS] = {true};
	uint32_t work[MAX_BLOCKS] = {0}, count = 1;
	while (count && !seen[block]) {
		uint32_t b = work[--count];
		for (uint32_t i = next->at[b]; i < next->at[b + 1]; i++) {
			uint32_t to = next->to[i];
			if (seen[to] || is_followed(n, b, UINT32_MAX, v) || is_found(n, b, to, v))
				continue;
			seen[to] = true;
			work[count++] = to;
		}
	}
	return seen[block];
}

static bool is_address(const struct noter *n, ir_val v)
{
	sym_id y = ir_val_symbol(n->p, v);
	return y ? n->p->symbols.at[y].flags & SYMF_DEFINED
		 : ir_val_tag(v) == VAL_INST &&
			   ir_inst_at(n->p, n->fn, ir_val_index(v))->op == OP_LOCAL;
}

bool note_not_zero(struct noter *n, uint32_t inst, ir_val v)
{
	v = ir_without_casts(n->p, n->fn, v);
	if (is_address(n, v))
		return true;
	if ((ir_val_tag(v) != VAL_PARAM && ir_val_tag(v) != VAL_INST) ||
	    n->fn->block_count > MAX_BLOCKS)
		return false;
	uint32_t block = ir_block_of(n->p, n->fn, inst);
	return is_followed(n, block, inst, v) || (block && !is_reached_without(n, block, v));
}
