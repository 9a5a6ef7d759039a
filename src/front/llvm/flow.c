/* SPDX-License-Identifier: MIT */
/*
 * Dominators and their frontiers as in Cooper, Harvey, Kennedy, A Simple, Fast
 * Dominance Algorithm (2001).
 */
#include "front/llvm/flow.h"

#include <string.h>

#define resize(v, count) (vec_reserve((v), (count)), (void)((v)->n = (count)))
#define fill(v, count, byte) \
	(resize(v, count), (void)((count) && memset((v)->at, (byte), (count) * sizeof(*(v)->at))))

static const struct bc_inst *terminator(const struct bc_function *g, uint32_t block)
{
	const struct bc_block *k = &g->blocks.at[block];
	return &g->insts.at[k->first + k->n - 1];
}

static void find_preds(struct flow *f, const struct bc_function *g)
{
	fill(&f->pred_at, f->n + 1, 0);
	resize(&f->slot, g->targets.n);
	for (uint32_t b = 0; b < f->n; b++) {
		const struct bc_inst *t = terminator(g, b);
		for (uint32_t k = 0; k < t->to_count; k++)
			f->pred_at.at[g->targets.at[t->to + k] + 1]++;
	}
	for (uint32_t b = 0; b < f->n; b++)
		f->pred_at.at[b + 1] += f->pred_at.at[b];
	resize(&f->preds, f->pred_at.at[f->n]);
	resize(&f->scratch, f->n);
	memcpy(f->scratch.at, f->pred_at.at, f->n * sizeof(uint32_t));
	for (uint32_t b = 0; b < f->n; b++) {
		const struct bc_inst *t = terminator(g, b);
		for (uint32_t k = 0; k < t->to_count; k++) {
			uint32_t at = f->scratch.at[g->targets.at[t->to + k]]++;
			f->preds.at[at] = b;
			f->slot.at[t->to + k] = at;
		}
	}
}

/* Depth first with a stack of (block, next successor). */
static void find_order(struct flow *f, const struct bc_function *g)
{
	fill(&f->rank, f->n, 0xff);
	vec_clear(&f->order);
	vec_clear(&f->scratch);
	f->rank.at[0] = 0;
	vec_push(&f->scratch, 0);
	vec_push(&f->scratch, 0);
	while (f->scratch.n) {
		uint32_t *next = &f->scratch.at[f->scratch.n - 1];
		uint32_t b = f->scratch.at[f->scratch.n - 2];
		const struct bc_inst *t = terminator(g, b);
		if (*next == t->to_count) {
			vec_push(&f->order, b);
			f->scratch.n -= 2;
			continue;
		}
		uint32_t to = g->targets.at[t->to + (*next)++];
		if (f->rank.at[to] == BC_NONE) {
			f->rank.at[to] = 0;
			vec_push(&f->scratch, to);
			vec_push(&f->scratch, 0);
		}
	}
	for (uint32_t i = 0, j = f->order.n - 1; i < j; i++, j--) {
		uint32_t b = f->order.at[i];
		f->order.at[i] = f->order.at[j];
		f->order.at[j] = b;
	}
	for (uint32_t i = 0; i < f->order.n; i++)
		f->rank.at[f->order.at[i]] = i;
}

static uint32_t meet(const struct flow *f, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (f->rank.at[a] > f->rank.at[b])
			a = f->idom.at[a];
		while (f->rank.at[b] > f->rank.at[a])
			b = f->idom.at[b];
	}
	return a;
}

static void find_dominators(struct flow *f)
{
	bool changed = true;
	fill(&f->idom, f->n, 0xff);
	f->idom.at[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = 1; i < f->order.n; i++) {
			uint32_t b = f->order.at[i], d = BC_NONE;
			for (uint32_t k = f->pred_at.at[b]; k < f->pred_at.at[b + 1]; k++) {
				uint32_t p = f->preds.at[k];
				if (f->idom.at[p] != BC_NONE)
					d = d == BC_NONE ? p : meet(f, p, d);
			}
			changed = changed || f->idom.at[b] != d;
			f->idom.at[b] = d;
		}
	}
}

/* Children in reverse postorder. */
static void find_children(struct flow *f)
{
	fill(&f->child_at, f->n + 1, 0);
	for (uint32_t i = 1; i < f->order.n; i++)
		f->child_at.at[f->idom.at[f->order.at[i]] + 1]++;
	for (uint32_t b = 0; b < f->n; b++)
		f->child_at.at[b + 1] += f->child_at.at[b];
	resize(&f->children, f->child_at.at[f->n]);
	resize(&f->scratch, f->n);
	memcpy(f->scratch.at, f->child_at.at, f->n * sizeof(uint32_t));
	for (uint32_t i = 1; i < f->order.n; i++) {
		uint32_t b = f->order.at[i];
		f->children.at[f->scratch.at[f->idom.at[b]]++] = b;
	}
}

