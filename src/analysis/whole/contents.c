/* SPDX-License-Identifier: MIT */
#include "analysis/whole/contents.h"

#include <stdlib.h>

#include "model/model.h"

enum { MAX_BLOCK = 512, MAX_LEVELS = 2 };
static const uint64_t SIZE_OF_STRING = UINT64_MAX;

struct word {
	uint32_t size;
	struct stored stored;
};

struct contents {
	const struct pointers *pt;
	struct map ids;         /* object, offset -> word */
	VEC(struct word) words; /* [0] none */
	uint32_t *open;      /* [object] 1 + the first byte from which on anything may be
			      * written; 0: none */
	bool *any;           /* [object] something is stored there */
	struct stored *fill; /* [object] the byte that may be anywhere in it */
	struct map lost;     /* cells that pointers to anything may write */
	struct map lost_classes;
	bool lost_numbers; /* such a pointer to numbers has no class */
	bool calls_unknown;
};

struct finder {
	const struct summarize_input *in;
	struct constants *constants;
	struct contents *out;
	struct pt_set set, inside;
	struct intern followed; /* sets, with how far: what lies behind them is noted */
	struct str key;
};

void stored_join(struct stored *to, struct stored x)
{
	if (to->kind == STORED_NONE)
		*to = x;
	else if (x.kind != STORED_NONE && (x.kind != to->kind || x.value != to->value))
		to->kind = STORED_SEVERAL;
}

static struct stored several(void)
{
	return (struct stored){.kind = STORED_SEVERAL};
}

/* ---- places ---- */

bool contents_is_word(const struct pointers *pt, struct pt_loc l, uint32_t size)
{
	uint64_t end;
	return l.offset <= INT32_MAX && size && size <= CONTENTS_MAX_BYTES &&
	       pt_loc_extent(pt, l, size, &end) == l.offset && end == l.offset + size;
}

static void note_open(struct contents *c, obj_id o, uint32_t first)
{
	if (!c->open[o] || c->open[o] > first + 1)
		c->open[o] = first + 1;
}

static void note_word(struct contents *c, struct pt_loc l, uint32_t size, struct stored x)
{
	uint64_t key = map_key2(l.obj, l.offset);
	uint32_t id = map_get(&c->ids, key, 0);
	c->any[l.obj] = true;
	if (!id) {
		id = c->words.n;
		vec_push(&c->words, ((struct word){.size = size, .stored = x}));
		map_put(&c->ids, key, id);
		return;
	}
	struct word *w = &c->words.at[id];
	stored_join(&w->stored, w->size == size ? x : several());
	w->size = w->size > size ? w->size : size;
}

/* May everything from there on be written anyway? */
static bool is_open(const struct contents *c, obj_id o, uint32_t first)
{
	return c->open[o] && c->open[o] - 1 <= first;
}

/* Bytes of which nothing is known are written there, up to an end. */
static void note_bytes(struct contents *c, obj_id o, uint32_t first, uint64_t end)
{
	if (is_open(c, o, first))
		return;
	if (end - first > MAX_BLOCK) {
		note_open(c, o, first);
		return;
	}
	for (uint32_t at = first; at < end; at += CONTENTS_MAX_BYTES) {
		uint64_t left = end - at;
		note_word(c, (struct pt_loc){o, at},
			  left < CONTENTS_MAX_BYTES ? (uint32_t)left : CONTENTS_MAX_BYTES,
			  several());
	}
}

/* size 0: any number of bytes; SIZE_OF_STRING: as many as the array has. */
static void note_place(struct contents *c, struct pt_loc l, uint64_t size)
{
	uint64_t end, array = size == SIZE_OF_STRING ? pt_loc_array_end(c->pt, l) : 0;
	uint32_t first = pt_loc_extent(c->pt, l, size == SIZE_OF_STRING ? 0 : size, &end);
	note_bytes(c, l.obj, first, array && array > first ? array : end);
}

static void note_set(struct finder *d, uint64_t size)
{
	for (uint32_t i = 0; i < d->set.locs.n; i++)
		note_place(d->out, d->set.locs.at[i], size);
}

