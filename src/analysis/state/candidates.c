/* SPDX-License-Identifier: MIT */
/*
 * Candidates: what a value may be as far as the pointer sets know. These do not change, so
 * an answer stays with the name of the value, and what is found in a place of memory with the
 * place, from function to function. Offsets do not matter here: an object is asked for as a
 * whole.
 */
#include "analysis/state/candidates.h"

#include <string.h>

#include "base/sort.h"

bool candidates_may_be(struct frame *fr, path_id value, path_id root)
{
	return frame_may_meet(fr, value, 0, path_index(&fr->paths, root, 0, 1), 0);
}

static void add(struct frame *fr, struct candidates *c, path_id root, bool behind)
{
	if (c->n == c->cap) {
		struct root *more = ARENA_ARRAY(fr->lasting, struct root, c->cap * 2 + 2);
		if (c->n)
			memcpy(more, c->at, c->n * sizeof(*more));
		c->at = more;
		c->cap = c->cap * 2 + 2;
	}
	c->at[c->n++] = (struct root){root, behind};
}

/* ---- private objects ---- */

static void index_privates(struct frame *fr)
{
	while (fr->private_kin.n < fr->privates.n) {
		uint32_t i = fr->private_kin.n;
		const struct path *x = path_at(&fr->paths, fr->privates.at[i]);
		obj_id o = pointers_object_at(fr->pt, x->a, x->b);
		obj_id kin = pointers_kin(fr->pt, o);
		struct private_kin p = {o, map_get(&fr->last_private, kin, 0)};
		vec_push(&fr->private_kin, p);
		map_put(&fr->last_private, kin, i + 1);
	}
}

/* The last private object below 'end' and from 'first' on that a pointer to object 'o' may
 * point to: that object, or a member of the group that it is; its number + 1, or 0. */
static uint32_t find_before(const struct frame *fr, obj_id o, uint32_t first, uint32_t end)
{
	obj_id kin = pointers_kin(fr->pt, o);
	uint32_t k = end > fr->privates.n ? map_get(&fr->last_private, kin, 0)
					  : fr->private_kin.at[end - 1].before;
	while (k > first && o != kin && fr->private_kin.at[k - 1].object != o)
		k = fr->private_kin.at[k - 1].before;
	return k > first ? k : 0;
}

static bool has_private(struct frame *fr, path_id value, uint32_t first)
{
	const struct pt_set *set = frame_points_to(fr, value);
	index_privates(fr);
	for (uint32_t i = 0; i < set->locs.n; i++)
		if (find_before(fr, set->locs.at[i].obj, first, UINT32_MAX))
			return true;
	return false;
}

static void find_privates(struct frame *fr, struct candidates *c, path_id value)
{
	const struct pt_set *set = frame_points_to(fr, value);
	index_privates(fr);
	vec_clear(&fr->news);
	for (uint32_t i = 0; i < set->locs.n; i++) {
		uint32_t k = UINT32_MAX;
		while ((k = find_before(fr, set->locs.at[i].obj, c->seen, k)))
			vec_push(&fr->news, k - 1);
	}
	fr->news.n = sort_u32_set(fr->news.at, fr->news.n);
	for (uint32_t i = 0; i < fr->news.n; i++)
		add(fr, c, fr->privates.at[fr->news.at[i]], false);
	c->seen = fr->privates.n;
}

/* ---- formals ---- */

/* The numbers in fr->news as a set that is kept. */
static struct id_set keep_news(struct frame *fr)
{
	struct id_set x = {.n = sort_u32_set(fr->news.at, fr->news.n)};
	x.at = arena_alloc(&fr->kept, x.n * sizeof(*x.at));
	if (x.n)
		memcpy(x.at, fr->news.at, x.n * sizeof(*x.at));
	return x;
}

