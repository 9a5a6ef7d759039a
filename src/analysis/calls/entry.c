/* SPDX-License-Identifier: MIT */
/*
 * Entries of a table: {handler, locked}. Who has looked at 'e->locked' calls through
 * 'e->handler' only what stands in an entry of which that is true. The table is a variable
 * with an initial value that nothing writes to, or memory that is filled in at run time
 * (analysis/whole/rows.c).
 */
#include "analysis/calls/entry.h"

#include "analysis/state/facts.h"
#include "analysis/whole/rows.h"
#include "analysis/whole/writers.h"

struct entry {
	const struct frame *fr;
	path_id base;	/* the name of its address */
	sym_id table;	/* 0: it is a row */
	uint32_t row;
	int64_t offset; /* in the table, or object */
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

static bool number_at(const struct entry *e, int64_t offset, int64_t *out)
{
	return e->table ? initial_number(e->fr->p, e->table, e->offset + offset, out)
			: rows_number(e->fr->rows, e->row, e->offset + offset, out);
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
		return base == e->base && number_at(e, a, out);
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

static bool is_table(const struct frame *fr, obj_id obj)
{
	const struct pt_object *o = pointers_object(fr->pt, obj);
	return o->kind == OBJ_VARIABLE && fr->p->symbols.at[o->sym].flags & SYMF_DEFINED &&
	       !writers_has(fr->writers, obj);
}

/* The rows of what the handler was read from, at 'handler' behind the base. */
static bool has_rows(const struct frame *fr, struct pt_loc base, int64_t handler, uint32_t *first,
		     uint32_t *count)
{
	struct pt_loc fn = {base.obj, base.offset + (uint32_t)handler};
	return base.offset <= INT32_MAX && rows_of(fr->rows, fn, first, count);
}

static bool is_in_rows(const struct state *s, struct entry *e, uint32_t first, uint32_t count,
		       sym_id target)
{
	e->table = 0;
	for (e->row = first; e->row < first + count; e->row++)
		if (rows_may_name(e->fr->rows, e->row, target) && agrees(e, s))
			return true;
	return false;
}

static bool knows_of(const struct frame *fr, const struct state *s, path_id base)
{
	for (uint32_t i = 0; i < s->fact_count; i++)
		if (path_mentions(&fr->paths, s->facts[i].path, base))
			return true;
	return false;
}

/* What the pointer was read from: behind the base, at the offset; 0: from nothing. */
static path_id read_from(struct frame *fr, path_id pointer, int64_t *offset)
{
	path_id from = frame_loaded_from(fr, pointer), base = 0;
	*offset = from ? path_split_offset(&fr->paths, from, &base) : 0;
	return from ? base : 0;
}

bool entry_is_known(struct frame *fr, path_id pointer)
{
	int64_t handler;
	path_id base = read_from(fr, pointer, &handler);
	const struct pt_set *set = base ? frame_points_to(fr, base) : NULL;
	uint32_t first, count;
	for (uint32_t i = 0; base && i < set->locs.n; i++)
		if (!is_table(fr, set->locs.at[i].obj) &&
		    !has_rows(fr, set->locs.at[i], handler, &first, &count))
			return false;
	return base && set->locs.n && !set->unknown;
}

bool entry_may_name(struct frame *fr, const struct state *s, path_id pointer, sym_id target)
{
	int64_t handler;
	struct entry e = {.fr = fr, .base = read_from(fr, pointer, &handler)};
	uint32_t first, count;
	if (!e.base || !knows_of(fr, s, e.base))
		return true;
	const struct pt_set *set = frame_points_to(fr, e.base);
	target = ir_resolve_alias(fr->p, target);
	for (uint32_t i = 0; i < set->locs.n; i++) {
		struct pt_loc l = set->locs.at[i];
		bool table = is_table(fr, l.obj);
		if (!table && !has_rows(fr, l, handler, &first, &count))
			return true;
		e.table = pointers_object(fr->pt, l.obj)->sym;
		e.offset = l.offset;
		if (table ? names_in(fr, s, &e, handler, target)
			  : is_in_rows(s, &e, first, count, target))
			return true;
	}
	return !set->locs.n || set->unknown;
}

/* The signals of the entries that name a function where the handler was read; 0: not known. */
static uint64_t signals_in(const struct frame *fr, sym_id table, int64_t handler, int64_t number)
{
	const struct ir_symbol *t = &fr->p->symbols.at[table];
	uint64_t signals = 0;
	for (uint32_t i = 0; i < t->init_count; i++) {
		const struct ir_init *x = &fr->p->inits.at[t->init + i];
		int64_t n;
		sym_id at = ir_val_symbol(fr->p, ir_val_make(VAL_CONST, x->value));
		if (!at || fr->p->symbols.at[at].kind != SYM_FUNCTION ||
		    (int64_t)x->offset < handler)
			continue;
		if (!initial_number(fr->p, table, (int64_t)x->offset - handler + number, &n) ||
		    n < 1 || n > 64)
			return 0;
		signals |= UINT64_C(1) << (n - 1);
	}
	return signals;
}

uint64_t entry_signals(struct frame *fr, path_id handler, path_id number)
{
	int64_t at, number_at;
	path_id base = read_from(fr, handler, &at);
	uint64_t signals = 0;
	if (!base || read_from(fr, number, &number_at) != base)
		return 0;
	const struct pt_set *set = frame_points_to(fr, base);
	for (uint32_t i = 0; i < set->locs.n; i++) {
		obj_id obj = set->locs.at[i].obj;
		sym_id table = pointers_object(fr->pt, obj)->sym;
		uint64_t more = is_table(fr, obj) ? signals_in(fr, table, at, number_at) : 0;
		if (!more)
			return 0;
		signals |= more;
	}
	return set->unknown ? 0 : signals;
}
