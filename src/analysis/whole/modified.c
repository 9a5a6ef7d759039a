/* SPDX-License-Identifier: MIT */
/*
 * Which alias-class cells a component's functions may write, themselves or
 * through their callees: one sorted set for the whole component, computed before
 * its functions are executed. It tells callers which memory contents still have
 * the name they had before a call.
 */
#include "analysis/whole/live.h"
#include "analysis/whole/modified.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/exec/exec.h"
#include "analysis/exec/frame.h"
#include "analysis/whole/meanwhile.h"
#include "base/sort.h"
#include "ir/piece.h"
#include "ir/step.h"
#include "base/vec.h"

#ifdef CHEQUER_STRESS
enum { MAX_MODIFIED = 64 };
#else
enum { MAX_MODIFIED = 20000 };
#endif
enum { SET_BITS = 64 };

struct collector {
	const struct summarize_input *in;
	const struct model *const *models;
	const struct summaries *done;
	uint32_t component;
	struct modified *out;
	VEC(cell_id) cells;
	struct map called; /* components, 1 */
	struct pt_set from, to;
};

/* The local that an address lies in directly: nobody outside can name it. */
static bool is_own_local(const struct program *p, const struct ir_func *fn, ir_val v)
{
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(p, fn, ir_val_index(v));
		if (i->op == OP_LOCAL)
			return true;
		if (i->op != OP_OFFSET && i->op != OP_INDEX)
			return false;
		v = i->a;
	}
	return false;
}

static void add_cell(struct collector *c, cell_id cell)
{
	if (cell)
		vec_push(&c->cells, cell);
}

static void visit_cell(void *context, cell_id cell)
{
	add_cell(context, cell);
}

/* The cells in that many bytes of every place in the set (0: to the end of the object).
 * Where unification knows the address, all lie in one class in the same way. */
static void add_places_of(struct collector *c, uint64_t bytes, bool merged)
{
	const struct pointers *pt = c->in->pointers;
	struct pt_loc largest = {0};
	uint64_t most = 0;
	for (uint32_t i = 0; i < c->from.locs.n; i++) {
		struct pt_loc l = c->from.locs.at[i];
		uint64_t size =
			pointers_object(pt, l.obj)->size - 1; /* not known: largest */
		if (!merged || (!bytes && l.offset == PT_ANY))
			pointers_cells(pt, l, bytes, visit_cell, c);
		else if (!largest.obj || size > most)
			largest = l, most = size;
	}
	if (largest.obj)
		pointers_cells(pt, largest, bytes, visit_cell, c);
}

/* A store, or a block that is written; 0 bytes: of unknown length. */
static void add_bytes(struct collector *c, func_id f, ir_val address, uint64_t bytes)
{
	cell_id cell = pointers_cell_of_address(c->in->pointers, f, address);
	add_cell(c, cell);
	if (cell && bytes == 1)
		return;
	pointers_of_value(c->in->pointers, f, address, &c->from);
	add_places_of(c, bytes, cell != 0);
}

/* A block write: the cells that it may cover. */
static void add_block(struct collector *c, func_id f, ir_val address, ir_val length)
{
	int64_t bytes;
	if (!ir_val_int(c->in->program, length, &bytes) || bytes < 0)
		bytes = 0;
	add_bytes(c, f, address, (uint64_t)bytes);
}

/* The functions of a component all modify the same: one of them is enough. */
static void add_callee(struct collector *c, func_id callee)
{
	const struct summary *s = &c->done->at[callee];
	uint32_t component = c->in->callgraph->component[callee];
	if (component >= c->component)
		return; /* here too, or nobody comes back from it */
	if (!map_add(&c->called, component))
		return;
	c->out->any |= s->modified_any;
	for (uint32_t i = 0; i < s->modified.n; i++)
		vec_push(&c->cells, s->modified.at[i]);
}

/* What a library call writes behind an argument, as enum effect_reach says. */
static void add_reach(struct collector *c, func_id f, ir_val address, unsigned reach)
{
	if (reach & REACH_AT)
		add_block(c, f, address, 0);
	if (reach < REACH_BEHIND)
		return;
	pointers_of_value(c->in->pointers, f, address, &c->from);
	while (reach >>= 1) {
		pointers_index(c->in->pointers, &c->from, 1, &c->to);
		pointers_load(c->in->pointers, &c->to, &c->from);
		if (reach & 1)
			add_places_of(c, 0, false);
	}
}

