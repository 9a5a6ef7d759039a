/* SPDX-License-Identifier: MIT */
/*
 * Gates: 'lock; while (queue is empty) wait; take; unlock'. Notes what of the function is
 * reached only after somebody has made the condition true.
 *
 * The gate of a wait is where control turns away from it: the branches between the place
 * where the lock is taken and the wait that leave for where the wait is no more reached
 * without taking the lock again, and that look at memory; what the wait itself returns (a
 * timeout) does not count. A function all of whose returns are behind its gate is a gate for
 * who calls it; one that does nothing but wait is as good as the wait itself.
 */
#include <string.h>

#include "analysis/notes.h"
#include "model/model.h"

struct gating {
	struct noter *n;
	const struct program *p;
	const struct ir_func *fn;
	uint32_t wait;	       /* instruction at hand: it waits, itself or below */
	bool *takes;	       /* [inst] a lock, maybe */
	bool *from_begin, *from_end; /* [block] from there the wait is reached, and no lock
				      * is taken on the way */
	bool *seen;	       /* [block] reached without passing the gate */
	uint32_t *work;
};

/* ---- where the wait is ahead ---- */

static bool call_takes(const struct gating *g, const struct ir_inst *i)
{
	sym_id y = i->op == OP_CALL ? ir_val_symbol(g->p, i->a) : 0;
	if (!y)
		return false;
	const uint32_t *component = g->n->in->callgraph->component;
	const char *name = ir_str(g->p, g->p->symbols.at[y].name);
	const struct model *m = models_find(g->n->in->models, name);
	func_id f = g->p->symbols.at[y].func;
	if (f && component[f] > component[g->n->func])
		return true; /* a call that was cut: its summary may not be there yet */
	const struct summary *s = &g->n->all->at[f];
	for (uint32_t k = 0; s->func && k < s->outcomes.n; k++)
		if (s->locksets.at[s->outcomes.at[k].lockset].held_count)
			return true;
	return m && model_effect(m, EFFECT_ACQUIRE);
}

static void mark_takes(struct gating *g)
{
	for (uint32_t i = 0; i < g->fn->inst_count; i++)
		g->takes[i] = i != g->wait && call_takes(g, ir_inst_at(g->p, g->fn, i));
}

/* Back from before the instruction to the beginning of its block. */
static bool reaches_begin(const struct gating *g, uint32_t block, uint32_t inst)
{
	uint32_t first = ir_block_at(g->p, g->fn, block)->inst_first;
	while (inst > first && !g->takes[inst - 1] && inst - 1 != g->wait)
		inst--;
	return inst == first;
}

static void mark_region(struct gating *g)
{
	const struct ir_ways *before = &note_edges(g->n)->before;
	uint32_t left = 0, at = ir_block_of(g->p, g->fn, g->wait);
	memset(g->from_begin, 0, g->fn->block_count * sizeof(bool));
	memset(g->from_end, 0, g->fn->block_count * sizeof(bool));
	g->from_begin[at] = reaches_begin(g, at, g->wait);
	if (g->from_begin[at])
		g->work[left++] = at;
	while (left) {
		at = g->work[--left];
		for (uint32_t e = before->at[at]; e < before->at[at + 1]; e++) {
			uint32_t up = before->to[e];
			const struct ir_block *b = ir_block_at(g->p, g->fn, up);
			g->from_end[up] = true;
			if (g->from_begin[up] ||
			    !reaches_begin(g, up, b->inst_first + b->inst_count))
				continue;
			g->from_begin[up] = true;
			g->work[left++] = up;
		}
	}
}

/* ---- the gate ---- */

enum { MAX_DEPTH = 8 };
struct origin {
	bool memory; /* something that was read, or that a function says */
	bool wait;   /* what the wait returned, or too much to follow */
};

static void find_origin(const struct gating *g, ir_val v, uint32_t depth, struct origin *o)
{
	if (ir_val_tag(v) != VAL_INST)
		return;
	const struct ir_inst *i = ir_inst_at(g->p, g->fn, ir_val_index(v));
	if (depth == MAX_DEPTH || ir_val_index(v) == g->wait) {
		o->wait = true;
	} else if (i->op == OP_LOAD || i->op == OP_CALL) {
		o->memory = true;
	} else if (i->op == OP_PHI) {
		for (uint32_t k = 1; k < i->arg_count; k += 2)
			find_origin(g, g->p->operands.at[i->args + k], depth + 1, o);
	} else if (i->op == OP_COMPARE || i->op == OP_ARITH || i->op == OP_CAST) {
		find_origin(g, i->a, depth + 1, o);
		if (i->op != OP_CAST)
			find_origin(g, i->b, depth + 1, o);
	}
}

static bool looks_at_memory(const struct gating *g, ir_val v)
{
	struct origin o = {0};
	find_origin(g, v, 0, &o);
	return o.memory && !o.wait;
}

/* Does control go that way because of what memory holds? Of 'a && b' and 'a || b' each that
 * decides must look there. */
static bool is_test(const struct gating *g, uint32_t from, uint32_t to, uint32_t depth)
{
	const struct ir_inst *t = ir_terminator(g->p, g->fn, from);
	if (t->op != OP_BRANCH || t->b == t->c || depth == MAX_DEPTH)
		return false;
	const struct ir_inst *phi = ir_val_tag(t->a) == VAL_INST
					    ? ir_inst_at(g->p, g->fn, ir_val_index(t->a))
					    : NULL;
	if (!phi || phi->op != OP_PHI || ir_block_of(g->p, g->fn, ir_val_index(t->a)) != from)
		return looks_at_memory(g, t->a);
	for (uint32_t k = 0; k < phi->arg_count; k += 2) {
		uint32_t before = g->p->operands.at[phi->args + k];
		ir_val v = g->p->operands.at[phi->args + k + 1];
		int64_t number;
		bool constant = ir_val_int(g->p, v, &number);
		if (constant && (number ? t->b : t->c) != to)
			continue;
		if (!(constant ? is_test(g, before, from, depth + 1) : looks_at_memory(g, v)))
			return false;
	}
	return true;
}

