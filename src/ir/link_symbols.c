/* SPDX-License-Identifier: MIT */
/*
 * Which of the symbols with one name has the content, as the ELF linkers
 * decide it: a strong definition, else the largest common one, else a weak
 * one, else any inline body, else the declaration that says most. Among
 * equals the first unit wins. Two strong definitions are a conflict.
 */
#include "ir/linker.h"

#include "base/diag.h"

enum link_rank link_rank(const struct ir_symbol *s)
{
	if (s->linkage == LINK_COMMON)
		return RANK_COMMON;
	if (!(s->flags & SYMF_DEFINED) && !s->target && !s->func)
		return RANK_DECLARED;
	return s->linkage == LINK_WEAK	 ? RANK_WEAK
	       : s->linkage == LINK_ONCE ? RANK_ONCE
					 : RANK_STRONG;
}

/* Should b replace a, which came first? */
static bool is_better(const struct ir_symbol *b, const struct ir_symbol *a)
{
	enum link_rank of_a = link_rank(a), of_b = link_rank(b);
	if (of_a != of_b)
		return of_b > of_a;
	if (of_a == RANK_COMMON)
		return b->size > a->size;
	if (of_a == RANK_DECLARED)
		return (!a->type && b->type) || (!a->size && b->size);
	/* An alias or body that can be looked into beats one that cannot. */
	return of_a != RANK_STRONG && !a->func && !a->target && (b->func || b->target);
}

static const char *unit_name(const struct linker *k, place g)
{
	const struct link_unit *u = &k->units[k->unit_of[g]];
	uint32_t unit = u->unit_base + link_symbol_at(k, g)->unit;
	return ir_str(k->out, k->out->units.at[unit].name);
}

static str_id out_name(const struct linker *k, place g)
{
	return k->units[k->unit_of[g]].strs[link_symbol_at(k, g)->name];
}

/* Said once for a name: 'warned' has those that were. */
static void note_disagreement(const struct linker *k, place a, place b, struct map *warned)
{
	if (link_symbol_at(k, a)->kind == link_symbol_at(k, b)->kind)
		return;
	str_id name = out_name(k, a);
	bool function = link_symbol_at(k, a)->kind == SYM_FUNCTION;
	if (map_get(warned, name, 0))
		return;
	map_put(warned, name, 1);
	warn("'%s' is a %s in %s but a %s in %s", ir_str(k->out, name),
	     function ? "function" : "variable", unit_name(k, a),
	     function ? "variable" : "function", unit_name(k, b));
}

static bool both_strong(const struct linker *k, place a, place b)
{
	return link_rank(link_symbol_at(k, a)) == RANK_STRONG &&
	       link_rank(link_symbol_at(k, b)) == RANK_STRONG;
}

static bool takes_part(const struct linker *k, place g)
{
	return g != k->units[k->unit_of[g]].symbol_base &&
	       link_symbol_at(k, g)->linkage != LINK_INTERNAL;
}

/* What any declaration knows is true of the definition. */
static void share_flags(struct linker *k, place g)
{
	const unsigned shared = SYMF_ADDRESS_TAKEN | SYMF_NORETURN;
	unsigned flags = link_symbol_at(k, g)->flags & shared;
	k->add_flags[k->stands_for[g]] |= (uint16_t)flags;
}

/* One for a unit is enough: whoever leaves it out is rid of the others. */
static void add_conflict(const struct linker *k, struct link_conflicts *c, place a, place b)
{
	const char *second = unit_name(k, b);
	if (c->n == MAX_CONFLICTS || (c->n && c->at[c->n - 1].second_unit == second))
		return;
	c->at[c->n++] = (struct link_conflict){ir_str(k->out, out_name(k, b)), unit_name(k, a),
					       second};
}

/* The place that holds each name when all have been seen, as place + 1. */
static bool find_holders(const struct linker *k, struct map *holders,
			 struct link_conflicts *conflicts)
{
	struct map warned = {0};
	conflicts->n = 0;
	for (place g = 0; g < k->place_count; g++) {
		if (!takes_part(k, g))
			continue;
		str_id name = out_name(k, g);
		uint32_t old = map_get(holders, name, 0);
		if (!old) {
			map_put(holders, name, g + 1);
			continue;
		}
		note_disagreement(k, old - 1, g, &warned);
		if (both_strong(k, old - 1, g))
			add_conflict(k, conflicts, old - 1, g);
		if (is_better(link_symbol_at(k, g), link_symbol_at(k, old - 1)))
			map_put(holders, name, g + 1);
	}
	map_free(&warned);
	return conflicts->n == 0;
}

bool link_symbols(struct linker *k, struct link_conflicts *conflicts)
{
	struct map holders = {0};
	bool ok = find_holders(k, &holders, conflicts);
	for (place g = 0; g < k->place_count && ok; g++) {
		if (!takes_part(k, g))
			continue;
		k->stands_for[g] = map_get(&holders, out_name(k, g), 0) - 1;
		share_flags(k, g);
	}
	map_free(&holders);
	return ok;
}