/* What library calls write: as their models say, or all they are given. */
static void add_model_call(struct collector *c, func_id f, const struct ir_inst *i, sym_id sym)
{
	const struct program *p = c->in->program;
	const struct model *m = pointers_model(c->in->pointers, sym);
	if (p->symbols.at[sym].func && !m)
		return;
	for (uint32_t k = 0; k < i->arg_count; k++) {
		unsigned reach = m ? 0 : REACH_AT;
		for (uint32_t e = 0; m && e < m->effect_count; e++)
			reach |= effect_writes(&m->effects[e], (int)k);
		if (reach)
			add_reach(c, f, p->operands.at[i->args + k], reach);
	}
}

/* Of a loop that copies piece by piece it is not known how far it goes. */
static void add_piece(struct collector *c, func_id f, const struct ir_inst *i)
{
	struct ir_walk to, from;
	bool copies = ir_piece(c->in->program, &c->in->program->funcs.at[f], i, &to, &from);
	for (uint32_t k = 0; copies && k < to.n; k++)
		add_bytes(c, f, to.starts[k], 0);
}

static void add_inst(struct collector *c, func_id f, const struct ir_func *fn, uint32_t n)
{
	const struct program *p = c->in->program;
	const struct ir_inst *i = ir_inst_at(p, fn, n);
	uint32_t targets;
	bool complete;
	switch (i->op) {
	case OP_STORE:
	case OP_RMW:
	case OP_CMPXCHG:
		if (!is_own_local(p, fn, i->a))
			add_bytes(c, f, i->a, i->size);
		add_piece(c, f, i);
		break;
	case OP_COPY:
	case OP_SET:
		if (!is_own_local(p, fn, i->a))
			add_block(c, f, i->a, i->c);
		break;
	case OP_CALL: {
		const sym_id *t = pointers_callees(c->in->pointers, f, n, &targets, &complete);
		for (uint32_t k = 0; k < targets; k++)
			add_model_call(c, f, i, t[k]);
		break;
	}
	case OP_ASM:
		for (uint32_t k = 0; k < i->arg_count; k++)
			add_block(c, f, p->operands.at[i->args + k], 0);
		break;
	default:
		break;
	}
}

/* By a bit for each number up to 'most'. */
static uint32_t sort_many(cell_id *cells, uint32_t n, cell_id most)
{
	uint32_t kept = 0;
	uint64_t *set = xcalloc(most / SET_BITS + 1u, sizeof(*set));
	for (uint32_t i = 0; i < n; i++)
		set[cells[i] / SET_BITS] |= UINT64_C(1) << cells[i] % SET_BITS;
	for (uint32_t w = 0; w <= most / SET_BITS; w++)
		for (uint64_t left = set[w]; left; left &= left - 1)
			cells[kept++] = w * SET_BITS + (uint32_t)__builtin_ctzll(left);
	free(set);
	return kept;
}

/* Puts them in order, each once; returns how many there are then. Most come from callees,
 * and many from several. */
static uint32_t sort_cells(cell_id *cells, uint32_t n)
{
	enum { SPARSE = 4 };
	cell_id most = 0;
	for (uint32_t i = 0; i < n; i++)
		most = cells[i] > most ? cells[i] : most;
	return most / SET_BITS / SPARSE > n ? sort_u32_set(cells, n) : sort_many(cells, n, most);
}

static void finish(struct collector *c)
{
	uint32_t kept = sort_cells(c->cells.at, c->cells.n);
	if (kept > MAX_MODIFIED) {
		c->out->any = c->out->over = true;
		kept = 0;
	}
	c->out->n = kept;
	c->out->at = kept ? xmalloc(kept * sizeof(cell_id)) : NULL;
	if (kept)
		memcpy(c->out->at, c->cells.at, kept * sizeof(cell_id));
}

static void add_function(struct collector *c, func_id f)
{
	const struct ir_func *fn = &c->in->program->funcs.at[f];
	for (uint32_t i = 0; i < fn->inst_count; i++)
		add_inst(c, f, fn, i);
}

static void release(struct collector *c)
{
	finish(c);
	vec_free(&c->cells);
	map_free(&c->called);
	pt_set_free(&c->from);
	pt_set_free(&c->to);
}

static void add_written(struct collector *c, const struct written *w, func_id f)
{
	for (uint32_t i = 0; i < w->of[f].n; i++)
		vec_push(&c->cells, w->cells[w->of[f].first + i]);
	if (!w->of[f].known)
		add_function(c, f);
}