/* Does control turn away from the wait there? */
static bool is_gate(const struct gating *g, uint32_t from, uint32_t to)
{
	return g->from_end[from] && !g->from_begin[to] && is_test(g, from, to, 0);
}

/* What is reached from the entry: with 'region', without turning away from the wait; else
 * without passing it. */
static void mark_seen(struct gating *g, bool region)
{
	const struct ir_ways *next = &note_edges(g->n)->next;
	uint32_t left = 1, wait = ir_block_of(g->p, g->fn, g->wait);
	memset(g->seen, 0, g->fn->block_count * sizeof(bool));
	g->seen[0] = true;
	g->work[0] = 0;
	while (left) {
		uint32_t at = g->work[--left];
		if (!region && at == wait)
			continue;
		for (uint32_t e = next->at[at]; e < next->at[at + 1]; e++) {
			uint32_t to = next->to[e];
			if (g->seen[to] || (region && is_gate(g, at, to)))
				continue;
			g->seen[to] = true;
			g->work[left++] = to;
		}
	}
}

/* ---- notes ---- */

static void add_range(struct gating *g, uint32_t first, uint32_t end, bool all)
{
	struct noter *n = g->n;
	struct gate_note *last = n->gates.n ? &n->gates.at[n->gates.n - 1] : NULL;
	if (first == end)
		return;
	if (last && last->wait == g->wait && last->end == first)
		last->end = end;
	else
		vec_push(&n->gates, ((struct gate_note){g->wait, first, end, all}));
}

static void list_behind(struct gating *g, bool region)
{
	uint32_t wait = ir_block_of(g->p, g->fn, g->wait);
	bool all = true;
	for (uint32_t b = 0; b < g->fn->block_count; b++) {
		bool passed = !region && b == wait;
		all &= passed || !g->seen[b] || ir_terminator(g->p, g->fn, b)->op != OP_RET;
	}
	for (uint32_t b = 0; b < g->fn->block_count; b++) {
		const struct ir_block *k = ir_block_at(g->p, g->fn, b);
		if (!region && b == wait)
			add_range(g, g->wait + 1, k->inst_first + k->inst_count, all);
		else if (!g->seen[b])
			add_range(g, k->inst_first, k->inst_first + k->inst_count, all);
	}
}

/* The call of a function that waits: is that a gate of its own, or as good as the wait? */
enum waits { WAITS_ITSELF, WAITS_BELOW, WAITS_MAYBE };
static enum waits way_of_waiting(const struct gating *g, const struct sync *y)
{
	const struct summary *s = g->n->s;
	uint32_t next = y->chain ? s->chains.at[y->chain].next : 0;
	if (!y->chain)
		return WAITS_ITSELF;
	const struct notes *below = &g->n->all->at[next ? s->chains.at[next].func : y->func].notes;
	uint32_t inst = next ? s->chains.at[next].inst : y->inst;
	const struct gate_note *x = notes_gate(below, inst);
	if (x)
		return x->all ? WAITS_BELOW : WAITS_MAYBE;
	return notes_in_cycle(below, inst, UINT32_MAX) ? WAITS_MAYBE : WAITS_ITSELF;
}

static void begin(struct gating *g, struct noter *n)
{
	*g = (struct gating){.n = n, .p = n->p, .fn = n->fn};
	g->takes = ARENA_ARRAY(n->scratch, bool, n->fn->inst_count);
	g->from_begin = ARENA_ARRAY(n->scratch, bool, n->fn->block_count);
	g->from_end = ARENA_ARRAY(n->scratch, bool, n->fn->block_count);
	g->seen = ARENA_ARRAY(n->scratch, bool, n->fn->block_count);
	g->work = arena_alloc(n->scratch, (n->fn->block_count + 1u) * sizeof(uint32_t));
}

static int by_wait(const void *a, const void *b)
{
	const struct gate_note *x = a, *y = b;
	if (x->wait != y->wait)
		return x->wait < y->wait ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

static bool is_noted(const struct noter *n, uint32_t wait)
{
	for (uint32_t i = 0; i < n->gates.n; i++)
		if (n->gates.at[i].wait == wait)
			return true;
	return false;
}

void note_gates(struct noter *n)
{
	struct gating g = {0};
	for (uint32_t i = 0; i < n->s->syncs.n; i++) {
		const struct sync *y = &n->s->syncs.at[i];
		uint32_t wait = y->chain ? n->s->chains.at[y->chain].inst : y->inst;
		if (y->kind != SYNC_COND_WAIT || is_noted(n, wait))
			continue;
		if (!g.n)
			begin(&g, n);
		g.wait = wait;
		enum waits w = way_of_waiting(&g, y);
		if (w == WAITS_MAYBE)
			continue;
		mark_takes(&g);
		if (w == WAITS_ITSELF)
			mark_region(&g);
		mark_seen(&g, w == WAITS_ITSELF);
		list_behind(&g, w == WAITS_ITSELF);
	}
	if (n->gates.n)
		qsort(n->gates.at, n->gates.n, sizeof(*n->gates.at), by_wait);
}
