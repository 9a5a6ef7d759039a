/* SPDX-License-Identifier: MIT */
/*
 * What library functions keep between calls: the struct that localtime returns, the place
 * where strtok goes on, the environment. Rows name it (state_read, state_write); here it
 * becomes a variable of that name, and every call uses it. So two threads that call
 * localtime race, two that call strtok and getenv do not, and a lock around the calls, a
 * join or a creation orders them like any other access.
 */
#include "outside/internal.h"

struct states {
	struct program *p;
	const struct models *m;
	struct intern names;
	VEC(sym_id) variables; /* by name */
};

static sym_id variable_of(struct states *s, const struct effect *e)
{
	uint32_t known = s->names.n;
	uint32_t id = intern_str(&s->names, e->name);
	while (s->variables.n <= id)
		vec_push(&s->variables, 0);
	if (s->names.n > known) {
		sym_id made = make_variable(s->p, e->name, 0, s->p->units.at[1].pointer_size);
		s->p->symbols.at[made].flags = SYMF_DEFINED | SYMF_STATE;
		if (e->flags & EFFECTF_ATOMIC)
			s->p->symbols.at[made].flags |= SYMF_STATE_KEPT;
		s->variables.at[id] = made;
	}
	return s->variables.at[id];
}

/* The program may have a function of its own by that name. */
static const struct model *row_of_call(const struct states *s, const struct ir_inst *i)
{
	sym_id callee = i->op == OP_CALL ? ir_val_symbol(s->p, i->a) : 0;
	if (!callee || s->p->symbols.at[callee].func)
		return NULL;
	return models_find(s->m, ir_str(s->p, s->p->symbols.at[callee].name));
}

static struct ir_inst make_use(struct states *s, const struct effect *e, loc_id loc)
{
	bool writes = e->kind == EFFECT_STATE_WRITE;
	struct ir_inst use = {.op = writes ? OP_STORE : OP_LOAD, .loc = loc,
			      .size = s->p->units.at[1].pointer_size};
	use.a = address_of(s->p, variable_of(s, e));
	if (writes)
		use.b = ir_val_make(VAL_CONST, program_const(s->p, 0, 1));
	return use;
}

/* Uses in front of instruction 'at'; how many. */
static uint32_t add_uses(struct states *s, func_id f, uint32_t at)
{
	const struct ir_inst *call = ir_inst_at(s->p, &s->p->funcs.at[f], at);
	const struct model *row = row_of_call(s, call);
	loc_id loc = call->loc;
	uint32_t n = 0;
	for (uint32_t i = 0; row && i < row->effect_count; i++) {
		const struct effect *e = &row->effects[i];
		if (e->kind == EFFECT_STATE_READ || e->kind == EFFECT_STATE_WRITE)
			insert(s->p, f, at + n++, make_use(s, e, loc));
	}
	return n;
}

void add_states(struct program *p, const struct models *m)
{
	struct states s = {.p = p, .m = m};
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++)
			i += add_uses(&s, f, i);
	}
	intern_free(&s.names);
	vec_free(&s.variables);
}
