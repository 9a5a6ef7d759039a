/* SPDX-License-Identifier: MIT */
/* The ways are followed block by block; each block is entered once. */
#include "analysis/whole/ways.h"

struct walk {
	const struct ways *w;
	struct ir_edges edges;
	bool *seen;	/* [block] */
	uint32_t *left; /* blocks to be gone through */
	uint32_t left_count;
};

/* From inside the block to its end, or to its beginning. */
static enum passed pass_block(const struct ways *w, uint32_t block, uint32_t from)
{
	const struct ir_block *b = ir_block_at(w->p, w->fn, block);
	uint32_t end = b->inst_first + b->inst_count;
	enum passed x = PASS_ON;
	if (w->back)
		for (uint32_t n = from; n > b->inst_first && x == PASS_ON; n--)
			x = w->pass(w->context, n - 1);
	else
		for (uint32_t n = from; n < end && x == PASS_ON; n++)
			x = w->pass(w->context, n);
	return x;
}

/* To the blocks that follow, or precede. */
static void leave_block(struct walk *k, uint32_t block)
{
	const struct ways *w = k->w;
	const struct ir_ways *e = w->back ? &k->edges.before : &k->edges.next;
	for (uint32_t i = e->at[block]; i < e->at[block + 1]; i++) {
		uint32_t other = e->to[i];
		if (k->seen[other] || w->skips(w->context, w->back ? other : block,
					       w->back ? block : other))
			continue;
		k->seen[other] = true;
		k->left[k->left_count++] = other;
	}
}

bool ways_are_good(const struct ways *w, uint32_t inst)
{
	struct walk k = {.w = w};
	uint32_t block = ir_block_of(w->p, w->fn, inst), from = w->back ? inst : inst + 1;
	arena_reset(w->scratch);
	ir_edges_make(&k.edges, w->scratch, w->p, w->fn);
	k.seen = ARENA_ARRAY(w->scratch, bool, w->fn->block_count);
	k.left = arena_alloc(w->scratch, w->fn->block_count * sizeof(uint32_t));
	for (;;) {
		enum passed x = pass_block(w, block, from);
		if (x == PASS_BAD || (x == PASS_ON && w->back && block == 0))
			return false;
		if (x == PASS_ON)
			leave_block(&k, block);
		if (!k.left_count)
			return true;
		block = k.left[--k.left_count];
		const struct ir_block *b = ir_block_at(w->p, w->fn, block);
		from = w->back ? b->inst_first + b->inst_count : b->inst_first;
	}
}
