/* SPDX-License-Identifier: MIT */
/*
 * Functions that a library is given in one call and calls in another, in that thread: what
 * pthread_atfork was given runs in whoever calls fork. Rows name it (keeps_function,
 * calls_kept); here what is kept goes through a variable, and is called from there.
 */
#include "outside/internal.h"

struct kept {
	struct program *p;
	const struct models *m;
	struct intern names;
	VEC(sym_id) variables; /* by name; 0: nothing is kept under it */
};

static sym_id *variable_of(struct kept *k, const char *name)
{
	uint32_t id = intern_str(&k->names, name);
	while (k->variables.n <= id)
		vec_push(&k->variables, 0);
	return &k->variables.at[id];
}

/* Several may be kept there, so it is an atomic: anything that is stored, at every look. */
static struct ir_inst make_access(struct kept *k, uint8_t op, const char *name, loc_id loc)
{
	return (struct ir_inst){.op = op, .order = ORDER_RELAXED, .loc = loc,
				.size = k->p->units.at[1].pointer_size,
				.a = address_of(k->p, *variable_of(k, name))};
}

static uint32_t keep(struct kept *k, func_id f, uint32_t at, const struct effect *e)
{
	const struct ir_inst *call = ir_inst_at(k->p, &k->p->funcs.at[f], at);
	int64_t number;
	if ((uint32_t)e->arg >= call->arg_count)
		return 0;
	ir_val given = k->p->operands.at[call->args + (uint32_t)e->arg];
	if (ir_val_int(k->p, given, &number))
		return 0;
	loc_id loc = call->loc;
	sym_id *v = variable_of(k, e->name);
	if (!*v)
		*v = make_variable(k->p, e->name, 0, k->p->units.at[1].pointer_size);
	struct ir_inst store = make_access(k, OP_STORE, e->name, loc);
	store.b = given;
	insert(k->p, f, at, store);
	return 1;
}

static uint32_t call_one(struct kept *k, func_id f, uint32_t at, const struct effect *e)
{
	if (!*variable_of(k, e->name))
		return 0;
	loc_id loc = ir_inst_at(k->p, &k->p->funcs.at[f], at)->loc;
	insert(k->p, f, at, make_access(k, OP_LOAD, e->name, loc));
	insert(k->p, f, at + 1, (struct ir_inst){.op = OP_CALL, .loc = loc,
						 .a = ir_val_make(VAL_INST, at),
						 .args = k->p->operands.n});
	return 2;
}

/* In front of instruction 'at'; how many were added. */
static uint32_t visit(struct kept *k, func_id f, uint32_t at, enum effect_kind kind)
{
	const struct model *row =
		row_of_call(k->p, k->m, ir_inst_at(k->p, &k->p->funcs.at[f], at));
	uint32_t n = 0;
	if (kept_for_end(row))
		return 0;
	for (uint32_t i = 0; row && i < row->effect_count; i++) {
		const struct effect *e = &row->effects[i];
		if (e->kind == kind)
			n += kind == EFFECT_CALLS_KEPT ? call_one(k, f, at + n, e)
						       : keep(k, f, at + n, e);
	}
	return n;
}

static void visit_all(struct kept *k, enum effect_kind kind)
{
	for (func_id f = 1; f < k->p->funcs.n; f++) {
		for (uint32_t i = 0; i < k->p->funcs.at[f].inst_count; i++)
			i += visit(k, f, i, kind);
	}
}

void call_kept(struct program *p, const struct models *m)
{
	struct kept k = {.p = p, .m = m};
	visit_all(&k, EFFECT_KEEPS_FUNCTION);
	if (k.variables.n)
		visit_all(&k, EFFECT_CALLS_KEPT);
	intern_free(&k.names);
	vec_free(&k.variables);
}
