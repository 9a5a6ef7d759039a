/* SPDX-License-Identifier: MIT */
/*
 * Flags that say whether a thread is running: one look at the whole program, before the
 * summaries. Where ids are stored comes first, then which variables the creating functions
 * set, then who tests these; after that each is given up that does not keep to the rules of
 * running_flag.h, on all ways (ways.h) from a creation on, or back from where zero is stored.
 */
#include "analysis/whole/running_flag.h"

#include <stdlib.h>

#include "analysis/whole/joiners.h"
#include "analysis/whole/ways.h"
#include "analysis/whole/writers.h"
#include "ir/address.h"

enum { FLAG_SIZE = 8 };

struct creation {
	func_id func;
	uint32_t inst;
	struct pt_loc id;
	bool may_fail; /* and says so by a result that is not zero */
};

struct running_flag {
	struct pt_loc flag, id;
	uint32_t size;
	bool broken;
	bool early; /* zero is stored in it somewhere before the join */
};

/* A branch that tests one: zero when its condition is 'when'. */
struct flag_test {
	uint32_t flag;
	func_id func;
	uint32_t block;
	bool when;
};

struct running_flags {
	VEC(struct running_flag) list;
	VEC(struct flag_test) tests;
	struct map test_of; /* function, block -> 1 + test */
};

struct finder {
	const struct summarize_input *in;
	const struct program *p;
	const struct writers *writers;
	struct running_flags *out;
	VEC(struct creation) creations;
	VEC(struct pt_loc) vague; /* ids that go to one of several places */
	struct pt_set set;
	struct arena scratch;
	struct joiners *joiners;
	bool *elsewhere; /* [func] may run in another thread than main, or amid something else */
};

/* What is asked of the ways through a function. */
struct walk {
	struct finder *d;
	const struct running_flag *r;
	func_id func;
	uint32_t only; /* the creation that may have failed; UINT32_MAX: any */
	uint32_t from; /* where it begins */
};

static bool same(struct pt_loc a, struct pt_loc b)
{
	return a.obj == b.obj && a.offset == b.offset;
}

/* ---- single instructions ---- */

static bool place_of(const struct finder *d, func_id f, ir_val v, struct pt_loc *out)
{
	return joiners_place(d->in, f, v, out);
}

static const struct ir_inst *inst_at(const struct finder *d, func_id f, uint32_t n)
{
	return ir_inst_at(d->p, &d->p->funcs.at[f], n);
}

/* What the model of the called library function says of this; NULL: nothing. */
static const struct effect *effect_of(const struct finder *d, func_id f, uint32_t n,
				      enum effect_kind kind)
{
	const struct model *m = pointers_called_model(d->in->pointers, f, n);
	return m ? model_effect(m, kind) : NULL;
}

static bool may_create(const struct finder *d, func_id f, uint32_t n)
{
	uint32_t edges;
	const struct call_edge *e = callgraph_at(d->in->callgraph, f, n, &edges);
	for (uint32_t i = 0; i < edges; i++)
		if (e[i].kind == EDGE_CREATE || e[i].kind == EDGE_LATER ||
		    d->in->callgraph->creates[e[i].callee])
			return true;
	return effect_of(d, f, n, EFFECT_CREATE);
}

static ir_val argument(const struct finder *d, const struct ir_inst *call, int n)
{
	return n >= 0 && (uint32_t)n < call->arg_count
		       ? d->p->operands.at[call->args + (uint32_t)n]
		       : 0;
}

/* Is the thread joined whose id is there, by the call or in it? */
static bool joins(const struct finder *d, func_id f, uint32_t n, struct pt_loc id)
{
	return joiners_given(d->joiners, f, n, id) || joiners_found(d->joiners, f, n, id);
}

/* Does it store a constant there that is (not) zero? */
static bool stores(struct finder *d, func_id f, uint32_t n, struct pt_loc to, bool zero)
{
	const struct ir_inst *i = inst_at(d, f, n);
	struct pt_loc l;
	int64_t k;
	return i->op == OP_STORE && ir_val_int(d->p, i->b, &k) && !k == zero &&
	       place_of(d, f, i->a, &l) && same(l, to);
}

