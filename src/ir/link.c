/* SPDX-License-Identifier: MIT */
/*
 * Units become one program, in this order: strings, files, positions and types
 * are interned into the result; names are resolved; identical internal
 * functions (static inline, from headers) become one; then the symbols and the
 * code that won are copied, with every id renamed on the way.
 *
 * Ids of the result follow the order of the units, so the same units give the
 * same program. The work is linear in the size of the units.
 */
#include "ir/linker.h"

#include <stdlib.h>

#include "ir/syntax.h"

/* ---- strings, files, positions, units ---- */

static void move_strings(struct linker *k, struct link_unit *u)
{
	const struct intern *from = &u->p->strings;
	u->strs = xcalloc(from->n + 1u, sizeof(*u->strs));
	for (str_id i = 1; i < from->n; i++)
		u->strs[i] = intern_bytes(&k->out->strings, from->entries[i].bytes,
					  from->entries[i].size);
}

static file_id move_file(struct linker *k, const struct link_unit *u, file_id f)
{
	return f ? program_file(k->out, ir_str(u->p, u->p->files.at[f])) : 0;
}

static void move_locs(struct linker *k, struct link_unit *u)
{
	file_id *files = xcalloc(u->p->files.n, sizeof(*files));
	for (file_id f = 1; f < u->p->files.n; f++)
		files[f] = move_file(k, u, f);
	u->locs = xcalloc(u->p->locs.n, sizeof(*u->locs));
	for (loc_id i = 1; i < u->p->locs.n; i++) {
		struct ir_loc l = u->p->locs.at[i];
		l.file = files[l.file];
		l.function = u->strs[l.function];
		l.inlined_at = u->locs[l.inlined_at];
		u->locs[i] = program_loc(k->out, l);
	}
	free(files);
}

static void move_units(struct linker *k, struct link_unit *u)
{
	u->unit_base = k->out->units.n - 1;
	for (uint32_t i = 1; i < u->p->units.n; i++) {
		struct ir_unit unit = u->p->units.at[i];
		unit.name = u->strs[unit.name];
		unit.triple = u->strs[unit.triple];
		vec_push(&k->out->units, unit);
	}
}

static void linker_init(struct linker *k, struct program *units, uint32_t n,
			struct program *out)
{
	*k = (struct linker){.out = out, .n = n};
	k->units = xcalloc(n + 1u, sizeof(*k->units));
	for (uint32_t i = 0; i < n; i++) {
		struct link_unit *u = &k->units[i];
		u->p = &units[i];
		u->symbol_base = k->place_count;
		k->place_count += u->p->symbols.n;
		move_strings(k, u);
		move_locs(k, u);
		move_units(k, u);
	}
	k->unit_of = xcalloc(k->place_count + 1u, sizeof(*k->unit_of));
	k->stands_for = xcalloc(k->place_count + 1u, sizeof(*k->stands_for));
	k->add_flags = xcalloc(k->place_count + 1u, sizeof(*k->add_flags));
	k->out_symbol = xcalloc(k->place_count + 1u, sizeof(*k->out_symbol));
	for (uint32_t i = 0; i < n; i++) {
		place base = k->units[i].symbol_base;
		for (sym_id s = 0; s < units[i].symbols.n; s++) {
			k->unit_of[base + s] = i;
			k->stands_for[base + s] = base + s;
		}
	}
}

/* A unit that was moved keeps nothing. */
static void unit_release(struct link_unit *u)
{
	program_free(u->p);
	free(u->strs);
	free(u->locs);
	free(u->types);
	free(u->consts);
	*u = (struct link_unit){0};
}

static void linker_release(struct linker *k)
{
	for (uint32_t i = 0; i < k->n; i++) {
		if (k->units[i].p)
			unit_release(&k->units[i]);
	}
	free(k->units);
	free(k->unit_of);
	free(k->stands_for);
	free(k->add_flags);
	free(k->out_symbol);
}

/* ---- symbols ---- */

/* The id of a symbol in the linked program. */
static sym_id moved_symbol(const struct linker *k, const struct link_unit *u, sym_id s)
{
	return s ? k->out_symbol[k->stands_for[u->symbol_base + s]] : 0;
}

static const_id moved_const(struct linker *k, struct link_unit *u, const_id c)
{
	if (!u->consts[c]) {
		const struct ir_const *old = &u->p->consts.at[c];
		u->consts[c] = program_const(k->out, moved_symbol(k, u, old->sym), old->value);
	}
	return u->consts[c];
}

/* Ids in the order in which names first appear. */
static void number_symbols(struct linker *k)
{
	for (uint32_t i = 0; i < k->n; i++) {
		const struct link_unit *u = &k->units[i];
		for (sym_id s = 1; s < u->p->symbols.n; s++) {
			place g = k->stands_for[u->symbol_base + s];
			if (k->out_symbol[g])
				continue;
			k->out_symbol[g] = k->out->symbols.n;
			vec_push(&k->out->symbols, ((struct ir_symbol){.unit = g}));
		}
	}
}

static void move_inits(struct linker *k, struct link_unit *u, struct ir_symbol *s)
{
	uint32_t first = s->init;
	s->init = k->out->inits.n;
	for (uint32_t i = 0; i < s->init_count; i++) {
		struct ir_init init = u->p->inits.at[first + i];
		init.value = moved_const(k, u, init.value);
		vec_push(&k->out->inits, init);
	}
}

