/* SPDX-License-Identifier: MIT */
/*
 * Words that alone hold their pointer (summary/sole.h): a look at the whole program
 * before the summaries.
 *
 * In each function, SSA values are followed from where they come: allocations, calls that
 * return new memory, parameters, each a bit. Where such a value is stored, returned, or
 * given to who stores it, that is an event. A source is spent once if no event can follow
 * another before the source is executed again. Three passes over the functions: callees
 * first, which parameters are stored or returned; callees first, which functions return
 * new memory that nobody has got yet; callers first, which parameters are always given
 * such memory. A word is mixed when anything else is stored in it, or copied to it. An exchange
 * that has found null stores likewise; that its value is then returned does not matter, as who
 * gets it there has no new memory, and mixes the word in which he stores it.
 */
#include "analysis/whole/fresh.h"

#include <stdlib.h>

#include "base/arena.h"
#include "ir/edges.h"

enum { MAX_SOURCES = 64, MAX_COPIED = 4096 };

/* An instruction that lets the values of some sources out. */
struct event {
	uint32_t inst, block;
	uint64_t sources;
};

struct finder {
	const struct summarize_input *in;
	const struct program *p;
	const struct pointers *pt;
	const struct exchanges *exchanges;
	struct sole_words *out;
	uint64_t *keeps;   /* [func] parameters that may be stored */
	uint64_t *returns; /* [func] parameters that may be returned */
	uint64_t *given;   /* [func] parameters that are always new memory */
	bool *makes;       /* [func] it returns new memory, or null */
	bool *dirty;       /* [func] what its callees keep has changed */
	/* the function at hand */
	func_id func;
	const struct ir_func *fn;
	struct arena scratch;
	bool looked; /* at it: where values come from and go is known */
	uint64_t *from; /* [inst] */
	uint32_t at;	/* the instruction at hand; */
	bool later;	/* some come from others behind them */
	uint32_t sources;
	uint32_t source[MAX_SOURCES]; /* UINT32_MAX: a parameter; else the call */
	VEC(struct event) events;
	struct ir_ways next;
	uint64_t once, known; /* sources that are spent once, of those that were asked */
	bool put; /* asked is whether they are stored once, returned or not */
	struct pt_set set;
};

/* ---- where values come from ---- */

static uint64_t from_of(struct finder *d, ir_val v)
{
	uint32_t n = ir_val_index(v);
	if (ir_val_tag(v) == VAL_INST) {
		d->later |= n >= d->at;
		return d->from[n];
	}
	return ir_val_tag(v) == VAL_PARAM && n < d->fn->param_count && n < MAX_SOURCES / 2
		       ? UINT64_C(1) << n
		       : 0;
}

static bool allocates(const struct finder *d, uint32_t call)
{
	uint32_t n;
	bool complete;
	const struct model *m = pointers_called_model(d->pt, d->func, call);
	if (m)
		return model_effect(m, EFFECT_ALLOC) &&
		       !model_effect(m, EFFECT_REALLOC) &&
		       pointers_object_at(d->pt, d->func, call);
	const sym_id *t = pointers_callees(d->pt, d->func, call, &n, &complete);
	for (uint32_t k = 0; k < n; k++) {
		func_id body = d->p->symbols.at[t[k]].func;
		if (!body || !(d->makes[body] || pointers_is_allocator(d->pt, body)))
			return false;
	}
	return n && complete;
}

/* What a call gives back of its arguments. */
static uint64_t from_arguments(struct finder *d, uint32_t n,
			       const struct ir_inst *i)
{
	const struct model *m = pointers_called_model(d->pt, d->func, n);
	uint32_t count;
	const struct call_edge *e = callgraph_at(d->in->callgraph, d->func, n, &count);
	uint64_t all = 0;
	for (uint32_t k = 0; k < i->arg_count && k < 64; k++) {
		bool back = false;
		for (uint32_t c = 0; m && c < m->effect_count; c++)
			back |= (m->effects[c].kind == EFFECT_RETURNS ||
				 m->effects[c].kind == EFFECT_REALLOC) &&
				m->effects[c].arg == (int)k;
		for (uint32_t c = 0; c < count; c++)
			back |= d->returns[e[c].callee] >> k & 1;
		if (back)
			all |= from_of(d, d->p->operands.at[i->args + k]);
	}
	return all;
}

