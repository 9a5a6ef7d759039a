/* SPDX-License-Identifier: MIT */
/*
 * What is stored in global variables: one pass over everything that writes memory,
 * before the summaries. Only variables with a name of their own are looked at: an
 * element, or a member behind a pointer, may be another one the next time. Of allocated
 * memory only the one instruction is known that stores something else than a constant there, in
 * whichever of the objects.
 */
#include "analysis/whole/writers.h"

#include <stdlib.h>

#include "analysis/exec/frame.h"
#include "ir/address.h"

enum { BYTE_SET = 1, BYTE_OTHER = 2, BYTE_ZERO = 4, BYTE_ID = 8, MAX_BYTES = 8 };
static const uint32_t SEVERAL = UINT32_MAX;

struct clear {
	uint32_t inst; /* of the program */
	uint32_t next; /* 1 + another one of the same place, or 0 */
};

struct writers {
	struct map bytes; /* object, offset -> what is stored there */
	struct map stores; /* object, offset -> 1 + the instruction of the program that stores
			    * something else than a constant there; SEVERAL of them */
	bool *any;	    /* [object] something is stored there */
	struct map clears; /* object, offset -> 1 + the last of zero there; in: */
	VEC(struct clear) clear_list;
	uint32_t *other;    /* [object] 1 + the first byte that may be written in some other
			     * way, with all that follow; 0: none */
};

struct finder {
	const struct summarize_input *in;
	struct writers *out;
	struct pt_set set, inside;
};

static void note_byte(struct writers *w, struct pt_loc l, uint32_t byte, uint32_t kind)
{
	uint64_t key = map_key2(l.obj, l.offset + byte);
	map_put(&w->bytes, key, map_get(&w->bytes, key, 0) | kind);
	w->any[l.obj] = true;
}

static void note_value(struct writers *w, struct pt_loc l, uint32_t inst)
{
	uint64_t key = map_key2(l.obj, l.offset);
	map_put(&w->stores, key, map_get(&w->stores, key, 0) ? SEVERAL : inst + 1);
}

/* Of what is cleared in part nothing more is known: SEVERAL. */
static void note_clear(struct writers *w, struct pt_loc l, uint32_t size, uint32_t inst)
{
	uint64_t key = map_key2(l.obj, l.offset);
	for (uint32_t b = size == MAX_BYTES ? 1 : 0; b < size; b++)
		map_put(&w->clears, map_key2(l.obj, l.offset + b), SEVERAL);
	if (size != MAX_BYTES || map_get(&w->clears, key, 0) == SEVERAL)
		return;
	vec_push(&w->clear_list, ((struct clear){inst, map_get(&w->clears, key, 0)}));
	map_put(&w->clears, key, w->clear_list.n);
}

/* From there on anything may be written. */
static void note_other(struct writers *w, struct pt_loc l)
{
	uint32_t first = l.offset > INT32_MAX ? 0 : l.offset;
	if (!w->other[l.obj] || w->other[l.obj] > first + 1)
		w->other[l.obj] = first + 1;
}

static void note_store(struct finder *d, func_id f, const struct ir_inst *i)
{
	int64_t k;
	bool constant = ir_val_int(d->in->program, i->b, &k) && i->op == OP_STORE;
	uint32_t kind = !constant ? BYTE_OTHER : k != 0 ? BYTE_SET : BYTE_ZERO;
	pointers_of_value(d->in->pointers, f, i->a, &d->set);
	for (uint32_t n = 0; n < d->set.locs.n; n++) {
		struct pt_loc l = d->set.locs.at[n];
		uint8_t memory = pointers_object(d->in->pointers, l.obj)->kind;
		if (memory == OBJ_HEAP && !constant)
			note_value(d->out, l, (uint32_t)(i - d->in->program->insts.at));
		if (memory != OBJ_VARIABLE)
			continue;
		if (l.offset > INT32_MAX || i->size > MAX_BYTES || !i->size) {
			note_other(d->out, l);
			continue;
		}
		for (uint32_t b = 0; b < i->size; b++)
			note_byte(d->out, l, b, kind);
		uint32_t inst = (uint32_t)(i - d->in->program->insts.at);
		if (!constant)
			note_value(d->out, l, inst);
		else if (kind == BYTE_ZERO)
			note_clear(d->out, l, i->size, inst);
	}
}

