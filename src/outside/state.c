/* SPDX-License-Identifier: MIT */
/*
 * What library functions keep between calls: the struct that localtime returns, the place
 * where strtok goes on, the environment. Rows name it (state_read, state_write); here it
 * becomes a variable of that name, and every call uses it. So two threads that call
 * localtime race, two that call strtok and getenv do not, and a lock around the calls, a
 * join or a creation orders them like any other access. Variables that such functions write and
 * that the program sees (optind, signgam) are written where they are called (writes_variable).
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

/* The program's variable of that name, which it has from elsewhere; 0: it does not use it. */
static sym_id library_variable(const struct program *p, const char *name)
{
	sym_id s = ir_find_symbol(p, name);
	const struct ir_symbol *y = &p->symbols.at[s];
	return s && y->kind == SYM_VARIABLE && !(y->flags & SYMF_DEFINED) ? s : 0;
}

/* Some number, or what the library says. */
static struct ir_inst make_write(struct program *p, sym_id s, loc_id loc)
{
	sym_id write = declare_function(p, "chequer.write", 1);
	ir_val args[] = {address_of(p, s)};
	return make_call(p, write, args, 1, loc);
}

/* Where the caller gives it memory, a function may need none of its own. */
static bool is_used(struct program *p, const struct ir_inst *call, const struct effect *e)
{
	if (e->kind == EFFECT_STATE_READ || e->size_arg < 0)
		return true;
	return (uint32_t)e->size_arg < call->arg_count &&
	       p->operands.at[call->args + (uint32_t)e->size_arg] ==
		       ir_val_make(VAL_CONST, program_const(p, 0, 0));
}

/* Uses in front of instruction 'at'; how many. */
static uint32_t add_uses(struct states *s, func_id f, uint32_t at)
{
	const struct ir_inst *call = ir_inst_at(s->p, &s->p->funcs.at[f], at);
	const struct model *row = row_of_call(s->p, s->m, call);
	loc_id loc = call->loc;
	uint32_t n = 0;
	for (uint32_t i = 0; row && i < row->effect_count; i++) {
		const struct effect *e = &row->effects[i];
		sym_id v = e->kind == EFFECT_VARIABLE_WRITE ? library_variable(s->p, e->name) : 0;
		bool state = e->kind == EFFECT_STATE_READ || e->kind == EFFECT_STATE_WRITE;
		if (state && is_used(s->p, ir_inst_at(s->p, &s->p->funcs.at[f], at + n), e))
			insert(s->p, f, at + n++, make_use(s, e, loc));
		else if (v)
			insert(s->p, f, at + n++, make_write(s->p, v, loc));
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
