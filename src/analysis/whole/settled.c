/* SPDX-License-Identifier: MIT */
#include "analysis/whole/settled.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/whole/contents.h"
#include "analysis/whole/live.h"
#include "base/stats.h"
#include "ir/address.h"
#include "ir/names.h"

enum {
	MAX_PLACES = 32,
	MAX_MEMBERS = 64,
	MAX_NESTED = 4,
	MAX_NESTED_TYPES = 16,
	LISTED_ARRAY = 64 /* bytes, as the front end has it */
};

struct settled {
	const struct program *p;
	struct map loads; /* instruction -> 1 + in values */
	VEC(int64_t) values;
};

struct finder {
	const struct summarize_input *in;
	const struct program *p;
	const struct pointers *pt;
	struct contents *contents;
	bool strangers;
	bool *taken;   /* [symbol] its address is */
	bool *aliased; /* [symbol] it has another name */
	struct settled *out;
	struct pt_set set;
};

static const struct stored ANYTHING = {.kind = STORED_SEVERAL};

/* ---- what strangers can name ---- */

static void note_taken(struct finder *d, const struct ir_func *f, ir_val v)
{
	int64_t bytes = 0;
	v = ir_base_of(d->p, f, v, BASE_CASTS | BASE_INDICES, &bytes);
	if (ir_val_tag(v) == VAL_CONST)
		d->taken[d->p->consts.at[ir_val_index(v)].sym] = true;
}

static void note_uses(struct finder *d, const struct ir_func *f, const struct ir_inst *i)
{
	const ir_val *args = d->p->operands.at + i->args;
	switch (i->op) {
	case OP_LOAD:
	case OP_OFFSET:
	case OP_INDEX:
	case OP_JUMP:
	case OP_GOTO:
	case OP_SWITCH:
		return; /* of an index, what it is used for */
	case OP_STORE:
		note_taken(d, f, i->b);
		return;
	case OP_BRANCH:
		note_taken(d, f, i->a);
		return;
	default:
		note_taken(d, f, i->a);
		note_taken(d, f, i->b);
		note_taken(d, f, i->c);
	}
	for (uint32_t k = i->op == OP_PHI; k < i->arg_count; k += 1 + (i->op == OP_PHI))
		note_taken(d, f, args[k]);
}

static void find_taken(struct finder *d, const bool *live)
{
	d->taken = xcalloc(d->p->symbols.n + 1u, sizeof(*d->taken));
	d->aliased = xcalloc(d->p->symbols.n + 1u, sizeof(*d->aliased));
	for (sym_id s = 1; s < d->p->symbols.n; s++)
		d->aliased[d->p->symbols.at[s].target] = true;
	for (uint32_t i = 0; i < d->p->inits.n; i++)
		d->taken[d->p->consts.at[d->p->inits.at[i].value].sym] = true;
	for (func_id f = 1; f < d->p->funcs.n; f++) {
		const struct ir_func *fn = &d->p->funcs.at[f];
		for (uint32_t n = 0; live[f] && n < fn->inst_count; n++)
			note_uses(d, fn, ir_inst_at(d->p, fn, n));
	}
}

/* Does no header declare the struct? */
static bool is_of_source(const struct program *p, const struct ir_type *x)
{
	if (!x->loc)
		return false;
	const char *file = ir_str(p, p->files.at[p->locs.at[x->loc].file]);
	size_t n = strlen(file);
	return n > 2 && strcmp(file + n - 2, ".c") == 0;
}

/* Is there a member of a struct that no header declares, and of none inside of it that
 * one does: that may be somebody else's to fill in? */
static bool is_private_member(const struct program *p, type_id t, uint64_t offset)
{
	bool found = false;
	for (uint32_t depth = 0; depth < MAX_NESTED_TYPES; depth++) {
		const struct ir_type *x = &p->types.at[type_strip(p, t)];
		const struct ir_member *m = NULL;
		if (x->kind == TYPE_ARRAY) {
			uint64_t element = p->types.at[type_strip(p, x->target)].size;
			offset = element ? offset % element : 0;
			t = x->target;
			continue;
		}
		if (x->kind != TYPE_STRUCT)
			return found && x->kind != TYPE_UNION;
		m = is_of_source(p, x) ? type_member(p, t, offset) : NULL;
		if (!m)
			return false;
		found = true;
		offset -= m->offset;
		t = m->type;
	}
	return false;
}

