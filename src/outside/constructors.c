/* SPDX-License-Identifier: MIT */
/*
 * Constructors: functions that the loader calls before main. clang puts those of a unit into
 * an array of { priority, function, data }; the smaller priority comes first, then the earlier
 * unit. They become calls at the start of main.
 */
#include "outside/internal.h"

#include <string.h>

struct constructor {
	int64_t priority;
	sym_id function;
};
struct constructors {
	VEC(struct constructor) list;
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

static void read_array(struct program *p, const struct ir_symbol *array, struct constructors *c)
{
	uint64_t word = p->units.at[array->unit].pointer_size, row = 3 * word;
	for (uint32_t i = 0; i < array->init_count; i++) {
		const struct ir_init *x = &p->inits.at[array->init + i];
		sym_id function = ir_resolve_alias(p, p->consts.at[x->value].sym);
		if (x->offset % row != word || !function || !p->symbols.at[function].func)
			continue;
		add_constructor(c, (struct constructor){priority_at(p, array, x->offset - word),
							function});
	}
}

void add_constructors(struct program *p)
{
	sym_id main_symbol = ir_resolve_alias(p, ir_find_symbol(p, "main"));
	func_id main_function = p->symbols.at[main_symbol].func;
	struct constructors c = {0};
	if (!main_function)
		return;
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		if (y->kind == SYM_VARIABLE && strcmp(ir_str(p, y->name), "llvm.global_ctors") == 0)
			read_array(p, y, &c);
	}
	for (uint32_t i = c.list.n; i-- > 0;) {
		loc_id loc = p->symbols.at[main_symbol].loc;
		insert(p, main_function, 0,
		       make_call(p, c.list.at[i].function, NULL, 0, loc));
	}
	vec_free(&c.list);
}