static bool stores_zero(const struct finder *d, func_id f, uint32_t n)
{
	const struct ir_inst *i = inst_at(d, f, n);
	int64_t k;
	return i->op == OP_STORE && ir_val_int(d->p, i->b, &k) && !k;
}

/* ---- conditions ---- */

/* The load of the variable that is tested at the end of the block, with no call in between. */
static const struct ir_inst *tested_at(const struct finder *d, func_id f, uint32_t block,
				       struct pt_loc *flag, bool *when)
{
	const struct ir_func *fn = &d->p->funcs.at[f];
	const struct ir_inst *end = ir_terminator(d->p, fn, block);
	struct condition c;
	if (!condition_of_edge(d->p, fn, block, end->b, &c))
		return NULL;
	const struct ir_inst *load = condition_behind(d->p, fn, c, when);
	if (!load || load <= end - ir_block_at(d->p, fn, block)->inst_count ||
	    load->op != OP_LOAD)
		return NULL;
	for (const struct ir_inst *i = load; i <= end; i++)
		if (i->op == OP_CALL)
			return NULL;
	return place_of(d, f, load->a, flag) ? load : NULL;
}

/* Has the creation with that id (by 'only'; UINT32_MAX: any) failed where control goes this
 * way? */
static bool has_failed(const struct walk *w, uint32_t from, uint32_t to)
{
	const struct finder *d = w->d;
	const struct ir_func *fn = &d->p->funcs.at[w->func];
	struct condition c;
	bool zero;
	if (!condition_of_edge(d->p, fn, from, to, &c))
		return false;
	const struct ir_inst *call = condition_behind(d->p, fn, c, &zero);
	for (uint32_t i = 0; call && !zero && i < d->creations.n; i++) {
		const struct creation *k = &d->creations.at[i];
		if (k->func == w->func && inst_at(d, k->func, k->inst) == call &&
		    same(k->id, w->r->id) && k->may_fail)
			return w->only == UINT32_MAX || w->only == k->inst;
	}
	return false;
}

/* Is there no thread where control goes this way: the flag is zero, or nobody was created? */
static bool has_none(void *context, uint32_t from, uint32_t to)
{
	const struct walk *w = context;
	struct condition c;
	struct pt_loc l;
	bool when;
	if (w->only == UINT32_MAX && tested_at(w->d, w->func, from, &l, &when) &&
	    same(l, w->r->flag))
		return condition_of_edge(w->d->p, &w->d->p->funcs.at[w->func], from, to, &c) &&
		       when == c.when;
	return has_failed(w, from, to);
}

/* ---- the rules ---- */

static bool is_looked_at(const struct finder *d, uint32_t flag, func_id f)
{
	for (uint32_t i = 0; i < d->out->tests.n; i++)
		if (d->out->tests.at[i].flag == flag && d->out->tests.at[i].func == f)
			return true;
	return false;
}

/* May what is called there look at the flag? */
static bool may_look(const struct walk *w, uint32_t inst)
{
	uint32_t edges, flag = (uint32_t)(w->r - w->d->out->list.at);
	const struct callgraph *g = w->d->in->callgraph;
	const struct call_edge *e = callgraph_at(g, w->func, inst, &edges);
	bool *seen = xcalloc(w->d->p->funcs.n, sizeof(bool)), looks = false;
	VEC(func_id) called = {0};
	for (uint32_t i = 0; i < edges; i++)
		vec_push(&called, e[i].callee);
	while (called.n && !looks) {
		func_id f = vec_pop(&called);
		if (seen[f])
			continue;
		seen[f] = true;
		looks = is_looked_at(w->d, flag, f);
		for (uint32_t i = g->edge_at[f]; i < g->edge_at[f + 1]; i++)
			vec_push(&called, g->edges[i].callee);
	}
	vec_free(&called);
	free(seen);
	return looks;
}

/* After a creation: the flag is set. */
static enum passed pass_set(void *context, uint32_t inst)
{
	const struct walk *w = context;
	const struct ir_inst *i = inst_at(w->d, w->func, inst);
	uint32_t block = ir_block_of(w->d->p, &w->d->p->funcs.at[w->func], inst);
	struct pt_loc l;
	bool when;
	if (stores(w->d, w->func, inst, w->r->flag, false))
		return PASS_DONE;
	if (i->op == OP_BRANCH)
		return tested_at(w->d, w->func, block, &l, &when) &&
				       same(l, w->r->flag)
			       ? PASS_BAD
			       : PASS_ON;
	return i->op == OP_RET || (i->op == OP_CALL && (may_create(w->d, w->func, inst) ||
							may_look(w, inst)))
		       ? PASS_BAD
		       : PASS_ON;
}

