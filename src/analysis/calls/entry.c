/* SPDX-License-Identifier: MIT */
/*
 * Entries of a table: {handler, locked}. Who has looked at 'e->locked' calls through
 * 'e->handler' only what stands in an entry of which that is true. The table is a variable
 * with an initial value that nothing writes to.
 */
#include "analysis/calls/entry.h"

#include "analysis/state/facts.h"
#include "analysis/whole/writers.h"

struct entry {
	const struct frame *fr;
	path_id base;	/* the name of its address */
	sym_id table;
	int64_t offset; /* in the table */
};

/* ---- what an entry holds ---- */

static bool initial_number(const struct program *p, sym_id table, int64_t at, int64_t *out)
{
	const struct ir_symbol *t = &p->symbols.at[table];
	*out = 0;
	for (uint32_t i = 0; i < t->init_count; i++) {
		const struct ir_init *x = &p->inits.at[t->init + i];
		int64_t from = (int64_t)x->offset;
		if (from == at)
			return ir_val_int(p, ir_val_make(VAL_CONST, x->value), out);
		if (from < at && at < from + (int64_t)x->size)
			return false;
	}
	return true;
}

static bool compute(enum path_math op, int64_t a, int64_t b, int64_t *out)
{
	switch (op) {
	case MATH_ADD: *out = (int64_t)((uint64_t)a + (uint64_t)b); return true;
	case MATH_SUB: *out = (int64_t)((uint64_t)a - (uint64_t)b); return true;
	case MATH_AND: *out = a & b; return true;
	case MATH_EQUAL: *out = a == b; return true;
	case MATH_LESS: *out = a < b; return true;
	case MATH_BELOW: *out = (uint64_t)a < (uint64_t)b; return true;
	default: return false;
	}
}

static bool number_in(const struct entry *e, path_id p, uint32_t depth, int64_t *out)
{
	const struct path *x = path_at(&e->fr->paths, p);
	int64_t a, b;
	path_id base;
	if (!depth)
		return false;
	switch (x->kind) {
	case PATH_INT: *out = x->imm; return true;
	case PATH_LOAD:
		a = path_split_offset(&e->fr->paths, x->a, &base);
		return base == e->base && initial_number(e->fr->p, e->table, e->offset + a, out);
	case PATH_OFFSET:
		if (!number_in(e, x->a, depth - 1, &a))
			return false;
		*out = a + x->imm;
		return true;
	case PATH_MATH:
		return number_in(e, x->a, depth - 1, &a) && number_in(e, x->b, depth - 1, &b) &&
		       compute((enum path_math)x->imm, a, b, out);
	default: return false;
	}
}

static bool agrees(const struct entry *e, const struct state *s)
{
	enum { DEPTH = 6 };
	for (uint32_t i = 0; i < s->fact_count; i++) {
		const struct fact *f = &s->facts[i];
		int64_t n;
		if (!f->target && number_in(e, f->path, DEPTH, &n) &&
		    (!(f->signs & facts_signs_of_int(n)) || (f->exact && f->value != n)))
			return false;
	}
	return true;
}

/* ---- which entries ---- */

static bool names_in(struct frame *fr, const struct state *s, struct entry *e, int64_t handler,
		     sym_id target)
{
	const struct ir_symbol *t = &fr->p->symbols.at[e->table];
	for (uint32_t i = 0; i < t->init_count; i++) {
		const struct ir_init *x = &fr->p->inits.at[t->init + i];
		sym_id at = ir_val_symbol(fr->p, ir_val_make(VAL_CONST, x->value));
		if (!at || ir_resolve_alias(fr->p, at) != target)
			continue;
		e->offset = (int64_t)x->offset - handler;
		if (agrees(e, s))
			return true;
	}
	return false;
}

static bool knows_of(const struct frame *fr, const struct state *s, path_id base)
{
	for (uint32_t i = 0; i < s->fact_count; i++)
		if (path_mentions(&fr->paths, s->facts[i].path, base))
			return true;
	return false;
}

bool entry_may_name(struct frame *fr, const struct state *s, path_id pointer, sym_id target)
{
	path_id from = frame_loaded_from(fr, pointer);
	struct entry e = {.fr = fr};
	int64_t handler = from ? path_split_offset(&fr->paths, from, &e.base) : 0;
	if (!from || !knows_of(fr, s, e.base))
		return true;
	const struct pt_set *set = frame_points_to(fr, e.base);
	target = ir_resolve_alias(fr->p, target);
	for (uint32_t i = 0; i < set->locs.n; i++) {
		const struct pt_object *o = pointers_object(fr->pt, set->locs.at[i].obj);
		if (o->kind != OBJ_VARIABLE || !(fr->p->symbols.at[o->sym].flags & SYMF_DEFINED) ||
		    writers_has(fr->writers, set->locs.at[i].obj))
			return true;
		e.table = o->sym;
		if (names_in(fr, s, &e, handler, target))
			return true;
	}
	return !set->locs.n || set->unknown;
}
