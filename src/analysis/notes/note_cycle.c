/* SPDX-License-Identifier: MIT */
/*
 * Blocks that control may come back to: the strongly connected parts of the control flow
 * (Tarjan), with the edges inside of them. Where every edge leads to a later block there
 * are none, which is the rule.
 *
 * And blocks that control does not go on from to the next ones in the order of the source.
 */
#include "analysis/notes/notes.h"

struct node {
	uint32_t number, low; /* number 0: not seen */
	uint32_t edge;	      /* the next one to follow */
	uint32_t part;	      /* 1 + its strongly connected part, when that is complete */
	uint32_t index;	      /* 1 + its place in the list of notes */
};

struct graph {
	struct node *nodes;
	const uint32_t *edge_at, *edges;
	uint32_t *stack, *path; /* of the search: seen without a part; on the way */
	uint32_t stacked, depth, numbers, parts;
};

/* May an edge of the block lead to itself or to an earlier one? */
static bool leads_back(const struct noter *n, uint32_t b)
{
	enum { FEW = 8 };
	uint32_t to[FEW], count = ir_successors(n->p, n->fn, b, to, FEW);
	bool back = count > FEW;
	for (uint32_t i = 0; i < count && i < FEW; i++)
		back |= to[i] <= b;
	return back;
}

static void enter(struct graph *g, uint32_t b)
{
	struct node *x = &g->nodes[b];
	x->number = x->low = ++g->numbers;
	x->edge = g->edge_at[b];
	g->stack[g->stacked++] = g->path[g->depth++] = b;
}

static void leave(struct graph *g, uint32_t b)
{
	struct node *x = &g->nodes[b];
	g->depth--;
	if (g->depth) {
		struct node *up = &g->nodes[g->path[g->depth - 1]];
		up->low = x->low < up->low ? x->low : up->low;
	}
	if (x->low != x->number)
		return;
	g->parts++;
	do {
		g->nodes[g->stack[--g->stacked]].part = g->parts;
	} while (g->stack[g->stacked] != b);
}

static void search(struct graph *g, uint32_t from)
{
	enter(g, from);
	while (g->depth) {
		uint32_t b = g->path[g->depth - 1];
		struct node *x = &g->nodes[b];
		if (x->edge == g->edge_at[b + 1]) {
			leave(g, b);
			continue;
		}
		uint32_t to = g->edges[x->edge++];
		struct node *y = &g->nodes[to];
		if (!y->number)
			enter(g, to);
		else if (!y->part && y->number < x->low)
			x->low = y->number;
	}
}

static bool is_cyclic(const struct graph *g, uint32_t b)
{
	for (uint32_t e = g->edge_at[b]; e < g->edge_at[b + 1]; e++)
		if (g->nodes[g->edges[e]].part == g->nodes[b].part)
			return true;
	return false;
}

static void list_blocks(struct noter *n, struct graph *g)
{
	uint32_t count = 0;
	for (uint32_t b = 0; b < n->fn->block_count; b++)
		if (is_cyclic(g, b))
			g->nodes[b].index = ++count;
	for (uint32_t b = 0; b < n->fn->block_count; b++) {
		const struct ir_block *k = ir_block_at(n->p, n->fn, b);
		struct cycle_block x = {.first = k->inst_first,
					.end = k->inst_first + k->inst_count,
					.next_first = n->cycle_next.n};
		if (!g->nodes[b].index)
			continue;
		for (uint32_t e = g->edge_at[b]; e < g->edge_at[b + 1]; e++)
			if (g->nodes[g->edges[e]].part == g->nodes[b].part)
				vec_push(&n->cycle_next, g->nodes[g->edges[e]].index - 1);
		x.next_count = n->cycle_next.n - x.next_first;
		vec_push(&n->cycles, x);
	}
}

void note_cycles(struct noter *n)
{
	uint32_t blocks = n->fn->block_count, b = 0;
	struct graph g = {0};
	while (b < blocks && !leads_back(n, b))
		b++;
	if (b == blocks)
		return;
	g.edge_at = note_edges(n)->next.at;
	g.edges = note_edges(n)->next.to;
	g.nodes = ARENA_ARRAY(n->scratch, struct node, blocks);
	g.stack = arena_alloc(n->scratch, blocks * sizeof(uint32_t));
	g.path = arena_alloc(n->scratch, blocks * sizeof(uint32_t));
	for (b = 0; b < blocks; b++)
		if (!g.nodes[b].number)
			search(&g, b);
	list_blocks(n, &g);
}

static bool has_call(const struct noter *n, const struct ir_block *b)
{
	for (uint32_t i = 0; i < b->inst_count; i++)
		if (ir_inst_at(n->p, n->fn, b->inst_first + i)->op == OP_CALL)
			return true;
	return false;
}

static bool is_noted_cyclic(const struct noter *n, uint32_t inst)
{
	for (uint32_t i = 0; i < n->cycles.n && n->cycles.at[i].first <= inst; i++)
		if (inst < n->cycles.at[i].end)
			return true;
	return false;
}

void note_skips(struct noter *n)
{
	for (uint32_t b = 0; b + 1 < n->fn->block_count; b++) {
		const struct ir_block *k = ir_block_at(n->p, n->fn, b);
		struct skip_note x = {k->inst_first, k->inst_first + k->inst_count, UINT32_MAX};
		uint32_t to[2], count = ir_successors(n->p, n->fn, b, to, 2);
		if (count > 1 || !has_call(n, k) || (count && to[0] <= b + 1) ||
		    is_noted_cyclic(n, x.first))
			continue;
		if (count)
			x.to = ir_block_at(n->p, n->fn, to[0])->inst_first;
		vec_push(&n->skips, x);
	}
}
