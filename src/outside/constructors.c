/* SPDX-License-Identifier: MIT */
/*
 * Constructors: functions that the loader calls before main, and destructors, that are called
 * after it. clang puts those of a unit into an array of { priority, function, data }; the
 * smaller priority comes first, then the earlier unit. Programs also put pointers to such
 * functions into the section that the loader reads. They become calls at the start of main,
 * and in front of its returns.
 */
#include "outside/internal.h"

#include <string.h>

#include "base/str.h"

enum { LAST = 65535 }; /* the priority of those that have none */

struct constructor {
	int64_t priority;
	sym_id function;
};
struct constructors {
	VEC(struct constructor) list;
};

/* What the loader calls at one end of main. */
struct moment {
	const char *array;	  /* clang's name for it */
	const char *section, *older; /* how the names of its sections begin */
};

/* A priority of zero is not among the initial values. */
static int64_t priority_at(const struct program *p, const struct ir_symbol *array, uint64_t offset)
{
	for (uint32_t i = 0; i < array->init_count; i++) {
		const struct ir_init *x = &p->inits.at[array->init + i];
		if (x->offset == offset)
			return p->consts.at[x->value].value;
	}
	return 0;
}

/* Behind those that come before it or at the same time. */
static void add_constructor(struct constructors *c, struct constructor new)
{
	vec_push(&c->list, new);
	uint32_t at = c->list.n - 1;
	for (; at > 0 && c->list.at[at - 1].priority > new.priority; at--)
		c->list.at[at] = c->list.at[at - 1];
	c->list.at[at] = new;
}

static sym_id function_at(const struct program *p, const struct ir_init *x)
{
	sym_id function = ir_resolve_alias(p, p->consts.at[x->value].sym);
	return function && p->symbols.at[function].func ? function : 0;
}

static void read_array(struct program *p, const struct ir_symbol *array, struct constructors *c)
{
	uint64_t word = p->units.at[array->unit].pointer_size, row = 3 * word;
	for (uint32_t i = 0; i < array->init_count; i++) {
		const struct ir_init *x = &p->inits.at[array->init + i];
		sym_id function = function_at(p, x);
		if (x->offset % row == word && function)
			add_constructor(c, (struct constructor){
						   priority_at(p, array, x->offset - word),
						   function});
	}
}

/* Pointers that the program has put there itself. */
static void read_section(struct program *p, const struct ir_symbol *y, struct constructors *c)
{
	for (uint32_t i = 0; i < y->init_count; i++) {
		sym_id function = function_at(p, &p->inits.at[y->init + i]);
		if (function)
			add_constructor(c, (struct constructor){LAST, function});
	}
}

static void collect(struct program *p, const struct moment *m, struct constructors *c)
{
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		const char *section = y->section ? ir_str(p, y->section) : "";
		if (y->kind != SYM_VARIABLE)
			continue;
		if (strcmp(ir_str(p, y->name), m->array) == 0)
			read_array(p, y, c);
		else if (str_starts(section, m->section) || str_starts(section, m->older))
			read_section(p, y, c);
	}
}

static void insert_before_returns(struct program *p, func_id f, sym_id callee)
{
	for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++)
		if (ir_inst_at(p, &p->funcs.at[f], i)->op == OP_RET)
			insert_call(p, f, i++, callee);
}

static void make_caller(struct program *p, const char *name, const struct constructors *c)
{
	struct body b = {0};
	for (uint32_t i = 0; i < c->list.n; i++)
		vec_push(&b.insts, make_call(p, c->list.at[i].function, NULL, 0, 0));
	vec_push(&b.insts, ((struct ir_inst){.op = OP_RET}));
	body_end_block(&b);
	make_function(p, name, &b);
}

/* A library's are called by the loader: before anybody calls it, and when nobody does any more. */
static void make_loader(struct program *p, const struct constructors *first,
			const struct constructors *last)
{
	if (first->list.n)
		make_caller(p, OUTSIDE_LOADED, first);
	if (last->list.n)
		make_caller(p, OUTSIDE_UNLOADED, last);
}

/* Nobody but the loader finds clang's arrays: what is in them cannot be called through them. */
static void forget_array(struct program *p, const char *name)
{
	for (sym_id s = 1; s < p->symbols.n; s++)
		if (p->symbols.at[s].kind == SYM_VARIABLE &&
		    strcmp(ir_str(p, p->symbols.at[s].name), name) == 0)
			p->symbols.at[s].init_count = 0;
}

void add_constructors(struct program *p)
{
	static const struct moment before = {"llvm.global_ctors", ".init_array", ".preinit_array"};
	static const struct moment after = {"llvm.global_dtors", ".fini_array", ".dtors"};
	sym_id main_symbol = ir_resolve_alias(p, ir_find_symbol(p, "main"));
	func_id main_function = p->symbols.at[main_symbol].func;
	struct constructors first = {0}, last = {0};
	collect(p, &before, &first);
	collect(p, &after, &last);
	if (!main_function && !p->kernel)
		make_loader(p, &first, &last);
	if (!p->kernel) {
		forget_array(p, before.array);
		forget_array(p, after.array);
	}
	for (uint32_t i = main_function ? first.list.n : 0; i-- > 0;) {
		loc_id loc = p->symbols.at[main_symbol].loc;
		insert(p, main_function, 0,
		       make_call(p, first.list.at[i].function, NULL, 0, loc));
	}
	for (uint32_t i = main_function ? last.list.n : 0; i-- > 0;)
		insert_before_returns(p, main_function, last.list.at[i].function);
	vec_free(&first.list);
	vec_free(&last.list);
}
