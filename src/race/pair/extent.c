/* SPDX-License-Identifier: MIT */
/*
 * How far an access reaches. The name of the memory says where it begins, not always how
 * many bytes it touches, or which: memcpy(p->name, q, n), ((char *)words)[i]. What is
 * declared there says more: an access that begins in an array stays in it.
 */
#include "ir/names.h"
#include "race/pair/pair.h"

/* The part of t that starts at that byte, the largest of them; 0 in the middle of one, in
 * a union. 'bytes': from there to the end of t, or of the array's element. */
static type_id part_at(const struct program *p, type_id t, uint64_t offset, uint64_t *bytes)
{
	t = type_strip(p, t);
	*bytes = p->types.at[t].size;
	while (t && offset) {
		const struct ir_type *x = &p->types.at[t];
		type_id next = 0;
		if (x->kind == TYPE_ARRAY) {
			next = type_strip(p, x->target);
			*bytes = p->types.at[next].size;
			offset = *bytes ? offset % *bytes : 0;
		}
		const struct ir_member *m =
			x->kind == TYPE_STRUCT ? type_member(p, t, offset) : NULL;
		if (m) {
			offset -= m->offset;
			*bytes -= m->offset;
			next = type_strip(p, m->type);
		}
		t = next;
	}
	return t;
}

static bool is_array_of_scalars(const struct program *p, type_id t)
{
	type_id e = t;
	while (p->types.at[e].kind == TYPE_ARRAY)
		e = type_strip(p, p->types.at[e].target);
	return e != t && p->types.at[e].kind == TYPE_SCALAR;
}

/* Where the path begins in the object, if there is one such place. */
static uint32_t start_of(struct races *r, path_id path, obj_id obj)
{
	const struct pt_set *set = threads_points_to(r->t, path);
	uint32_t found = PT_ANY;
	for (uint32_t i = 0; i < set->locs.n; i++) {
		if (set->locs.at[i].obj != obj)
			continue;
		if (found != PT_ANY || set->locs.at[i].offset > INT32_MAX)
			return PT_ANY;
		found = set->locs.at[i].offset;
	}
	return found;
}

/* Bytes that are counted from the start of an array, and of nothing larger that starts
 * there too, are in it; but the last thing in an object may be longer than it says. */
static uint32_t counted_in_array(struct races *r, const struct candidate *c, uint32_t *offset)
{
	const struct path *x = path_at(&r->t->paths, c->path);
	const struct pt_object *o = pointers_object(r->pt, c->obj);
	uint64_t bytes;
	if (c->offset != PT_ANY || x->kind != PATH_INDEX || !o->type || o->kind == OBJ_CLASS)
		return 0;
	uint32_t start = start_of(r, x->a, c->obj);
	type_id t = start == PT_ANY ? 0 : part_at(r->p, o->type, start, &bytes);
	if (!t || !is_array_of_scalars(r->p, t) ||
	    r->p->types.at[t].size + sizeof(int64_t) > bytes)
		return 0;
	*offset = start;
	return (uint32_t)r->p->types.at[t].size;
}

static uint32_t rest_of_array(const struct program *p, type_id t, uint64_t offset);

/* Which of them the union is cannot be told: what begins in an array that one of them has there
 * stays in the union. */
static uint32_t rest_of_union(const struct program *p, const struct ir_type *x, uint64_t offset)
{
	for (uint32_t i = 0; i < x->member_count; i++) {
		const struct ir_member *m = &p->members.at[x->members + i];
		uint64_t at = offset - m->offset;
		if (offset >= m->offset && at < p->types.at[type_strip(p, m->type)].size &&
		    rest_of_array(p, m->type, at))
			return (uint32_t)(x->size - offset);
	}
	return 0;
}

/* How many bytes are left of the array of scalars that has this byte of the type;
 * 0 when there is none. */