static void find_times(struct flow *f)
{
	uint32_t time = 0;
	fill(&f->enter, f->n, 0);
	fill(&f->leave, f->n, 0);
	vec_clear(&f->scratch);
	vec_push(&f->scratch, 0);
	vec_push(&f->scratch, f->child_at.at[0]);
	f->enter.at[0] = time++;
	while (f->scratch.n) {
		uint32_t *next = &f->scratch.at[f->scratch.n - 1];
		uint32_t b = f->scratch.at[f->scratch.n - 2];
		if (*next == f->child_at.at[b + 1]) {
			f->leave.at[b] = time++;
			f->scratch.n -= 2;
			continue;
		}
		uint32_t child = f->children.at[(*next)++];
		f->enter.at[child] = time++;
		vec_push(&f->scratch, child);
		vec_push(&f->scratch, f->child_at.at[child]);
	}
}

/* Calls 'found' for each block and each block of its frontier, twice in the same
 * order: to count, then to fill. A walk up the tree ends where an earlier walk
 * for the same join has been. */
static void walk_frontiers(struct flow *f, bool fill_in)
{
	fill(&f->scratch, f->n, 0xff); /* the join last seen */
	for (uint32_t i = 0; i < f->order.n; i++) {
		uint32_t b = f->order.at[i];
		uint32_t first = f->pred_at.at[b], end = f->pred_at.at[b + 1];
		if (end - first < 2 && b != 0)
			continue;
		for (uint32_t k = first; k < end; k++) {
			uint32_t at = f->preds.at[k];
			if (!flow_reached(f, at))
				continue;
			while ((at != f->idom.at[b] || b == 0) && f->scratch.at[at] != b) {
				f->scratch.at[at] = b;
				if (fill_in)
					f->frontier.at[--f->frontier_at.at[at + 1]] = b;
				else
					f->frontier_at.at[at + 1]++;
				if (at == 0)
					break;
				at = f->idom.at[at];
			}
		}
	}
}

static void find_frontiers(struct flow *f)
{
	fill(&f->frontier_at, f->n + 2, 0);
	walk_frontiers(f, false);
	/* [b + 1] counts down from the end of b's range to its start */
	for (uint32_t b = 0; b <= f->n; b++)
		f->frontier_at.at[b + 1] += f->frontier_at.at[b];
	resize(&f->frontier, f->frontier_at.at[f->n]);
	walk_frontiers(f, true);
	for (uint32_t b = 0; b < f->n; b++)
		f->frontier_at.at[b] = f->frontier_at.at[b + 1];
	f->frontier_at.at[f->n] = f->frontier.n;
}

void flow_build(struct flow *f, const struct bc_function *function)
{
	f->n = function->blocks.n;
	find_preds(f, function);
	find_order(f, function);
	find_dominators(f);
	find_children(f);
	find_times(f);
	find_frontiers(f);
}

/* ---- definitions and uses ---- */

/* Whether v is known at the end of a block, or before an instruction in it. */
static bool is_known(const struct flow *f, const struct bitcode *m,
		     const uint32_t *block_of, bc_value v, uint32_t block, uint32_t inst)
{
	if (v >= m->values.n || m->values.at[v].kind != BC_INST)
		return true;
	uint32_t at = m->values.at[v].index;
	if (block_of[at] == block)
		return at < inst;
	return flow_reached(f, block_of[at]) && flow_dominates(f, block_of[at], block);
}

static bool is_inst_sound(const struct flow *f, const struct bitcode *m,
			  const uint32_t *block_of, uint32_t inst)
{
	const struct bc_function *g = &m->function;
	const struct bc_inst *i = &g->insts.at[inst];
	bool sound = true;
	for (uint32_t k = 0; k < i->n && sound && i->op != INST_VARIABLE; k++) {
		bc_value v = g->operands.at[i->first + k];
		if (i->op != INST_PHI)
			sound = is_known(f, m, block_of, v, block_of[inst], inst);
		else if (flow_reached(f, g->targets.at[i->to + k]))
			sound = is_known(f, m, block_of, v, g->targets.at[i->to + k],
					 UINT32_MAX);
	}
	return sound;
}

bool flow_is_sound(const struct flow *f, const struct bitcode *m)
{
	const struct bc_function *g = &m->function;
	uint32_t *block_of = xcalloc(g->insts.n, sizeof(*block_of));
	bool sound = true;
	for (uint32_t b = 0; b < f->n; b++) {
		for (uint32_t i = 0; i < g->blocks.at[b].n; i++)
			block_of[g->blocks.at[b].first + i] = b;
	}
	for (uint32_t i = 0; i < g->insts.n && sound; i++)
		sound = !flow_reached(f, block_of[i]) ||
			is_inst_sound(f, m, block_of, i);
	free(block_of);
	return sound;
}

void flow_free(struct flow *f)
{
	vec_free(&f->pred_at);
	vec_free(&f->preds);
	vec_free(&f->slot);
	vec_free(&f->order);
	vec_free(&f->rank);
	vec_free(&f->idom);
	vec_free(&f->child_at);
	vec_free(&f->children);
	vec_free(&f->enter);
	vec_free(&f->leave);
	vec_free(&f->frontier_at);
	vec_free(&f->frontier);
	vec_free(&f->scratch);
}
