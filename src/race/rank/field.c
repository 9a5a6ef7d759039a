/* SPDX-License-Identifier: MIT */
/*
 * The field that an access means by the declared types: which struct, which byte of
 * it. Unlike objects, which are many and not always told apart, this is how the
 * program itself names memory: 'the next of the list in a struct device'.
 */
#include <string.h>

#include "ir/names.h"
#include "ir/valuetype.h"
#include "race/rank/fields.h"

enum { MAX_DEPTH = 12 };

/* What a value is declared to point to: a parameter, or one that has notes. */
static type_id pointed_type(const struct races *r, func_id f, ir_val v)
{
	if (ir_val_tag(v) == VAL_PARAM)
		return type_target(r->p, ir_param_type(r->p, f, ir_val_index(v)));
	const struct pointee *x = ir_val_tag(v) == VAL_INST
					  ? notes_pointee(&summary_of(r->t, f)->notes,
							  ir_val_index(v))
					  : NULL;
	return x && !x->moved ? x->type : 0;
}

/* ---- paths ---- */

/* What a name is made of: a core, and a distance from it. */
struct place {
	path_id core;
	int64_t offset;
};

static struct place take_apart(const struct paths *t, path_id id)
{
	struct place a = {id, 0};
	for (;;) {
		const struct path *x = path_at(t, a.core);
		if (x->kind != PATH_OFFSET && x->kind != PATH_INDEX)
			return a;
		if (x->kind == PATH_OFFSET)
			a.offset += x->imm;
		a.core = x->a;
	}
}

/* The type of the object that a core means or points to. */
static type_id object_type(struct races *r, path_id core, int depth)
{
	const struct path *x = path_at(&r->t->paths, core);
	if (x->kind == PATH_SYMBOL)
		return r->p->symbols.at[x->a].type;
	if (x->kind == PATH_LOCAL)
		return ir_local_type(r->p, x->a, x->b);
	if (x->kind == PATH_HEAP) {
		obj_id o = pointers_object_at(r->pt, x->a, x->b);
		ir_val made = ir_val_make(VAL_INST, x->b);
		type_id t = type_target(r->p, ir_variable_type(r->p, x->a, made));
		return t || !o ? t : pointers_object(r->pt, o)->type;
	}
	if (x->kind == PATH_VALUE) {
		bool param = x->b & VALUE_PARAM;
		ir_val v = ir_val_make(param ? VAL_PARAM : VAL_INST, x->b & ~VALUE_PARAM);
		return pointed_type(r, x->a, v);
	}
	if (x->kind != PATH_LOAD || depth > MAX_DEPTH)
		return 0;
	struct place from = take_apart(&r->t->paths, x->a);
	type_id t = object_type(r, from.core, depth + 1);
	if (!t || from.offset < 0)
		return 0;
	return type_target(r->p, type_part(r->p, t, (uint64_t)from.offset));
}

/* Two units may each have their own words for it. */
static struct field name_field(const struct program *p, type_id t, uint64_t offset)
{
	const struct ir_type *x = &p->types.at[t];
	struct field f = {.record = x->name ? x->name : t, .size = (uint32_t)x->size,
			  .named = x->name ? BY_NAME : BY_TYPE, .offset = (uint32_t)offset};
	return f;
}

/* ---- types that are parts of others ---- */

static uint64_t record_key(const struct field *f)
{
	return map_key2(f->record, f->size << 2 | f->named);
}

/* The field that lies so many bytes into an object of that type. */
static uint32_t field_in(struct races *r, type_id type, int64_t at)
{
	type_id t = type_strip(r->p, type);
	const struct ir_type *x = &r->p->types.at[t];
	uint64_t offset = (uint64_t)at;
	while (x->kind == TYPE_ARRAY && at >= 0) {
		x = &r->p->types.at[t = type_strip(r->p, x->target)];
		offset = x->size ? offset % x->size : offset;
	}
	if ((x->kind != TYPE_STRUCT && x->kind != TYPE_UNION) || at < 0 || offset >= x->size)
		return 0;
	struct field f = name_field(r->p, t, offset);
	return intern_bytes(&r->members.list, &f, sizeof(f));
}

/* A record to the one that it is inside of, and to its place there; or SEVERAL. */
#define SEVERAL UINT32_MAX