static uint64_t from_operands(struct finder *d, uint32_t n, const struct ir_inst *i)
{
	uint64_t all = 0;
	switch (i->op) {
	case OP_OFFSET:
	case OP_INDEX:
	case OP_CAST:
		return from_of(d, i->a);
	case OP_ARITH:
		return from_of(d, i->a) | from_of(d, i->b);
	case OP_SELECT:
		return from_of(d, i->b) | from_of(d, i->c);
	case OP_CALL:
		return from_arguments(d, n, i);
	case OP_PHI:
		for (uint32_t k = 0; k + 1 < i->arg_count; k += 2)
			all |= from_of(d, d->p->operands.at[i->args + k + 1]);
		return all;
	case OP_OTHER:
		for (uint32_t k = 0; k < i->arg_count; k++)
			all |= from_of(d, d->p->operands.at[i->args + k]);
		return all;
	default:
		return 0;
	}
}

static void find_sources(struct finder *d)
{
	d->sources = MAX_SOURCES / 2;
	for (uint32_t n = 0; n < d->fn->inst_count; n++) {
		if (ir_inst_at(d->p, d->fn, n)->op == OP_CALL &&
		    d->sources < MAX_SOURCES && allocates(d, n)) {
			d->from[n] = UINT64_C(1) << d->sources;
			d->source[d->sources++] = n;
		}
	}
}

static void follow_values(struct finder *d)
{
	bool changed = true;
	d->later = true;
	while (changed && d->later) {
		changed = d->later = false;
		for (d->at = 0; d->at < d->fn->inst_count; d->at++) {
			uint32_t n = d->at;
			const struct ir_inst *i = ir_inst_at(d->p, d->fn, n);
			uint64_t all = d->from[n] | from_operands(d, n, i);
			changed |= all != d->from[n];
			d->from[n] = all;
		}
	}
}

/* ---- where they go ---- */

static bool effect_keeps(const struct effect *e, int arg)
{
	switch (e->kind) {
	case EFFECT_STORES:
	case EFFECT_TSD_SET:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		return e->other == arg;
	case EFFECT_KEEPS:
		return e->arg == arg && !effect_is_message(e);
	case EFFECT_THREAD_EXIT:
	case EFFECT_REGISTERS:
		return e->arg == arg;
	default:
		return false;
	}
}

/* Parameters and arguments have the same numbers in calls; threads and callbacks get them
 * in some other order. */
static bool may_keep(const struct finder *d, const struct call_edge *e, uint32_t arg)
{
	uint64_t all = d->keeps[e->callee];
	bool plain = e->kind == EDGE_DIRECT || e->kind == EDGE_INDIRECT;
	if (plain && arg >= d->p->funcs.at[e->callee].param_count)
		return true; /* va_arg may find it */
	return plain ? arg < 64 && all >> arg & 1 : all != 0;
}

static uint64_t kept_arguments(struct finder *d, uint32_t n,
			       const struct ir_inst *i)
{
	const struct model *m = pointers_called_model(d->pt, d->func, n);
	uint32_t count;
	const struct call_edge *e = callgraph_at(d->in->callgraph, d->func, n, &count);
	uint64_t all = 0;
	for (uint32_t k = 0; k < i->arg_count; k++) {
		bool kept = false;
		for (uint32_t c = 0; m && c < m->effect_count; c++)
			kept |= effect_keeps(&m->effects[c], (int)k);
		for (uint32_t c = 0; c < count; c++)
			kept |= may_keep(d, &e[c], k);
		if (kept)
			all |= from_of(d, d->p->operands.at[i->args + k]);
	}
	return all;
}

