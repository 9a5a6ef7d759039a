/* SPDX-License-Identifier: MIT */
/*
 * A finder is a function that is given a name and looks up what follows under it: dlsym, told
 * RTLD_NEXT, and whoever hands its own formals to one. Units are looked at until there is no
 * new finder; most have none, and are not looked at at all.
 */
#include "ir/before.h"

#include <stdlib.h>
#include <string.h>

enum { NO_PARAM = UINT32_MAX };
static const int64_t RTLD_NEXT_NUMBER = -1; /* dlfcn.h */

struct finder {
	uint32_t name; /* which formal is the name */
	uint32_t next; /* which one says that the next is meant; NO_PARAM: it is */
};

struct search {
	const struct program *units;
	uint32_t n;
	const struct lookups *who;
	struct intern names;
	struct map outer;   /* by name: those that other units see; index + 1 */
	struct map *inner;  /* by unit: by symbol; index + 1 */
	VEC(struct finder) finders;
	bool **before;
	bool more; /* a finder was found in this round */
};

/* ---- finders ---- */

static const struct finder *finder_of(struct search *s, uint32_t unit, sym_id sym)
{
	const struct program *p = &s->units[unit];
	uint32_t at = map_get(&s->inner[unit], sym, 0);
	const char *name = ir_str(p, p->symbols.at[sym].name);
	if (!at && p->symbols.at[sym].linkage != LINK_INTERNAL)
		at = map_get(&s->outer, intern_str(&s->names, name), 0);
	return at ? &s->finders.at[at - 1] : NULL;
}

static void add_finder(struct search *s, uint32_t unit, sym_id sym, struct finder f)
{
	const struct program *p = &s->units[unit];
	if (finder_of(s, unit, sym))
		return;
	vec_push(&s->finders, f);
	if (p->symbols.at[sym].linkage == LINK_INTERNAL)
		map_put(&s->inner[unit], sym, s->finders.n);
	else
		map_put(&s->outer, intern_str(&s->names, ir_str(p, p->symbols.at[sym].name)),
			s->finders.n);
	s->more = true;
}

/* The library's: any other argument may be the one that says 'the next'. */
static void add_library(struct search *s, uint32_t unit, sym_id sym)
{
	const struct program *p = &s->units[unit];
	const struct ir_symbol *y = &p->symbols.at[sym];
	int name = -1;
	if (y->kind == SYM_FUNCTION && !y->func && y->linkage != LINK_INTERNAL)
		name = s->who->named_by(s->who->context, ir_str(p, y->name));
	if (name >= 0)
		add_finder(s, unit, sym, (struct finder){(uint32_t)name, name == 0});
}

/* ---- what is looked up ---- */

static ir_val plain(const struct program *p, const struct ir_func *fn, ir_val v)
{
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(p, fn, ir_val_index(v));
		if (i->op != OP_CAST || i->sub != CAST_BITS)
			break;
		v = i->a;
	}
	return v;
}

static void note_name(struct search *s, uint32_t unit, sym_id string)
{
	const struct program *p = &s->units[unit];
	const char *text = ir_str(p, p->symbols.at[string].text);
	for (sym_id f = 1; *text && f < p->symbols.n; f++) {
		const struct ir_symbol *y = &p->symbols.at[f];
		if (y->kind == SYM_FUNCTION && y->linkage != LINK_INTERNAL &&
		    (y->func || y->target) && strcmp(ir_str(p, y->name), text) == 0)
			s->before[unit][f] = true;
	}
}

/* The names are in a table: whatever strings variables of the unit begin with. */
static void note_table(struct search *s, uint32_t unit)
{
	const struct program *p = &s->units[unit];
	for (uint32_t i = 0; i < p->inits.n; i++) {
		sym_id sym = p->consts.at[p->inits.at[i].value].sym;
		if (sym && p->symbols.at[sym].text)
			note_name(s, unit, sym);
	}
}

/* By a formal, the caller tells; by a number, it is known. */
static bool is_next(const struct program *p, const struct ir_func *fn, ir_val v,
		    uint32_t *formal)
{
	int64_t number;
	v = plain(p, fn, v);
	*formal = ir_val_tag(v) == VAL_PARAM ? ir_val_index(v) : (uint32_t)NO_PARAM;
	return *formal != NO_PARAM || (ir_val_int(p, v, &number) && number == RTLD_NEXT_NUMBER);
}

static void look_at_call(struct search *s, uint32_t unit, const struct ir_func *fn,
			 const struct ir_inst *call)
{
	const struct program *p = &s->units[unit];
	const ir_val *args = p->operands.at + call->args;
	sym_id callee = ir_val_symbol(p, call->a);
	const struct finder *f = callee ? finder_of(s, unit, callee) : NULL;
	uint32_t next = NO_PARAM;
	if (!f || f->name >= call->arg_count)
		return;
	if (f->next != NO_PARAM && (f->next >= call->arg_count ||
				    !is_next(p, fn, args[f->next], &next)))
		return;
	ir_val name = plain(p, fn, args[f->name]);
	sym_id string = ir_val_symbol(p, name);
	if (ir_val_tag(name) == VAL_PARAM)
		add_finder(s, unit, fn->sym, (struct finder){ir_val_index(name), next});
	else if (next == NO_PARAM && string)
		note_name(s, unit, string);
	else if (next == NO_PARAM)
		note_table(s, unit);
}

static void look_at_unit(struct search *s, uint32_t unit)
{
	const struct program *p = &s->units[unit];
	bool any = false;
	for (sym_id y = 1; !any && y < p->symbols.n; y++)
		any = p->symbols.at[y].kind == SYM_FUNCTION && finder_of(s, unit, y);
	for (func_id f = 1; any && f < p->funcs.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		for (uint32_t i = 0; i < fn->inst_count; i++)
			if (ir_inst_at(p, fn, i)->op == OP_CALL)
				look_at_call(s, unit, fn, ir_inst_at(p, fn, i));
	}
}

void find_before(const struct program *units, uint32_t n, const struct lookups *who,
		 bool **before)
{
	struct search s = {.units = units, .n = n, .who = who, .before = before};
	s.inner = xcalloc(n + 1u, sizeof(*s.inner));
	for (uint32_t u = 0; u < n; u++)
		for (sym_id y = 1; y < units[u].symbols.n; y++)
			add_library(&s, u, y);
	while (s.more) {
		s.more = false;
		for (uint32_t u = 0; u < n; u++)
			look_at_unit(&s, u);
	}
	for (uint32_t u = 0; u < n; u++)
		map_free(&s.inner[u]);
	free(s.inner);
	map_free(&s.outer);
	intern_free(&s.names);
	vec_free(&s.finders);
}
