/* SPDX-License-Identifier: MIT */
/*
 * Unification (Steensgaard) with cells at byte offsets.
 *
 * Every node points to one place, a class and an offset in it; an assignment
 * makes the two places one. Classes are merged with a shift, so a pointer to
 * the middle of an object and a pointer to the start of a smaller one are
 * unified at the right distance. A block copy merges layouts (what is stored),
 * not classes (whose memory it is).
 *
 * Three constraints wait until the rest is done, when classes have their
 * objects: indexing (an array of declared type needs no folding), arithmetic
 * with unknown amounts (integers without objects need none), and variable
 * arguments (functions that only hand them to printf read none).
 */
#include "pointer/unify.h"

#include <string.h>

enum { EAGER_COPY = 128 }; /* bytes: smaller constant copies go cell by cell */

/* ---- classes ---- */

uint32_t unify_class(struct unify *u)
{
	vec_push(&u->classes, ((struct uclass){0}));
	return u->classes.n - 1;
}

struct place unify_find(struct unify *u, struct place p)
{
	uint32_t root = p.class_id, id = p.class_id;
	int64_t sum = 0;
	for (; u->classes.at[root].parent; root = u->classes.at[root].parent)
		sum += u->classes.at[root].delta;
	int64_t total = sum;
	while (id != root) {
		struct uclass *c = &u->classes.at[id];
		uint32_t next = c->parent;
		int32_t step = c->delta;
		c->parent = root;
		c->delta = (int32_t)sum;
		sum -= step;
		id = next;
	}
	return (struct place){root, (int32_t)(p.off + total)};
}

static struct place place_add(struct place p, int64_t bytes)
{
	int64_t off = p.off + bytes;
	if (off > INT32_MAX / 8 || off < INT32_MIN / 8)
		off = 0;
	return (struct place){p.class_id, (int32_t)off};
}

struct place unify_node(struct unify *u, uint32_t node)
{
	while (u->target.n <= node)
		vec_push(&u->target, ((struct place){0}));
	if (!u->target.at[node].class_id)
		u->target.at[node] = (struct place){unify_class(u), 0};
	u->target.at[node] = unify_find(u, u->target.at[node]);
	return u->target.at[node];
}

struct place unify_ref(struct unify *u, struct ref r)
{
	return place_add(unify_node(u, r.node), r.off);
}

/* The layout of a root class; *off becomes an offset in it. */
uint32_t unify_layout(struct unify *u, uint32_t class_id, int64_t *off)
{
	struct uclass *c = &u->classes.at[class_id];
	if (!c->layout) {
		c->layout = layout_new(&u->layouts);
		c->layout_delta = 0;
	}
	int64_t delta = c->layout_delta;
	uint32_t root = layout_find(&u->layouts, c->layout, &delta);
	c->layout = root;
	c->layout_delta = (int32_t)delta;
	*off += delta;
	return root;
}

static struct place content(struct unify *u, struct place p)
{
	p = unify_find(u, p);
	int64_t off = p.off;
	uint32_t layout = unify_layout(u, p.class_id, &off);
	struct layout_cell *c = layout_cell(&u->layouts, layout, off);
	if (!c->target.class_id)
		c->target = (struct place){unify_class(u), 0};
	c->target = unify_find(u, c->target);
	return c->target;
}

/* ---- merging ---- */

void unify_equate(struct unify *u, struct place a, struct place b)
{
	vec_push(&u->pending.list, ((struct place_pair){a, b}));
}

static void merge_layouts(struct unify *u, struct place a, struct place b)
{
	int64_t x = a.off, y = b.off;
	uint32_t la = unify_layout(u, a.class_id, &x),
		 lb = unify_layout(u, b.class_id, &y);
	layout_merge(&u->layouts, la, x, lb, y);
}

static void append(struct chain *to, const struct chain *from, uint32_t *next)
{
	if (!from->first)
		return;
	if (to->first)
		next[to->last] = from->first;
	else
		to->first = from->first;
	to->last = from->last;
}

static void merge_roots(struct unify *u, uint32_t a, uint32_t b, int64_t delta)
{
	struct uclass *x = &u->classes.at[a], *y = &u->classes.at[b];
	struct uclass before = *x, gone = *y;
	struct chain objects = {x->first_object, x->last_object};
	append(&objects, &(struct chain){y->first_object, y->last_object},
	       u->next_object.at);
	x->first_object = objects.first;
	x->last_object = objects.last;
	append(&x->funcs, &y->funcs, u->next_func.at);
	append(&x->special, &y->special, u->next_special.at);
	append(&x->sites, &y->sites, u->next_site.at);
	append(&x->spread, &y->spread, u->next_spread.at);
	x->object_count += y->object_count;
	x->declared |= y->declared;
	if (!x->signature)
		x->signature = y->signature;
	if (!x->common)
		x->common = y->common;
	x->takes |= y->takes;
	x->gives |= y->gives;
	y->parent = a;
	y->delta = (int32_t)delta;
	unify_bind(u, a, &before, &gone);
}

