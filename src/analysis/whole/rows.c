/* SPDX-License-Identifier: MIT */
/*
 * Rows: what memory holds together with a function that is called through it. An entry that is
 * filled in at run time, 'h->fn = fn; h->locked = locked;', is a row of a table like one with an
 * initial value; which rows there are say the callers of the function that fills it in.
 *
 * Looked for are the members that functions are called through (places). Stores through one value
 * of one function are a group, an entry; of a parameter that is stored the actuals of each caller
 * make a row, those of all parameters together. A member that is also written without the function
 * is not known, nor is one that is not certainly written before the function is, nor what is
 * written in other ways.
 */
#include "analysis/whole/rows.h"

#include <stdlib.h>

#include "ir/address.h"
#include "ir/edges.h"

enum { MAX_ROWS = 512, MAX_FIELDS = 8, MAX_LEVELS = 4, MAX_FILLINGS = 256 };

/* An instruction that stores to it: 'value' at the offset. */
struct filling {
	obj_id obj;
	uint32_t offset, size;
	func_id func;
	uint32_t inst;
	ir_val base, value;
};

struct field {
	uint32_t offset, size;
	ir_val value;
	bool known; /* then it is this number */
	int64_t number;
};

struct row {
	sym_id fn; /* 0: any */
	uint32_t count;
	struct field fields[MAX_FIELDS];
};

/* The member of an object that functions are called through. */
struct place {
	obj_id obj;
	uint32_t offset;
	uint32_t first, count; /* rows */
	bool known;
};

struct rows {
	VEC(struct place) places;
	VEC(struct row) list;
	struct map at; /* object, offset -> 1 + place */
};

struct finder {
	const struct summarize_input *in;
	const struct program *p;
	struct rows *out;
	bool *wanted;	   /* [object] */
	uint32_t *spoiled; /* [object] 1 + the first byte that is written in some other way, with
			    * all that follow; 0: none */
	bool closed; /* nobody else calls the program's functions */
	VEC(struct filling) fillings; /* by object */
	struct arena scratch;
	struct pt_set set;
};

/* ---- where functions are called through memory ---- */

static void want(struct finder *d, struct pt_loc l, int64_t offset)
{
	const struct pt_object *o = pointers_object(d->in->pointers, l.obj);
	int64_t at = l.offset + offset;
	if ((o->kind != OBJ_HEAP && o->kind != OBJ_VARIABLE) || at < 0 || at > INT32_MAX ||
	    l.offset > INT32_MAX || map_get(&d->out->at, map_key2(l.obj, (uint32_t)at), 0))
		return;
	d->wanted[l.obj] = true;
	vec_push(&d->out->places, ((struct place){.obj = l.obj, .offset = (uint32_t)at}));
	map_put(&d->out->at, map_key2(l.obj, (uint32_t)at), d->out->places.n);
}

static void find_place(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	const struct ir_func *fn = &d->p->funcs.at[f];
	ir_val from = i->op == OP_CALL ? ir_loaded_from(d->p, fn, i->a) : 0;
	int64_t offset = 0;
	(void)n;
	if (!from)
		return;
	ir_val base = ir_base_of(d->p, fn, from, 0, &offset);
	pointers_of_value(d->in->pointers, f, base, &d->set);
	for (uint32_t k = 0; k < d->set.locs.n; k++)
		want(d, d->set.locs.at[k], offset);
}

/* ---- who writes there ---- */

static void spoil_from(struct finder *d, struct pt_loc l)
{
	uint32_t first = l.offset > INT32_MAX ? 0 : l.offset;
	if (!d->spoiled[l.obj] || d->spoiled[l.obj] > first + 1)
		d->spoiled[l.obj] = first + 1;
}

static void spoil(struct finder *d, func_id f, ir_val address)
{
	pointers_of_value(d->in->pointers, f, address, &d->set);
	for (uint32_t k = 0; k < d->set.locs.n; k++)
		spoil_from(d, d->set.locs.at[k]);
}