static uint64_t let_out(struct finder *d, uint32_t n, const struct ir_inst *i)
{
	switch (i->op) {
	case OP_STORE:
		return from_of(d, i->b);
	case OP_RMW:
		return from_of(d, i->b);
	case OP_CMPXCHG:
		return from_of(d, i->c);
	case OP_RET:
		return from_of(d, i->a);
	case OP_CALL:
		return kept_arguments(d, n, i);
	default:
		return 0;
	}
}

static void find_events(struct finder *d)
{
	d->events.n = 0;
	for (uint32_t b = 0; b < d->fn->block_count; b++) {
		const struct ir_block *x = ir_block_at(d->p, d->fn, b);
		for (uint32_t n = x->inst_first; n < x->inst_first + x->inst_count; n++) {
			uint64_t out = let_out(d, n, ir_inst_at(d->p, d->fn, n));
			if (out)
				vec_push(&d->events, ((struct event){n, b, out}));
		}
	}
}

static void turn_to(struct finder *d, func_id f)
{
	d->func = f;
	d->fn = &d->p->funcs.at[f];
	d->looked = false;
}

static void look(struct finder *d)
{
	if (d->looked)
		return;
	d->looked = true;
	arena_reset(&d->scratch);
	d->from = ARENA_ARRAY(&d->scratch, uint64_t, d->fn->inst_count + 1);
	d->once = d->known = 0;
	d->next = (struct ir_ways){0};
	find_sources(d);
	follow_values(d);
	find_events(d);
}

/* ---- spent once ---- */

/* Blocks that control may come to behind the event, without passing 'source'. */
static void walk_from(const struct finder *d, uint32_t block, uint32_t source_block,
		      bool *seen)
{
	uint32_t *list = xcalloc(d->fn->block_count + 1u, sizeof(*list));
	uint32_t n = 0;
	list[n++] = block;
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t e = d->next.at[list[k]]; e < d->next.at[list[k] + 1]; e++) {
			uint32_t to = d->next.to[e];
			if (!seen[to] && to != source_block) {
				seen[to] = true;
				list[n++] = to;
			}
		}
	free(list);
}

static bool is_passed_over(const struct finder *d, const struct event *x)
{
	return d->put && ir_inst_at(d->p, d->fn, x->inst)->op == OP_RET;
}

static bool is_followed(const struct finder *d, uint32_t k, uint32_t source, uint64_t bit)
{
	const struct event *x = &d->events.at[k];
	uint32_t block =
		source == UINT32_MAX ? UINT32_MAX : ir_block_of(d->p, d->fn, source);
	bool *seen = xcalloc(d->fn->block_count + 1u, sizeof(*seen)), again = false;
	walk_from(d, x->block, block, seen);
	for (uint32_t m = 0; m < d->events.n && !again; m++) {
		const struct event *y = &d->events.at[m];
		if (!(y->sources & bit) || is_passed_over(d, y))
			continue;
		/* before the source in its block, too: that is of another round */
		again = seen[y->block] || (y->block == x->block && y->inst > x->inst) ||
			(y->block == block && y->inst < source && x->block != y->block);
	}
	free(seen);
	return again;
}

static bool is_spent_once(struct finder *d, uint32_t source)
{
	uint64_t bit = UINT64_C(1) << source;
	look(d);
	if (d->known & bit && !d->put)
		return d->once & bit;
	if (!d->next.at)
		ir_edges_next(&d->next, &d->scratch, d->p, d->fn);
	bool again = false;
	for (uint32_t k = 0; k < d->events.n && !again; k++)
		if (d->events.at[k].sources & bit && !is_passed_over(d, &d->events.at[k]))
			again = is_followed(d, k,
					    source < MAX_SOURCES / 2 ? UINT32_MAX
								     : d->source[source],
					    bit);
	d->known |= d->put ? 0 : bit;
	if (!again && !d->put)
		d->once |= bit;
	return !again;
}

/* ---- new memory ---- */

enum { MAX_DEPTH = 12 };

static bool is_null(const struct program *p, ir_val v)
{
	int64_t k;
	return ir_val_int(p, v, &k) && k == 0;
}