static struct inside load_held(struct frame *fr, struct pt_loc l)
{
	struct pt_set in = {.locs = {.at = &l, .n = 1, .cap = 1}}, out = {0};
	pointers_load(fr->pt, &in, &out);
	struct inside h = {.unknown = out.unknown};
	vec_clear(&fr->news);
	for (uint32_t i = 0; i < out.locs.n; i++)
		vec_push(&fr->news, out.locs.at[i].obj);
	h.objects = keep_news(fr);
	for (uint32_t i = 0; i < h.objects.n; i++)
		fr->news.at[i] = pointers_kin(fr->pt, h.objects.at[i]);
	fr->news.n = h.objects.n;
	h.kin = keep_news(fr);
	pt_set_free(&out);
	return h;
}

static const struct inside *find_held(struct frame *fr, struct pt_loc l)
{
	uint64_t key = map_key2(l.obj, l.offset);
	uint32_t at = map_get(&fr->held_at, key, fr->held.n);
	if (at == fr->held.n) {
		vec_push(&fr->held, load_held(fr, l));
		map_put(&fr->held_at, key, at);
	}
	return &fr->held.at[at];
}

/* May the object be one of those? Itself, its group, or some member of the group it is. */
static bool is_held(const struct frame *fr, const struct inside *h, obj_id o)
{
	obj_id kin = pointers_kin(fr->pt, o);
	return sort_u32_has(h->objects.at, h->objects.n, kin) ||
	       (o == kin ? sort_u32_has(h->kin.at, h->kin.n, kin)
			 : sort_u32_has(h->objects.at, h->objects.n, o));
}

/* May the value be a pointer that is found in the memory of 'root'? */
static bool may_be_behind(struct frame *fr, path_id value, path_id root)
{
	path_id inside = path_index(&fr->paths, root, 0, 1);
	frame_points_to(fr, inside); /* so that both stay where they are */
	const struct pt_set *set = frame_points_to(fr, value);
	const struct pt_set *in = frame_points_to(fr, inside);
	bool unknown = in->unknown;
	for (uint32_t i = 0; i < in->locs.n; i++) {
		const struct inside *h = find_held(fr, in->locs.at[i]);
		unknown |= h->unknown;
		for (uint32_t k = 0; k < set->locs.n; k++)
			if (is_held(fr, h, set->locs.at[k].obj))
				return true;
	}
	return unknown && set->unknown;
}

static void find_formals(struct frame *fr, struct candidates *c, path_id value)
{
	for (; c->seen < fr->fn->param_count; c->seen++) {
		path_id root = frame_value(fr, ir_val_make(VAL_PARAM, c->seen));
		if (candidates_may_be(fr, value, root))
			add(fr, c, root, false);
		if (may_be_behind(fr, value, root))
			add(fr, c, root, true);
	}
}

/* ---- both ---- */

static struct candidates *find_known(struct frame *fr, path_id value, bool formals)
{
	uint64_t key = map_key2(formals, value);
	uint32_t at = map_get(&fr->candidates_at, key, fr->candidates.n);
	if (at == fr->candidates.n) {
		map_put(&fr->candidates_at, key, at);
		vec_push(&fr->candidates, ((struct candidates){0}));
	}
	return &fr->candidates.at[at];
}

const struct candidates *candidates_of(struct frame *fr, path_id value, bool formals)
{
	struct candidates *c = find_known(fr, value, formals);
	if (formals)
		find_formals(fr, c, value);
	else if (c->seen < fr->privates.n)
		find_privates(fr, c, value);
	return c;
}

bool candidates_any(struct frame *fr, path_id value, bool formals)
{
	if (formals)
		return candidates_of(fr, value, true)->n > 0;
	struct candidates *c = find_known(fr, value, false);
	if (!c->any && c->asked < fr->privates.n)
		c->any = has_private(fr, value, c->asked);
	c->asked = fr->privates.n;
	return c->any;
}

void candidates_free(struct frame *fr)
{
	vec_free(&fr->private_kin);
	map_free(&fr->last_private);
	map_free(&fr->candidates_at);
	vec_free(&fr->candidates);
	map_free(&fr->held_at);
	vec_free(&fr->held);
	arena_release(&fr->kept);
}
