/* SPDX-License-Identifier: MIT */
/* Callees are looked at before their callers; recursion is not followed. */
#include "analysis/whole/joiners.h"

#include <stdlib.h>

#include "analysis/whole/ways.h"
#include "ir/address.h"

struct joiners {
	const struct summarize_input *in;
	const struct pt_loc *ids;
	uint32_t id_count;
	struct map given; /* function, formal -> 1: whose id that is */
	struct map found; /* function, number of the id -> 1: whose id is there */
	bool *some;	  /* [func] it joins somewhere */
	struct arena scratch;
};

/* Which thread a function is asked about: that of a formal, or of an id in its place. */
struct question {
	struct joiners *j;
	func_id func;
	uint32_t formal; /* UINT32_MAX: none */
	uint32_t id;
};

bool joiners_place(const struct summarize_input *in, func_id f, ir_val v, struct pt_loc *out)
{
	*out = pointers_variable(in->pointers, f, v);
	const struct pt_object *o = out->obj ? pointers_object(in->pointers, out->obj) : NULL;
	return o && out->offset <= INT32_MAX && !o->array &&
	       !(in->program->symbols.at[o->sym].flags & SYMF_THREAD_LOCAL);
}

static bool is_at(const struct joiners *j, func_id f, ir_val address, struct pt_loc where)
{
	struct pt_loc l;
	return address && joiners_place(j->in, f, address, &l) && l.obj == where.obj &&
	       l.offset == where.offset;
}

/* The effect by which the library function that is called joins, whatever it returns. */
static const struct effect *join_at(const struct joiners *j, func_id f, uint32_t inst)
{
	const struct model *m = pointers_called_model(j->in->pointers, f, inst);
	const struct effect *e = m ? model_effect(m, EFFECT_JOIN) : NULL;
	return e && e->when == RESULT_ANY ? e : NULL;
}

/* The one function of the program that is called there; 0: another one may be. */
static func_id callee_at(const struct joiners *j, func_id f, uint32_t inst)
{
	uint32_t n;
	const struct call_edge *e = callgraph_at(j->in->callgraph, f, inst, &n);
	return n == 1 && e->kind == EDGE_DIRECT ? e->callee : 0;
}

static const struct ir_inst *call_at(const struct joiners *j, func_id f, uint32_t inst)
{
	return ir_inst_at(j->in->program, &j->in->program->funcs.at[f], inst);
}

static ir_val argument(const struct joiners *j, const struct ir_inst *call, uint32_t n)
{
	return n < call->arg_count ? j->in->program->operands.at[call->args + n] : 0;
}

/* Is the argument whose thread the called function joins such a one? */
static bool joins_argument(const struct joiners *j, func_id f, uint32_t inst,
			   bool (*is_meant)(const void *context, ir_val v), const void *context)
{
	const struct ir_inst *i = call_at(j, f, inst);
	const struct effect *e = join_at(j, f, inst);
	if (e)
		return !(e->flags & EFFECTF_BY_ADDRESS) && e->arg >= 0 &&
		       is_meant(context, argument(j, i, (uint32_t)e->arg));
	func_id callee = callee_at(j, f, inst);
	for (uint32_t n = 0; callee && n < i->arg_count; n++)
		if (map_get(&j->given, map_key2(callee, n), 0) &&
		    is_meant(context, argument(j, i, n)))
			return true;
	return false;
}

struct loaded {
	const struct joiners *j;
	func_id func;
	struct pt_loc id;
};

static bool is_loaded(const void *context, ir_val v)
{
	const struct loaded *x = context;
	const struct program *p = x->j->in->program;
	const struct ir_func *fn = &p->funcs.at[x->func];
	return v && is_at(x->j, x->func, ir_loaded_from(p, fn, ir_without_casts(p, fn, v)),
			  x->id);
}

bool joiners_given(const struct joiners *j, func_id f, uint32_t inst, struct pt_loc id)
{
	struct loaded x = {j, f, id};
	const struct effect *e = join_at(j, f, inst);
	if (e && e->flags & EFFECTF_BY_ADDRESS)
		return e->arg >= 0 &&
		       is_at(j, f, argument(j, call_at(j, f, inst), (uint32_t)e->arg), id);
	return joins_argument(j, f, inst, is_loaded, &x);
}