/* ---- what writes ---- */

/* Through a pointer that may be anything. */
static void note_lost(struct finder *d, func_id f, ir_val address, uint64_t size)
{
	const struct pointers *pt = d->in->pointers;
	uint32_t whole = pointers_class_of_address(pt, f, address);
	bool word = size && size <= CONTENTS_MAX_BYTES;
	d->out->lost_numbers |= !whole;
	if (whole && !word)
		map_put(&d->out->lost_classes, whole, 1);
	for (uint32_t b = 0; whole && word && b < size; b++)
		map_put(&d->out->lost, pointers_cell_behind(pt, f, address, b), 1);
}

static void note_block(struct finder *d, func_id f, ir_val address, uint64_t size)
{
	pointers_of_value(d->in->pointers, f, address, &d->set);
	if (d->set.unknown)
		note_lost(d, f, address, size);
	note_set(d, size);
}

static void note_store(struct finder *d, func_id f, const struct ir_inst *i)
{
	struct stored x = several();
	if (i->op == OP_STORE && !(i->flags & INSTF_BITFIELD) &&
	    constants_value(d->constants, f, i->b, &x.value))
		x.kind = STORED_ONE;
	pointers_of_value(d->in->pointers, f, i->a, &d->set);
	if (d->set.unknown)
		note_lost(d, f, i->a, i->size);
	for (uint32_t n = 0; n < d->set.locs.n; n++) {
		struct pt_loc l = d->set.locs.at[n];
		if (!contents_is_word(d->in->pointers, l, i->size))
			note_place(d->out, l, i->size);
		else if (!is_open(d->out, l.obj, l.offset))
			note_word(d->out, l, i->size, x);
	}
}

/* Some bytes of the objects become that one. */
static void note_fill(struct finder *d, func_id f, const struct ir_inst *i)
{
	struct stored x = several();
	int64_t size;
	if (!ir_val_int(d->in->program, i->b, &x.value)) {
		bool known = ir_val_int(d->in->program, i->c, &size) && size > 0;
		note_block(d, f, i->a, known ? (uint64_t)size : 0);
		return;
	}
	x.kind = STORED_ONE;
	x.value &= 0xff;
	pointers_of_value(d->in->pointers, f, i->a, &d->set);
	if (d->set.unknown)
		note_lost(d, f, i->a, 0);
	for (uint32_t n = 0; n < d->set.locs.n; n++)
		stored_join(&d->out->fill[d->set.locs.at[n].obj], x);
}

/* Was it looked at before what lies behind these, as far? Many calls are given the same. */
static bool was_followed(struct finder *d, unsigned reach)
{
	uint32_t known = d->followed.n;
	str_clear(&d->key);
	str_addc(&d->key, (char)reach);
	str_addc(&d->key, d->set.unknown);
	if (d->set.locs.n)
		str_addn(&d->key, (const char *)d->set.locs.at,
			 d->set.locs.n * sizeof(*d->set.locs.at));
	intern_bytes(&d->followed, d->key.at, d->key.n);
	return d->followed.n == known;
}

/* What lies behind an argument, as enum effect_reach says; all that can be found there.
 */
static void note_reach(struct finder *d, func_id f, ir_val address, unsigned reach,
		       uint64_t size)
{
	const struct pointers *pt = d->in->pointers;
	if (reach & REACH_AT)
		note_block(d, f, address, size);
	else
		pointers_of_value(pt, f, address, &d->set);
	if (reach >> 1 && was_followed(d, reach))
		return;
	while (reach >>= 1) {
		pointers_index(pt, &d->set, 1, &d->inside);
		pointers_load(pt, &d->inside, &d->set);
		if (!d->set.locs.n)
			return;
		if (reach & 1)
			note_set(d, 0);
	}
}