static void note_embedded(struct races *r, type_id inner, type_id outer, uint32_t offset)
{
	while (r->p->types.at[inner].kind == TYPE_ARRAY)
		inner = type_strip(r->p, r->p->types.at[inner].target);
	struct field f = name_field(r->p, inner, 0);
	uint32_t known = map_get(&r->members.embedded, record_key(&f), outer);
	uint32_t at = map_get(&r->members.embedded_at, record_key(&f), offset);
	map_put(&r->members.embedded, record_key(&f), known == outer ? outer : SEVERAL);
	map_put(&r->members.embedded_at, record_key(&f), at == offset ? at : SEVERAL);
}

/* What a library calls a lock: a union, or a struct with a name of its own. */
static bool is_of_library(const struct program *p, const struct field *f)
{
	if (f->named == BY_NAME)
		return ir_str(p, f->record)[0] == '_';
	return f->named == BY_TYPE && p->types.at[f->record].kind == TYPE_UNION;
}

/* A struct of the program may be called so too: but it holds a lock, and is none. */
static void note_first(struct races *r, type_id t, const struct ir_member *m)
{
	type_id inner = type_strip(r->p, m->type);
	uint8_t kind = r->p->types.at[inner].kind;
	struct field f = name_field(r->p, inner, 0), outer = name_field(r->p, t, 0);
	if (m->offset == 0 && (kind == TYPE_STRUCT || kind == TYPE_UNION) &&
	    is_of_library(r->p, &f))
		map_put(&r->members.begins_with_lock, record_key(&outer), 1);
}

static void find_embedded(struct races *r)
{
	for (type_id t = 1; t < r->p->types.n; t++) {
		const struct ir_type *x = &r->p->types.at[t];
		for (uint32_t i = 0; x->kind == TYPE_STRUCT && i < x->member_count; i++) {
			const struct ir_member *m = &r->p->members.at[x->members + i];
			note_embedded(r, type_strip(r->p, m->type), t, (uint32_t)m->offset);
			note_first(r, t, m);
		}
	}
}

/* Does such a struct begin there? */
static bool has_part(const struct program *p, type_id t, uint64_t off, uint64_t wanted)
{
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		t = type_strip(p, t);
		struct field f = name_field(p, t, 0);
		if (off == 0 && record_key(&f) == wanted)
			return true;
		const struct ir_member *m =
			p->types.at[t].kind == TYPE_STRUCT ? type_member(p, t, off) : NULL;
		if (!m)
			return false;
		off -= m->offset;
		t = m->type;
	}
	return false;
}

static uint64_t key_of_type(const struct program *p, type_id t)
{
	struct field f = name_field(p, type_strip(p, t), 0);
	return record_key(&f);
}

uint32_t container_field(struct races *r, path_id address, type_id part)
{
	struct place at = take_apart(&r->t->paths, address);
	type_id inner = object_type(r, at.core, 0);
	uint64_t linked = key_of_type(r->p, inner), wanted = key_of_type(r->p, part);
	uint32_t found = 0;
	for (type_id t = 1; t < r->p->types.n && inner && part && at.offset < 0; t++) {
		const struct ir_type *x = &r->p->types.at[t];
		for (uint32_t i = 0; x->kind == TYPE_STRUCT && i < x->member_count; i++) {
			const struct ir_member *m = &r->p->members.at[x->members + i];
			int64_t off = m->offset + at.offset;
			if (off < 0 || key_of_type(r->p, m->type) != linked ||
			    !has_part(r->p, t, (uint64_t)off, wanted))
				continue;
			uint32_t field = field_in(r, t, off);
			if (found && field != found)
				return 0;
			found = field;
		}
	}
	return found;
}

struct field field_at(const struct races *r, uint32_t id)
{
	struct field f;
	memcpy(&f, intern_at(&r->members.list, id), sizeof(f));
	return f;
}

static uint32_t embedded_in(struct races *r, const struct field *f)
{
	if (!r->members.embedded.n)
		find_embedded(r);
	return map_get(&r->members.embedded, record_key(f), 0);
}

bool is_lock_itself(struct races *r, uint32_t field)
{
	struct field f = field_at(r, field);
	bool several = embedded_in(r, &f) == SEVERAL;
	bool is_whole = map_get(&r->members.begins_with_lock, record_key(&f), 0);
	return f.offset == 0 && (several || (is_of_library(r->p, &f) && !is_whole));
}

bool is_part_of_many(struct races *r, uint32_t field)
{
	while (r->members.of_many.n <= field)
		vec_push(&r->members.of_many, 0);
	if (!r->members.of_many.at[field]) {
		struct field f = field_at(r, field);
		r->members.of_many.at[field] = 1 + (embedded_in(r, &f) == SEVERAL);
	}
	return r->members.of_many.at[field] == 2;
}