static bool is_callers(const struct finder *d, const struct pt_object *o)
{
	return o->kind == OBJ_VARIABLE && d->p->symbols.at[o->sym].flags & SYMF_CALLERS;
}

static bool is_visible(const struct finder *d, const struct pt_object *o)
{
	return o->kind == OBJ_VARIABLE && !is_callers(d, o) &&
	       d->p->symbols.at[o->sym].linkage != LINK_INTERNAL;
}

/* May nobody but the code that we see write it? */
static bool is_ours(const struct finder *d, const struct pt_object *o, uint32_t offset)
{
	if (is_visible(d, o))
		return !d->strangers && !contents_call_unknown(d->contents);
	return !d->strangers || is_private_member(d->p, o->type, offset) ||
	       (o->kind == OBJ_VARIABLE && !d->taken[o->sym]);
}

/* ---- what objects begin with ---- */

static bool is_plain_variable(const struct ir_symbol *y)
{
	return y->kind == SYM_VARIABLE && y->flags & SYMF_DEFINED && !y->section &&
	       !y->target &&
	       !(y->flags & (SYMF_STRING | SYMF_OUTSIDE | SYMF_STATE | SYMF_STATE_KEPT |
			     SYMF_CALLERS)) &&
	       (y->linkage == LINK_INTERNAL || y->linkage == LINK_EXTERNAL ||
		y->linkage == LINK_COMMON);
}

static bool is_floating(const struct program *p, const struct ir_type *x)
{
	const char *name = ir_str(p, x->name);
	return x->size > CONTENTS_MAX_BYTES || strstr(name, "float") ||
	       strstr(name, "Float") || strstr(name, "double") || strstr(name, "omplex");
}

/* Has the program the initial value of what is there? Those of longer arrays of numbers,
 * of numbers that are no integers, and of larger ones, are left out (struct ir_init). */
static bool has_initial(const struct program *p, type_id t, uint64_t offset)
{
	for (uint32_t depth = 0; depth < MAX_NESTED_TYPES; depth++) {
		const struct ir_type *x = &p->types.at[type_strip(p, t)];
		const struct ir_member *m = NULL;
		if (x->kind == TYPE_ARRAY) {
			const struct ir_type *e = &p->types.at[type_strip(p, x->target)];
			if (!e->size ||
			    (e->kind == TYPE_SCALAR && x->size > LISTED_ARRAY))
				return false;
			offset %= e->size;
			t = x->target;
			continue;
		}
		if (x->kind != TYPE_STRUCT)
			return x->kind == TYPE_POINTER ||
			       (x->kind == TYPE_SCALAR && !is_floating(p, x));
		m = type_member(p, t, offset);
		if (!m)
			return false;
		offset -= m->offset;
		t = m->type;
	}
	return false;
}

/* Does the initial value have a byte there, in some element? */
static bool is_initialised(const struct finder *d, struct pt_loc l, uint32_t size,
			   const struct ir_init *x)
{
	struct pt_loc to[2];
	if (!pt_loc_is_folded(d->pt, l))
		return x->offset < l.offset + (uint64_t)size &&
		       l.offset < x->offset + x->size;
	uint32_t n =
		pointers_move(d->pt, (struct pt_loc){l.obj, 0}, (int64_t)x->offset, to);
	for (uint32_t i = 0; i < n; i++)
		if (pt_loc_overlap(d->pt, to[i], x->size, l, size))
			return true;
	return false;
}