/* Is the value new memory of which nobody else has got the address, or null? A phi that
 * is asked again is still being looked at. */
static bool is_new(struct finder *d, ir_val v, uint32_t depth)
{
	if (is_null(d->p, v))
		return true;
	uint32_t n = ir_val_index(v);
	if (ir_val_tag(v) == VAL_PARAM)
		return n < MAX_SOURCES / 2 && d->given[d->func] >> n & 1 &&
		       is_spent_once(d, n);
	if (ir_val_tag(v) != VAL_INST || depth > MAX_DEPTH)
		return false;
	const struct ir_inst *i = ir_inst_at(d->p, d->fn, n);
	switch (i->op) {
	case OP_CAST:
	case OP_OFFSET:
		return is_new(d, i->a, depth + 1);
	case OP_SELECT:
		return is_new(d, i->b, depth + 1) && is_new(d, i->c, depth + 1);
	case OP_PHI:
		for (uint32_t k = 0; k + 1 < i->arg_count; k += 2) {
			ir_val w = d->p->operands.at[i->args + k + 1];
			if (w != v && !is_new(d, w, depth + 1))
				return false;
		}
		return true;
	case OP_CALL:
		if (!allocates(d, n))
			return false;
		look(d);
		for (uint32_t s = MAX_SOURCES / 2; s < d->sources; s++)
			if (d->source[s] == n)
				return is_spent_once(d, s);
		return false;
	default:
		return false;
	}
}

/* ---- the passes ---- */

static void mark_callers(struct finder *d, func_id f)
{
	const struct callgraph *g = d->in->callgraph;
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++)
		d->dirty[g->edges[g->caller_edges[i]].caller] = true;
}

static void find_kept(struct finder *d, func_id f)
{
	const uint64_t params = (UINT64_C(1) << MAX_SOURCES / 2) - 1;
	uint64_t keeps = d->keeps[f], returns = d->returns[f];
	d->dirty[f] = false;
	turn_to(d, f);
	look(d);
	for (uint32_t k = 0; k < d->events.n; k++) {
		const struct event *x = &d->events.at[k];
		if (ir_inst_at(d->p, d->fn, x->inst)->op == OP_RET)
			returns |= x->sources & params;
		else
			keeps |= x->sources & params;
	}
	if (d->fn->param_count > MAX_SOURCES / 2)
		keeps |= ~params; /* not followed */
	if (keeps != d->keeps[f] || returns != d->returns[f])
		mark_callers(d, f);
	d->keeps[f] = keeps;
	d->returns[f] = returns;
}

/* Callees come first, but not in recursion, nor those that threads begin with. */
static void find_all_kept(struct finder *d, const func_id *members, uint32_t count)
{
	bool again = true;
	for (uint32_t i = 0; i < count; i++)
		d->dirty[members[i]] = true;
	while (again) {
		again = false;
		for (uint32_t i = 0; i < count; i++)
			if (d->dirty[members[i]])
				find_kept(d, members[i]);
		for (uint32_t i = 0; i < count; i++)
			again |= d->dirty[members[i]];
	}
}

static void find_made(struct finder *d, func_id f)
{
	bool some = false, all = true;
	turn_to(d, f);
	for (uint32_t n = 0; n < d->fn->inst_count && all; n++) {
		const struct ir_inst *i = ir_inst_at(d->p, d->fn, n);
		if (i->op != OP_RET)
			continue;
		some |= i->a && !is_null(d->p, i->a);
		all = i->a && is_new(d, i->a, 0);
	}
	d->makes[f] = some && all;
}

/* The parameters that this call, in the function at hand, gives new memory to. */
static uint64_t given_by(struct finder *d, const struct call_edge *e)
{
	const struct ir_inst *i = ir_inst_at(d->p, d->fn, e->inst);
	uint64_t all = 0;
	for (uint32_t k = 0; k < i->arg_count && k < MAX_SOURCES / 2; k++) {
		ir_val v = d->p->operands.at[i->args + k];
		if (d->given[e->callee] >> k & 1 && !is_null(d->p, v) && is_new(d, v, 0))
			all |= UINT64_C(1) << k;
	}
	return all;
}

