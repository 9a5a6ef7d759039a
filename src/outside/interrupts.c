/* SPDX-License-Identifier: MIT */
/*
 * Interrupt handlers: which functions they are, and where they begin to run. All of them
 * are installed by one function that is made here, so that each is one thread, however
 * often interrupts are turned on.
 */
#include <string.h>

#include "outside/internal.h"

/* A function that is called from outside. */
struct entry {
	sym_id function;
	bool thread; /* not an interrupt */
};

struct finder {
	struct program *p;
	const struct models *m;
	bool *called;	    /* [symbol] directly */
	bool *calls_main;   /* [symbol] directly; main itself too */
	VEC(struct entry) entries;
};

static sym_id callee_of(const struct program *p, const struct ir_inst *i)
{
	return i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
}

static void look_at_calls(struct finder *x, sym_id main_symbol)
{
	struct program *p = x->p;
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_func *y = &p->funcs.at[f];
		for (uint32_t i = 0; i < y->inst_count; i++) {
			sym_id to = callee_of(p, ir_inst_at(p, y, i));
			x->called[to] = true;
			x->calls_main[y->sym] |= to && to == main_symbol;
		}
	}
	x->calls_main[main_symbol] = true;
}

static bool may_be_entry(const struct finder *x, sym_id s)
{
	const struct ir_symbol *y = &x->p->symbols.at[s];
	return y->kind == SYM_FUNCTION && y->func && !x->called[s] && !x->calls_main[s];
}

static void add_entry(struct finder *x, sym_id s, bool thread)
{
	for (uint32_t i = 0; i < x->entries.n; i++)
		if (x->entries.at[i].function == s)
			return;
	if (may_be_entry(x, s))
		vec_push(&x->entries, ((struct entry){s, thread}));
}

/* The function that a table has at this place. */
static sym_id function_in(const struct program *p, const struct ir_init *init)
{
	const struct ir_const *c = &p->consts.at[init->value];
	return c->sym ? ir_resolve_alias(p, c->sym) : 0;
}

static bool is_vector_table(const struct finder *x, const struct ir_symbol *table)
{
	for (uint32_t i = 0; i < table->init_count; i++)
		if (x->calls_main[function_in(x->p, &x->p->inits.at[table->init + i])])
			return true;
	return false;
}

static void look_at_symbol(struct finder *x, sym_id s)
{
	const struct ir_symbol *y = &x->p->symbols.at[s];
	const struct name_pattern *row = models_about(x->m, ir_str(x->p, y->name));
	uint32_t flags = row ? row->flags & (MODELF_INTERRUPT | MODELF_THREAD) : 0;
	if (y->kind == SYM_FUNCTION) {
		bool attribute = y->flags & SYMF_INTERRUPT;
		bool plain = y->func && x->p->funcs.at[y->func].param_count == 0;
		if (attribute || (flags & MODELF_INTERRUPT && plain))
			add_entry(x, s, false);
	} else if (flags || is_vector_table(x, y)) {
		for (uint32_t i = 0; i < y->init_count; i++)
			add_entry(x, function_in(x->p, &x->p->inits.at[y->init + i]),
				  flags & MODELF_THREAD);
	}
}

/* ---- where they start ---- */

static sym_id make_installer(struct finder *x, uint32_t unit)
{
	struct program *p = x->p;
	sym_id interrupt = declare_function(p, "chequer.interrupt", unit);
	sym_id thread = declare_function(p, "chequer.thread", unit);
	struct body b = {0};
	for (uint32_t i = 0; i < x->entries.n; i++) {
		sym_id s = x->entries.at[i].function;
		sym_id install = x->entries.at[i].thread ? thread : interrupt;
		loc_id loc = p->funcs.at[p->symbols.at[s].func].loc;
		ir_val handler = address_of(p, s);
		struct ir_inst call = make_call(p, install, &handler, 1, loc);
		p->symbols.at[s].flags |= SYMF_ADDRESS_TAKEN;
		vec_push(&b.insts, call);
	}
	vec_push(&b.insts, ((struct ir_inst){.op = OP_RET}));
	body_end_block(&b);
	sym_id f = make_function(p, "interrupts.on", &b);
	p->symbols.at[f].flags |= SYMF_INTERRUPT;
	return f;
}

static bool turns_on(const struct finder *x, const struct ir_inst *i)
{
	sym_id to = callee_of(x->p, i);
	const struct model *m = to ? models_find(x->m, ir_str(x->p, x->p->symbols.at[to].name))
				   : NULL;
	return m && m->flags & MODELF_ENABLES;
}

/* In front of all such calls; were there any? */
static bool start_where_enabled(struct finder *x, sym_id installer, uint32_t funcs)
{
	struct program *p = x->p;
	bool any = false;
	for (func_id f = 1; f < funcs; f++) {
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++) {
			if (!turns_on(x, ir_inst_at(p, &p->funcs.at[f], i)))
				continue;
			insert_call(p, f, i++, installer);
			any = true;
		}
	}
	return any;
}

/* Does something start the scheduler of a system, which main has stopped until then? */
static bool starts_tasks(const struct finder *x)
{
	for (sym_id s = 1; s < x->p->symbols.n; s++) {
		const struct ir_symbol *y = &x->p->symbols.at[s];
		const struct model *m = x->called[s] && !y->func
						? models_find(x->m, ir_str(x->p, y->name))
						: NULL;
		const struct effect *e = m ? model_effect(m, EFFECT_RELEASE) : NULL;
		if (e && e->name && strcmp(e->name, "scheduler") == 0)
			return true;
	}
	return false;
}

void add_interrupts(struct program *p, const struct models *m)
{
	sym_id main_symbol = ir_resolve_alias(p, ir_find_symbol(p, "main"));
	func_id main_function = p->symbols.at[main_symbol].func;
	uint32_t funcs = p->funcs.n, symbols = p->symbols.n;
	struct finder x = {.p = p, .m = m};
	if (!main_function)
		return;
	x.called = xcalloc(symbols, sizeof(bool));
	x.calls_main = xcalloc(symbols, sizeof(bool));
	look_at_calls(&x, main_symbol);
	for (sym_id s = 1; s < symbols; s++)
		look_at_symbol(&x, s);
	bool tasks = starts_tasks(&x);
	if (x.entries.n) {
		sym_id installer = make_installer(&x, p->symbols.at[main_symbol].unit);
		if (!start_where_enabled(&x, installer, funcs))
			insert_call(p, main_function, 0, installer);
	}
	if (tasks)
		insert_call(p, main_function, 0, declare_function(p, "chequer.stopped", 1));
	vec_free(&x.entries);
	free(x.called);
	free(x.calls_main);
}
