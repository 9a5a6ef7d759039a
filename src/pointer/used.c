/* SPDX-License-Identifier: MIT */
/*
 * The cells that the program reads or writes one by one. Whoever writes a block of memory
 * (memset, a struct that is copied, read()) writes all cells in it, and whether somebody
 * knows what these hold only matters for those that are read or written somewhere. They
 * are few, so a block of any length is a short list; nothing ends after so many bytes.
 *
 * Cells here are those of unification, before numbers.c has merged some. Offsets that are
 * folded onto one element of an array are covered with any element.
 */
#include <stdlib.h>

#include "base/sort.h"
#include "pointer/internal.h"

enum { WIDEST = 16 };

struct used {
	struct pointers *pt;
	struct map size; /* cell -> bytes, the most that are touched at once */
	VEC(uint32_t) cells;
	struct pt_set set;
};

static void add_cell(struct used *u, cell_id c, uint32_t size)
{
	uint32_t old = map_get(&u->size, c, 0);
	if (!c || old >= size)
		return;
	if (!old)
		vec_push(&u->cells, c);
	map_put(&u->size, c, size);
}

static void add_location(struct used *u, struct pt_loc l, uint32_t size)
{
	uint32_t n;
	const obj_id *members = pointers_members(u->pt, l.obj, &n);
	add_cell(u, pointers_cell(u->pt, l), size);
	for (uint32_t i = 1; i < n; i++)
		add_cell(u, pointers_cell(u->pt, (struct pt_loc){members[i], l.offset}),
			 size);
}

static void add_address(struct used *u, func_id f, ir_val address, uint32_t size)
{
	cell_id c = pointers_cell_of_address(u->pt, f, address);
	size = size && size < WIDEST ? size : WIDEST;
	if (c) {
		add_cell(u, c, size);
		return;
	}
	pointers_of_value(u->pt, f, address, &u->set);
	for (uint32_t i = 0; i < u->set.locs.n; i++)
		add_location(u, u->set.locs.at[i], size);
}

/* A library function looks at what its row says, at some offset. */
static void add_row(struct used *u, func_id f, ir_val address, int64_t offset)
{
	pointers_of_value(u->pt, f, address, &u->set);
	for (uint32_t n = 0; n < u->set.locs.n; n++) {
		struct pt_loc to[2];
		uint32_t found = pointers_move(u->pt, u->set.locs.at[n], offset, to);
		for (uint32_t k = 0; k < found; k++)
			add_location(u, to[k], u->pt->pointer_size);
	}
}

static void add_message(struct used *u, func_id f, ir_val address, const struct ir_inst *i,
			const struct effect *e)
{
	int64_t size, word = u->pt->pointer_size;
	ir_val n = u->pt->p->operands.at[i->args + (uint32_t)e->size_arg];
	if (!ir_val_int(u->pt->p, n, &size) || size > MAX_MESSAGE)
		return;
	for (int64_t at = word; at + word <= size; at += word)
		add_row(u, f, address, at);
}

static void add_call(struct used *u, func_id f, uint32_t inst, const struct ir_inst *i)
{
	const struct model *m = pointers_called_model(u->pt, f, inst);
	const ir_val *args = u->pt->p->operands.at + i->args;
	for (uint32_t k = 0; k < i->arg_count; k++)
		add_address(u, f, args[k], 1);
	for (uint32_t n = 0; m && n < m->effect_count; n++) {
		const struct effect *e = &m->effects[n];
		bool inside = e->kind == EFFECT_STORES || e->kind == EFFECT_GIVES ||
			      e->kind == EFFECT_KEEPS || e->flags & EFFECTF_HANDLER_IN_STRUCT;
		if (inside && e->arg >= 0 && e->value > 0 && (uint32_t)e->arg < i->arg_count)
			add_row(u, f, args[e->arg], e->value);
		for (uint32_t k = 0; k < e->pass_count; k++)
			if (e->pass_loads >> k & 1 && e->pass_at[k] > 0 &&
			    (uint32_t)e->passes[k] < i->arg_count)
				add_row(u, f, args[e->passes[k]], e->pass_at[k]);
		if (effect_is_message(e) && (uint32_t)e->arg < i->arg_count)
			add_message(u, f, args[e->arg], i, e);
	}
}

