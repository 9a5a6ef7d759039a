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

static uint32_t class_new(struct unify *u)
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

static struct place node_target(struct unify *u, uint32_t node)
{
	while (u->target.n <= node)
		vec_push(&u->target, ((struct place){0}));
	if (!u->target.at[node].class_id)
		u->target.at[node] = (struct place){class_new(u), 0};
	u->target.at[node] = unify_find(u, u->target.at[node]);
	return u->target.at[node];
}

static struct place ref_target(struct unify *u, struct ref r)
{
	return place_add(node_target(u, r.node), r.off);
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
		c->target = (struct place){class_new(u), 0};
	c->target = unify_find(u, c->target);
	return c->target;
}

/* ---- merging ---- */

static void equate(struct unify *u, struct place a, struct place b)
{
	vec_push(&u->pending.list, ((struct place_pair){a, b}));
}

static void merge_layouts(struct unify *u, struct place a, struct place b)
{
	int64_t x = a.off, y = b.off;
	uint32_t la = unify_layout(u, a.class_id, &x), lb = unify_layout(u, b.class_id, &y);
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

static void bind_merged(struct unify *u, uint32_t class_id, const struct uclass *a,
			const struct uclass *b);

static void merge_signatures(struct unify *u, uint32_t into, uint32_t from)
{
	struct signature *a = &u->signatures.at[into], *b = &u->signatures.at[from];
	equate(u, a->result, b->result);
	for (uint32_t i = 0; i < b->params.n; i++) {
		if (i < a->params.n)
			equate(u, a->params.at[i], b->params.at[i]);
		else
			vec_push(&a->params, b->params.at[i]);
	}
}

static void merge_roots(struct unify *u, uint32_t a, uint32_t b, int64_t delta)
{
	struct uclass *x = &u->classes.at[a], *y = &u->classes.at[b];
	struct uclass before = *x, gone = *y;
	struct chain objects = {x->first_object, x->last_object};
	append(&objects, &(struct chain){y->first_object, y->last_object}, u->next_object.at);
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
	y->parent = a;
	y->delta = (int32_t)delta;
	if (before.signature && gone.signature)
		merge_signatures(u, before.signature, gone.signature);
	bind_merged(u, a, &before, &gone);
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

static void unify(struct unify *u, struct place a, struct place b)
{
	equate(u, a, b);
	settle(u);
}

/* ---- calls ---- */

static uint32_t signature_new(struct unify *u)
{
	vec_push(&u->signatures, ((struct signature){.result = {class_new(u), 0}}));
	return u->signatures.n - 1;
}

static struct place signature_param(struct unify *u, uint32_t id, uint32_t i)
{
	while (u->signatures.at[id].params.n <= i) {
		struct place fresh = {class_new(u), 0};
		vec_push(&u->signatures.at[id].params, fresh);
	}
	return u->signatures.at[id].params.at[i];
}

static void bind_func(struct unify *u, uint32_t signature, obj_id o)
{
	struct pointers *pt = u->pt;
	sym_id s = pt->objects.at[o].sym;
	func_id f = pt->p->symbols.at[s].func;
	if (!f || pt->models[s])
		return;
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->param_count; i++) {
		uint32_t node = pt->param_node[fn->param_first + i];
		if (node)
			equate(u, node_target(u, node), signature_param(u, signature, i));
	}
	if (pt->allocators[f].kind == ALLOC_NONE)
		equate(u, node_target(u, pt->return_node[f]),
		       u->signatures.at[signature].result);
}

static void bind_site(struct unify *u, uint32_t signature, uint32_t index)
{
	struct site s = u->pt->sites.at[index];
	if (s.result)
		equate(u, node_target(u, s.result), u->signatures.at[signature].result);
	for (uint32_t i = 0; i < s.arg_count; i++) {
		struct ref r = u->pt->site_args.at[s.args + i];
		if (r.node)
			equate(u, ref_target(u, r), signature_param(u, signature, i));
	}
}

/* Library functions and allocators do something of their own at each call. */
static void bind_special(struct unify *u, sym_id callee, const struct site *s)
{
	struct pointers *pt = u->pt;
	struct ref args[64];
	uint32_t n = s->arg_count < 64 ? s->arg_count : 64;
	if (n)
		memcpy(args, pt->site_args.at + s->args, n * sizeof(*args));
	struct call c = {s->func, s->inst, args, n, s->result, callee};
	call_special(pt, &c);
}

/* An unknown function calls it with whatever it has. */
static void bind_spread(struct unify *u, sym_id callee, const struct site *s)
{
	func_id f = u->pt->p->symbols.at[callee].func;
	const struct ir_func *fn = &u->pt->p->funcs.at[f];
	for (uint32_t k = 0; f && k < fn->param_count; k++) {
		uint32_t node = u->pt->param_node[fn->param_first + k];
		for (uint32_t i = 0; node && i < s->arg_count; i++)
			equate(u, ref_target(u, u->pt->site_args.at[s->args + i]),
			       node_target(u, node));
	}
}

/* The lists of one class run on into those of the other: 'end' is where. */
static void bind_specials(struct unify *u, struct chain funcs, uint32_t end, struct chain sites,
			  uint32_t sites_end)
{
	struct pointers *pt = u->pt;
	for (obj_id f = funcs.first; f && f != end; f = u->next_special.at[f]) {
		for (uint32_t k = sites.first; k && k != sites_end; k = u->next_site.at[k]) {
			struct site s = pt->sites.at[k - 1];
			bind_special(u, pt->objects.at[f].sym, &s);
		}
	}
}

static void bind_spreads(struct unify *u, struct chain funcs, uint32_t end, struct chain sites,
			 uint32_t sites_end)
{
	struct pointers *pt = u->pt;
	for (uint32_t k = sites.first; k && k != sites_end; k = u->next_spread.at[k]) {
		struct site s = pt->sites.at[k - 1];
		for (obj_id f = funcs.first; f && f != end; f = u->next_func.at[f])
			bind_spread(u, pt->objects.at[f].sym, &s);
	}
}

static void bind_signature(struct unify *u, uint32_t signature, const struct uclass *c,
			   uint32_t funcs_end, uint32_t sites_end)
{
	for (obj_id o = c->funcs.first; o && o != funcs_end; o = u->next_func.at[o])
		bind_func(u, signature, o);
	for (uint32_t s = c->sites.first; s && s != sites_end; s = u->next_site.at[s])
		bind_site(u, signature, s - 1);
}

/* Each class is bound within itself; what is missing is a signature for the one
 * that had none, and the pairs across. */
static void bind_merged(struct unify *u, uint32_t class_id, const struct uclass *a,
			const struct uclass *b)
{
	const struct uclass *c = &u->classes.at[class_id];
	bool calls = c->funcs.first && c->sites.first;
	if (calls && !c->signature) {
		uint32_t fresh = signature_new(u);
		u->classes.at[class_id].signature = fresh;
	}
	uint32_t signature = u->classes.at[class_id].signature;
	if (calls && !a->signature)
		bind_signature(u, signature, a, b->funcs.first, b->sites.first);
	if (calls && !b->signature)
		bind_signature(u, signature, b, 0, 0);
	bind_specials(u, a->special, b->special.first, b->sites, 0);
	bind_specials(u, b->special, 0, a->sites, b->sites.first);
	bind_spreads(u, a->funcs, b->funcs.first, b->spread, 0);
	bind_spreads(u, b->funcs, 0, a->spread, b->spread.first);
}

static void add_site(struct unify *u, struct ref callee, uint32_t site)
{
	while (u->next_site.n <= site + 1) {
		vec_push(&u->next_site, 0);
		vec_push(&u->next_spread, 0);
	}
	uint32_t class_id = class_new(u);
	struct chain one = {site + 1, site + 1};
	if (u->pt->sites.at[site].kind == SITE_SPREAD)
		u->classes.at[class_id].spread = one;
	else
		u->classes.at[class_id].sites = one;
	unify(u, ref_target(u, callee), (struct place){class_id, 0});
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
	uint32_t c = class_new(u);
	const struct pt_object *obj = &u->pt->objects.at[o];
	struct uclass *x = &u->classes.at[c];
	x->first_object = x->last_object = o;
	x->object_count = 1;
	x->declared = u->pt->info.at[o].declared;
	if (obj->kind == OBJ_FUNCTION) {
		x->funcs = (struct chain){o, o};
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
		unify(u, content(u, u->object_place.at[o]), u->object_place.at[o]);
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
			unify(u, node_target(u, b.node), u->object_place.at[b.obj]);
	}
}

/* ---- constraints ---- */

static void add_block(struct unify *u, const struct con *c)
{
	struct place a = ref_target(u, c->a), b = ref_target(u, c->b);
	if (c->imm > EAGER_COPY) {
		merge_layouts(u, a, b);
		settle(u);
		return;
	}
	for (uint32_t at = 0; at + u->pt->pointer_size <= c->imm; at += u->pt->pointer_size) {
		struct place x = content(u, place_add(a, at));
		unify(u, x, content(u, place_add(b, at)));
	}
}

static void add_clone(struct unify *u, const struct con *c)
{
	struct place a = unify_find(u, u->object_place.at[c->dst]);
	struct place b = unify_find(u, u->object_place.at[c->imm]);
	if (c->b.off)
		equate(u, a, b);
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
		unify(u, node_target(u, c->dst), ref_target(u, c->a));
		break;
	case CON_COPY:
	case CON_INTERIOR:
		unify(u, node_target(u, c->dst), ref_target(u, c->a));
		break;
	case CON_LOAD: {
		struct place x = content(u, ref_target(u, c->a));
		unify(u, node_target(u, c->dst), x);
		break;
	}
	case CON_STORE: {
		struct place x = content(u, ref_target(u, c->a));
		unify(u, x, ref_target(u, c->b));
		break;
	}
	case CON_BLOCK:
		add_block(u, c);
		break;
	case CON_CALL:
		add_site(u, c->a, c->imm);
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

static bool param_is_used(const struct pointers *pt, const bool *used, func_id f, uint32_t i)
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
		struct call c = {.args = args, .arg_count = b.arg_count, .result = b.result};
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
	struct place p = unify_find(u, ref_target(u, c->a));
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
	struct layout_range r = {layout_canon(&u->layouts.list.at[layout], off), FOLD_END, c->imm};
	clip_to_element(&u->layouts.list.at[layout], &r);
	layout_add_range(&u->layouts, layout, r);
	settle(u);
}

static void add_any(struct unify *u, const struct con *c)
{
	struct place p = unify_find(u, ref_target(u, c->a));
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
		unify(u, content(u, p), ref_target(u, e->value));
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
		struct place p = unify_find(u, ref_target(u, s.callee));
		if (u->classes.at[p.class_id].funcs.first)
			continue;
		bind_special(u, 0, &s);
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
	pt->static_nodes = pt->node_count;
	class_new(&u);
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
	unify_free(&u);
}