/* Its callers have been asked before, and that is all there are. */
static bool has_plain_callers(const struct callgraph *g, func_id f)
{
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++) {
		const struct call_edge *e = &g->edges[g->caller_edges[i]];
		if ((e->kind != EDGE_DIRECT && e->kind != EDGE_INDIRECT) ||
		    g->position[e->caller] <= g->position[f])
			return false;
	}
	return g->caller_at[f] < g->caller_at[f + 1] && !g->cyclic[f];
}

static void find_given(struct finder *d, const func_id *members, uint32_t count)
{
	const struct callgraph *g = d->in->callgraph;
	for (uint32_t i = 0; i < count; i++)
		d->given[members[i]] = d->keeps[members[i]] && has_plain_callers(g, members[i])
					       ? UINT64_MAX
					       : 0;
	for (uint32_t i = count; i-- > 0;) {
		func_id f = members[i];
		turn_to(d, f);
		for (uint32_t k = g->edge_at[f]; k < g->edge_at[f + 1]; k++)
			if (d->given[g->edges[k].callee])
				d->given[g->edges[k].callee] &= given_by(d, &g->edges[k]);
	}
}

/* ---- words ---- */

static void mix(struct finder *d, struct pt_loc l, uint64_t size)
{
	struct map *m = &d->out->mixed;
	if (l.offset > INT32_MAX) {
		map_put(m, map_key2(l.obj, PT_ANY), 1);
		return;
	}
	uint32_t *other = &d->out->other[l.obj];
	if (!size || size > MAX_COPIED) {
		if (!*other || *other > l.offset + 1)
			*other = l.offset + 1;
		return;
	}
	for (uint64_t w = l.offset / SOLE_WORD; w <= (l.offset + size - 1) / SOLE_WORD;
	     w++)
		map_put(m, map_key2(l.obj, (uint32_t)w), 1);
}

/* What d->set points to. */
static void mix_set(struct finder *d, uint64_t size)
{
	uint32_t n;
	for (uint32_t i = 0; i < d->set.locs.n; i++) {
		struct pt_loc l = d->set.locs.at[i];
		const obj_id *members = pointers_members(d->pt, l.obj, &n);
		for (uint32_t k = 0; k < n; k++)
			map_put(&d->out->mixed, map_key2(members[k], PT_ANY), 1);
		mix(d, l, size);
	}
}

static void mix_at(struct finder *d, func_id f, ir_val address, uint64_t size)
{
	pointers_of_value(d->pt, f, address, &d->set);
	mix_set(d, size);
}

/* Library functions that put pointers somewhere. */
static void mix_by_call(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	const struct model *m = pointers_called_model(d->pt, f, n);
	for (uint32_t c = 0; m && c < m->effect_count; c++) {
		const struct effect *e = &m->effects[c];
		bool at_third = e->kind == EFFECT_ALLOC || e->kind == EFFECT_TSD_GET ||
				e->kind == EFFECT_JOIN || e->kind == EFFECT_ATOMIC_LOAD ||
				e->kind == EFFECT_ATOMIC_RMW;
		bool at_arg = e->kind == EFFECT_STORES || e->kind == EFFECT_COPY ||
			      e->kind == EFFECT_GIVES || e->kind == EFFECT_ATOMIC_STORE ||
			      e->kind == EFFECT_ATOMIC_RMW;
		if (at_third && e->third >= 0 && (uint32_t)e->third < i->arg_count)
			mix_at(d, f, d->p->operands.at[i->args + (uint32_t)e->third],
			       SOLE_WORD);
		if (at_arg && e->arg >= 0 && (uint32_t)e->arg < i->arg_count)
			mix_at(d, f, d->p->operands.at[i->args + (uint32_t)e->arg], 0);
	}
}

