/* SPDX-License-Identifier: MIT */
#include "callgraph/unknown.h"

#include <string.h>

#include "ir/names.h"

struct search {
	const struct program *p;
	const struct models *m;
	const struct pointers *pt;
	struct unknown_places *out;
	struct map seen; /* values of this function */
	struct map led; /* objects that an unknown function has already */
	struct map pieces; /* words in objects that are stored in smaller pieces, or by libraries */
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

/* A function in memory that the value leads to, and no earlier one has led to, or 0. */
static sym_id leads_to_function(struct search *s, func_id f, ir_val v)
{
	struct pt_set set = {0}, next = {0};
	sym_id found = 0;
	pointers_of_value(s->pt, f, v, &set);
	while (set.locs.n && !found) {
		uint32_t kept = 0;
		for (uint32_t k = 0; k < set.locs.n; k++) {
			obj_id o = set.locs.at[k].obj;
			if (map_get(&s->led, o, 0))
				continue;
			map_put(&s->led, o, 1);
			set.locs.at[kept++] = (struct pt_loc){o, PT_ANY};
		}
		set.locs.n = kept;
		pointers_load(s->pt, &set, &next);
		struct pt_set done = set;
		set = next;
		next = done;
		if (pointers_functions(s->pt, &set, &found, 1) == 0)
			found = 0;
	}
	pt_set_free(&set);
	pt_set_free(&next);
	return found;
}

static void visit_led(struct search *s, func_id f, uint32_t inst, const struct ir_inst *i,
		      sym_id sym)
{
	sym_id found = leads_to_function(s, f, ir_val_make(VAL_INST, inst));
	for (uint32_t k = 0; k < i->arg_count && !found; k++)
		found = leads_to_function(s, f, s->p->operands.at[i->args + k]);
	if (found)
		add(s, PLACE_LEADS, f, inst, sym, found);
}

/* Those that nobody else calls: all are named. */
static void add_led(struct search *s, func_id f, uint32_t inst)
{
	sym_id led[PT_MAX_LED];
	uint32_t n = pointers_led(s->pt, f, inst, led), more;
	const sym_id *left = pointers_led_left(s->pt, f, inst, &more);
	for (uint32_t k = 0; k < n; k++)
		add(s, PLACE_GIVEN, f, inst, 0, led[k]);
	for (uint32_t k = 0; k < more; k++)
		add(s, PLACE_GIVEN, f, inst, 0, left[k]);
}

static void visit_named(struct search *s, func_id f, uint32_t inst, const struct ir_inst *i,
			sym_id sym)
{
	const struct ir_symbol *y = &s->p->symbols.at[sym];
	if (!y->func && models_unfollowed(s->m, ir_str(s->p, y->name))) {
		add(s, PLACE_THREADS, f, inst, sym, 0);
		return;
	}
	if (!is_unknown(s, sym))
		return;
	add(s, PLACE_UNKNOWN, f, inst, sym, 0);
	sym_id given = given_function(s, f, i);
	if (given)
		add(s, PLACE_GIVEN, f, inst, sym, given);
	else
		visit_led(s, f, inst, i, sym);
}

static bool is_guessed(const struct search *s, func_id f, uint32_t inst, const sym_id *at,
		       uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		if (pointers_is_anything(s->pt, f, inst, at[k]))
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
	add_led(s, f, inst);
	for (uint32_t k = 0; k < n; k++)
		visit_named(s, f, inst, i, at[k]);
	if (i->arg_count > MAX_ARGUMENTS)
		add(s, PLACE_LONG, f, inst, 0, 0);
	if (n == 0)
		add(s, PLACE_CALL, f, inst, 0, 0);
	else if (is_guessed(s, f, inst, at, n))
		add(s, PLACE_GUESS, f, inst, 0, 0);
}

/* What an address is made of: the value that bytes were added to. */
static ir_val root_of(const struct program *p, const struct ir_func *fn, ir_val v)
{
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(p, fn, ir_val_index(v));
		if (i->op != OP_OFFSET && i->op != OP_INDEX)
			break;
		v = i->a;
	}
	return v;
}

static bool points_to_nothing(const struct search *s, func_id f, ir_val v)
{
	struct pt_set set = {0};
	pointers_of_value(s->pt, f, v, &set);
	bool nothing = set.locs.n == 0 && !set.unknown;
	pt_set_free(&set);
	return nothing;
}

/* ---- numbers that are pointers ---- */

enum { WORD = 8 };

static uint64_t key_of(struct pt_loc l)
{
	return map_key2(l.obj, l.offset == PT_ANY ? PT_ANY : l.offset / WORD);
}

/* The word there; or, where an object begins, all of it. */
static void add_piece(struct search *s, func_id f, ir_val address, bool whole)
{
	struct pt_set set = {.unknown = false};
	pointers_of_value(s->pt, f, address, &set);
	for (uint32_t n = 0; n < set.locs.n; n++) {
		struct pt_loc l = set.locs.at[n];
		if (whole && !l.offset)
			l.offset = PT_ANY;
		map_put(&s->pieces, key_of(l), 1);
	}
	pt_set_free(&set);
}