/* The id of a thread that is created, where the model says so. */
static bool note_id(struct finder *d, func_id f, uint32_t inst, const struct model *m, int arg,
		    ir_val address)
{
	const struct effect *c = model_effect(m, EFFECT_CREATE), *w = model_effect(m, EFFECT_WRITE);
	if (!c || !w || c->third != arg || w->arg != arg || w->size_kind != SIZE_BYTES ||
	    w->value > MAX_BYTES || w->flags & (EFFECTF_DEREF | EFFECTF_REACHABLE))
		return false;
	pointers_of_value(d->in->pointers, f, address, &d->set);
	for (uint32_t n = 0; n < d->set.locs.n; n++) {
		struct pt_loc l = d->set.locs.at[n];
		if (pointers_object(d->in->pointers, l.obj)->kind != OBJ_VARIABLE ||
		    l.offset > INT32_MAX) {
			note_other(d->out, l);
			continue;
		}
		for (uint32_t b = 0; b < w->value; b++)
			note_byte(d->out, l, b, BYTE_ID);
		note_value(d->out, l, d->in->program->funcs.at[f].inst_first + inst);
	}
	return true;
}

static void note_objects(struct finder *d, const struct pt_set *s)
{
	for (uint32_t n = 0; n < s->locs.n; n++)
		note_other(d->out, s->locs.at[n]);
}

static void note_block(struct finder *d, func_id f, ir_val address)
{
	pointers_of_value(d->in->pointers, f, address, &d->set);
	note_objects(d, &d->set);
}

/* What lies behind an argument, as enum effect_reach says. */
static void note_reach(struct finder *d, func_id f, ir_val address, unsigned reach)
{
	pointers_of_value(d->in->pointers, f, address, &d->set);
	for (; reach; reach >>= 1) {
		if (reach & REACH_AT)
			note_objects(d, &d->set);
		pointers_index(d->in->pointers, &d->set, 1, &d->inside);
		pointers_load(d->in->pointers, &d->inside, &d->set);
	}
}

/* What library functions write: as their models say, or all they are given. */
static void note_call(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	const struct program *p = d->in->program;
	uint32_t targets;
	bool complete;
	const sym_id *t = pointers_callees(d->in->pointers, f, n, &targets, &complete);
	for (uint32_t k = 0; k < targets || (k == 0 && !targets); k++) {
		const struct model *m = targets ? pointers_model(d->in->pointers, t[k]) : NULL;
		if (targets && p->symbols.at[t[k]].func && !m)
			continue;
		for (uint32_t a = 0; a < i->arg_count; a++) {
			unsigned reach = m ? 0 : REACH_AT;
			for (uint32_t e = 0; m && e < m->effect_count; e++)
				reach |= effect_writes(&m->effects[e], (int)a);
			if (reach == REACH_AT && m &&
			    note_id(d, f, n, m, (int)a, p->operands.at[i->args + a]))
				continue;
			if (reach)
				note_reach(d, f, p->operands.at[i->args + a], reach);
		}
	}
}

static void note_inst(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	switch (i->op) {
	case OP_STORE:
	case OP_RMW:
	case OP_CMPXCHG:
		note_store(d, f, i);
		break;
	case OP_COPY:
	case OP_SET:
		note_block(d, f, i->a);
		break;
	case OP_CALL:
		note_call(d, f, n, i);
		break;
	case OP_ASM:
		for (uint32_t a = 0; a < i->arg_count; a++)
			note_block(d, f, d->in->program->operands.at[i->args + a]);
		break;
	default:
		break;
	}
}

struct writers *writers_find(const struct summarize_input *in)
{
	struct finder d = {.in = in, .out = xcalloc(1, sizeof(*d.out))};
	d.out->any = xcalloc(pointers_object_count(in->pointers) + 1u, sizeof(bool));
	d.out->other = xcalloc(pointers_object_count(in->pointers) + 1u, sizeof(uint32_t));
	for (func_id f = 1; f < in->program->funcs.n; f++) {
		const struct ir_func *fn = &in->program->funcs.at[f];
		for (uint32_t n = 0; n < fn->inst_count; n++)
			note_inst(&d, f, n, ir_inst_at(in->program, fn, n));
	}
	pt_set_free(&d.set);
	pt_set_free(&d.inside);
	return d.out;
}

void writers_free(struct writers *w)
{
	map_free(&w->bytes);
	map_free(&w->stores);
	map_free(&w->clears);
	vec_free(&w->clear_list);
	free(w->other);
	free(w->any);
	free(w);
}