/* Before a creation: it was set. */
static enum passed pass_was_set(void *context, uint32_t inst)
{
	const struct walk *w = context;
	uint32_t edges;
	if (stores(w->d, w->func, inst, w->r->flag, false))
		return PASS_DONE;
	callgraph_at(w->d->in->callgraph, w->func, inst, &edges);
	return edges || stores_zero(w->d, w->func, inst) ? PASS_BAD : PASS_ON;
}

/* Before zero is stored: the thread was joined. */
static enum passed pass_joined(void *context, uint32_t inst)
{
	const struct walk *w = context;
	if (inst_at(w->d, w->func, inst)->op != OP_CALL)
		return PASS_ON;
	return joins(w->d, w->func, inst, w->r->id) ? PASS_DONE
	       : may_create(w->d, w->func, inst)    ? PASS_BAD
						    : PASS_ON;
}

static bool touches(const struct finder *d, func_id f, uint32_t n, enum ir_op op,
		    struct pt_loc where)
{
	const struct ir_inst *i = inst_at(d, f, n);
	struct pt_loc l;
	return i->op == op && place_of(d, f, i->a, &l) && same(l, where);
}

/* Is the flag tested at the end of the block, as it is after zero was stored? */
static bool looks_again(const struct walk *w, uint32_t block)
{
	struct pt_loc l;
	bool when;
	const struct ir_inst *load = tested_at(w->d, w->func, block, &l, &when),
			     *zero = inst_at(w->d, w->func, w->from);
	bool before = load && load < zero && ir_block_of(w->d->p, &w->d->p->funcs.at[w->func],
							 w->from) == block;
	return load && !before && same(l, w->r->flag);
}

/* A thread whose id is tested itself must be joined by the id that was there before. */
static bool calls_joining(const struct walk *w, uint32_t inst)
{
	return same(w->r->flag, w->r->id)
		       ? joiners_given(w->d->joiners, w->func, inst, w->r->id)
		       : joins(w->d, w->func, inst, w->r->id);
}

/* After zero was stored: the thread is joined before anybody looks. */
static enum passed pass_joined_next(void *context, uint32_t inst)
{
	const struct walk *w = context;
	const struct ir_inst *i = inst_at(w->d, w->func, inst);
	uint32_t block = ir_block_of(w->d->p, &w->d->p->funcs.at[w->func], inst);
	if (inst == w->from || i->op == OP_RET)
		return PASS_BAD;
	if (i->op == OP_BRANCH)
		return looks_again(w, block) ? PASS_BAD : PASS_ON;
	if (i->op == OP_CALL)
		return may_create(w->d, w->func, inst) || may_look(w, inst) ? PASS_BAD
		       : calls_joining(w, inst)				    ? PASS_DONE
									    : PASS_ON;
	return touches(w->d, w->func, inst, OP_STORE, w->r->id) ||
			       (same(w->r->flag, w->r->id) &&
				touches(w->d, w->func, inst, OP_LOAD, w->r->id))
		       ? PASS_BAD
		       : PASS_ON;
}

static bool walk(struct walk *w, uint32_t inst, bool back,
		 enum passed (*pass)(void *context, uint32_t inst))
{
	struct ways all = {.p = w->d->p, .fn = &w->d->p->funcs.at[w->func], .back = back,
			   .scratch = &w->d->scratch, .pass = pass, .skips = has_none,
			   .context = w};
	w->from = inst;
	return ways_are_good(&all, inst);
}

static bool is_set_with(struct finder *d, const struct running_flag *r, const struct creation *c)
{
	struct walk w = {.d = d, .r = r, .func = c->func, .only = c->inst};
	return same(r->flag, r->id) || walk(&w, c->inst, false, pass_set) ||
	       walk(&w, c->inst, true, pass_was_set);
}

static bool overlap(const struct running_flag *r, struct pt_loc l, uint32_t size)
{
	return l.obj == r->flag.obj &&
	       (l.offset > INT32_MAX || (l.offset < r->flag.offset + r->size &&
					 r->flag.offset < l.offset + size));
}

