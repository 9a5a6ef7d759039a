/* SPDX-License-Identifier: MIT */
/*
 * Flags that say whether a thread is running: one look at the whole program, before the
 * summaries. Where ids are stored comes first, then which variables the creating functions
 * set, then who tests these; after that each is given up that does not keep to the rules of
 * running_flag.h. The ways through a function are followed block by block, from the creation
 * on, or back from where zero is stored.
 */
#include "analysis/running_flag.h"

#include <stdlib.h>

#include "analysis/writers.h"

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
	const struct model *const *models; /* [symbols] or NULL */
	const struct writers *writers;
	struct running_flags *out;
	VEC(struct creation) creations;
	VEC(struct pt_loc) vague; /* ids that go to one of several places */
	struct pt_set set;
};

static bool same(struct pt_loc a, struct pt_loc b)
{
	return a.obj == b.obj && a.offset == b.offset;
}

/* ---- single instructions ---- */

/* The one place in a variable that the value is the address of. */
static bool place_of(struct finder *d, func_id f, ir_val v, struct pt_loc *out)
{
	pointers_of_value(d->in->pointers, f, v, &d->set);
	if (d->set.locs.n != 1 || d->set.unknown || d->set.locs.at[0].offset > INT32_MAX)
		return false;
	*out = d->set.locs.at[0];
	const struct pt_object *o = pointers_object(d->in->pointers, out->obj);
	return o->kind == OBJ_VARIABLE && !o->array &&
	       !(d->p->symbols.at[o->sym].flags & SYMF_THREAD_LOCAL);
}

static const struct ir_inst *inst_at(const struct finder *d, func_id f, uint32_t n)
{
	return ir_inst_at(d->p, &d->p->funcs.at[f], n);
}