static bool is_spoiled(const struct finder *d, obj_id obj, uint32_t offset)
{
	enum { WORD = 8 };
	return d->spoiled[obj] && d->spoiled[obj] - 1 < offset + WORD;
}

static void add_store(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	int64_t offset = 0;
	ir_val base = ir_base_of(d->p, &d->p->funcs.at[f], i->a, 0, &offset);
	pointers_of_value(d->in->pointers, f, i->a, &d->set);
	for (uint32_t k = 0; k < d->set.locs.n; k++) {
		struct pt_loc l = d->set.locs.at[k];
		if (!d->wanted[l.obj])
			continue;
		if (l.offset > INT32_MAX || i->op != OP_STORE)
			spoil_from(d, l);
		else
			vec_push(&d->fillings, ((struct filling){l.obj, l.offset, i->size, f, n,
								 base, i->b}));
	}
}

/* All of it becomes zero: the function too. */
static bool clears(const struct finder *d, const struct ir_inst *i)
{
	int64_t value;
	return i->op == OP_SET && ir_val_int(d->p, i->b, &value) && !value;
}

static void spoil_by_call(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	uint32_t targets;
	bool complete;
	const sym_id *t = pointers_callees(d->in->pointers, f, n, &targets, &complete);
	for (uint32_t k = 0; k < targets || (k == 0 && !targets); k++) {
		const struct model *m = targets ? pointers_model(d->in->pointers, t[k]) : NULL;
		if (targets && d->p->symbols.at[t[k]].func && !m)
			continue;
		for (uint32_t a = 0; a < i->arg_count; a++) {
			bool writes = !m;
			for (uint32_t e = 0; m && e < m->effect_count; e++)
				writes |= effect_writes(&m->effects[e], (int)a) & REACH_AT;
			if (writes)
				spoil(d, f, d->p->operands.at[i->args + a]);
		}
	}
}

static void find_filling(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	switch (i->op) {
	case OP_STORE:
	case OP_RMW:
	case OP_CMPXCHG:
		add_store(d, f, n, i);
		break;
	case OP_COPY:
	case OP_SET:
		if (!clears(d, i))
			spoil(d, f, i->a);
		break;
	case OP_CALL:
		spoil_by_call(d, f, n, i);
		break;
	case OP_ASM:
		for (uint32_t a = 0; a < i->arg_count; a++)
			spoil(d, f, d->p->operands.at[i->args + a]);
		break;
	default:
		break;
	}
}

/* ---- rows ---- */

/* Is control at b only behind a? */
static bool dominates(struct finder *d, const struct ir_func *fn, uint32_t a, uint32_t b)
{
	struct ir_ways next;
	uint32_t n = 0;
	if (a == b || a == 0)
		return true;
	ir_edges_next(&next, &d->scratch, d->p, fn);
	bool *seen = ARENA_ARRAY(&d->scratch, bool, fn->block_count);
	uint32_t *work = ARENA_ARRAY(&d->scratch, uint32_t, fn->block_count);
	seen[0] = seen[a] = true;
	for (work[n++] = 0; n && !seen[b];) {
		uint32_t at = work[--n];
		for (uint32_t e = next.at[at]; e < next.at[at + 1]; e++) {
			if (!seen[next.to[e]])
				work[n++] = next.to[e];
			seen[next.to[e]] = true;
		}
	}
	bool behind = !seen[b];
	arena_reset(&d->scratch);
	return behind;
}

static bool is_together(struct finder *d, const struct filling *other, const struct filling *fn)
{
	const struct ir_func *f = &d->p->funcs.at[fn->func];
	return other->func == fn->func && other->base == fn->base &&
	       dominates(d, f, ir_block_of(d->p, f, other->inst),
			 ir_block_of(d->p, f, fn->inst));
}

static const struct filling *fillings_of(const struct finder *d, obj_id obj, uint32_t *n)
{
	uint32_t low = 0, high = d->fillings.n;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if (d->fillings.at[mid].obj < obj)
			low = mid + 1;
		else
			high = mid;
	}
	for (*n = 0; low + *n < d->fillings.n && d->fillings.at[low + *n].obj == obj; ++*n)
		;
	return d->fillings.at + low;
}

