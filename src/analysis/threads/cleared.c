/* SPDX-License-Identifier: MIT */
/*
 * What a variable that holds a handle says by being null: that there is no such thread. It may have
 * been cleared before the handle was put there, by the function that puts it there, or after the
 * thread was joined:
 *
 *	*out = NULL; ... *out = h;		join(writer->id); free(writer); writer = NULL;
 */
#include "analysis/threads/join.h"

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