/* What the model of the called library function says of this; NULL: nothing. */
static const struct effect *effect_of(const struct finder *d, func_id f, uint32_t n,
				      enum effect_kind kind)
{
	uint32_t targets;
	bool complete;
	if (inst_at(d, f, n)->op != OP_CALL)
		return NULL;
	const sym_id *t = pointers_callees(d->in->pointers, f, n, &targets, &complete);
	const struct model *m = targets == 1 ? d->models[t[0]] : NULL;
	return m && (!d->p->symbols.at[t[0]].func || m->flags & MODELF_WINS)
		       ? model_effect(m, kind)
		       : NULL;
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

static bool joins(struct finder *d, func_id f, uint32_t n, struct pt_loc id)
{
	const struct effect *e = effect_of(d, f, n, EFFECT_JOIN);
	const struct ir_inst *load = NULL;
	struct pt_loc l;
	if (!e || e->when != RESULT_ANY)
		return false;
	ir_val v = argument(d, inst_at(d, f, n), e->arg);
	if (e->flags & EFFECTF_BY_ADDRESS)
		return v && place_of(d, f, v, &l) && same(l, id);
	while (ir_val_tag(v) == VAL_INST) {
		load = inst_at(d, f, ir_val_index(v));
		if (load->op != OP_CAST)
			break;
		v = load->a;
	}
	return load && load->op == OP_LOAD && place_of(d, f, load->a, &l) && same(l, id);
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

/* The instruction whose value is zero, or is not, where the condition is true. */
struct condition {
	uint32_t inst;
	bool zero;
};

static bool condition_of(const struct finder *d, func_id f, ir_val v, struct condition *out)
{
	bool zero = false;
	int64_t k;
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = inst_at(d, f, ir_val_index(v));
		bool constant = (i->op == OP_ARITH || i->op == OP_COMPARE) &&
				ir_val_int(d->p, i->b, &k);
		if (i->op == OP_ARITH && i->sub == ARITH_XOR && constant && k & 1 && i->size <= 1)
			zero = !zero;
		else if (i->op == OP_COMPARE && i->sub == CMP_EQ && constant && !k)
			zero = !zero;
		else if (!(i->op == OP_COMPARE && i->sub == CMP_NE && constant && !k) &&
			 !(i->op == OP_CAST && i->sub != CAST_OTHER)) {
			*out = (struct condition){ir_val_index(v), zero};
			return true;
		}
		v = i->a;
	}
	return false;
}

static uint32_t end_of(const struct finder *d, func_id f, uint32_t block)
{
	const struct ir_block *b = ir_block_at(d->p, &d->p->funcs.at[f], block);
	return b->inst_first + b->inst_count;
}

/* The variable that is loaded and tested at the end of the block, with no call in between. */
static bool tested_at(struct finder *d, func_id f, uint32_t block, struct pt_loc *flag,
		      bool *when)
{
	const struct ir_func *fn = &d->p->funcs.at[f];
	const struct ir_inst *t = ir_terminator(d->p, fn, block);
	struct condition c;
	if (t->op != OP_BRANCH || t->b == t->c || !condition_of(d, f, t->a, &c) ||
	    c.inst < ir_block_at(d->p, fn, block)->inst_first ||
	    inst_at(d, f, c.inst)->op != OP_LOAD)
		return false;
	for (uint32_t n = c.inst; n < end_of(d, f, block); n++)
		if (inst_at(d, f, n)->op == OP_CALL)
			return false;
	*when = c.zero;
	return place_of(d, f, inst_at(d, f, c.inst)->a, flag);
}

/* Is there no thread where control goes this way: the flag is zero, or the creation with that
 * id (of 'func', by 'only'; UINT32_MAX: any) has failed? */
static bool has_none(struct finder *d, const struct running_flag *r, func_id f, uint32_t from,
		     uint32_t to, uint32_t only)
{
	const struct ir_inst *t = ir_terminator(d->p, &d->p->funcs.at[f], from);
	struct condition c;
	struct pt_loc l;
	bool when;
	if (t->op != OP_BRANCH || t->b == t->c)
		return false;
	bool truth = t->b == to;
	if (only == UINT32_MAX && tested_at(d, f, from, &l, &when) && same(l, r->flag))
		return when == truth;
	if (!condition_of(d, f, t->a, &c) || c.zero == truth)
		return false;
	for (uint32_t i = 0; i < d->creations.n; i++) {
		const struct creation *k = &d->creations.at[i];
		if (k->func == f && k->inst == c.inst && same(k->id, r->id) && k->may_fail)
			return only == UINT32_MAX || only == c.inst;
	}
	return false;
}

/* ---- ways through a function ---- */

enum passed { PASS_ON, PASS_DONE, PASS_BAD };

struct walk {
	struct finder *d;
	const struct running_flag *r;
	func_id func;
	uint32_t only; /* as for has_none */
	bool back;
	enum passed (*pass)(struct walk *w, uint32_t inst);
	bool *seen; /* [block] */
	VEC(uint32_t) left;
};

static void walk_to(struct walk *w, uint32_t block)
{
	if (!w->seen[block])
		vec_push(&w->left, block);
	w->seen[block] = true;
}

/* From inside the block to its end, or to its beginning. */
static enum passed walk_block(struct walk *w, uint32_t block, uint32_t from)
{
	uint32_t first = ir_block_at(w->d->p, &w->d->p->funcs.at[w->func], block)->inst_first;
	uint32_t end = end_of(w->d, w->func, block);
	enum passed x = PASS_ON;
	if (w->back)
		for (uint32_t n = from; n > first && x == PASS_ON; n--)
			x = w->pass(w, n - 1);
	else
		for (uint32_t n = from; n < end && x == PASS_ON; n++)
			x = w->pass(w, n);
	return x;
}

/* To the blocks that follow, or precede; false: there are none. */
static bool walk_edges(struct walk *w, uint32_t block)
{
	const struct ir_func *fn = &w->d->p->funcs.at[w->func];
	uint32_t to[2], n;
	bool any = false;
	for (uint32_t b = 0; b < fn->block_count; b++) {
		uint32_t from = w->back ? b : block, next = w->back ? block : b;
		n = ir_successors(w->d->p, fn, from, NULL, 0);
		uint32_t *list = n > 2 ? xcalloc(n, sizeof(*list)) : to;
		ir_successors(w->d->p, fn, from, list, n);
		for (uint32_t k = 0; k < n; k++) {
			if (list[k] != next)
				continue;
			any = true;
			if (!has_none(w->d, w->r, w->func, from, next, w->only))
				walk_to(w, b);
			break;
		}
		if (list != to)
			free(list);
	}
	return any;
}

static uint32_t block_of(const struct finder *d, func_id f, uint32_t inst)
{
	uint32_t b = 0;
	while (inst >= end_of(d, f, b))
		b++;
	return b;
}

/* Does every way from there come to what is looked for? */
static bool walk(struct walk w, uint32_t inst)
{
	const struct ir_func *fn = &w.d->p->funcs.at[w.func];
	uint32_t block = block_of(w.d, w.func, inst), from = w.back ? inst : inst + 1;
	bool good = true, first = true;
	w.seen = xcalloc(fn->block_count, sizeof(bool));
	while (good && (first || w.left.n)) {
		if (!first) {
			block = w.left.at[--w.left.n];
			from = w.back ? end_of(w.d, w.func, block)
				      : ir_block_at(w.d->p, fn, block)->inst_first;
		}
		first = false;
		enum passed x = walk_block(&w, block, from);
		good = x != PASS_BAD;
		if (x == PASS_ON && w.back && block == 0)
			good = false; /* the callers, who may have done anything */
		if (x == PASS_ON && good)
			walk_edges(&w, block);
	}
	free(w.seen);
	vec_free(&w.left);
	return good;
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
static bool may_look(struct walk *w, uint32_t inst)
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
static enum passed pass_set(struct walk *w, uint32_t inst)
{
	const struct ir_inst *i = inst_at(w->d, w->func, inst);
	struct pt_loc l;
	bool when;
	if (stores(w->d, w->func, inst, w->r->flag, false))
		return PASS_DONE;
	if (i->op == OP_BRANCH)
		return tested_at(w->d, w->func, block_of(w->d, w->func, inst), &l, &when) &&
				       same(l, w->r->flag)
			       ? PASS_BAD
			       : PASS_ON;
	return i->op == OP_RET || (i->op == OP_CALL && (may_create(w->d, w->func, inst) ||
							may_look(w, inst)))
		       ? PASS_BAD
		       : PASS_ON;
}

/* Before a creation: it was set. */
static enum passed pass_was_set(struct walk *w, uint32_t inst)
{
	uint32_t edges;
	if (stores(w->d, w->func, inst, w->r->flag, false))
		return PASS_DONE;
	callgraph_at(w->d->in->callgraph, w->func, inst, &edges);
	return edges || stores_zero(w->d, w->func, inst) ? PASS_BAD : PASS_ON;
}

/* Before zero is stored: the thread was joined. */
static enum passed pass_joined(struct walk *w, uint32_t inst)
{
	if (inst_at(w->d, w->func, inst)->op != OP_CALL)
		return PASS_ON;
	return joins(w->d, w->func, inst, w->r->id) ? PASS_DONE
	       : may_create(w->d, w->func, inst)    ? PASS_BAD
						    : PASS_ON;
}

static bool is_set_with(struct finder *d, const struct running_flag *r, const struct creation *c)
{
	struct walk w = {.d = d, .r = r, .func = c->func, .only = c->inst, .pass = pass_set};
	struct walk before = {.d = d, .r = r, .func = c->func, .only = c->inst, .back = true,
			      .pass = pass_was_set};
	return same(r->flag, r->id) || walk(w, c->inst) || walk(before, c->inst);
}

static bool overlap(const struct running_flag *r, struct pt_loc l, uint32_t size)
{
	return l.obj == r->flag.obj &&
	       (l.offset > INT32_MAX || (l.offset < r->flag.offset + r->size &&
					 r->flag.offset < l.offset + size));
}

/* Zero is stored there. */
static void check_clearing(struct finder *d, func_id f, uint32_t n)
{
	const struct ir_inst *i = inst_at(d, f, n);
	struct pt_set set = {0};
	pointers_of_value(d->in->pointers, f, i->a, &set);
	for (uint32_t k = 0; k < d->out->list.n; k++) {
		struct running_flag *r = &d->out->list.at[k];
		struct walk w = {.d = d, .r = r, .func = f, .only = UINT32_MAX, .back = true,
				 .pass = pass_joined};
		for (uint32_t j = 0; j < set.locs.n && !r->broken; j++)
			if (overlap(r, set.locs.at[j], i->size))
				r->broken = !walk(w, n);
	}
	pt_set_free(&set);
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
		vec_push(&d->out->list, ((struct running_flag){flag, id, size, false}));
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

struct running_flags *running_flags_find(const struct summarize_input *in,
					 const struct model *const *models,
					 const struct writers *writers)
{
	struct finder d = {.in = in, .p = in->program, .models = models, .writers = writers,
			   .out = xcalloc(1, sizeof(*d.out))};
	struct running_flags *out = d.out;
	for (func_id f = 1; f < d.p->funcs.n; f++)
		find_creations(&d, f);
	for (uint32_t i = 0; i < d.creations.n; i++)
		find_flags(&d, &d.creations.at[i]);
	for (func_id f = 1; f < d.p->funcs.n && out->list.n; f++)
		find_tests(&d, f);
	for (uint32_t i = 0; i < out->list.n; i++)
		check_creations(&d, &out->list.at[i]);
	for (func_id f = 1; f < d.p->funcs.n && out->tests.n; f++)
		for_stores_of_zero(&d, f);
	for (uint32_t i = 0; i < out->tests.n; i++)
		if (!out->list.at[out->tests.at[i].flag].broken)
			map_put(&out->test_of,
				map_key2(out->tests.at[i].func, out->tests.at[i].block), i + 1);
	pt_set_free(&d.set);
	vec_free(&d.creations);
	vec_free(&d.vague);
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
