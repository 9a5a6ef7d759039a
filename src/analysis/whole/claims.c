/* SPDX-License-Identifier: MIT */
/*
 * Which members of objects may be flags by which the objects are claimed: somewhere a constant is
 * stored behind a test that has found another one in the same place, the same in all such tests
 * (free); nothing but constants is ever stored there, zero and no more than two others (taken,
 * done). It is claimed under a lock, so
 * only functions are looked at that take one, or have one around them: each way through a
 * generated scanner would have claimed something else. A look at the code of the whole program,
 * so that no other store has to be asked about.
 */
#include "analysis/whole/claims.h"

#include <stdlib.h>

#include "analysis/exec/condition.h"
#include "callgraph/callgraph.h"
#include "ir/address.h"

/* What is stored in a place: at most two numbers besides zero. */
enum { SEEN_OTHER = 1, FIRST = 1, SECOND = 15, BITS = 14, NO_NUMBER = 1 << BITS };

struct site {
	func_id func;
	uint32_t store, free; /* the number that was found */
};

struct finding {
	const struct summarize_input *in;
	VEC(struct site) sites;
	struct map seen; /* place -> 1 + what is stored there */
	struct map free; /* place -> 1 + the number that is found before; NO_NUMBER: several */
	struct pt_set set;
};

/* ---- found free, then set ---- */

/* Is it computed in the same way? */
static bool is_same_address(const struct program *p, const struct ir_func *f, ir_val a, ir_val b,
			    uint32_t depth)
{
	a = ir_without_casts(p, f, a);
	b = ir_without_casts(p, f, b);
	if (a == b || !depth || ir_val_tag(a) != VAL_INST || ir_val_tag(b) != VAL_INST)
		return a == b;
	const struct ir_inst *x = ir_inst_at(p, f, ir_val_index(a));
	const struct ir_inst *y = ir_inst_at(p, f, ir_val_index(b));
	if (x->op != y->op || x->size != y->size)
		return false;
	if (x->op == OP_LOAD)
		return is_same_address(p, f, x->a, y->a, depth - 1);
	return (x->op == OP_OFFSET || x->op == OP_INDEX) &&
	       is_same_address(p, f, x->a, y->a, depth - 1) &&
	       is_same_address(p, f, x->b, y->b, depth - 1);
}

/* Not one variable for all. */
static bool is_element(const struct program *p, const struct ir_func *f, ir_val address)
{
	int64_t bytes = 0;
	ir_val base = ir_base_of(p, f, address, BASE_CASTS, &bytes);
	return ir_val_tag(base) == VAL_INST || ir_val_tag(base) == VAL_PARAM;
}

static void look_in_block(struct finding *x, func_id func, uint32_t block,
			  const struct ir_inst *load, uint32_t free)
{
	enum { DEEP = 8 };
	const struct program *p = x->in->program;
	const struct ir_func *f = &p->funcs.at[func];
	const struct ir_block *b = ir_block_at(p, f, block);
	int64_t set = 0;
	for (uint32_t n = b->inst_first; n < b->inst_first + b->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(p, f, n);
		if (i->op == OP_STORE && i->order == ORDER_PLAIN && i->size == load->size &&
		    ir_val_int(p, i->b, &set) && set != free &&
		    is_same_address(p, f, i->a, load->a, DEEP))
			vec_push(&x->sites, ((struct site){func, n, free}));
	}
}

/* From the edge on which it was found: a few blocks, as far as the way is clear. */
static void look_behind(struct finding *x, func_id func, uint32_t block,
			const struct ir_inst *load, uint32_t free, uint32_t depth)
{
	const struct program *p = x->in->program;
	const struct ir_inst *t = ir_terminator(p, &p->funcs.at[func], block);
	look_in_block(x, func, block, load, free);
	if (!depth)
		return;
	if (t->op == OP_JUMP || t->op == OP_BRANCH)
		look_behind(x, func, t->b, load, free, depth - 1);
	if (t->op == OP_BRANCH && t->c != t->b)
		look_behind(x, func, t->c, load, free, depth - 1);
}

