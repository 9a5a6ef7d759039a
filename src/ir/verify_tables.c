/* SPDX-License-Identifier: MIT */
/* The invariants of the tables: ids in range, symbols that make sense. */
#include "ir/verify.h"

#include "ir/syntax.h"

static const char *check_units(const struct program *p)
{
	for (uint32_t i = 1; i < p->units.n; i++) {
		const struct ir_unit *u = &p->units.at[i];
		if (u->name >= p->strings.n || u->triple >= p->strings.n)
			return "unit: string out of range";
		if (u->pointer_size == 0 || u->pointer_size > 16)
			return "unit: impossible pointer size";
	}
	for (file_id i = 1; i < p->files.n; i++) {
		if (p->files.at[i] >= p->strings.n)
			return "file: string out of range";
	}
	return NULL;
}

static const char *check_locs(const struct program *p)
{
	for (loc_id i = 1; i < p->locs.n; i++) {
		const struct ir_loc *l = &p->locs.at[i];
		if (l->file >= p->files.n)
			return "position: file out of range";
		if (l->function >= p->strings.n)
			return "position: string out of range";
		if (l->inlined_at >= i)
			return "position: inlined into a later position";
	}
	return NULL;
}

static const char *check_types(const struct program *p)
{
	for (type_id i = 1; i < p->types.n; i++) {
		const struct ir_type *t = &p->types.at[i];
		if (t->kind > TYPE_ALIAS)
			return "type: unknown kind";
		if (t->flags & ~(TYPE_CONST | TYPE_VOLATILE | TYPE_ATOMIC | TYPE_OUTSIDE))
			return "type: unknown flag";
		if (t->name >= p->strings.n || t->target >= p->types.n ||
		    t->loc >= p->locs.n)
			return "type: name, target or position out of range";
		if (!range_ok(t->members, t->member_count, p->members.n))
			return "type: members out of range";
	}
	for (uint32_t i = 0; i < p->members.n; i++) {
		const struct ir_member *m = &p->members.at[i];
		if (m->name >= p->strings.n || m->type >= p->types.n)
			return "member: name or type out of range";
	}
	return NULL;
}

static const char *check_consts(const struct program *p)
{
	for (const_id i = 1; i < p->consts.n; i++) {
		if (p->consts.at[i].sym >= p->symbols.n)
			return "constant: symbol out of range";
	}
	return NULL;
}

static const char *check_inits(const struct program *p, const struct ir_symbol *s)
{
	if (!range_ok(s->init, s->init_count, p->inits.n))
		return "symbol: initial values out of range";
	for (uint32_t i = 0; i < s->init_count; i++) {
		const struct ir_init *init = &p->inits.at[s->init + i];
		if (init->value == 0 || init->value >= p->consts.n)
			return "initial value: constant out of range";
		if (init->size == 0)
			return "initial value: no size";
		if (init->offset > s->size || init->size > s->size - init->offset)
			return "initial value: outside of the variable";
	}
	return NULL;
}

static const char *check_definition(const struct program *p, sym_id id)
{
	const struct ir_symbol *s = &p->symbols.at[id];
	if (s->func >= p->funcs.n)
		return "symbol: function out of range";
	if (s->func && p->funcs.at[s->func].sym != id)
		return "symbol: its body belongs to another symbol";
	if (s->func && s->kind != SYM_FUNCTION)
		return "symbol: a variable with a body";
	if (s->func && !(s->flags & SYMF_DEFINED))
		return "symbol: a body but not defined";
	if (s->init_count && s->kind != SYM_VARIABLE)
		return "symbol: a function with an initial value";
	if (s->target >= p->symbols.n)
		return "symbol: target out of range";
	if (s->target && (s->func || s->init_count))
		return "symbol: both an alias and a definition";
	if (s->flags & SYMF_IFUNC && !s->target)
		return "symbol: ifunc without resolver";
	return check_inits(p, s);
}

static const char *check_symbol(const struct program *p, sym_id id)
{
	const struct ir_symbol *s = &p->symbols.at[id];
	if (s->kind > SYM_FUNCTION || s->linkage > LINK_COMMON)
		return "symbol: unknown kind or linkage";
	uint32_t unwritten = SYMF_COPY | SYMF_OUTSIDE | SYMF_CALLERS | SYMF_STATE | SYMF_STATE_KEPT;
	if ((s->flags & ~unwritten) >= 1u << words_symbol_flags.n)
		return "symbol: unknown flag";
	if (s->name == 0 || s->name >= p->strings.n)
		return "symbol: no name";
	if (s->source_name >= p->strings.n || s->scope >= p->strings.n ||
	    s->text >= p->strings.n || s->section >= p->strings.n)
		return "symbol: string out of range";
	if (s->unit == 0 || s->unit >= p->units.n)
		return "symbol: unit out of range";
	if (s->type >= p->types.n || s->loc >= p->locs.n)
		return "symbol: type or position out of range";
	return check_definition(p, id);
}

/* Every chain of targets ends: each step is counted once over all symbols. */
static const char *check_targets(const struct program *p)
{
	VEC(uint32_t) walked = {0}; /* by symbol: the walk that came through first */
	const char *wrong = NULL;
	for (sym_id i = 0; i < p->symbols.n; i++)
		vec_push(&walked, 0);
	for (sym_id i = 1; i < p->symbols.n; i++) {
		sym_id s = i;
		for (; s && !walked.at[s]; s = p->symbols.at[s].target)
			walked.at[s] = i;
		if (s && walked.at[s] == i)
			wrong = "symbol: a cycle of aliases";
	}
	vec_free(&walked);
	return wrong;
}

/* Internal symbols have a name of their own in their unit, others in all. */
static const char *check_names(const struct program *p, sym_id *at)
{
	struct map names = {0};
	const char *wrong = NULL;
	for (sym_id i = 1; i < p->symbols.n && !wrong; i++) {
		const struct ir_symbol *s = &p->symbols.at[i];
		uint32_t unit = s->linkage == LINK_INTERNAL ? s->unit : 0;
		*at = i;
		if (s->flags & SYMF_COPY)
			continue;
		if (map_get(&names, map_key2(unit, s->name), 0))
			wrong = "symbol: two with one name";
		map_put(&names, map_key2(unit, s->name), i);
	}
	map_free(&names);
	return wrong;
}

static const char *check_symbols(const struct program *p, sym_id *at)
{
	const char *wrong = NULL;
	for (sym_id i = 1; i < p->symbols.n && !wrong; i++) {
		*at = i;
		wrong = check_symbol(p, i);
	}
	if (!wrong)
		wrong = check_names(p, at);
	if (!wrong) {
		*at = 0;
		wrong = check_targets(p);
	}
	return wrong;
}

static const char *check_reserved(const struct program *p)
{
	if (!p->files.n || !p->locs.n || !p->types.n || !p->symbols.n || !p->consts.n ||
	    !p->funcs.n || !p->units.n || !p->strings.n)
		return "an id 0 is missing: program_init was not called";
	return NULL;
}

const char *verify_tables(const struct program *p, sym_id *at)
{
	const char *wrong = check_reserved(p);
	if (!wrong)
		wrong = check_units(p);
	if (!wrong)
		wrong = check_locs(p);
	if (!wrong)
		wrong = check_types(p);
	if (!wrong)
		wrong = check_consts(p);
	return wrong ? wrong : check_symbols(p, at);
}