/* By that instruction: behind the join, or in front of it. */
static void check_zero(struct walk *w, struct running_flag *r, uint32_t inst)
{
	if (walk(w, inst, true, pass_joined))
		return;
	r->early = true;
	r->broken = w->d->elsewhere[w->func] || !walk(w, inst, false, pass_joined_next);
}

/* Zero is stored there. */
static void check_clearing(struct finder *d, func_id f, uint32_t n)
{
	const struct ir_inst *i = inst_at(d, f, n);
	pointers_of_value(d->in->pointers, f, i->a, &d->set);
	for (uint32_t k = 0; k < d->out->list.n; k++) {
		struct running_flag *r = &d->out->list.at[k];
		struct walk w = {.d = d, .r = r, .func = f, .only = UINT32_MAX};
		for (uint32_t j = 0; j < d->set.locs.n && !r->broken; j++)
			if (overlap(r, d->set.locs.at[j], i->size))
				check_zero(&w, r, n);
	}
}

static void check_creations(struct finder *d, struct running_flag *r)
{
	for (uint32_t i = 0; i < d->creations.n && !r->broken; i++)
		r->broken = same(d->creations.at[i].id, r->id) &&
			    !is_set_with(d, r, &d->creations.at[i]);
	for (uint32_t i = 0; i < d->vague.n; i++)
		r->broken |= d->vague.at[i].obj == r->id.obj;
}

/* ---- who is asked ---- */

static void note_creation(struct finder *d, func_id f, uint32_t n, const struct effect *e)
{
	struct creation c = {.func = f, .inst = n, .may_fail = e->when == RESULT_ZERO};
	ir_val at = argument(d, inst_at(d, f, n), e->third);
	if (!at)
		return;
	if (place_of(d, f, at, &c.id) && (c.may_fail || e->when == RESULT_ANY)) {
		vec_push(&d->creations, c);
		return;
	}
	pointers_of_value(d->in->pointers, f, at, &d->set);
	for (uint32_t i = 0; i < d->set.locs.n; i++)
		vec_push(&d->vague, d->set.locs.at[i]);
}

static void note_flag(struct finder *d, struct pt_loc flag, uint32_t size, struct pt_loc id)
{
	for (uint32_t i = 0; i < d->out->list.n; i++)
		if (same(d->out->list.at[i].flag, flag) && same(d->out->list.at[i].id, id))
			return;
	if (size && size <= FLAG_SIZE &&
	    writers_store_constants(d->writers, flag, size, same(flag, id)))
		vec_push(&d->out->list,
			 ((struct running_flag){.flag = flag, .id = id, .size = size}));
}

/* What the function sets that creates the thread, and where it has the id. */
static void find_flags(struct finder *d, const struct creation *c)
{
	const struct ir_func *fn = &d->p->funcs.at[c->func];
	struct pt_loc l;
	int64_t k;
	note_flag(d, c->id, FLAG_SIZE, c->id);
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(d->p, fn, n);
		if (i->op == OP_STORE && ir_val_int(d->p, i->b, &k) && k &&
		    place_of(d, c->func, i->a, &l) && !same(l, c->id))
			note_flag(d, l, i->size, c->id);
	}
}

static void find_tests(struct finder *d, func_id f)
{
	const struct ir_func *fn = &d->p->funcs.at[f];
	struct pt_loc l;
	bool when;
	for (uint32_t b = 0; b < fn->block_count; b++) {
		if (!tested_at(d, f, b, &l, &when))
			continue;
		for (uint32_t i = 0; i < d->out->list.n; i++)
			if (same(d->out->list.at[i].flag, l))
				vec_push(&d->out->tests, ((struct flag_test){i, f, b, when}));
	}
}

static void for_stores_of_zero(struct finder *d, func_id f)
{
	for (uint32_t n = 0; n < d->p->funcs.at[f].inst_count; n++)
		if (stores_zero(d, f, n))
			check_clearing(d, f, n);
}

static void find_creations(struct finder *d, func_id f)
{
	const struct ir_func *fn = &d->p->funcs.at[f];
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		const struct effect *e = effect_of(d, f, n, EFFECT_CREATE);
		if (e && e->third >= 0)
			note_creation(d, f, n, e);
	}
}