void modified_find(const struct summarize_input *in, const struct model *const *models,
		   const struct summaries *done, const struct written *written,
		   uint32_t component, struct modified *out)
{
	const struct callgraph *g = in->callgraph;
	struct collector c = {.in = in, .models = models, .done = done,
			      .component = component, .out = out};
	*out = (struct modified){0};
	for (uint32_t m = g->member_at[component]; m < g->member_at[component + 1]; m++) {
		func_id f = g->members[m];
		add_written(&c, written, f);
		out->may_fork |= g->creates[f];
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++)
			if (g->edges[e].kind != EDGE_CREATE && g->edges[e].kind != EDGE_LATER)
				add_callee(&c, g->edges[e].callee);
	}
	release(&c);
}

/* As add_function; the cells of each function, in order, are kept. */
static void write_down(struct collector *c, struct written *w, func_id f)
{
	uint32_t first = c->cells.n;
	add_function(c, f);
	w->of[f].known = true;
	w->of[f].first = first;
	w->of[f].n = sort_cells(c->cells.at + first, c->cells.n - first);
	c->cells.n = first + w->of[f].n;
}

void written_free(struct written *w)
{
	free(w->cells);
	free(w->of);
}

static void keep_written(const struct collector *c, struct written *w)
{
	free(w->cells);
	w->n = c->cells.n;
	w->cells = xmalloc((w->n + 1u) * sizeof(cell_id));
	if (w->n)
		memcpy(w->cells, c->cells.at, w->n * sizeof(cell_id));
}

void modified_by_threads(const struct summarize_input *in,
			 const struct model *const *models, struct modified *out,
			 struct written *written)
{
	const struct callgraph *g = in->callgraph;
	struct collector c = {.in = in, .models = models, .out = out};
	VEC(func_id) todo = {0};
	*out = (struct modified){0};
	written->of = xcalloc(g->func_count + 1u, sizeof(*written->of));
	for (uint32_t e = 0; e < g->edge_count; e++)
		if (g->edges[e].kind == EDGE_CREATE || g->edges[e].kind == EDGE_LATER)
			vec_push(&todo, g->edges[e].callee);
	while (todo.n) {
		func_id f = todo.at[--todo.n];
		if (written->of[f].known)
			continue;
		write_down(&c, written, f);
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++)
			vec_push(&todo, g->edges[e].callee);
	}
	keep_written(&c, written);
	release(&c);
	vec_free(&todo);
}

void modified_by_others(const struct summarize_input *in, const struct model *const *models,
			struct written *written, struct modified *out)
{
	struct collector c = {.in = in, .models = models, .out = out};
	struct meanwhile late;
	meanwhile_find(in, &late);
	*out = (struct modified){.any = late.unknown};
	for (uint32_t i = 0; i < written->n; i++)
		vec_push(&c.cells, written->cells[i]);
	for (uint32_t i = 0; i < late.whole.n; i++)
		if (!written->of[late.whole.at[i]].known)
			write_down(&c, written, late.whole.at[i]);
	for (uint32_t i = 0; i < late.parts.n; i++) {
		struct late_inst x = late.parts.at[i];
		if (!written->of[x.func].known)
			add_inst(&c, x.func, &in->program->funcs.at[x.func], x.inst);
	}
	keep_written(&c, written);
	release(&c);
	meanwhile_free(&late);
}

/* Does calling it begin a section that is atomic? */
static bool begins_section(const struct model *m)
{
	const struct effect *e = m ? model_effect(m, EFFECT_ACQUIRE) : NULL;
	return e && e->name;
}

/* Is there anything that is called to begin such a section? The kernel runs on many processors:
 * its named locks (rtnl, rcu) are locks like others, and keep only those away that take them. */
static bool has_sections(const struct program *p, const struct model *const *models)
{
	for (sym_id s = 1; s < p->symbols.n && !p->kernel; s++)
		if (begins_section(models[s]))
			return true;
	return false;
}

/* Is the function atomic, or does it begin a section that is? */
static bool is_atomic(const struct summarize_input *in, const struct model *const *models,
		      const struct ir_func *fn, bool sections)
{
	const struct model *m = models[fn->sym];
	bool atomic = m && m->flags & MODELF_LOCKED;
	for (uint32_t n = 0; n < fn->inst_count && !atomic && sections; n++) {
		const struct ir_inst *i = ir_inst_at(in->program, fn, n);
		sym_id callee = i->op == OP_CALL ? ir_val_symbol(in->program, i->a) : 0;
		atomic = begins_section(models[callee]);
	}
	return atomic;
}