static void move_symbol(struct linker *k, sym_id to, place g)
{
	struct link_unit *u = &k->units[k->unit_of[g]];
	struct ir_symbol s = *link_symbol_at(k, g);
	s.flags |= k->add_flags[g];
	if (s.linkage == LINK_COMMON)
		s.flags |= SYMF_DEFINED;
	s.name = u->strs[s.name];
	s.source_name = u->strs[s.source_name];
	s.scope = u->strs[s.scope];
	s.text = u->strs[s.text];
	s.section = u->strs[s.section];
	s.unit += u->unit_base;
	s.type = u->types[s.type];
	s.loc = u->locs[s.loc];
	s.target = moved_symbol(k, u, s.target);
	s.func = 0; /* set when the body is moved */
	move_inits(k, u, &s);
	k->out->symbols.at[to] = s;
}

/* a alias of b in one unit and b alias of a in another: neither has content. */
static void break_alias_cycles(struct program *p)
{
	uint32_t *walk = xcalloc(p->symbols.n, sizeof(*walk));
	for (sym_id i = 1; i < p->symbols.n; i++) {
		sym_id s = i;
		while (s && !walk[s]) {
			walk[s] = i;
			sym_id next = p->symbols.at[s].target;
			if (next && walk[next] == i) {
				p->symbols.at[s].target = next = 0;
				p->symbols.at[s].flags &= (uint16_t)~SYMF_IFUNC;
			}
			s = next;
		}
	}
	free(walk);
}

static void move_symbols(struct linker *k)
{
	number_symbols(k);
	for (uint32_t i = 0; i < k->n; i++)
		k->units[i].consts = xcalloc(k->units[i].p->consts.n, sizeof(const_id));
	for (sym_id s = 1; s < k->out->symbols.n; s++)
		move_symbol(k, s, k->out->symbols.at[s].unit);
	break_alias_cycles(k->out);
}

/* ---- code ---- */

static ir_val moved_val(struct linker *k, struct link_unit *u, ir_val v)
{
	if (ir_val_tag(v) != VAL_CONST)
		return v;
	return ir_val_make(VAL_CONST, moved_const(k, u, ir_val_index(v)));
}

static void move_operands(struct linker *k, struct link_unit *u, struct ir_inst *i)
{
	uint32_t first = i->args;
	i->args = k->out->operands.n;
	for (uint32_t n = 0; n < i->arg_count; n++) {
		ir_val v = u->p->operands.at[first + n];
		bool raw = ir_arg_is_block(i->op, n);
		vec_push(&k->out->operands, raw ? v : moved_val(k, u, v));
	}
}

static void move_inst(struct linker *k, struct link_unit *u, struct ir_inst i)
{
	i.a = moved_val(k, u, i.a);
	if (i.op != OP_BRANCH) {
		i.b = moved_val(k, u, i.b);
		i.c = moved_val(k, u, i.c);
	}
	if (i.op == OP_ASM)
		i.imm = u->strs[i.imm];
	i.loc = u->locs[i.loc];
	move_operands(k, u, &i);
	vec_push(&k->out->insts, i);
}

static void move_params(struct linker *k, const struct link_unit *u,
			const struct ir_func *f)
{
	for (uint32_t i = 0; i < f->param_count; i++) {
		struct ir_param param = u->p->params.at[f->param_first + i];
		param.name = u->strs[param.name];
		param.type = u->types[param.type];
		vec_push(&k->out->params, param);
	}
}

static void move_vars(struct linker *k, struct link_unit *u, const struct ir_func *f)
{
	for (uint32_t i = 0; i < f->var_count; i++) {
		struct ir_var var = u->p->vars.at[f->var_first + i];
		var.name = u->strs[var.name];
		var.type = u->types[var.type];
		var.loc = u->locs[var.loc];
		var.value = moved_val(k, u, var.value);
		vec_push(&k->out->vars, var);
	}
}

static void move_func(struct linker *k, struct link_unit *u, const struct ir_func *f)
{
	struct program *out = k->out;
	struct ir_func moved = *f;
	moved.sym = moved_symbol(k, u, f->sym);
	moved.block_first = out->blocks.n;
	moved.inst_first = out->insts.n;
	moved.param_first = out->params.n;
	moved.var_first = out->vars.n;
	moved.loc = u->locs[f->loc];
	moved.result_type = u->types[f->result_type];
	move_params(k, u, f);
	move_vars(k, u, f);
	for (uint32_t b = 0; b < f->block_count; b++)
		vec_push(&out->blocks, *ir_block_at(u->p, f, b));
	for (uint32_t i = 0; i < f->inst_count; i++)
		move_inst(k, u, *ir_inst_at(u->p, f, i));
	out->symbols.at[moved.sym].func = out->funcs.n;
	vec_push(&out->funcs, moved);
}

static void move_code(struct linker *k, struct link_unit *u)
{
	for (func_id f = 1; f < u->p->funcs.n; f++) {
		const struct ir_func *func = &u->p->funcs.at[f];
		place g = u->symbol_base + func->sym;
		if (k->stands_for[g] == g)
			move_func(k, u, func);
	}
	unit_release(u);
}

bool link_units(struct program *units, uint32_t n, struct program *out,
		struct link_conflicts *conflicts)
{
	struct linker k;
	program_init(out);
	linker_init(&k, units, n, out);
	bool ok = link_symbols(&k, conflicts);
	if (ok) {
		link_types(&k);
		link_same(&k);
		move_symbols(&k);
		for (uint32_t i = 0; i < n; i++)
			move_code(&k, &k.units[i]);
		program_index_symbols(out);
	}
	linker_release(&k);
	return ok;
}