/* Bytes that the effect writes at its argument; 0: not known. */
static uint64_t size_written(const struct program *p, const struct effect *e,
			     const struct ir_inst *call)
{
	int64_t n = 0;
	bool sized = e->kind == EFFECT_WRITE || e->kind == EFFECT_COPY;
	if (e->kind == EFFECT_CREATE || e->kind == EFFECT_JOIN ||
	    e->kind == EFFECT_ALLOC || e->kind == EFFECT_TSD_GET ||
	    e->kind == EFFECT_TSD_KEY_CREATE)
		return CONTENTS_MAX_BYTES; /* an id, or a pointer */
	if (sized && e->size_kind == SIZE_BYTES)
		return (uint64_t)e->value;
	if (sized && e->size_kind == SIZE_STRING)
		return SIZE_OF_STRING;
	if (sized && e->size_kind == SIZE_ARGUMENT && e->size_arg >= 0 &&
	    (uint32_t)e->size_arg < call->arg_count &&
	    ir_val_int(p, p->operands.at[call->args + (uint32_t)e->size_arg], &n) &&
	    n > 0)
		return (uint64_t)n;
	return 0;
}

/* May the library write it later? */
static bool is_kept(const struct effect *e)
{
	return e->kind == EFFECT_KEEPS || e->kind == EFFECT_GIVES_STREAM;
}

static bool is_about_lock(const struct effect *e)
{
	switch ((enum effect_kind)e->kind) {
	case EFFECT_ACQUIRE:
	case EFFECT_RELEASE:
	case EFFECT_LOCK_INIT:
	case EFFECT_LOCK_DESTROY:
	case EFFECT_ATTR_RECURSIVE:
	case EFFECT_ONCE:
	case EFFECT_ONCE_ENTER:
	case EFFECT_ONCE_LEAVE:
	case EFFECT_BARRIER_INIT:
	case EFFECT_BARRIER_WAIT:
	case EFFECT_COND_WAIT:
	case EFFECT_COND_SIGNAL:
	case EFFECT_SEM_INIT:
	case EFFECT_SEM_POST:
	case EFFECT_SEM_WAIT:
		return true;
	default:
		return false;
	}
}

static void note_effect(struct finder *d, func_id f, const struct ir_inst *i,
			const struct effect *e)
{
	const struct program *p = d->in->program;
	sym_id s = e->kind == EFFECT_VARIABLE_WRITE ? ir_find_symbol(p, e->name) : 0;
	if (s)
		note_open(d->out, pointers_object_of_symbol(d->in->pointers, s), 0);
	for (uint32_t a = 0; a < i->arg_count; a++) {
		unsigned reach = effect_writes(e, (int)a);
		ir_val address = p->operands.at[i->args + a];
		if (reach)
			note_reach(d, f, address, reach, size_written(p, e, i));
		else if (e->arg == (int)a && is_kept(e))
			note_block(d, f, address, 0);
		else if (e->arg == (int)a && is_about_lock(e))
			note_block(d, f, address,
				   sizeof(int)); /* it has a word at least */
	}
}

static void note_unknown(struct finder *d, func_id f, const struct ir_inst *i)
{
	for (uint32_t a = 0; a < i->arg_count; a++)
		note_reach(d, f, d->in->program->operands.at[i->args + a],
			   (1u << MAX_LEVELS) - 1, 0);
}

static void note_call(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	uint32_t targets;
	bool complete;
	const sym_id *t = pointers_callees(d->in->pointers, f, n, &targets, &complete);
	for (uint32_t k = 0; k < targets; k++) {
		const struct model *m = pointers_model(d->in->pointers, t[k]);
		if (!m && !d->in->program->symbols.at[t[k]].func) {
			note_unknown(d, f, i);
			d->out->calls_unknown = true;
		}
		for (uint32_t e = 0; m && e < m->effect_count; e++)
			note_effect(d, f, i, &m->effects[e]);
	}
	if (!complete)
		note_unknown(d, f, i);
}