enum { GIFT_STRONG = 1, GIFT_WEAK = 2, GIFT_WHOLE = 4, GIFT_NUMBER = 8, /* not zero */
       /* of what is counted: one is taken, one is put back; what else is done to it */
       GIFT_LESS = 16, GIFT_MORE = 32, GIFT_ELSE = 64 };

static void add_places(struct collector *c, func_id f, ir_val address)
{
	pointers_of_value(c->in->pointers, f, address, &c->from);
	for (uint32_t i = 0; i < c->from.locs.n; i++) {
		struct pt_loc l = c->from.locs.at[i];
		map_put(&c->out->places, map_key2(l.obj, l.offset), 1);
		uint64_t any = map_key2(l.obj, PT_ANY);
		uint32_t old = map_get(&c->out->places, any, 0);
		map_put(&c->out->places, any, l.offset == PT_ANY || old > 1 ? 2 : 1);
	}
}

/* The one number that says that somebody has it; 0: there are several, or it is not known. */
static void add_mark(struct collector *c, struct pt_loc l, const struct ir_inst *i)
{
	int64_t mark = 0;
	ir_val v = i->op == OP_CMPXCHG ? i->c : i->b;
	uint64_t key = map_key2(l.obj, l.offset);
	if (!ir_val_int(c->in->program, v, &mark) || mark > INT32_MAX || mark < INT32_MIN)
		mark = 0;
	uint32_t old = map_get(&c->out->marks, key, (uint32_t)mark);
	map_put(&c->out->marks, key, old == (uint32_t)mark ? old : 0);
}

/* The word is written there, if it is a flag: with an order that lets others see what was done
 * before, or with a weaker one. */
static void add_gift(struct collector *c, func_id f, ir_val address, uint32_t gift)
{
	c->out->counted |= (gift & GIFT_LESS) != 0;
	pointers_of_value(c->in->pointers, f, address, &c->from);
	for (uint32_t i = 0; i < c->from.locs.n; i++) {
		uint64_t key = map_key2(c->from.locs.at[i].obj, c->from.locs.at[i].offset);
		map_put(&c->out->gifts, key, map_get(&c->out->gifts, key, 0) | gift);
	}
}

static void add_flag(struct collector *c, func_id f, const struct ir_inst *i)
{
	add_bytes(c, f, i->a, 1);
	add_places(c, f, i->a);
	for (uint32_t k = 0; k < c->from.locs.n; k++)
		add_mark(c, c->from.locs.at[k], i);
	if (i->op == OP_RMW && i->sub != RMW_XCHG)
		add_gift(c, f, i->a, GIFT_NUMBER | GIFT_ELSE);
	else
		add_gift(c, f, i->a, GIFT_ELSE);
}

bool modified_mark(const struct modified *m, const struct pt_set *set, int64_t *out)
{
	uint32_t mark = 0;
	for (uint32_t i = 0; i < set->locs.n; i++) {
		uint64_t key = map_key2(set->locs.at[i].obj, set->locs.at[i].offset);
		uint32_t x = map_get(&m->marks, key, 0);
		if (!x || (i && x != mark))
			return false;
		mark = x;
	}
	*out = (int32_t)mark;
	return mark;
}

bool modified_only_mark(const struct modified *m, const struct pt_set *set, int64_t *out)
{
	for (uint32_t i = 0; i < set->locs.n; i++) {
		struct pt_loc l = set->locs.at[i];
		if (map_get(&m->gifts, map_key2(l.obj, l.offset), 0) & GIFT_NUMBER ||
		    map_get(&m->gifts, map_key2(l.obj, PT_ANY), 0) & GIFT_NUMBER)
			return false;
	}
	return !set->unknown && modified_mark(m, set, out);
}

/* Does the function count something down, which may tell whether it is given back? */
static bool counts_down(const struct program *p, const struct ir_func *fn)
{
	for (uint32_t n = 0; n < fn->inst_count; n++)
		if (ir_step_of(p, fn, n) < 0)
			return true;
	return false;
}

