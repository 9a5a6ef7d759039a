/* SPDX-License-Identifier: MIT */
/*
 * From a byte offset to the declaration in the source: which struct has the member, and
 * how a program that knows only named structs gets there.
 */
#include "ir/names.h"

enum { MAX_NESTING = 16 };

struct walk {
	const struct program *p;
	type_id t; /* what is left: this, from 'offset' on */
	uint64_t offset, size;
	struct ir_declared *out;
	struct str *path;
};

static const struct ir_type *record_at(const struct walk *w)
{
	return &w->p->types.at[type_strip(w->p, w->t)];
}

static bool is_found(const struct walk *w)
{
	const struct ir_type *x = record_at(w);
	if (w->offset || !w->out->member)
		return false;
	if (w->size)
		return x->kind == TYPE_SCALAR || x->kind == TYPE_POINTER ||
		       (x->size && w->size >= x->size);
	return x->kind != TYPE_ARRAY &&
	       (x->kind != TYPE_STRUCT || (x->name && ir_str(w->p, x->name)[0] == '_'));
}

/* The tag, or the first typedef on the way. */
static type_id named_type(const struct walk *w)
{
	type_id s = type_strip(w->p, w->t), t = w->t;
	if (w->p->types.at[s].name)
		return s;
	for (int i = 0; t != s && i < MAX_NESTING; i++) {
		if (w->p->types.at[t].name)
			return t;
		t = w->p->types.at[t].target;
	}
	return 0;
}

static bool step_into_array(struct walk *w)
{
	type_id element = type_target(w->p, w->t);
	uint64_t stride = w->p->types.at[type_strip(w->p, element)].size;
	if (!stride)
		return false;
	str_add(w->path, "[0]");
	w->offset %= stride;
	w->t = element;
	return true;
}

static bool step_into_record(struct walk *w)
{
	type_id named = named_type(w);
	const struct ir_member *m = type_member(w->p, w->t, w->offset);
	if (!m || m->bit_size)
		return false;
	if (named) {
		w->out->named = named;
		str_clear(w->path);
	}
	w->out->record = type_strip(w->p, w->t);
	w->out->member = m;
	if (m->name)
		str_addf(w->path, "%s%s", w->path->n ? "." : "", ir_str(w->p, m->name));
	w->offset -= m->offset;
	w->t = m->type;
	return true;
}

bool type_find_declared(const struct program *p, type_id t, uint64_t offset,
			uint64_t size, struct ir_declared *d, struct str *out)
{
	struct walk w = {p, t, offset, size, d, out};
	*d = (struct ir_declared){0};
	str_clear(out);
	for (int i = 0; i < MAX_NESTING && !is_found(&w); i++) {
		const struct ir_type *x = record_at(&w);
		bool record = x->kind == TYPE_STRUCT || x->kind == TYPE_UNION;
		if (!(record ? step_into_record(&w)
			     : x->kind == TYPE_ARRAY && step_into_array(&w)))
			return false;
	}
	return is_found(&w) && d->member->name;
}