/* Zero, but for what its initial value says; of elements that differ, several. */
static struct stored initial_value(const struct finder *d, struct pt_loc l, uint32_t size)
{
	const struct ir_symbol *y = &d->p->symbols.at[pointers_object(d->pt, l.obj)->sym];
	struct stored out = {.kind = STORED_ONE};
	if (!has_initial(d->p, y->type, l.offset) ||
	    !has_initial(d->p, y->type, l.offset + size - 1))
		return ANYTHING;
	for (uint32_t i = 0; i < y->init_count; i++) {
		const struct ir_init *x = &d->p->inits.at[y->init + i];
		const struct ir_const *c = &d->p->consts.at[x->value];
		if (!is_initialised(d, l, size, x))
			continue;
		if (c->sym || x->size != size || x->offset != l.offset ||
		    pt_loc_is_folded(d->pt, l))
			return ANYTHING;
		uint32_t unused = 64 - 8 * size;
		out.value = (int64_t)((uint64_t)c->value << unused) >> unused;
	}
	return out;
}

/* Memory that a library gives, and has stored nothing in. */
static struct stored allocated(const struct model *m)
{
	const struct effect *e = m && m->effect_count == 1 ? &m->effects[0] : NULL;
	if (!e || e->kind != EFFECT_ALLOC || e->third >= 0 ||
	    (e->size_kind != SIZE_ARGUMENT && e->size_kind != SIZE_PRODUCT &&
	     e->size_kind != SIZE_SCALED))
		return ANYTHING;
	return (struct stored){.kind = e->flags & EFFECTF_ZEROED ? STORED_ONE
								 : STORED_NONE};
}

static struct stored find_content(struct finder *d, struct pt_loc l, uint32_t size,
				  uint32_t depth);

/* What an allocator of the program has done to it. */
static struct stored made_by_body(struct finder *d, struct pt_loc l, uint32_t size,
				  uint32_t depth)
{
	obj_id inner[MAX_INNER_OBJECTS];
	uint32_t n = pointers_inner_objects(d->pt, l.obj, inner);
	struct stored out = {0};
	for (uint32_t i = 0; i < n; i++) {
		struct pt_loc at = {inner[i], l.offset};
		bool folded = pt_loc_is_folded(d->pt, at) || pt_loc_is_folded(d->pt, l);
		bool touched = contents_has(d->contents, at.obj) ||
			       contents_has(d->contents, pointers_kin(d->pt, at.obj));
		stored_join(&out, depth < MAX_NESTED && !(folded && touched)
					  ? find_content(d, at, size, depth + 1)
					  : ANYTHING);
	}
	return n ? out : ANYTHING;
}

static struct stored made(struct finder *d, struct pt_loc l, uint32_t size,
			  uint32_t depth)
{
	const struct pt_object *o = pointers_object(d->pt, l.obj);
	uint32_t n;
	bool complete;
	const sym_id *t = pointers_callees(d->pt, o->func, o->inst, &n, &complete);
	if (o->across || n != 1 || !complete || pointers_is_hook(d->pt, o->func, o->inst))
		return ANYTHING;
	const struct model *m = pointers_model(d->pt, t[0]);
	return m ? allocated(m) : made_by_body(d, l, size, depth);
}

static struct stored begins_with(struct finder *d, struct pt_loc l, uint32_t size,
				 uint32_t depth)
{
	const struct pt_object *o = pointers_object(d->pt, l.obj);
	switch ((enum obj_kind)o->kind) {
	case OBJ_VARIABLE:
		if (is_callers(d, o)) /* nobody else can make it, if it is ours */
			return (struct stored){0};
		return !d->aliased[o->sym] && is_plain_variable(&d->p->symbols.at[o->sym])
			       ? initial_value(d, l, size)
			       : ANYTHING;
	case OBJ_LOCAL:
		return (struct stored){0};
	case OBJ_HEAP:
		return made(d, l, size, depth);
	default:
		return ANYTHING;
	}
}

/* Can anything but its name mean it? */
static bool is_pointed_to(const struct finder *d, obj_id obj)
{
	const struct pt_object *o = pointers_object(d->pt, obj);
	return o->kind != OBJ_VARIABLE || d->taken[o->sym];
}

/* By pointers that mean any of many objects. */
static struct stored stored_vaguely(const struct finder *d, struct pt_loc l,
				    uint32_t size)
{
	struct pt_loc any = {pointers_kin(d->pt, l.obj), l.offset};
	if (contents_is_lost(d->contents, l, size))
		return ANYTHING;
	return any.obj == l.obj ? (struct stored){0}
				: contents_at(d->contents, any, size);
}