static bool puts_zero(const struct program *p, const struct ir_inst *i)
{
	int64_t n = 1;
	if (i->op == OP_STORE || (i->op == OP_RMW && i->sub == RMW_XCHG))
		return ir_val_int(p, i->b, &n) && n == 0;
	return i->op == OP_CMPXCHG && ir_val_int(p, i->c, &n) && n == 0;
}

/* A semaphore that is made of an atomic is counted down by who compares first, and up by one at
 * a time; it begins with a constant. */
static uint32_t count_of(const struct program *p, const struct ir_func *fn, uint32_t n)
{
	const struct ir_inst *i = ir_inst_at(p, fn, n);
	int64_t number;
	if (atomic_takes_one(p, fn, i))
		return GIFT_LESS;
	if (i->op == OP_RMW && i->sub == RMW_ADD && ir_val_int(p, i->b, &number) && number == 1 &&
	    fence_gives(p, fn, n))
		return GIFT_MORE;
	return i->op == OP_STORE && ir_val_int(p, i->b, &number) ? 0 : GIFT_ELSE;
}

static uint32_t gift_of(const struct program *p, const struct ir_func *fn, uint32_t n)
{
	const struct ir_inst *i = ir_inst_at(p, fn, n);
	uint32_t number = (puts_zero(p, i) ? 0 : GIFT_NUMBER) | count_of(p, fn, n);
	if (!fence_gives(p, fn, n))
		return GIFT_WEAK | number;
	return number | (i->order == ORDER_PLAIN || counts_down(p, fn)
				 ? GIFT_STRONG
				 : GIFT_STRONG | GIFT_WHOLE);
}

static uint32_t gifts_at(const struct modified *m, struct pt_loc l)
{
	return map_get(&m->gifts, map_key2(l.obj, l.offset), 0);
}

bool modified_is_weak(const struct modified *m, const struct pt_set *set)
{
	for (uint32_t i = 0; i < set->locs.n; i++)
		if ((gifts_at(m, set->locs.at[i]) & (GIFT_STRONG | GIFT_WEAK | GIFT_WHOLE)) ==
		    GIFT_WEAK)
			return true;
	return false;
}

bool modified_is_counted(const struct modified *m, const struct pt_set *set)
{
	for (uint32_t i = 0; i < set->locs.n; i++)
		if ((gifts_at(m, set->locs.at[i]) & (GIFT_LESS | GIFT_MORE | GIFT_ELSE)) !=
		    (GIFT_LESS | GIFT_MORE))
			return false;
	return set->locs.n && !set->unknown;
}

bool modified_is_given_whole(const struct modified *m, const struct pt_set *set)
{
	for (uint32_t i = 0; i < set->locs.n; i++)
		if (gifts_at(m, set->locs.at[i]) & GIFT_WHOLE)
			return true;
	return false;
}

bool modified_has_place(const struct modified *m, const struct pt_set *set)
{
	for (uint32_t i = 0; i < set->locs.n; i++) {
		struct pt_loc l = set->locs.at[i];
		uint32_t some = map_get(&m->places, map_key2(l.obj, PT_ANY), 0);
		if (some < 2 && !map_get(&m->places, map_key2(l.obj, l.offset), 0))
			return false;
	}
	return set->locs.n > 0;
}

/* In atomic sections flags are taken by plain stores. */
void modified_flags(const struct summarize_input *in, const struct model *const *models,
		    struct modified *out)
{
	struct collector c = {.in = in, .models = models, .out = out};
	bool sections = has_sections(in->program, models), *live = live_find(in);
	*out = (struct modified){0};
	for (func_id f = 1; f < in->program->funcs.n; f++) {
		const struct ir_func *fn = &in->program->funcs.at[f];
		if (!live[f])
			continue; /* only its copies are called */
		bool atomic = is_atomic(in, models, fn, sections);
		for (uint32_t n = 0; n < fn->inst_count; n++) {
			const struct ir_inst *i = ir_inst_at(in->program, fn, n);
			if (atomic_takes_flag(in, f, i) ||
			    (atomic && atomic_may_take_flag(in->program, i)))
				add_flag(&c, f, i);
			else if (i->op == OP_STORE || i->op == OP_RMW || i->op == OP_CMPXCHG)
				add_gift(&c, f, i->a, gift_of(in->program, fn, n));
		}
	}
	free(live);
	release(&c);
}

bool modified_has(const struct modified *m, cell_id c)
{
	return m->any || sort_u32_has(m->at, m->n, c);
}