static uint32_t find_whole(struct races *r, uint32_t field)
{
	struct field f = field_at(r, field);
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		uint32_t outer = embedded_in(r, &f);
		uint32_t at = map_get(&r->members.embedded_at, record_key(&f), SEVERAL);
		if (!outer || outer == SEVERAL || at == SEVERAL)
			break;
		struct field up = name_field(r->p, outer, at + f.offset);
		if (embedded_in(r, &up) == SEVERAL)
			break;
		f = up;
	}
	return intern_bytes(&r->members.list, &f, sizeof(f));
}

uint32_t whole_field(struct races *r, uint32_t field)
{
	while (r->members.whole_of.n <= field)
		vec_push(&r->members.whole_of, 0);
	if (field && !r->members.whole_of.at[field])
		r->members.whole_of.at[field] = find_whole(r, field);
	return r->members.whole_of.at[field];
}

/* A tree or a list that was allocated apart: what counts is whose it is, 'what the tree
 * of a struct zone points to'. */
static uint32_t pointed_field(struct races *r, const struct place *at, uint32_t part)
{
	const struct path *x = path_at(&r->t->paths, at->core);
	uint32_t from = part && x->kind == PATH_LOAD && is_part_of_many(r, part)
				? field_of(r, x->a)
				: 0;
	if (!from || is_part_of_many(r, from))
		return part;
	struct field f = field_at(r, part);
	f.record = whole_field(r, from);
	f.named = BY_POINTER;
	return intern_bytes(&r->members.list, &f, sizeof(f));
}

static uint32_t find_field(struct races *r, path_id address)
{
	struct place at = take_apart(&r->t->paths, address);
	type_id t = object_type(r, at.core, 0);
	return pointed_field(r, &at, field_in(r, t, at.offset));
}

bool is_behind_pointer(const struct races *r, uint32_t field)
{
	return field_at(r, field).named == BY_POINTER;
}

uint32_t field_of(struct races *r, path_id address)
{
	while (r->members.field_of.n <= address)
		vec_push(&r->members.field_of, 0);
	if (!r->members.field_of.at[address]) {
		uint32_t found = find_field(r, address);
		r->members.field_of.at[address] = found + 1;
	}
	return r->members.field_of.at[address] - 1;
}

uint32_t record_of_field(struct races *r, uint32_t field)
{
	struct field f = field_at(r, field);
	while (f.named == BY_POINTER)
		f = field_at(r, f.record);
	f.offset = 0;
	return intern_bytes(&r->members.list, &f, sizeof(f));
}

bool is_object_of_field(const struct races *r, obj_id o, uint32_t field)
{
	struct field f = field_at(r, field);
	type_id t = type_strip(r->p, pointers_object(r->pt, o)->type);
	while (r->p->types.at[t].kind == TYPE_ARRAY)
		t = type_strip(r->p, r->p->types.at[t].target);
	struct field g = name_field(r->p, t, 0);
	return record_key(&g) == record_key(&f);
}

static uint32_t field_of_value(struct races *r, func_id f, ir_val address)
{
	if (ir_val_tag(address) != VAL_INST)
		return field_in(r, pointed_type(r, f, address), 0);
	const struct pointee *x =
		notes_pointee(&summary_of(r->t, f)->notes, ir_val_index(address));
	return x ? field_in(r, x->type, x->offset) : 0;
}

uint32_t field_of_access(struct races *r, const struct access *a)
{
	uint64_t key = map_key2(a->func, a->address);
	uint32_t known = map_get(&r->members.field_at, key, UINT32_MAX);
	if (known == UINT32_MAX) {
		known = a->address ? field_of_value(r, a->func, a->address) : 0;
		map_put(&r->members.field_at, key, known);
	}
	return known;
}

/* 0 when the instruction is no call that has one. */
static ir_val first_argument(const struct races *r, func_id f, uint32_t inst)
{
	const struct lock_note *x = notes_lock(&summary_of(r->t, f)->notes, inst);
	return x ? x->argument : 0;
}

type_id argument_type(const struct races *r, func_id f, uint32_t inst)
{
	return pointed_type(r, f, first_argument(r, f, inst));
}

uint32_t argument_field(struct races *r, func_id f, uint32_t inst)
{
	return field_of_value(r, f, first_argument(r, f, inst));
}

void members_release(struct members *m)
{
	intern_free(&m->list);
	vec_free(&m->field_of);
	vec_free(&m->whole_of);
	vec_free(&m->of_many);
	map_free(&m->field_at);
	map_free(&m->embedded);
	map_free(&m->embedded_at);
	map_free(&m->begins_with_lock);
}