static struct stored find_content(struct finder *d, struct pt_loc l, uint32_t size,
				  uint32_t depth)
{
	struct stored out = contents_at(d->contents, l, size);
	if (out.kind != STORED_SEVERAL && is_pointed_to(d, l.obj))
		stored_join(&out, stored_vaguely(d, l, size));
	if (out.kind != STORED_SEVERAL)
		stored_join(&out, begins_with(d, l, size, depth));
	return out;
}

/* ---- loads ---- */

/* Is it in memory that nobody can write? */
static bool is_constant(const struct finder *d, const struct pt_object *o)
{
	return o->kind == OBJ_VARIABLE && d->p->symbols.at[o->sym].flags & SYMF_CONST;
}

static struct stored find_place(struct finder *d, struct pt_loc l, uint32_t size)
{
	const struct pt_object *o = pointers_object(d->pt, l.obj);
	if (!contents_is_word(d->pt, l, size))
		return ANYTHING;
	if (is_constant(d, o))
		return begins_with(d, l, size, 0);
	return is_ours(d, o, l.offset) ? find_content(d, l, size, 0) : ANYTHING;
}

/* One of many objects: what is the same in all of them. */
static struct stored find_any(struct finder *d, struct pt_loc l, uint32_t size)
{
	uint32_t n;
	const obj_id *members = pointers_members(d->pt, l.obj, &n);
	struct stored out =
		n && n <= MAX_MEMBERS ? contents_at(d->contents, l, size) : ANYTHING;
	for (uint32_t i = 0; i < n && out.kind != STORED_SEVERAL; i++)
		stored_join(&out,
			    find_place(d, (struct pt_loc){members[i], l.offset}, size));
	return out;
}

static struct stored loaded(struct finder *d, func_id f, const struct ir_inst *i)
{
	struct stored out = {0};
	pointers_of_value(d->pt, f, i->a, &d->set);
	if (d->set.unknown || d->set.locs.n > MAX_PLACES)
		return ANYTHING;
	for (uint32_t k = 0; k < d->set.locs.n && out.kind != STORED_SEVERAL; k++) {
		struct pt_loc l = d->set.locs.at[k];
		bool any = pointers_object(d->pt, l.obj)->kind == OBJ_CLASS;
		stored_join(&out,
			    any ? find_any(d, l, i->size) : find_place(d, l, i->size));
	}
	return out;
}

static void find_loads(struct finder *d, func_id f)
{
	const struct ir_func *fn = &d->p->funcs.at[f];
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(d->p, fn, n);
		if (i->op != OP_LOAD || i->flags & (INSTF_VOLATILE | INSTF_BITFIELD) ||
		    !i->size || i->size > CONTENTS_MAX_BYTES)
			continue;
		struct stored x = loaded(d, f, i);
		if (x.kind != STORED_ONE)
			continue;
		vec_push(&d->out->values, x.value);
		map_put(&d->out->loads, fn->inst_first + n, d->out->values.n);
	}
}

struct settled *settled_find(const struct summarize_input *in)
{
	struct settled *s = xcalloc(1, sizeof(*s));
	struct finder d = {.in = in, .p = in->program, .pt = in->pointers, .out = s};
	bool *live = live_find(in);
	d.strangers = live_has_strangers(in);
	struct constants *constants = constants_find(in, live, d.strangers);
	d.contents = contents_find(in, live, constants);
	s->p = in->program;
	find_taken(&d, live);
	for (func_id f = 1; f < d.p->funcs.n; f++)
		if (live[f])
			find_loads(&d, f);
	stats_count("loads of what never changes", s->values.n);
	contents_free(d.contents);
	constants_free(constants);
	pt_set_free(&d.set);
	free(d.taken);
	free(d.aliased);
	free(live);
	return s;
}

bool settled_value(const struct settled *s, func_id f, uint32_t load, int64_t *value)
{
	uint32_t at = s->values.n
			      ? map_get(&s->loads, s->p->funcs.at[f].inst_first + load, 0)
			      : 0;
	if (at)
		*value = s->values.at[at - 1];
	return at;
}

void settled_free(struct settled *s)
{
	map_free(&s->loads);
	vec_free(&s->values);
	free(s);
}