/* A number that is the same however it is read again. */
static bool fits(int64_t number, uint32_t size)
{
	return size >= sizeof(number) || (number >= 0 && number >> (size * 8 - 1) == 0);
}

static void settle(const struct program *p, struct field *f, ir_val v)
{
	int64_t number;
	bool constant = ir_val_int(p, v, &number);
	f->known = constant && fits(number, f->size);
	f->number = f->known ? number : 0;
	f->value = constant ? 0 : v;
}

/* What the members hold that are written together with the function, and by nobody without. */
static void find_fields(struct finder *d, const struct place *x, const struct filling *fn,
			struct row *row)
{
	uint32_t n;
	const struct filling *all = fillings_of(d, x->obj, &n);
	for (uint32_t i = 0; i < n; i++) {
		struct field f = {.offset = all[i].offset, .size = all[i].size};
		bool alone = all[i].offset == x->offset;
		for (uint32_t k = 0; k < row->count; k++)
			alone |= row->fields[k].offset == f.offset;
		if (alone || is_spoiled(d, x->obj, f.offset) || !is_together(d, &all[i], fn) ||
		    row->count == MAX_FIELDS)
			continue;
		for (uint32_t k = 0; k < n && !alone; k++) {
			bool with = false;
			if (k == i || all[k].offset != f.offset)
				continue;
			for (uint32_t m = 0; m < n && !with; m++)
				with = all[m].offset == x->offset &&
				       is_together(d, &all[k], &all[m]);
			alone = !with || (all[k].func == fn->func && all[k].base == fn->base);
		}
		settle(d->p, &f, ir_without_casts(d->p, &d->p->funcs.at[fn->func], all[i].value));
		if (!alone)
			row->fields[row->count++] = f;
	}
}

/* ---- what callers pass ---- */

static ir_val actual(const struct finder *d, const struct call_edge *e, ir_val v)
{
	const struct ir_inst *i = ir_inst_at(d->p, &d->p->funcs.at[e->caller], e->inst);
	if (ir_val_tag(v) != VAL_PARAM || ir_val_index(v) >= i->arg_count)
		return v;
	return ir_without_casts(d->p, &d->p->funcs.at[e->caller],
				d->p->operands.at[i->args + ir_val_index(v)]);
}

static bool is_passed(const struct row *row, ir_val fn)
{
	bool passed = ir_val_tag(fn) == VAL_PARAM;
	for (uint32_t k = 0; k < row->count; k++)
		passed |= !row->fields[k].known && ir_val_tag(row->fields[k].value) == VAL_PARAM;
	return passed;
}

static bool all_callers_known(const struct finder *d, func_id f)
{
	const struct callgraph *g = d->in->callgraph;
	const struct ir_symbol *y = &d->p->symbols.at[d->p->funcs.at[f].sym];
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++)
		if (g->edges[g->caller_edges[i]].kind != EDGE_DIRECT)
			return false;
	return g->caller_at[f] < g->caller_at[f + 1] &&
	       (d->closed || y->linkage == LINK_INTERNAL);
}

static void add_row(struct finder *d, struct row row, ir_val fn)
{
	int64_t number;
	if (ir_val_int(d->p, fn, &number) && !number)
		return; /* no function: not called */
	row.fn = ir_val_symbol(d->p, fn);
	row.fn = row.fn ? ir_resolve_alias(d->p, row.fn) : 0;
	vec_push(&d->out->list, row);
}

static void expand(struct finder *d, func_id f, struct row row, ir_val fn, uint32_t level)
{
	const struct callgraph *g = d->in->callgraph;
	if (!is_passed(&row, fn) || level == MAX_LEVELS || !all_callers_known(d, f)) {
		add_row(d, row, fn);
		return;
	}
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++) {
		const struct call_edge *e = &g->edges[g->caller_edges[i]];
		struct row next = row;
		for (uint32_t k = 0; k < row.count; k++) {
			struct field *x = &next.fields[k];
			if (!x->known)
				settle(d->p, x, actual(d, e, x->value));
		}
		expand(d, e->caller, next, actual(d, e, fn), level + 1);
	}
}

