/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the linker share.
 *
 * Before linking, every symbol of every unit has a place: its unit's
 * symbol_base plus its id there. 'stands_for' goes from a place to the place
 * that has the symbol's content in the linked program: the winning definition
 * of an external name, the first of identical internal functions, or itself.
 */
#ifndef CHEQUER_IR_LINKER_H
#define CHEQUER_IR_LINKER_H

#include "ir/link.h"

typedef uint32_t place;

/* What a symbol has: the higher takes the place of the lower. */
enum link_rank { RANK_DECLARED, RANK_ONCE, RANK_WEAK, RANK_COMMON, RANK_STRONG };
enum link_rank link_rank(const struct ir_symbol *s);

/* One input program, and where its ids went. */
struct link_unit {
	struct program *p;
	str_id *strs;
	loc_id *locs;
	type_id *types;
	const_id *consts; /* 0: not moved yet */
	place symbol_base;
	uint32_t unit_base; /* added to its unit numbers */
};

struct linker {
	struct program *out;
	struct link_unit *units;
	uint32_t n;
	place place_count;
	uint32_t *unit_of;   /* by place: index in units */
	place *stands_for;   /* by place */
	uint16_t *add_flags; /* by place: what other declarations know of it */
	sym_id *out_symbol;  /* by place that stands for itself; 0: none yet */
};

static inline const struct ir_symbol *link_symbol_at(const struct linker *k, place g)
{
	const struct link_unit *u = &k->units[k->unit_of[g]];
	return &u->p->symbols.at[g - u->symbol_base];
}

/* link_types.c: fills units[].types. */
void link_types(struct linker *k);
/* link_symbols.c: stands_for of every symbol that is not internal. */
bool link_symbols(struct linker *k, struct link_conflicts *conflicts);
/* link_same.c: stands_for of identical internal functions and constants. */
void link_same(struct linker *k);

#endif