static void add_inst(struct used *u, func_id f, uint32_t inst, const struct ir_inst *i)
{
	switch (i->op) {
	case OP_LOAD:
	case OP_STORE:
	case OP_RMW:
	case OP_CMPXCHG:
		add_address(u, f, i->a, i->size);
		break;
	case OP_COPY:
		add_address(u, f, i->b, 1);
		add_address(u, f, i->a, 1);
		break;
	case OP_SET:
		add_address(u, f, i->a, 1);
		break;
	case OP_CALL:
		add_call(u, f, inst, i);
		break;
	default:
		break;
	}
}

void used_find(struct pointers *pt)
{
	struct used u = {.pt = pt};
	for (func_id f = 1; f < pt->p->funcs.n; f++) {
		const struct ir_func *fn = &pt->p->funcs.at[f];
		for (uint32_t i = 0; i < fn->inst_count; i++)
			add_inst(&u, f, i, ir_inst_at(pt->p, fn, i));
	}
	sort_u32(u.cells.at, u.cells.n);
	pt->used = xmalloc((u.cells.n + 1u) * sizeof(*pt->used));
	pt->used_count = u.cells.n;
	for (uint32_t i = 0; i < u.cells.n; i++)
		pt->used[i] = (struct used_cell){u.cells.at[i],
						 map_get(&u.size, u.cells.at[i], 0)};
	map_free(&u.size);
	vec_free(&u.cells);
	pt_set_free(&u.set);
}

/* ---- what lies in a block ---- */

static uint32_t first_from(const struct pointers *pt, cell_id c)
{
	uint32_t low = 0, high = pt->used_count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (pt->used[middle].cell < c)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct block {
	const struct pointers *pt;
	const struct alias_class *class;
	void (*visit)(void *, cell_id);
	void *context;
};

/* The cells that touch bytes from low up to high, which are offsets in the class. */
static void visit_range(const struct block *b, int64_t low, int64_t high)
{
	const struct pointers *pt = b->pt;
	int64_t last = (int64_t)b->class->extent - 1;
	int64_t from = low > last ? last : low < 0 ? 0 : low;
	int64_t to = high > last + 1 ? last + 1 : high;
	cell_id first = b->class->cell_first;
	int64_t before = from > WIDEST ? from - WIDEST : 0;
	if (to <= from)
		to = from + 1; /* all that is beyond the last is one cell */
	for (uint32_t i = first_from(pt, first + (cell_id)before); i < pt->used_count;
	     i++) {
		int64_t at = (int64_t)pt->used[i].cell - first;
		if (at >= to)
			break;
		if (at + pt->used[i].size > from)
			b->visit(b->context, pt->same_cell[pt->used[i].cell]);
	}
}

/* What lies inside one element of an array is that part of its first one; whatever goes
 * further is all of it. */
static void visit_block(const struct block *b, int64_t low, int64_t high)
{
	const struct pointers *pt = b->pt;
	const struct flat_layout *l = &pt->layouts.at[b->class->layout];
	int64_t delta = b->class->layout_delta;
	if (b->class->layout && l->period) {
		visit_range(b, 0, b->class->extent);
		return;
	}
	for (uint32_t i = 0; b->class->layout && i < l->count; i++) {
		const struct layout_range *r = &pt->layout_ranges.at[l->first + i];
		int64_t start = r->start - delta, end = r->end - delta;
		if (start >= high || low >= end)
			continue;
		int64_t in = low < start ? 0 : (low - start) % (int64_t)r->stride;
		if (low >= start && high <= end && in + (high - low) <= (int64_t)r->stride) {
			high = start + in + (high - low);
			low = start + in;
		} else {
			visit_range(b, start, start + r->stride);
		}
	}
	visit_range(b, low, high);
}

void pointers_cells(const struct pointers *pt, struct pt_loc l, uint64_t bytes,
		    void (*visit)(void *, cell_id), void *context)
{
	const struct pt_object *o = pointers_object(pt, l.obj);
	struct block b = {pt, &pt->classes.at[o->class_id], visit, context};
	uint32_t n;
	const obj_id *members = pointers_members(pt, l.obj, &n);
	int64_t start = pt->object_delta[n ? members[0] : l.obj];
	int64_t low = start + (is_vague(l.offset) ? 0 : (int32_t)l.offset);
	int64_t high = bytes && bytes < INT32_MAX ? low + (int64_t)bytes : INT64_MAX;
	if (!o->class_id)
		return;
	if (is_vague(l.offset) || !bytes)
		high = o->size && o->size < INT32_MAX ? start + (int64_t)o->size
						      : INT64_MAX;
	visit_block(&b, low, high);
}
