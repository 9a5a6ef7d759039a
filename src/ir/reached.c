/* SPDX-License-Identifier: MIT */
/* A walk over symbols; each is looked at once. */
#include "ir/reached.h"

#include <stdlib.h>
#include <string.h>

#include "ir/linker.h"

struct place_in {
	uint32_t unit;
	sym_id sym;
};

struct walker {
	const struct program *units;
	uint32_t n;
	uint32_t *const *name_of;
	const struct creators *who;
	struct place_in *owner; /* [names] who defines it; sym 0: nobody */
	bool **seen;            /* by unit and symbol */
	VEC(struct place_in) open;
	struct reached out;
};

static const struct ir_symbol *symbol_at(const struct walker *w, struct place_in at)
{
	return &w->units[at.unit].symbols.at[at.sym];
}

static void find_owners(struct walker *w, const bool *taken)
{
	for (uint32_t u = 0; u < w->n; u++) {
		for (sym_id s = 1; taken[u] && s < w->units[u].symbols.n; s++) {
			struct place_in at = {u, s}, *known = &w->owner[w->name_of[u][s]];
			enum link_rank rank = link_rank(symbol_at(w, at));
			if (w->name_of[u][s] && rank > RANK_DECLARED &&
			    (!known->sym || rank > link_rank(symbol_at(w, *known))))
				*known = at;
		}
	}
}

/* The definition that the mention means; itself if there is none. */
static struct place_in resolve(const struct walker *w, struct place_in at)
{
	uint32_t name = w->name_of[at.unit][at.sym];
	return name && w->owner[name].sym ? w->owner[name] : at;
}

static void mention(struct walker *w, uint32_t unit, sym_id sym)
{
	struct place_in at = resolve(w, (struct place_in){unit, sym});
	if (!sym || w->seen[at.unit][at.sym])
		return;
	w->seen[at.unit][at.sym] = true;
	vec_push(&w->open, at);
}

static void mention_value(struct walker *w, uint32_t unit, ir_val v)
{
	const struct program *p = &w->units[unit];
	if (ir_val_tag(v) == VAL_CONST && ir_val_index(v) < p->consts.n)
		mention(w, unit, p->consts.at[ir_val_index(v)].sym);
}

static bool creates(const struct walker *w, uint32_t unit, ir_val callee)
{
	const struct program *p = &w->units[unit];
	sym_id s = ir_val_symbol(p, callee);
	return s && !symbol_at(w, resolve(w, (struct place_in){unit, s}))->func &&
	       w->who->creates(w->who->context, ir_str(p, p->symbols.at[s].name));
}

static void walk_inst(struct walker *w, uint32_t unit, const struct ir_inst *i)
{
	const ir_val *args = w->units[unit].operands.at + i->args;
	if (i->op == OP_BRANCH || i->op == OP_SWITCH || i->op == OP_JUMP ||
	    i->op == OP_GOTO)
		return; /* numbers of blocks */
	mention_value(w, unit, i->a);
	mention_value(w, unit, i->b);
	mention_value(w, unit, i->c);
	for (uint32_t k = i->op == OP_PHI; k < i->arg_count; k += 1 + (i->op == OP_PHI))
		mention_value(w, unit, args[k]);
	w->out.creations += i->op == OP_CALL && creates(w, unit, i->a);
}

static void walk_symbol(struct walker *w, struct place_in at)
{
	const struct program *p = &w->units[at.unit];
	const struct ir_symbol *s = symbol_at(w, at);
	const struct ir_func *fn = &p->funcs.at[s->func];
	for (uint32_t i = 0; i < s->init_count; i++)
		mention(w, at.unit, p->consts.at[p->inits.at[s->init + i].value].sym);
	mention(w, at.unit, s->target);
	for (uint32_t i = 0; s->func && i < fn->inst_count; i++)
		walk_inst(w, at.unit, ir_inst_at(p, fn, i));
	w->out.code += s->func ? fn->inst_count : 0;
}

static void begin(struct walker *w, uint32_t main)
{
	const struct program *p = &w->units[main];
	for (sym_id s = 1; s < p->symbols.n; s++)
		if (p->symbols.at[s].func &&
		    strcmp(ir_str(p, p->symbols.at[s].name), "main") == 0)
			mention(w, main, s);
}

struct reached reached_from(const struct program *units, uint32_t n, const bool *taken,
			    uint32_t main, uint32_t *const *name_of, uint32_t names,
			    const struct creators *who)
{
	struct walker w = {.units = units, .n = n, .name_of = name_of, .who = who};
	w.owner = xcalloc(names + 1u, sizeof(*w.owner));
	w.seen = xcalloc(n + 1u, sizeof(*w.seen));
	for (uint32_t u = 0; u < n; u++)
		w.seen[u] = xcalloc(units[u].symbols.n + 1u, sizeof(**w.seen));
	find_owners(&w, taken);
	begin(&w, main);
	while (w.open.n)
		walk_symbol(&w, w.open.at[--w.open.n]);
	for (uint32_t u = 0; u < n; u++)
		free(w.seen[u]);
	free(w.seen);
	free(w.owner);
	vec_free(&w.open);
	return w.out;
}