/* What has been loaded there, if the condition says which number that is. */
static const struct ir_inst *loaded_number(const struct program *p, const struct ir_func *f,
					   struct condition c, uint32_t *number)
{
	bool zero;
	int64_t k = 0;
	const struct ir_inst *i = condition_behind(p, f, c, &zero);
	if (i && i->op == OP_COMPARE && ir_val_int(p, i->b, &k) && k > 0 && k < NO_NUMBER - 1) {
		ir_val v = ir_without_casts(p, f, i->a);
		bool same = i->sub == CMP_EQ ? !zero : i->sub == CMP_NE && zero;
		i = same && ir_val_tag(v) == VAL_INST ? ir_inst_at(p, f, ir_val_index(v)) : NULL;
	} else if (!zero) {
		return NULL;
	}
	*number = (uint32_t)k;
	return i && i->op == OP_LOAD ? i : NULL;
}

static void look_at_branch(struct finding *x, func_id func, uint32_t block)
{
	const struct program *p = x->in->program;
	const struct ir_func *f = &p->funcs.at[func];
	const struct ir_inst *t = ir_terminator(p, f, block);
	struct condition c;
	uint32_t number = 0;
	for (int edge = 0; t->op == OP_BRANCH && edge < 2; edge++) {
		uint32_t to = edge ? t->c : t->b;
		const struct ir_inst *load = condition_of_edge(p, f, block, to, &c)
						     ? loaded_number(p, f, c, &number) : NULL;
		if (load && load->order == ORDER_PLAIN && is_element(p, f, load->a))
			look_behind(x, func, to, load, number, 3);
	}
}

/* ---- where locks are near ---- */

static bool acquires(const struct summarize_input *in, func_id f)
{
	const struct ir_func *fn = &in->program->funcs.at[f];
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		if (ir_inst_at(in->program, fn, n)->op != OP_CALL)
			continue;
		const struct model *m = pointers_called_model(in->pointers, f, n);
		if (m && model_effect(m, EFFECT_ACQUIRE))
			return true;
	}
	return false;
}

/* Marks who calls, or is called by, a function that was marked before. */
static void mark_next(const struct callgraph *g, bool *mark, uint8_t *round, uint8_t now, bool up)
{
	for (uint32_t e = 0; e < g->edge_count; e++) {
		func_id from = up ? g->edges[e].callee : g->edges[e].caller;
		func_id to = up ? g->edges[e].caller : g->edges[e].callee;
		if (!mark[from] || round[from] == now || mark[to])
			continue;
		mark[to] = true;
		round[to] = now;
	}
}

/* The functions that take a lock, maybe through wrappers, and those that these call: elsewhere
 * nothing is claimed under one, or so far away that it is left alone. */
static bool *find_locked(const struct summarize_input *in)
{
	uint32_t n = in->program->funcs.n;
	bool *mark = xcalloc(n + 1u, sizeof(*mark));
	uint8_t *round = xcalloc(n + 1u, sizeof(*round));
	for (func_id f = 1; f < n; f++)
		mark[f] = acquires(in, f);
	for (uint8_t k = 1; k <= 4; k++)
		mark_next(in->callgraph, mark, round, k, k <= 2);
	free(round);
	return mark;
}

/* ---- what else is stored there ---- */

static uint64_t key_of(struct pt_loc l)
{
	return map_key2(l.obj, l.offset);
}

static uint32_t with_number(uint32_t seen, int64_t n)
{
	enum { MASK = (1 << BITS) - 1 };
	uint32_t first = seen >> FIRST & MASK, second = seen >> SECOND & MASK;
	if (n < 0 || n > MASK)
		return seen | SEEN_OTHER;
	if (first == n || second == n || n == 0)
		return seen;
	if (!first)
		return seen | (uint32_t)n << FIRST;
	return second ? seen | SEEN_OTHER : seen | (uint32_t)n << SECOND;
}

