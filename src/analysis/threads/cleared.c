/* SPDX-License-Identifier: MIT */
/*
 * What a variable that holds a handle says by being null: that there is no such thread. It may have
 * been cleared before the handle was put there, by the function that puts it there, or after the
 * thread was joined:
 *
 *	*out = NULL; ... *out = h;		join(writer->id); free(writer); writer = NULL;
 *
 * Likewise the id itself, in a variable: if (server.id) join(server.id); server.id = 0;
 */
#include "analysis/threads/join.h"

#include "analysis/exec/condition.h"
#include "analysis/exec/frame.h"
#include "analysis/whole/ways.h"
#include "analysis/whole/writers.h"
#include "ir/address.h"
#include "model/model.h"

/* The one instruction that puts the handle there, and one that clears the variable. */
struct clearing {
	const struct frame *fr;
	func_id func; /* where the one is */
	uint32_t store;
	func_id in; /* where the other one is */
	uint32_t inst;
};

static bool skips_nothing(void *context, uint32_t from, uint32_t to)
{
	(void)context, (void)from, (void)to;
	return false;
}

static bool ask(struct clearing *c, bool back, enum passed (*pass)(void *context, uint32_t inst))
{
	struct arena scratch = {0};
	struct ways w = {.p = c->fr->p, .fn = &c->fr->p->funcs.at[c->in], .scratch = &scratch,
			 .back = back, .pass = pass, .skips = skips_nothing, .context = c};
	bool good = ways_are_good(&w, back ? c->inst : c->store);
	arena_release(&scratch);
	return good;
}

static enum passed pass_clear(void *context, uint32_t inst)
{
	const struct clearing *c = context;
	return inst == c->inst ? PASS_BAD : PASS_ON;
}

/* The address of the variable that the id is found through, which a call joins; 0: none. */
static ir_val joined_through(const struct clearing *c, uint32_t inst)
{
	const struct program *p = c->fr->p;
	const struct ir_func *fn = &p->funcs.at[c->in];
	const struct ir_inst *i = ir_inst_at(p, fn, inst);
	const struct model *m = pointers_called_model(c->fr->pt, c->in, inst);
	const struct effect *e = m ? model_effect(m, EFFECT_JOIN) : NULL;
	int64_t bytes = 0;
	if (!e || e->arg < 0 || (uint32_t)e->arg >= i->arg_count || e->flags & EFFECTF_BY_ADDRESS)
		return 0;
	ir_val id = ir_without_casts(p, fn, p->operands.at[i->args + (uint32_t)e->arg]);
	ir_val at = ir_loaded_from(p, fn, id);
	at = at ? ir_base_of(p, fn, at, BASE_CASTS | BASE_INDICES, &bytes) : 0;
	return at ? ir_loaded_from(p, fn, at) : 0;
}

/* May a thread be created by what is called? */
static bool may_create(const struct clearing *c, uint32_t inst)
{
	const struct callgraph *g = c->fr->in->callgraph;
	uint32_t n;
	const struct call_edge *e = callgraph_at(g, c->in, inst, &n);
	for (uint32_t i = 0; i < n; i++)
		if (e[i].kind >= EDGE_CREATE || g->creates[e[i].callee])
			return true;
	return false;
}

/* Back from where the variable is cleared: the thread that is found through it was joined, and no
 * other handle put there since. */
static enum passed pass_joined(void *context, uint32_t inst)
{
	const struct clearing *c = context;
	const struct ir_func *fn = &c->fr->p->funcs.at[c->in];
	bool calls = ir_inst_at(c->fr->p, fn, inst)->op == OP_CALL;
	if (calls && joined_through(c, inst) == ir_inst_at(c->fr->p, fn, c->inst)->a)
		return PASS_DONE;
	return (c->in == c->func && inst == c->store) || (calls && may_create(c, inst)) ? PASS_BAD
											: PASS_ON;
}

static bool is_harmless(const struct frame *fr, func_id f, uint32_t inst, const void *context)
{
	struct clearing c = *(const struct clearing *)context;
	c.fr = fr;
	c.in = f;
	c.inst = inst;
	return (f == c.func && ask(&c, false, pass_clear)) || ask(&c, true, pass_joined);
}

