/* SPDX-License-Identifier: MIT */
/*
 * What a set that grows too large turns into.
 *
 * First its members are replaced by groups: all objects of one type, which fold
 * offsets in one way (functions stay as they are: their types say too little). A
 * list function that takes a hundred lists has a hundred objects in its set, but
 * few types, and fields stay apart. If there are still too many, the set becomes
 * 'anything'. When that comes to a variable declared as pointer to a struct T, it
 * means every place that holds a T.
 */
#include "pointer/internal.h"

#include <stdlib.h>

#include "ir/names.h"

enum { MAX_PLACES = 256, MAX_DEPTH = 12 };

struct keyed {
	uint32_t type, fold;
	obj_id obj;
};

static int compare_keyed(const void *x, const void *y)
{
	const struct keyed *a = x, *b = y;
	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	if (a->fold != b->fold)
		return a->fold < b->fold ? -1 : 1;
	return (a->obj > b->obj) - (a->obj < b->obj);
}

static bool same_group(const struct keyed *a, const struct keyed *b)
{
	return a->type == b->type && a->fold == b->fold;
}

/* Untyped memory stays together. */
static struct keyed key_of(const struct pointers *pt, obj_id o)
{
	const struct object *info = &pt->info.at[o];
	struct keyed k = {.type = type_strip(pt->p, pt->objects.at[o].type), .obj = o};
	if (k.type)
		k.fold = info->fold_count ? info->fold_first + 2 : 1;
	return k;
}

/* The object that stands for a group: like its members, as large as the
 * largest. */
static obj_id group_object(struct pointers *pt, const struct keyed *k, uint32_t n)
{
	struct pt_object o = {.kind = OBJ_CLASS, .array = true, .type = k->type};
	struct object info = pt->info.at[k->obj];
	bool sized = true, same_class = true;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t size = pt->objects.at[k[i].obj].size;
		sized &= size != 0;
		o.size = size > o.size ? size : o.size;
		info.declared &= pt->info.at[k[i].obj].declared;
		info.typed &= pt->info.at[k[i].obj].typed;
		info.string &= pt->info.at[k[i].obj].string;
		same_class &= pt->objects.at[k[i].obj].class_id ==
			      pt->objects.at[k->obj].class_id;
	}
	o.size = sized ? o.size : 0;
	o.class_id = same_class ? pt->objects.at[k->obj].class_id : 0;
	info.vague = !k->fold;
	info.self = info.one_cell = false;
	info.node = 0;
	info.group = pt->groups.n;
	obj_id id = object_new(pt, o);
	pt->info.at[id] = info;
	return id;
}

static void add_group(struct pointers *pt, const struct keyed *k, uint32_t n)
{
	struct group g = {.first = pt->group_members.n, .count = n};
	g.object = group_object(pt, k, n);
	for (uint32_t i = 0; i < n; i++) {
		vec_push(&pt->group_members, k[i].obj);
		pt->info.at[k[i].obj].group = pt->groups.n;
	}
	vec_push(&pt->groups, g);
}

/* What the compiler has made to initialise a local from: it has no type, but nobody stores
 * into it what he stores into other memory without a type. */
static bool is_initialiser(const struct pointers *pt, const struct pt_object *o)
{
	return o->kind == OBJ_VARIABLE && pt->p->symbols.at[o->sym].flags & SYMF_STRING;
}

static bool may_be_grouped(const struct pointers *pt, obj_id o)
{
	const struct object *info = &pt->info.at[o];
	return pt->objects.at[o].kind != OBJ_EXTERNAL && !info->one_cell && !info->code &&
	       !info->kept && !is_initialiser(pt, &pt->objects.at[o]);
}

/* By clone.c: then there are more of it, and 'anything' finds them by their group. */
static bool may_be_copied(const struct pointers *pt, obj_id o)
{
	return pt->objects.at[o].kind == OBJ_HEAP;
}

void groups_make(struct pointers *pt)
{
	VEC(struct keyed) keys = {0};
	pt->anything = object_new(pt, (struct pt_object){.kind = OBJ_EXTERNAL});
	pt->info.at[pt->anything].one_cell = true;
	pt->real_objects = pt->objects.n;
	vec_push(&pt->groups, ((struct group){0}));
	for (obj_id o = 1; o < pt->real_objects; o++) {
		if (may_be_grouped(pt, o))
			vec_push(&keys, key_of(pt, o));
	}
	if (keys.n)
		qsort(keys.at, keys.n, sizeof(*keys.at), compare_keyed);
	for (uint32_t i = 0, next; i < keys.n; i = next) {
		for (next = i + 1;
		     next < keys.n && same_group(&keys.at[i], &keys.at[next]);)
			next++;
		if (next - i > 1 || may_be_copied(pt, keys.at[i].obj))
			add_group(pt, &keys.at[i], next - i);
	}
	pt->object_count = pt->objects.n;
	vec_free(&keys);
}

/* ---- every place that holds a T ---- */

static void places_in(struct pointers *pt, type_id t, uint64_t off, type_id wanted,
		      obj_id o, int depth)
{
	t = type_strip(pt->p, t);
	const struct ir_type *type = &pt->p->types.at[t];
	if (t == wanted) {
		vec_push(&pt->places, ((struct pt_loc){o, (uint32_t)off}));
		return;
	}
	if (depth > MAX_DEPTH || type->size < pt->p->types.at[wanted].size)
		return;
	if (type->kind == TYPE_ARRAY)
		places_in(pt, type->target, off, wanted, o, depth + 1);
	if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
		return;
	for (uint32_t i = 0; i < type->member_count; i++) {
		const struct ir_member *m = &pt->p->members.at[type->members + i];
		places_in(pt, m->type, off + m->offset, wanted, o, depth + 1);
	}
}

/* Groups, objects without a group, and memory of unknown type. */
const struct pt_loc *group_places(struct pointers *pt, type_id wanted, uint32_t *n)
{
	uint32_t known = map_get(&pt->place_ids, wanted, UINT32_MAX);
	if (known == UINT32_MAX) {
		uint32_t first = pt->places.n;
		known = pt->place_spans.n;
		for (obj_id o = 1; o < pt->object_count; o++) {
			bool member = o < pt->real_objects && pt->info.at[o].group;
			if (member || pt->info.at[o].code || !may_be_grouped(pt, o))
				continue;
			if (pt->objects.at[o].type)
				places_in(pt, pt->objects.at[o].type, 0, wanted, o, 0);
			else if (pt->objects.at[o].kind == OBJ_CLASS)
				vec_push(&pt->places, ((struct pt_loc){o, PT_ANY}));
		}
		if (pt->places.n - first > MAX_PLACES)
			pt->places.n = first;
		vec_push(&pt->place_spans, map_key2(first, pt->places.n - first));
		map_put(&pt->place_ids, wanted, known);
	}
	uint64_t span = pt->place_spans.at[known];
	*n = (uint32_t)span;
	return pt->places.at + (span >> 32);
}