static void add_store(struct finding *x, func_id f, const struct ir_inst *i)
{
	int64_t n = -1;
	bool plain = i->op == OP_STORE && i->order == ORDER_PLAIN &&
		     ir_val_int(x->in->program, i->b, &n);
	pointers_of_value(x->in->pointers, f, i->a, &x->set);
	for (uint32_t k = 0; k < x->set.locs.n; k++) {
		uint64_t key = key_of(x->set.locs.at[k]);
		uint32_t seen = map_get(&x->seen, key, 0);
		if (!seen)
			continue;
		map_put(&x->seen, key, 1 + with_number(seen - 1, plain ? n : -1));
	}
}

/* Who takes it as free must not take it from another who has: with zero, if in doubt. */
static uint32_t one_free(uint32_t a, uint32_t b)
{
	if (a == b)
		return a;
	return a && b ? NO_NUMBER : 0;
}

static void add_places(struct finding *x, const struct site *s)
{
	const struct program *p = x->in->program;
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[s->func], s->store);
	pointers_of_value(x->in->pointers, s->func, i->a, &x->set);
	for (uint32_t k = 0; k < x->set.locs.n; k++) {
		uint64_t key = key_of(x->set.locs.at[k]);
		if (x->set.locs.at[k].offset == PT_ANY)
			continue;
		uint32_t free = map_get(&x->free, key, 1 + s->free);
		map_put(&x->seen, key, 1);
		map_put(&x->free, key, one_free(free - 1, s->free) + 1);
	}
}

static void keep_places(struct finding *x, const struct site *s, struct claims *out)
{
	const struct program *p = x->in->program;
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[s->func], s->store);
	pointers_of_value(x->in->pointers, s->func, i->a, &x->set);
	for (uint32_t k = 0; k < x->set.locs.n; k++) {
		uint64_t key = key_of(x->set.locs.at[k]);
		uint32_t seen = map_get(&x->seen, key, 0);
		uint32_t free = map_get(&x->free, key, 1 + NO_NUMBER);
		if (seen && !((seen - 1) & SEEN_OTHER) && free != 1 + NO_NUMBER)
			map_put(&out->places, key, free);
	}
}

void claims_find(const struct summarize_input *in, struct claims *out)
{
	const struct program *p = in->program;
	struct finding x = {.in = in};
	bool *locked = find_locked(in);
	*out = (struct claims){0};
	for (func_id f = 1; f < p->funcs.n; f++)
		for (uint32_t b = 0; b < p->funcs.at[f].block_count && locked[f]; b++)
			look_at_branch(&x, f, b);
	free(locked);
	for (uint32_t k = 0; k < x.sites.n; k++)
		add_places(&x, &x.sites.at[k]);
	for (func_id f = 1; f < p->funcs.n && x.sites.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		for (uint32_t n = 0; n < fn->inst_count; n++) {
			const struct ir_inst *i = ir_inst_at(p, fn, n);
			if (i->op == OP_STORE || i->op == OP_RMW || i->op == OP_CMPXCHG)
				add_store(&x, f, i);
		}
	}
	for (uint32_t k = 0; k < x.sites.n; k++)
		keep_places(&x, &x.sites.at[k], out);
	vec_free(&x.sites);
	map_free(&x.seen);
	map_free(&x.free);
	pt_set_free(&x.set);
}

void claims_free(struct claims *c)
{
	map_free(&c->places);
}

bool claims_have(const struct claims *c, const struct pt_set *set, int64_t *free)
{
	uint32_t first = set->locs.n ? map_get(&c->places, key_of(set->locs.at[0]), 0) : 0;
	for (uint32_t i = 0; i < set->locs.n; i++)
		if (map_get(&c->places, key_of(set->locs.at[i]), 0) != first)
			return false;
	*free = (int64_t)first - 1;
	return first && !set->unknown;
}

bool claims_may_have(const struct claims *c, const struct pt_set *set)
{
	for (uint32_t i = 0; i < set->locs.n; i++)
		if (map_get(&c->places, key_of(set->locs.at[i]), 0))
			return true;
	return false;
}