static void merge_classes(struct unify *u, struct place a, struct place b)
{
	a = unify_find(u, a);
	b = unify_find(u, b);
	if (a.class_id == b.class_id) {
		if (a.off != b.off)
			merge_layouts(u, a, b);
		return;
	}
	struct uclass *x = &u->classes.at[a.class_id], *y = &u->classes.at[b.class_id];
	u->changed = true;
	if (x->layout && y->layout)
		merge_layouts(u, a, b);
	x = &u->classes.at[a.class_id];
	y = &u->classes.at[b.class_id];
	bool swap = x->object_count < y->object_count ||
		    (x->object_count == y->object_count && !x->layout && y->layout);
	struct place into = swap ? b : a, from = swap ? a : b;
	struct uclass *keep = swap ? y : x, *gone = swap ? x : y;
	int64_t delta = (int64_t)into.off - from.off;
	if (delta > INT32_MAX / 4 || delta < INT32_MIN / 4)
		delta = 0;
	if (!keep->layout && gone->layout) {
		keep->layout = gone->layout;
		keep->layout_delta = (int32_t)(gone->layout_delta - delta);
	}
	merge_roots(u, into.class_id, from.class_id, delta);
}

static void settle(struct unify *u)
{
	while (u->pending.list.n || u->layouts.equal.list.n) {
		struct place_pair p = u->pending.list.n ? vec_pop(&u->pending.list)
							: vec_pop(&u->layouts.equal.list);
		if (p.a.class_id && p.b.class_id)
			merge_classes(u, p.a, p.b);
	}
}

void unify_places(struct unify *u, struct place a, struct place b)
{
	unify_equate(u, a, b);
	settle(u);
}

/* ---- objects ---- */

static void add_ranges(struct unify *u, obj_id o, struct place p)
{
	const struct object *info = &u->pt->info.at[o];
	for (uint32_t i = 0; i < info->fold_count; i++) {
		struct fold_range r = u->pt->folds.at[info->fold_first + i];
		int64_t off = p.off;
		uint32_t layout = unify_layout(u, p.class_id, &off);
		struct layout_range range = {r.start + off, r.end, r.stride};
		range.end += r.end >= FOLD_END ? 0 : off;
		layout_add_range(&u->layouts, layout, range);
	}
}

static void add_object(struct unify *u, obj_id o)
{
	uint32_t c = unify_class(u);
	const struct pt_object *obj = &u->pt->objects.at[o];
	struct uclass *x = &u->classes.at[c];
	x->first_object = x->last_object = o;
	x->object_count = 1;
	x->declared = u->pt->info.at[o].declared;
	if (obj->kind == OBJ_FUNCTION) {
		x->funcs = (struct chain){o, o};
		x->takes = unify_takes(u, o);
		if (function_is_special(u->pt, obj->sym))
			x->special = x->funcs;
	}
	u->object_place.at[o] = (struct place){c, 0};
	int64_t off = 0;
	if (u->pt->info.at[o].one_cell) {
		uint32_t layout = unify_layout(u, c, &off);
		layout_add_period(&u->layouts, layout, 1);
		u->layouts.collapsed--;
	}
	add_ranges(u, o, u->object_place.at[o]);
	if (u->pt->info.at[o].self)
		unify_places(u, content(u, u->object_place.at[o]), u->object_place.at[o]);
}

/* Objects that came since the last time. */
static void add_objects(struct unify *u)
{
	obj_id o = u->object_place.n;
	for (; o < u->pt->objects.n; o++) {
		vec_push(&u->object_place, ((struct place){0}));
		vec_push(&u->next_object, 0);
		vec_push(&u->next_func, 0);
		vec_push(&u->next_special, 0);
		if (o && o != u->pt->strings)
			add_object(u, o);
	}
}

static void add_bases(struct unify *u, uint32_t *done)
{
	for (; *done < u->pt->bases.n; (*done)++) {
		struct base_fact b = u->pt->bases.at[*done];
		if (b.obj != u->pt->strings)
			unify_places(u, unify_node(u, b.node), u->object_place.at[b.obj]);
	}
}

/* ---- constraints ---- */

static void add_block(struct unify *u, const struct con *c)
{
	struct place a = unify_ref(u, c->a), b = unify_ref(u, c->b);
	if (c->imm > EAGER_COPY) {
		content(u, b);
		merge_layouts(u, a, b);
		settle(u);
		return;
	}
	for (uint32_t at = 0; at + u->pt->pointer_size <= c->imm;
	     at += u->pt->pointer_size) {
		struct place x = content(u, place_add(a, at));
		unify_places(u, x, content(u, place_add(b, at)));
	}
}