static void note_inst(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	int64_t size = 0;
	switch (i->op) {
	case OP_STORE:
	case OP_RMW:
	case OP_CMPXCHG:
		note_store(d, f, i);
		break;
	case OP_COPY:
		ir_val_int(d->in->program, i->c, &size);
		note_block(d, f, i->a, size > 0 ? (uint64_t)size : 0);
		break;
	case OP_SET:
		note_fill(d, f, i);
		break;
	case OP_CALL:
		note_call(d, f, n, i);
		break;
	case OP_ASM:
		note_unknown(d, f, i);
		break;
	default:
		break;
	}
}

struct contents *contents_find(const struct summarize_input *in, const bool *live,
			       struct constants *constants)
{
	struct finder d = {
		.in = in, .constants = constants, .out = xcalloc(1, sizeof(*d.out))};
	uint32_t objects = pointers_object_count(in->pointers) + 1u;
	d.out->pt = in->pointers;
	d.out->open = xcalloc(objects, sizeof(*d.out->open));
	d.out->any = xcalloc(objects, sizeof(*d.out->any));
	d.out->fill = xcalloc(objects, sizeof(*d.out->fill));
	vec_push(&d.out->words, (struct word){0});
	for (func_id f = 1; f < in->program->funcs.n; f++) {
		const struct ir_func *fn = &in->program->funcs.at[f];
		for (uint32_t n = 0; live[f] && n < fn->inst_count; n++)
			note_inst(&d, f, n, ir_inst_at(in->program, fn, n));
	}
	pt_set_free(&d.set);
	pt_set_free(&d.inside);
	intern_free(&d.followed);
	str_free(&d.key);
	return d.out;
}

void contents_free(struct contents *c)
{
	map_free(&c->ids);
	map_free(&c->lost);
	map_free(&c->lost_classes);
	vec_free(&c->words);
	free(c->open);
	free(c->any);
	free(c->fill);
	free(c);
}

/* ---- what was found ---- */

static const struct word *word_at(const struct contents *c, obj_id o, uint32_t offset)
{
	return &c->words.at[map_get(&c->ids, map_key2(o, offset), 0)];
}

/* Is something else stored that has some of these bytes? */
static bool is_crossed(const struct contents *c, struct pt_loc l, uint32_t size)
{
	for (uint32_t b = 1; b < CONTENTS_MAX_BYTES && b <= l.offset; b++)
		if (word_at(c, l.obj, l.offset - b)->size > b)
			return true;
	for (uint32_t b = 1; b < size; b++)
		if (word_at(c, l.obj, l.offset + b)->size)
			return true;
	return false;
}

bool contents_is_lost(const struct contents *c, struct pt_loc l, uint32_t size)
{
	const struct pt_object *o = pointers_object(c->pt, l.obj);
	bool lost = map_get(&c->lost_classes, o->class_id, 0) ||
		    (c->lost_numbers && pointers_is_absorbed(c->pt, l.obj));
	for (uint32_t b = 0; b < size && !lost; b++) {
		cell_id cell = pointers_cell(c->pt, (struct pt_loc){l.obj, l.offset + b});
		lost = map_get(&c->lost, cell, 0);
	}
	return lost;
}

/* The number that so many such bytes are. */
static struct stored repeat(struct stored byte, uint32_t size)
{
	uint64_t all = (uint64_t)byte.value * UINT64_C(0x0101010101010101);
	uint32_t unused = 64 - 8 * size;
	byte.value = (int64_t)(all << unused) >> unused;
	return byte;
}

bool contents_call_unknown(const struct contents *c)
{
	return c->calls_unknown;
}

bool contents_has(const struct contents *c, obj_id o)
{
	return c->any[o] || c->open[o];
}

struct stored contents_at(const struct contents *c, struct pt_loc l, uint32_t size)
{
	const struct word *w = word_at(c, l.obj, l.offset);
	struct stored out = w->stored;
	if ((w->size && w->size != size) || out.kind == STORED_SEVERAL ||
	    (c->open[l.obj] && c->open[l.obj] - 1 < l.offset + size) ||
	    is_crossed(c, l, size))
		return several();
	uint32_t unused = 64 - 8 * size;
	out.value = (int64_t)((uint64_t)out.value << unused) >> unused;
	stored_join(&out, repeat(c->fill[l.obj], size));
	return out;
}