bool joiners_found(const struct joiners *j, func_id f, uint32_t inst, struct pt_loc id)
{
	func_id callee = callee_at(j, f, inst);
	for (uint32_t k = 0; callee && k < j->id_count; k++)
		if (j->ids[k].obj == id.obj && j->ids[k].offset == id.offset &&
		    map_get(&j->found, map_key2(callee, k), 0))
			return true;
	return false;
}

static bool is_formal(const void *context, ir_val v)
{
	const struct question *q = context;
	const struct program *p = q->j->in->program;
	v = v ? ir_without_casts(p, &p->funcs.at[q->func], v) : 0;
	return v && ir_val_tag(v) == VAL_PARAM && ir_val_index(v) == q->formal;
}

static enum passed pass_joined(void *context, uint32_t inst)
{
	const struct question *q = context;
	const struct ir_inst *i = call_at(q->j, q->func, inst);
	bool formal = q->formal != UINT32_MAX;
	if (i->op == OP_RET)
		return PASS_BAD;
	if (i->op == OP_STORE)
		return !formal && is_at(q->j, q->func, i->a, q->j->ids[q->id]) ? PASS_BAD
									       : PASS_ON;
	if (i->op != OP_CALL)
		return PASS_ON;
	if (formal)
		return joins_argument(q->j, q->func, inst, is_formal, q) ? PASS_DONE : PASS_ON;
	return joiners_given(q->j, q->func, inst, q->j->ids[q->id]) ||
			       joiners_found(q->j, q->func, inst, q->j->ids[q->id])
		       ? PASS_DONE
		       : PASS_ON;
}

static bool skips_nothing(void *context, uint32_t from, uint32_t to)
{
	(void)context, (void)from, (void)to;
	return false;
}

static bool always_joins(struct question *q)
{
	const struct program *p = q->j->in->program;
	struct ways w = {.p = p, .fn = &p->funcs.at[q->func], .scratch = &q->j->scratch,
			 .pass = pass_joined, .skips = skips_nothing, .context = q};
	enum passed first = pass_joined(q, 0);
	return first == PASS_DONE || (first == PASS_ON && ways_are_good(&w, 0));
}

static bool joins_somewhere(const struct joiners *j, func_id f)
{
	for (uint32_t n = 0; n < j->in->program->funcs.at[f].inst_count; n++)
		if (call_at(j, f, n)->op == OP_CALL &&
		    (join_at(j, f, n) || j->some[callee_at(j, f, n)]))
			return true;
	return false;
}

static void look_at(struct joiners *j, func_id f)
{
	const struct callgraph *g = j->in->callgraph;
	const struct ir_func *fn = &j->in->program->funcs.at[f];
	if (!fn->inst_count || g->creates[f] || g->cyclic[f] || !joins_somewhere(j, f))
		return;
	j->some[f] = true;
	for (uint32_t k = 0; k < fn->param_count; k++) {
		struct question q = {.j = j, .func = f, .formal = k};
		if (always_joins(&q))
			map_put(&j->given, map_key2(f, k), 1);
	}
	for (uint32_t k = 0; k < j->id_count; k++) {
		struct question q = {.j = j, .func = f, .formal = UINT32_MAX, .id = k};
		if (always_joins(&q))
			map_put(&j->found, map_key2(f, k), 1);
	}
}

struct joiners *joiners_find(const struct summarize_input *in, const struct pt_loc *ids,
			     uint32_t id_count)
{
	const struct callgraph *g = in->callgraph;
	struct joiners *j = xcalloc(1, sizeof(*j));
	*j = (struct joiners){.in = in, .ids = ids, .id_count = id_count,
			      .some = xcalloc(g->func_count + 1u, sizeof(bool))};
	for (uint32_t i = 0; i < g->member_at[g->component_count]; i++)
		look_at(j, g->members[i]);
	return j;
}

void joiners_free(struct joiners *j)
{
	map_free(&j->given);
	map_free(&j->found);
	arena_release(&j->scratch);
	free(j->some);
	free(j);
}