/* What a library function writes, but for strings and what it copies. */
static void add_written(struct search *s, func_id f, uint32_t inst, const struct ir_inst *i)
{
	const struct model *m = pointers_called_model(s->pt, f, inst);
	for (uint32_t k = 0; m && k < m->effect_count; k++) {
		const struct effect *e = &m->effects[k];
		bool some = e->kind == EFFECT_WRITE_FORMAT ||
			    (e->kind == EFFECT_WRITE && e->size_kind != SIZE_STRING);
		for (uint32_t n = 0; some && n < i->arg_count; n++)
			if (effect_writes(e, (int)n) & REACH_AT)
				add_piece(s, f, s->p->operands.at[i->args + n], true);
	}
}

/* Constants in pieces are no pointer. */
static void find_pieces(struct search *s, func_id f)
{
	const struct ir_func *fn = &s->p->funcs.at[f];
	int64_t constant;
	for (uint32_t k = 0; k < fn->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(s->p, fn, k);
		if (i->op == OP_CALL)
			add_written(s, f, k, i);
		else if (i->op == OP_STORE && i->size < WORD && !ir_val_int(s->p, i->b, &constant))
			add_piece(s, f, i->a, false);
	}
}

/* Was what is loaded there stored in pieces, or by a library function? */
static bool is_in_pieces(const struct search *s, func_id f, ir_val address)
{
	struct pt_set set = {.unknown = false};
	bool found = false;
	pointers_of_value(s->pt, f, address, &set);
	for (uint32_t n = 0; n < set.locs.n && !found; n++) {
		struct pt_loc any = {set.locs.at[n].obj, PT_ANY};
		found = map_get(&s->pieces, key_of(set.locs.at[n]), 0) ||
			map_get(&s->pieces, key_of(any), 0);
	}
	pt_set_free(&set);
	return found;
}

static bool is_number(const struct search *s, func_id f, const struct ir_inst *i)
{
	int64_t constant;
	return (i->op == OP_CAST && !ir_val_int(s->p, i->a, &constant)) ||
	       (i->op == OP_LOAD && i->size == WORD && is_in_pieces(s, f, i->a));
}

/* A number is made a pointer, and there is nothing that it is known to point to: if it has been a
 * pointer before, that went through arithmetic, through a number too small for it, to memory in
 * pieces, or out of the program and back. */
static void add_number(struct search *s, func_id f, ir_val v)
{
	const struct ir_func *fn = &s->p->funcs.at[f];
	const struct ir_inst *i =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(s->p, fn, ir_val_index(v)) : NULL;
	if (i && !map_get(&s->seen, ir_val_index(v), 0) && is_number(s, f, i) &&
	    points_to_nothing(s, f, v)) {
		map_put(&s->seen, ir_val_index(v), 1);
		add(s, PLACE_NUMBER, f, ir_val_index(v), 0, 0);
	}
}

static bool is_data_pointer(const struct program *p, type_id t)
{
	const struct ir_type *type = &p->types.at[type_strip(p, t)];
	return type->kind == TYPE_POINTER &&
	       p->types.at[type_strip(p, type->target)].kind != TYPE_VOID;
}

/* Who follows a pointer, has it in a variable or returns it takes it for one. */
static void visit_numbers(struct search *s, func_id f)
{
	const struct ir_func *fn = &s->p->funcs.at[f];
	for (uint32_t k = 0; k < fn->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(s->p, fn, k);
		if (i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_RMW ||
		    i->op == OP_CMPXCHG)
			add_number(s, f, root_of(s->p, fn, i->a));
		else if (i->op == OP_RET && is_data_pointer(s->p, fn->result_type))
			add_number(s, f, i->a);
	}
	for (uint32_t k = 0; k < fn->var_count; k++) {
		const struct ir_var *v = &s->p->vars.at[fn->var_first + k];
		if (!v->in_memory && is_data_pointer(s->p, v->type))
			add_number(s, f, v->value);
	}
}

static bool is_blank(const char *text)
{
	return text[strspn(text, " \t\n;")] == 0;
}

void unknown_places(const struct program *p, const struct models *m, const struct pointers *pt,
		    struct unknown_places *out)
{
	struct search s = {.p = p, .m = m, .pt = pt, .out = out};
	for (func_id f = 1; f < p->funcs.n; f++)
		find_pieces(&s, f);
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t k = 0; k < p->funcs.at[f].inst_count; k++) {
			const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], k);
			if (i->op == OP_CALL)
				visit_call(&s, f, k, i);
			else if (i->op == OP_ASM && i->flags & INSTF_MEMORY &&
				 !is_blank(ir_str(p, (str_id)i->imm)))
				add(&s, PLACE_ASSEMBLY, f, k, 0, 0);
		}
		map_clear(&s.seen);
		visit_numbers(&s, f);
	}
	map_free(&s.seen);
	map_free(&s.led);
	map_free(&s.pieces);
}