/* The function that has this instruction of the program: they are in order. */
static func_id function_of(const struct program *p, uint32_t inst)
{
	func_id low = 1, high = p->funcs.n;
	while (high - low > 1) {
		func_id middle = low + (high - low) / 2;
		if (p->funcs.at[middle].inst_first <= inst)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The object and offset of a variable of that size that is written by stores only; 0: it is
 * none. */
static obj_id variable_at(const struct frame *fr, path_id address, uint32_t size, uint32_t *at)
{
	path_id base;
	int64_t offset = path_split_offset(&fr->paths, address, &base);
	const struct path *root = path_at(&fr->paths, base);
	if (offset < 0 || offset > UINT32_MAX - MAX_BYTES || root->kind != PATH_SYMBOL ||
	    fr->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL)
		return 0;
	obj_id o = pointers_object_of_symbol(fr->pt, root->a);
	*at = (uint32_t)offset;
	uint32_t other = fr->writers->other[o];
	return other && other - 1 < *at + size ? 0 : o;
}

bool writers_store_ids(const struct frame *fr, path_id address)
{
	uint32_t offset;
	obj_id o = variable_at(fr, address, MAX_BYTES, &offset);
	return o && writers_store_constants(fr->writers, (struct pt_loc){o, offset}, MAX_BYTES,
					    true);
}

bool writers_always_set(const struct frame *fr, path_id address, uint32_t size)
{
	uint32_t offset;
	obj_id o = variable_at(fr, address, size, &offset);
	if (!o || !size || size > MAX_BYTES)
		return false;
	for (uint32_t b = 0; b < size; b++)
		if (map_get(&fr->writers->bytes, map_key2(o, offset + b), 0) != BYTE_SET)
			return false;
	return true;
}

static bool only_writer(const struct frame *fr, obj_id o, uint32_t offset, enum ir_op op,
			func_id *f, uint32_t *inst)
{
	uint32_t at = o ? map_get(&fr->writers->stores, map_key2(o, offset), 0) : 0;
	if (!at || at == SEVERAL || fr->p->insts.at[at - 1].op != op)
		return false;
	*f = function_of(fr->p, at - 1);
	*inst = at - 1 - fr->p->funcs.at[*f].inst_first;
	return true;
}

bool writers_only_store(const struct frame *fr, path_id address, func_id *f, uint32_t *inst)
{
	uint32_t offset;
	obj_id o = variable_at(fr, address, MAX_BYTES, &offset);
	return only_writer(fr, o, offset, OP_STORE, f, inst);
}

bool writers_only_store_at(const struct frame *fr, struct pt_loc at, func_id *f, uint32_t *inst)
{
	uint32_t other = fr->writers->other[at.obj];
	return !(other && other - 1 < at.offset + MAX_BYTES) &&
	       only_writer(fr, at.obj, at.offset, OP_STORE, f, inst);
}

bool writers_only_id(const struct frame *fr, path_id address, func_id *f, uint32_t *inst)
{
	uint32_t offset;
	obj_id o = variable_at(fr, address, MAX_BYTES, &offset);
	return only_writer(fr, o, offset, OP_CALL, f, inst);
}

bool writers_store_constants(const struct writers *w, struct pt_loc at, uint32_t size, bool ids)
{
	uint32_t kinds = 0, other = w->other[at.obj];
	for (uint32_t b = 0; b < size; b++)
		kinds |= map_get(&w->bytes, map_key2(at.obj, at.offset + b), 0);
	return !(kinds & ~(uint32_t)(ids ? BYTE_ID | BYTE_ZERO : BYTE_SET | BYTE_ZERO)) &&
	       !(other && other - 1 < at.offset + size);
}

bool writers_are_stores(const struct frame *fr, func_id f, ir_val address)
{
	struct pt_set set = {0};
	bool all = true;
	pointers_of_value(fr->pt, f, address, &set);
	for (uint32_t i = 0; i < set.locs.n; i++) {
		struct pt_loc l = set.locs.at[i];
		uint32_t other = fr->writers->other[l.obj];
		all = all && l.offset <= INT32_MAX && (!other || other - 1 >= l.offset + MAX_BYTES);
	}
	all = all && set.locs.n > 0 && !set.unknown;
	pt_set_free(&set);
	return all;
}

bool writers_has(const struct writers *w, obj_id variable)
{
	return w->any[variable] || w->other[variable];
}

bool writers_clear_only(const struct frame *fr, path_id address, clear_allowed *allowed,
			const void *context)
{
	uint32_t offset;
	obj_id o = variable_at(fr, address, MAX_BYTES, &offset);
	const struct writers *w = fr->writers;
	uint32_t next = o ? map_get(&w->clears, map_key2(o, offset), 0) : 0;
	bool part = !o || next == SEVERAL;
	for (uint32_t b = 1; b < MAX_BYTES && !part; b++)
		part = map_get(&w->clears, map_key2(o, offset + b), SEVERAL) != SEVERAL;
	while (next && !part) {
		const struct clear *c = &w->clear_list.at[next - 1];
		func_id f = function_of(fr->p, c->inst);
		if (!allowed(fr, f, c->inst - fr->p->funcs.at[f].inst_first, context))
			return false;
		next = c->next;
	}
	return !part;
}