static uint32_t rest_of_array(const struct program *p, type_id t, uint64_t offset)
{
	for (t = type_strip(p, t); t;) {
		const struct ir_type *x = &p->types.at[t];
		type_id next = 0;
		if (x->kind == TYPE_UNION)
			return rest_of_union(p, x, offset);
		if (x->kind == TYPE_ARRAY) {
			next = type_strip(p, x->target);
			const struct ir_type *e = &p->types.at[next];
			if (e->kind == TYPE_SCALAR && offset < x->size)
				return (uint32_t)(x->size - offset);
			if (!e->size)
				return 0;
			offset %= e->size;
		}
		const struct ir_member *m =
			x->kind == TYPE_STRUCT ? type_member(p, t, offset) : NULL;
		if (m) {
			offset -= m->offset;
			next = type_strip(p, m->type);
		}
		t = next;
	}
	return 0;
}

/* A library function that works on a string stays inside the array it is in; so does
 * a copy of that many bytes, unless the array is the last thing there: that may be
 * longer than it says. */
static uint32_t size_of(const struct races *r, const struct candidate *c)
{
	const struct pt_object *o = pointers_object(r->pt, c->obj);
	bool block = c->access->traits & TRAIT_BLOCK;
	if (c->access->size || !(block || c->access->flags & ACCESSF_LIBRARY) ||
	    c->access->kind == FREE || !o->type || c->offset == PT_ANY)
		return c->access->size;
	uint32_t rest = rest_of_array(r->p, o->type, c->offset);
	uint64_t end = c->offset + (uint64_t)rest + sizeof(int64_t);
	return block && end > r->p->types.at[type_strip(r->p, o->type)].size ? 0 : rest;
}

uint32_t extent_of(struct races *r, const struct candidate *c, uint32_t *offset)
{
	uint32_t array = counted_in_array(r, c, offset);
	return array ? array : size_of(r, c);
}

/* The size of the struct that the function's parameter points to; 0: it is no such address. */
static uint64_t size_of_parameter(const struct races *r, const struct access *a)
{
	const struct ir_func *f = &r->p->funcs.at[a->func];
	if (ir_val_tag(a->address) != VAL_PARAM || ir_val_index(a->address) >= f->param_count)
		return 0;
	type_id t = r->p->params.at[f->param_first + ir_val_index(a->address)].type;
	const struct ir_type *pointer = &r->p->types.at[type_strip(r->p, t)];
	if (pointer->kind != TYPE_POINTER)
		return 0;
	const struct ir_type *x = &r->p->types.at[type_strip(r->p, pointer->target)];
	return x->kind == TYPE_STRUCT ? x->size : 0;
}

static bool is_outside(const struct instance *x, uint64_t from, uint64_t end)
{
	return x->offset >= end || (x->size && x->offset + x->size <= from);
}

bool goes_past_member(const struct races *r, const struct instance *x,
		      const struct instance *other)
{
	const struct pt_object *o = pointers_object(r->pt, x->obj);
	uint64_t bytes;
	if (x->size || x->kind == FREE || x->offset > INT32_MAX || other->offset > INT32_MAX ||
	    !o->type || o->kind == OBJ_CLASS)
		return false;
	uint64_t given = size_of_parameter(r, x->access);
	if (given && x->offset + given < r->p->types.at[o->type].size &&
	    is_outside(other, x->offset, x->offset + given))
		return true;
	type_id t = part_at(r->p, o->type, x->offset, &bytes);
	uint64_t end = x->offset + r->p->types.at[t].size;
	/* who does not know the program knows its own type, not what that is a member of */
	bool unknown = x->flags & ACCESSF_UNKNOWN && x->offset &&
		       r->p->types.at[t].kind == TYPE_STRUCT;
	bool word = r->p->types.at[t].kind == TYPE_SCALAR ||
		    r->p->types.at[t].kind == TYPE_POINTER;
	return t && (unknown || word) && r->p->types.at[t].size < bytes &&
	       is_outside(other, x->offset, end);
}