static void add_clone(struct unify *u, const struct con *c)
{
	struct place a = unify_find(u, u->object_place.at[c->dst]);
	struct place b = unify_find(u, u->object_place.at[c->imm]);
	if (c->b.off)
		unify_equate(u, a, b);
	else
		merge_layouts(u, a, b);
	settle(u);
}

static void add_con(struct unify *u, const struct con *c)
{
	switch (c->kind) {
	case CON_INDEX:
	case CON_ANY:
		vec_push(&u->late, *c);
		unify_places(u, unify_node(u, c->dst), unify_ref(u, c->a));
		break;
	case CON_COPY:
	case CON_INTERIOR:
		unify_places(u, unify_node(u, c->dst), unify_ref(u, c->a));
		break;
	case CON_LOAD: {
		struct place x = content(u, unify_ref(u, c->a));
		unify_places(u, unify_node(u, c->dst), x);
		break;
	}
	case CON_STORE: {
		struct place x = content(u, unify_ref(u, c->a));
		unify_places(u, x, unify_ref(u, c->b));
		break;
	}
	case CON_BLOCK:
		add_block(u, c);
		break;
	case CON_CALL:
		unify_add_site(u, c->a, c->imm);
		break;
	case CON_CLONE:
		add_clone(u, c);
		break;
	}
}

/* Constraints that library functions add while calls are being resolved. */
static void drain(struct unify *u, uint32_t *bases_done)
{
	for (uint32_t i = 0; i < u->scratch.list.n; i++) {
		add_objects(u);
		add_bases(u, bases_done);
		struct con c = u->scratch.list.at[i];
		add_con(u, &c);
	}
	vec_clear(&u->scratch.list);
	add_objects(u);
	add_bases(u, bases_done);
}

/* Parameters that are only handed on, in the end to nobody: free(ptr). What comes
 * into them is not unified. */
static bool *find_used(const struct pointers *pt)
{
	bool *used = xcalloc(pt->node_count + 1u, sizeof(*used));
	for (uint32_t i = 0; i < pt->cons.list.n; i++) {
		used[pt->cons.list.at[i].a.node] = true;
		used[pt->cons.list.at[i].b.node] = true;
	}
	for (uint32_t i = 0; i < pt->sites.n; i++) {
		const struct site *s = &pt->sites.at[i];
		for (uint32_t k = 0; k < s->arg_count; k++)
			used[pt->site_args.at[s->args + k].node] = true;
	}
	for (uint32_t i = 0; i < pt->extra_args.n; i++)
		used[pt->extra_args.at[i].value.node] = true;
	return used;
}

static bool param_is_used(const struct pointers *pt, const bool *used, func_id f,
			  uint32_t i)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	return i < fn->param_count && used[pt->param_node[fn->param_first + i]];
}

/* An argument of a used parameter is used: callees first, so once is enough but
 * for recursion, where more counts as used. */
static void spread_used(const struct pointers *pt, bool *used)
{
	uint32_t *component, *order = order_functions(pt->p, &component);
	for (uint32_t n = 0; n < pt->p->funcs.n; n++) {
		const struct func_part *part = &pt->parts[order[n]];
		for (uint32_t i = part->call_first; order[n] && i < part->call_end; i++) {
			const struct body_call *b = &pt->body_calls.at[i];
			bool around = component[b->callee] == component[order[n]];
			for (uint32_t k = 0; k < b->arg_count; k++) {
				if (around || param_is_used(pt, used, b->callee, k))
					used[pt->site_args.at[b->args + k].node] = true;
			}
		}
	}
	free(order);
	free(component);
}

/* Every direct call, in one context. */
static void add_body_calls(struct unify *u)
{
	struct pointers *pt = u->pt;
	bool *used = find_used(pt);
	spread_used(pt, used);
	for (uint32_t i = 0; i < pt->body_calls.n; i++) {
		struct body_call b = pt->body_calls.at[i];
		struct ref args[64];
		for (uint32_t k = 0; k < b.arg_count; k++) {
			bool binds = param_is_used(pt, used, b.callee, k);
			args[k] = binds ? pt->site_args.at[b.args + k] : (struct ref){0};
		}
		struct call c = {
			.args = args, .arg_count = b.arg_count, .result = b.result};
		bind_body(pt, &c, b.callee);
	}
	free(used);
}

/* ---- the constraints that wait ---- */

static bool in_range(const struct layout *l, int64_t off, uint32_t stride)
{
	off = layout_canon(l, off);
	for (uint32_t i = 0; i < l->ranges.n; i++) {
		const struct layout_range *r = &l->ranges.at[i];
		if (off >= r->start && off < r->end && stride % r->stride == 0)
			return true;
	}
	return l->period && stride % l->period == 0;
}