bool handle_is_kept_in(const struct frame *fr, path_id address)
{
	struct clearing c = {.fr = fr};
	return writers_only_store(fr, address, &c.func, &c.store) &&
	       writers_clear_only(fr, address, is_harmless, &c);
}

/* ---- ids ---- */

/* Do two values mean the same place: the same value, or the same distance from it? */
static bool is_same_place(const struct clearing *c, ir_val a, ir_val b)
{
	const struct program *p = c->fr->p;
	const struct ir_func *fn = &p->funcs.at[c->in];
	int64_t from = 0, to = 0;
	return a && b &&
	       ir_base_of(p, fn, a, BASE_CASTS, &from) == ir_base_of(p, fn, b, BASE_CASTS, &to) &&
	       from == to;
}

static ir_val cleared_at(const struct clearing *c)
{
	return ir_inst_at(c->fr->p, &c->fr->p->funcs.at[c->in], c->inst)->a;
}

/* Does the call join the thread whose id was loaded from where it is cleared? */
static bool joins_what_is_cleared(const struct clearing *c, uint32_t inst)
{
	const struct program *p = c->fr->p;
	const struct ir_func *fn = &p->funcs.at[c->in];
	const struct ir_inst *i = ir_inst_at(p, fn, inst);
	const struct model *m = pointers_called_model(c->fr->pt, c->in, inst);
	const struct effect *e = m ? model_effect(m, EFFECT_JOIN) : NULL;
	if (!e || e->when || e->flags & EFFECTF_IF || e->arg < 0 ||
	    (uint32_t)e->arg >= i->arg_count)
		return false;
	ir_val id = p->operands.at[i->args + (uint32_t)e->arg];
	return is_same_place(c, cleared_at(c),
			     e->flags & EFFECTF_BY_ADDRESS
				     ? id
				     : ir_loaded_from(p, fn, ir_without_casts(p, fn, id)));
}

static enum passed pass_id_joined(void *context, uint32_t inst)
{
	const struct clearing *c = context;
	const struct ir_func *fn = &c->fr->p->funcs.at[c->in];
	bool calls = ir_inst_at(c->fr->p, fn, inst)->op == OP_CALL;
	if (calls && joins_what_is_cleared(c, inst))
		return PASS_DONE;
	return calls && may_create(c, inst) ? PASS_BAD : PASS_ON;
}

/* Where it was found to be null already, clearing it changes nothing. */
static bool is_null_already(void *context, uint32_t from, uint32_t to)
{
	const struct clearing *c = context;
	const struct program *p = c->fr->p;
	const struct ir_func *fn = &p->funcs.at[c->in];
	struct condition edge;
	bool zero;
	if (!condition_of_edge(p, fn, from, to, &edge))
		return false;
	const struct ir_inst *loaded = condition_behind(p, fn, edge, &zero);
	return loaded && zero && loaded->op == OP_LOAD &&
	       is_same_place(c, cleared_at(c), loaded->a);
}

static bool is_id_joined(const struct frame *fr, func_id f, uint32_t inst, const void *context)
{
	struct arena scratch = {0};
	struct clearing c = {.fr = fr, .in = f, .inst = inst};
	struct ways w = {.p = fr->p, .fn = &fr->p->funcs.at[f], .scratch = &scratch, .back = true,
			 .pass = pass_id_joined, .skips = is_null_already, .context = &c};
	bool good = ways_are_good(&w, inst);
	arena_release(&scratch);
	(void)context;
	return good;
}

/* The id that a creation returns is all that is stored there. */
static bool holds_result(const struct frame *fr, path_id address)
{
	func_id f;
	uint32_t inst;
	if (!writers_only_store(fr, address, &f, &inst))
		return false;
	const struct ir_func *fn = &fr->p->funcs.at[f];
	ir_val v = ir_without_casts(fr->p, fn, ir_inst_at(fr->p, fn, inst)->b);
	const struct model *m = ir_val_tag(v) == VAL_INST
					? pointers_called_model(fr->pt, f, ir_val_index(v))
					: NULL;
	const struct effect *e = m ? model_effect(m, EFFECT_CREATE) : NULL;
	return e && e->third == ARG_RESULT;
}

bool id_is_kept_in(const struct frame *fr, path_id address)
{
	return address && (holds_result(fr, address) || writers_store_ids(fr, address)) &&
	       writers_clear_only(fr, address, is_id_joined, NULL);
}
