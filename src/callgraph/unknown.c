/* SPDX-License-Identifier: MIT */
#include "callgraph/unknown.h"

#include <string.h>

struct search {
	const struct program *p;
	const struct models *m;
	const struct pointers *pt;
	struct unknown_places *out;
};

static void add(struct search *s, enum place_kind kind, func_id f, uint32_t inst, sym_id sym,
		sym_id other)
{
	vec_push(&s->out->list,
		 ((struct unknown_place){(uint8_t)kind, f, inst, sym, other}));
}

static bool is_unknown(const struct search *s, sym_id sym)
{
	const struct ir_symbol *y = &s->p->symbols.at[sym];
	return y->kind == SYM_FUNCTION && !y->func && !(y->flags & SYMF_IFUNC) &&
	       !pointers_model(s->pt, sym);
}

/* A function of the program among the arguments, or 0. */
static sym_id given_function(const struct search *s, func_id f, const struct ir_inst *i)
{
	sym_id found = 0;
	for (uint32_t k = 0; k < i->arg_count && !found; k++) {
		struct pt_set set = {0};
		pointers_of_value(s->pt, f, s->p->operands.at[i->args + k], &set);
		if (pointers_functions(s->pt, &set, &found, 1) == 0)
			found = 0;
		pt_set_free(&set);
	}
	return found;
}

static void visit_named(struct search *s, func_id f, uint32_t inst, const struct ir_inst *i,
			sym_id sym)
{
	if (!is_unknown(s, sym))
		return;
	if (models_unfollowed(s->m, ir_str(s->p, s->p->symbols.at[sym].name))) {
		add(s, PLACE_THREADS, f, inst, sym, 0);
		return;
	}
	add(s, PLACE_UNKNOWN, f, inst, sym, 0);
	sym_id given = given_function(s, f, i);
	if (given)
		add(s, PLACE_GIVEN, f, inst, sym, given);
}

static bool is_guessed(const struct search *s, func_id f, uint32_t inst, const sym_id *at,
		       uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		if (pointers_guess(s->pt, f, inst, at[k]) != GUESS_NONE)
			return true;
	}
	return false;
}

/* Sets of arguments are bits of a word, here and there. */
enum { MAX_ARGUMENTS = 64 };

static void visit_call(struct search *s, func_id f, uint32_t inst, const struct ir_inst *i)
{
	bool complete;
	uint32_t n = 0;
	const sym_id *at = pointers_callees(s->pt, f, inst, &n, &complete);
	for (uint32_t k = 0; k < n; k++)
		visit_named(s, f, inst, i, at[k]);
	if (i->arg_count > MAX_ARGUMENTS)
		add(s, PLACE_LONG, f, inst, 0, 0);
	if (n == 0)
		add(s, PLACE_CALL, f, inst, 0, 0);
	else if (is_guessed(s, f, inst, at, n))
		add(s, PLACE_GUESS, f, inst, 0, 0);
}

static bool is_blank(const char *text)
{
	return text[strspn(text, " \t\n;")] == 0;
}

void unknown_places(const struct program *p, const struct models *m, const struct pointers *pt,
		    struct unknown_places *out)
{
	struct search s = {p, m, pt, out};
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t k = 0; k < p->funcs.at[f].inst_count; k++) {
			const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], k);
			if (i->op == OP_CALL)
				visit_call(&s, f, k, i);
			else if (i->op == OP_ASM && i->flags & INSTF_MEMORY &&
				 !is_blank(ir_str(p, (str_id)i->imm)))
				add(&s, PLACE_ASSEMBLY, f, k, 0, 0);
		}
	}
}