/* An index into a part of an element stays in the element. */
static void clip_to_element(const struct layout *l, struct layout_range *r)
{
	for (uint32_t i = 0; i < l->ranges.n; i++) {
		const struct layout_range *around = &l->ranges.at[i];
		if (r->start >= around->start && r->start < around->end &&
		    r->stride < around->stride)
			r->end = around->start + (int64_t)around->stride;
	}
}

static void add_index(struct unify *u, const struct con *c)
{
	struct place p = unify_find(u, unify_ref(u, c->a));
	const struct uclass *x = &u->classes.at[p.class_id];
	int64_t off = p.off;
	bool declared = x->declared;
	if (!c->imm || !x->object_count)
		return;
	uint32_t layout = unify_layout(u, p.class_id, &off);
	if (in_range(&u->layouts.list.at[layout], off, c->imm))
		return;
	if (declared && c->imm > 1)
		return;
	struct layout_range r = {layout_canon(&u->layouts.list.at[layout], off), FOLD_END,
				 c->imm};
	clip_to_element(&u->layouts.list.at[layout], &r);
	layout_add_range(&u->layouts, layout, r);
	settle(u);
}

static void add_any(struct unify *u, const struct con *c)
{
	struct place p = unify_find(u, unify_ref(u, c->a));
	int64_t off = p.off;
	if (!u->classes.at[p.class_id].object_count)
		return;
	layout_add_period(&u->layouts, unify_layout(u, p.class_id, &off), 1);
	settle(u);
}

/* Arguments beyond the last parameter, if anything reads them. */
static void add_extra(struct unify *u, const struct extra_arg *e)
{
	obj_id o = u->pt->varargs_object[e->func];
	if (!o)
		return;
	struct place p = unify_find(u, u->object_place.at[o]);
	int64_t off = p.off;
	uint32_t layout = unify_layout(u, p.class_id, &off);
	if (u->layouts.list.at[layout].cells.n)
		unify_places(u, content(u, p), unify_ref(u, e->value));
}

/* Calls that nobody answers are calls of unknown functions. */
static void add_unresolved(struct unify *u, uint32_t *bases_done)
{
	struct pointers *pt = u->pt;
	uint32_t n = pt->sites.n;
	for (uint32_t i = 0; i < n; i++) {
		struct site s = pt->sites.at[i];
		if (s.kind != SITE_CALL || !s.callee.node)
			continue;
		struct place p = unify_find(u, unify_ref(u, s.callee));
		if (u->classes.at[p.class_id].funcs.first)
			continue;
		unify_special(u, 0, &s);
	}
	drain(u, bases_done);
}

static void add_late(struct unify *u, uint32_t *bases_done)
{
	enum { MAX_ROUNDS = 8 };
	u->changed = true;
	for (int round = 0; u->changed && round < MAX_ROUNDS; round++) {
		u->changed = false;
		for (uint32_t i = 0; i < u->pt->extra_args.n; i++)
			add_extra(u, &u->pt->extra_args.at[i]);
		for (uint32_t i = 0; i < u->late.n; i++) {
			struct con c = u->late.at[i];
			if (c.kind == CON_INDEX)
				add_index(u, &c);
			else
				add_any(u, &c);
		}
		drain(u, bases_done);
	}
}

static void unify_free(struct unify *u)
{
	for (uint32_t i = 0; i < u->signatures.n; i++)
		vec_free(&u->signatures.at[i].params);
	vec_free(&u->signatures);
	vec_free(&u->classes);
	vec_free(&u->target);
	layouts_free(&u->layouts);
	vec_free(&u->pending.list);
	vec_free(&u->next_object);
	vec_free(&u->next_func);
	vec_free(&u->next_site);
	vec_free(&u->next_special);
	vec_free(&u->next_spread);
	vec_free(&u->object_place);
	vec_free(&u->scratch.list);
	vec_free(&u->late);
}

void unify_solve(struct pointers *pt)
{
	struct unify u = {.pt = pt};
	uint32_t bases_done = 0;
	u.layouts.pointer_size = pt->pointer_size;
	uint32_t given = pt->given.n;
	pt->static_nodes = pt->node_count;
	unify_class(&u);
	vec_push(&u.signatures, ((struct signature){0}));
	pt->sink = &u.scratch;
	add_objects(&u);
	add_bases(&u, &bases_done);
	for (uint32_t i = 0; i < pt->cons.list.n; i++) {
		add_con(&u, &pt->cons.list.at[i]);
		if (u.scratch.list.n)
			drain(&u, &bases_done);
	}
	add_body_calls(&u);
	drain(&u, &bases_done);
	add_late(&u, &bases_done);
	add_unresolved(&u, &bases_done);
	add_late(&u, &bases_done);
	unify_flatten(&u);
	pt->sink = &pt->cons;
	pt->given.n = given; /* not by calls that only seem to be possible here */
	unify_free(&u);
}