static bool has_initial_value(const struct finder *d, obj_id obj)
{
	const struct pt_object *o = pointers_object(d->in->pointers, obj);
	return o->kind == OBJ_VARIABLE && (d->p->symbols.at[o->sym].init_count ||
					   !(d->p->symbols.at[o->sym].flags & SYMF_DEFINED));
}

static void find_rows(struct finder *d, struct place *x)
{
	uint32_t n;
	const struct filling *all = fillings_of(d, x->obj, &n);
	x->first = d->out->list.n;
	x->known = n && n <= MAX_FILLINGS && !is_spoiled(d, x->obj, x->offset) &&
		   !has_initial_value(d, x->obj);
	for (uint32_t i = 0; i < n && x->known; i++) {
		struct row row = {0};
		if (all[i].offset != x->offset)
			continue;
		find_fields(d, x, &all[i], &row);
		expand(d, all[i].func, row,
		       ir_without_casts(d->p, &d->p->funcs.at[all[i].func], all[i].value), 0);
		x->known = d->out->list.n - x->first <= MAX_ROWS;
	}
	x->count = d->out->list.n - x->first;
}

/* ---- all ---- */

static int by_object(const void *a, const void *b)
{
	const struct filling *x = a, *y = b;
	if (x->obj != y->obj)
		return x->obj < y->obj ? -1 : 1;
	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void look_at_all(struct finder *d,
			void (*look)(struct finder *, func_id, uint32_t, const struct ir_inst *))
{
	for (func_id f = 1; f < d->p->funcs.n; f++)
		for (uint32_t n = 0; n < d->p->funcs.at[f].inst_count; n++)
			look(d, f, n, ir_inst_at(d->p, &d->p->funcs.at[f], n));
}

struct rows *rows_find(const struct summarize_input *in)
{
	uint32_t objects = pointers_object_count(in->pointers) + 1u;
	struct finder d = {.in = in, .p = in->program, .out = xcalloc(1, sizeof(*d.out)),
			   .wanted = xcalloc(objects, sizeof(bool)),
			   .spoiled = xcalloc(objects, sizeof(uint32_t)),
			   .closed = ir_find_symbol(in->program, "main")};
	look_at_all(&d, find_place);
	if (d.out->places.n)
		look_at_all(&d, find_filling);
	if (d.fillings.n)
		qsort(d.fillings.at, d.fillings.n, sizeof(*d.fillings.at), by_object);
	for (uint32_t i = 0; i < d.out->places.n; i++)
		find_rows(&d, &d.out->places.at[i]);
	arena_release(&d.scratch);
	pt_set_free(&d.set);
	vec_free(&d.fillings);
	free(d.wanted);
	free(d.spoiled);
	return d.out;
}

void rows_free(struct rows *r)
{
	vec_free(&r->places);
	vec_free(&r->list);
	map_free(&r->at);
	free(r);
}

/* ---- asked ---- */

bool rows_of(const struct rows *r, struct pt_loc fn, uint32_t *first, uint32_t *count)
{
	uint32_t place = map_get(&r->at, map_key2(fn.obj, fn.offset), 0);
	if (!place || !r->places.at[place - 1].known)
		return false;
	*first = r->places.at[place - 1].first;
	*count = r->places.at[place - 1].count;
	return true;
}

bool rows_may_name(const struct rows *r, uint32_t row, sym_id target)
{
	return !r->list.at[row].fn || r->list.at[row].fn == target;
}

bool rows_number(const struct rows *r, uint32_t row, int64_t offset, int64_t *number)
{
	const struct row *x = &r->list.at[row];
	for (uint32_t k = 0; k < x->count; k++)
		if (x->fields[k].offset == offset && x->fields[k].known) {
			*number = x->fields[k].number;
			return true;
		}
	return false;
}