/* Does it store new memory, and nobody else that memory? */
static bool is_put_once(struct finder *d, const struct exchange *x)
{
	d->put = true;
	bool once = x->from_null && is_new(d, x->value, 0);
	d->put = false;
	return once;
}

static void mix_by_exchange(struct finder *d, func_id f, const struct exchange *x)
{
	struct pt_set from = {0};
	if (exchange_is_wrapper(d->exchanges, f) || is_put_once(d, x))
		return;
	pointers_of_value(d->pt, f, x->address, &from);
	pointers_offset(d->pt, &from, x->offset, &d->set);
	pt_set_free(&from);
	mix_set(d, SOLE_WORD);
}

static void mix_words(struct finder *d, func_id f)
{
	const struct ir_func *fn = &d->p->funcs.at[f];
	int64_t size;
	turn_to(d, f);
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(d->p, fn, n);
		struct exchange x;
		if (exchange_at(d->exchanges, f, n, &x))
			mix_by_exchange(d, f, &x);
		else if (i->op == OP_COPY)
			mix_at(d, f, i->a,
			       ir_val_int(d->p, i->c, &size) && size > 0 ? (uint64_t)size
									 : 0);
		else if (i->op == OP_CALL)
			mix_by_call(d, f, n, i);
		else if (i->op == OP_ASM)
			for (uint32_t k = 0; k < i->arg_count; k++)
				mix_at(d, f, d->p->operands.at[i->args + k], 0);
		else if (i->op == OP_RMW)
			mix_at(d, f, i->a, SOLE_WORD);
		else if (i->op == OP_STORE && !is_null(d->p, i->b) && !is_new(d, i->b, 0))
			mix_at(d, f, i->a, i->size ? i->size : SOLE_WORD);
	}
}

/* Does the object begin with pointers in it? */
static bool is_filled(const struct finder *d, const struct pt_object *o)
{
	const struct model *m;
	switch (o->kind) {
	case OBJ_VARIABLE:
		return !(d->p->symbols.at[o->sym].flags & SYMF_DEFINED) ||
		       d->p->symbols.at[o->sym].init_count;
	case OBJ_LOCAL:
		return false;
	case OBJ_HEAP:
		m = pointers_called_model(d->pt, o->func, o->inst);
		return m && model_effect(m, EFFECT_REALLOC);
	default:
		return true;
	}
}

static void free_finder(struct finder *d)
{
	free(d->keeps);
	free(d->returns);
	free(d->given);
	free(d->makes);
	free(d->dirty);
	arena_release(&d->scratch);
	vec_free(&d->events);
	pt_set_free(&d->set);
}

void fresh_find_sole(const struct summarize_input *in, const struct exchanges *exchanges,
		     struct sole_words *out)
{
	const struct callgraph *g = in->callgraph;
	uint32_t funcs = in->program->funcs.n,
		 objects = pointers_object_count(in->pointers) + 1;
	struct finder d = {.in = in, .p = in->program, .pt = in->pointers, .out = out,
			   .exchanges = exchanges};
	d.keeps = xcalloc(funcs + 1u, sizeof(*d.keeps));
	d.returns = xcalloc(funcs + 1u, sizeof(*d.returns));
	d.given = xcalloc(funcs + 1u, sizeof(*d.given));
	d.makes = xcalloc(funcs + 1u, sizeof(*d.makes));
	d.dirty = xcalloc(funcs + 1u, sizeof(*d.dirty));
	*out = (struct sole_words){.pt = in->pointers};
	out->other = xcalloc(objects, sizeof(*out->other));
	out->filled = xcalloc(objects, sizeof(*out->filled));
	uint32_t count = g->member_at[g->component_count];
	find_all_kept(&d, g->members, count);
	for (uint32_t i = 0; i < count; i++)
		find_made(&d, g->members[i]);
	find_given(&d, g->members, count);
	for (func_id f = 1; f < funcs; f++)
		mix_words(&d, f);
	for (obj_id o = 1; o < objects; o++)
		out->filled[o] = is_filled(&d, pointers_object(in->pointers, o));
	free_finder(&d);
}