static void run_elsewhere(struct finder *d, func_id from)
{
	const struct callgraph *g = d->in->callgraph;
	VEC(func_id) left = {0};
	vec_push(&left, from);
	while (left.n) {
		func_id f = vec_pop(&left);
		if (d->elsewhere[f])
			continue;
		d->elsewhere[f] = true;
		for (uint32_t i = g->edge_at[f]; i < g->edge_at[f + 1]; i++)
			vec_push(&left, g->edges[i].callee);
	}
	vec_free(&left);
}

/* What threads, and handlers, come to; without main that may be anything. */
static void find_elsewhere(struct finder *d)
{
	const struct callgraph *g = d->in->callgraph;
	sym_id start = ir_find_symbol(d->p, "main");
	bool whole = start && d->p->symbols.at[start].func;
	for (uint32_t i = 0; i < g->edge_count; i++)
		if (g->edges[i].kind == EDGE_CREATE || g->edges[i].kind == EDGE_LATER)
			run_elsewhere(d, g->edges[i].callee);
	for (func_id f = 1; f < d->p->funcs.n && !whole; f++)
		d->elsewhere[f] = true;
}

static void check_stores_of_zero(struct finder *d)
{
	VEC(struct pt_loc) ids = {0};
	for (uint32_t i = 0; i < d->out->list.n; i++)
		vec_push(&ids, d->out->list.at[i].id);
	d->joiners = joiners_find(d->in, ids.at, ids.n);
	find_elsewhere(d);
	for (func_id f = 1; f < d->p->funcs.n; f++)
		for_stores_of_zero(d, f);
	joiners_free(d->joiners);
	vec_free(&ids);
}

/* Where others may find it to be zero although the thread has not ended yet, zero tells nothing. */
static bool tells(const struct finder *d, const struct flag_test *t)
{
	const struct running_flag *r = &d->out->list.at[t->flag];
	return !r->broken && !(r->early && d->elsewhere[t->func]);
}

struct running_flags *running_flags_find(const struct summarize_input *in,
					 const struct writers *writers)
{
	struct finder d = {.in = in, .p = in->program, .writers = writers,
			   .out = xcalloc(1, sizeof(*d.out)),
			   .elsewhere = xcalloc(in->program->funcs.n, sizeof(bool))};
	struct running_flags *out = d.out;
	for (func_id f = 1; f < d.p->funcs.n; f++)
		find_creations(&d, f);
	for (uint32_t i = 0; i < d.creations.n; i++)
		find_flags(&d, &d.creations.at[i]);
	for (func_id f = 1; f < d.p->funcs.n && out->list.n; f++)
		find_tests(&d, f);
	for (uint32_t i = 0; i < out->list.n; i++)
		check_creations(&d, &out->list.at[i]);
	if (out->tests.n)
		check_stores_of_zero(&d);
	for (uint32_t i = 0; i < out->tests.n; i++)
		if (tells(&d, &out->tests.at[i]))
			map_put(&out->test_of,
				map_key2(out->tests.at[i].func, out->tests.at[i].block), i + 1);
	arena_release(&d.scratch);
	pt_set_free(&d.set);
	vec_free(&d.creations);
	vec_free(&d.vague);
	free(d.elsewhere);
	return out;
}

void running_flags_free(struct running_flags *r)
{
	vec_free(&r->list);
	vec_free(&r->tests);
	map_free(&r->test_of);
	free(r);
}

void running_flag_tested(struct frame *fr, struct state *s, uint32_t block, bool truth)
{
	const struct running_flags *r = fr->running_flags;
	uint32_t at = r->tests.n ? map_get(&r->test_of, map_key2(fr->func, block), 0) : 0;
	if (!at || r->tests.at[at - 1].when != truth)
		return;
	struct pt_loc id = r->list.at[r->tests.at[at - 1].flag].id;
	sym_id sym = pointers_object(fr->pt, id.obj)->sym;
	path_id address = path_offset(&fr->paths, path_leaf(&fr->paths, PATH_SYMBOL, sym, 0),
				      id.offset);
	join_told(fr, s, fr->loop_of[block] != NO_LOOP, path_load(&fr->paths, address));
}
