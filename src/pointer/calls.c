/* SPDX-License-Identifier: MIT */
/*
 * Calls through pointers, resolved while the sets grow.
 *
 * Of the functions in the set some fit the call better than others (fit.c). Those that
 * do not fit wait until nothing else changes, and are bound if no other was found. How
 * many are left out is counted.
 */
#include "pointer/andersen.h"

#include <string.h>

#include "base/sort.h"

static struct ref *site_args(struct pointers *pt, const struct site *s,
			     struct ref args[64], uint32_t *n)
{
	*n = s->arg_count < 64 ? s->arg_count : 64;
	if (*n)
		memcpy(args, pt->site_args.at + s->args, *n * sizeof(*args));
	return args;
}

static void bind_spread(struct pointers *pt, const struct site *s, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t k = 0; f && k < fn->param_count; k++) {
		for (uint32_t i = 0; i < s->arg_count; i++)
			con_copy(pt, pt->param_node[fn->param_first + k],
				 pt->site_args.at[s->args + i]);
	}
}

static void note_target(struct pointers *pt, const struct site *s, sym_id callee,
			enum target_kind kind)
{
	uint64_t key = map_key2(inst_index(pt->p, s->func, s->inst), callee);
	if (s->kind == SITE_CALL && map_get(&pt->targets, key, 0) < kind)
		map_put(&pt->targets, key, kind);
}

static void bind_now(struct andersen *a, uint32_t site, sym_id callee)
{
	struct pointers *pt = a->pt;
	struct site s = pt->sites.at[site];
	func_id f = pt->p->symbols.at[callee].func;
	struct ref args[64];
	vec_push(&a->targets, map_key2(site, callee));
	if (s.kind == SITE_CALL)
		map_put(&a->answered, inst_index(pt->p, s.func, s.inst), 1);
	if (s.kind == SITE_SPREAD) {
		bind_spread(pt, &s, f);
		return;
	}
	struct call c = {
		.func = s.func, .inst = s.inst, .result = s.result, .callee = callee};
	c.args = site_args(pt, &s, args, &c.arg_count);
	if (call_special(pt, &c))
		return;
	bind_body(pt, &c, f);
	bind_extra(pt, &c, f);
}

static void bind(struct andersen *a, uint32_t site, sym_id callee, enum target_kind kind)
{
	struct pointers *pt = a->pt;
	const struct site *s = &pt->sites.at[site];
	uint64_t key = map_key2(site, callee);
	note_target(pt, s, callee, kind);
	if (map_get(&a->target_seen, key, 0) ||
	    pt->p->symbols.at[callee].flags & SYMF_IFUNC)
		return;
	map_put(&a->target_seen, key, 1);
	enum call_fit fit = call_fit(pt, s, pt->p->symbols.at[callee].func);
	if (fit == FIT_NEVER) {
		pt->dropped_targets++;
		return;
	}
	if (fit == FIT_BADLY) {
		vec_push(&a->waiting, key);
		return;
	}
	if (fit == FIT_WELL && kind == TARGET_FOUND)
		map_put(&a->fitted, inst_index(pt->p, s->func, s->inst), 1);
	if (s->kind == SITE_CALL && site < a->base_sites)
		hook_note_target(pt, s->func, s->inst, callee);
	bind_now(a, site, callee);
}

/* Targets that do not fit are those of calls for which nothing better has turned up. */
static bool bind_waiting(struct andersen *a)
{
	const struct pointers *pt = a->pt;
	uint32_t kept = 0, n = a->waiting.n;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t key = a->waiting.at[i];
		const struct site *s = &pt->sites.at[key >> 32];
		if (map_get(&a->fitted, inst_index(pt->p, s->func, s->inst), 0))
			a->waiting.at[kept++] = key;
		else
			bind_now(a, (uint32_t)(key >> 32), (sym_id)key);
	}
	a->waiting.n = kept;
	return kept < n;
}

void solver_call(struct andersen *a, uint32_t site, loc_index callee)
{
	const struct pointers *pt = a->pt;
	obj_id o = a->locs.at[callee].obj;
	uint32_t n;
	if (pt->objects.at[o].kind == OBJ_FUNCTION) {
		bind(a, site, pt->objects.at[o].sym, TARGET_FOUND);
		return;
	}
	const obj_id *members = pointers_members(pt, o, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (pt->objects.at[members[i]].kind == OBJ_FUNCTION)
			bind(a, site, pt->objects.at[members[i]].sym, TARGET_FOUND);
	}
}

/* ---- what calls add while solving ---- */

static void add_extra(struct andersen *a, const struct extra_arg *e)
{
	obj_id o = a->pt->varargs_object[e->func];
	loc_index l = o ? map_get(&a->loc_ids, map_key2(o, 0), 0) : 0;
	if (l && a->locs.at[l].in)
		solver_edge(a, e->value.node, a->locs.at[l].in, e->value.off);
}

void solver_extra(struct andersen *a, func_id f, uint32_t node)
{
	for (uint32_t i = 0; i < a->extra_done; i++) {
		struct extra_arg e = a->pt->extra_args.at[i];
		if (e.func == f)
			solver_edge(a, e.value.node, node, e.value.off);
	}
}

void solver_drain(struct andersen *a)
{
	struct pointers *pt = a->pt;
	solver_grow(a);
	for (; a->bases_done < pt->bases.n; a->bases_done++) {
		struct base_fact b = pt->bases.at[a->bases_done];
		solver_add(a, b.node, loc_at(a, b.obj, 0));
	}
	for (; a->extra_done < pt->extra_args.n; a->extra_done++) {
		struct extra_arg e = pt->extra_args.at[a->extra_done];
		add_extra(a, &e);
	}
	for (uint32_t i = 0; i < a->scratch.list.n; i++) {
		struct con c = a->scratch.list.at[i];
		solver_grow(a);
		solver_con(a, &c);
	}
	vec_clear(&a->scratch.list);
}

static bool holds_anything(const struct andersen *a, uint32_t node)
{
	const struct set_node *n = &a->nodes.at[node];
	for (uint32_t i = 0; i < n->n; i++) {
		if (set_items(n)[i] == a->anything)
			return true;
	}
	return false;
}

/* Could more of the lost functions be called that way than are worth following? In a large
 * program, where sets are kept smaller, these are fewer. */
static bool are_too_many(const struct andersen *a, uint32_t site)
{
	const struct pointers *pt = a->pt;
	uint32_t n = 0, most = pt->set_bound * pt->set_bound / 64;
	for (uint32_t i = 0; i < a->lost.n && n <= most; i++)
		n += call_matches(pt, &pt->sites.at[site],
				  pt->p->symbols.at[a->lost.at[i]].func);
	return n > most;
}

/* The callee may be anything, or what it may be was lost: then it is one of the functions
 * that were lost in sets which became too large, and could be called that way. A call that
 * would tie half the program together is left without a target, and counted as such. */
static bool bind_lost(struct andersen *a, uint32_t site)
{
	struct pointers *pt = a->pt;
	uint32_t before = a->targets.n;
	if (a->lost_tried[site] == a->lost.n || are_too_many(a, site))
		return false;
	for (uint32_t *tried = &a->lost_tried[site]; *tried < a->lost.n; ++*tried) {
		sym_id s = a->lost.at[*tried];
		if (call_matches(pt, &pt->sites.at[site], pt->p->symbols.at[s].func))
			bind(a, site, s, TARGET_GUESSED);
	}
	return a->targets.n > before;
}

/* Functions that only code which looks up names can mean: visible, and called by nobody.
 */
static void list_visible(struct andersen *a)
{
	const struct pointers *pt = a->pt;
	const struct program *p = pt->p;
	if (!pt->looks_up)
		return;
	bool *called = xcalloc(p->funcs.n + 1u, sizeof(*called));
	for (uint32_t i = 0; i < pt->body_calls.n; i++)
		called[pt->body_calls.at[i].callee] = true;
	for (func_id f = 1; f < p->funcs.n; f++) {
		sym_id s = p->funcs.at[f].sym;
		obj_id o = pt->symbol_object[s];
		bool main = strcmp(ir_str(p, p->symbols.at[s].name), "main") == 0;
		if (!o || a->is_lost[o] || main ||
		    p->symbols.at[s].linkage == LINK_INTERNAL || called[f])
			continue;
		a->is_lost[o] = true;
		vec_push(&a->lost, s);
	}
	free(called);
}

static void list_lost(struct andersen *a)
{
	const struct pointers *pt = a->pt;
	for (obj_id o = 1; o < pt->real_objects; o++) {
		if (!pt->info.at[o].code || !pt->absorbed[o] || a->is_lost[o])
			continue;
		a->is_lost[o] = true;
		vec_push(&a->lost, pt->objects.at[o].sym);
	}
}

static bool is_unanswered(const struct andersen *a, const struct site *s)
{
	return s->kind == SITE_CALL &&
	       !map_get(&a->answered, inst_index(a->pt->p, s->func, s->inst), 0);
}

/* Is all that the callee may be a library's own, as models say: a function that was looked up by
 * its name, which none of the program's has? */
static bool is_of_library(const struct andersen *a, struct ref callee)
{
	const struct pointers *pt = a->pt;
	const struct set_node *n = &a->nodes.at[callee.node];
	for (uint32_t i = 0; i < n->n; i++) {
		const struct pt_object *o = &pt->objects.at[a->locs.at[set_items(n)[i]].obj];
		if (o->kind != OBJ_EXTERNAL || !o->sym || !pt->models[o->sym])
			return false;
	}
	return n->n > 0;
}

/* Calls with no target are calls of functions that were lost; where none fits, of an
 * unknown function. */
static bool bind_unanswered(struct andersen *a)
{
	struct pointers *pt = a->pt;
	bool any = false;
	for (uint32_t i = 0; i < a->static_sites; i++) {
		struct site s = pt->sites.at[i];
		struct ref args[64];
		if (a->unknown[i] || !is_unanswered(a, &s))
			continue;
		any = true;
		if (i < a->base_sites && !is_of_library(a, s.callee) && bind_lost(a, i))
			continue;
		a->unknown[i] = true;
		struct call c = {.func = s.func, .inst = s.inst, .result = s.result};
		c.args = site_args(pt, &s, args, &c.arg_count);
		effects_unknown(pt, &c);
	}
	return any;
}

/* Returns whether something was found out: then the sets may grow again. */
bool solver_unresolved(struct andersen *a)
{
	struct pointers *pt = a->pt;
	bool any = false;
	list_lost(a);
	for (uint32_t i = 0; i < a->base_sites; i++) {
		struct site s = pt->sites.at[i];
		if (s.kind == SITE_CALL && holds_anything(a, s.callee.node))
			any |= bind_lost(a, i);
	}
	return any || bind_waiting(a) || bind_unanswered(a) || led_find(a);
}

void calls_start(struct andersen *a)
{
	const struct pointers *pt = a->pt;
	a->static_sites = pt->sites.n;
	a->unknown = xcalloc(pt->sites.n + 1u, sizeof(*a->unknown));
	a->lost_tried = xcalloc(a->base_sites + 1u, sizeof(*a->lost_tried));
	a->is_lost = xcalloc(pt->real_objects + 1u, sizeof(*a->is_lost));
	list_visible(a);
}

/* ---- one object at a time ---- */

/* A node that holds what is at l + off, as 'like' does for all objects. */
static uint32_t load_node(struct andersen *a, loc_index l, int32_t off, uint32_t like)
{
	struct location at = a->locs.at[l];
	uint32_t to[2], n = object_add(a->pt, at.obj, at.off, off, to),
			node = solver_node(a);
	a->nodes.at[node].type = a->nodes.at[like].type;
	for (uint32_t i = 0; i < n; i++)
		solver_load(a, loc_at(a, at.obj, to[i]), node);
	return node;
}

static struct ref dispatch_arg(struct andersen *a, loc_index l, uint32_t base,
			       uint32_t arg)
{
	struct ref value = a->pt->site_args.at[arg], from = a->pt->site_from.at[arg];
	if (value.node == base) {
		value.node = solver_node(a);
		solver_add(a, value.node, l);
	} else if (from.node == base) {
		value.node = load_node(a, l, from.off, value.node);
	}
	return value;
}

/* p->run(p->data) for one of the objects that p points to: its function gets
 * its data, and not that of the others. */
void solver_dispatch(struct andersen *a, uint32_t site, loc_index base)
{
	struct pointers *pt = a->pt;
	struct site s = pt->sites.at[site];
	uint32_t first = s.args, p = s.base;
	uint32_t like = s.callee.node;
	uint32_t callee = load_node(a, base, s.off[0], s.loads == 2 ? s.table : like);
	if (s.loads == 2) {
		uint32_t second = solver_node(a);
		a->nodes.at[second].type = a->nodes.at[like].type;
		solver_use(
			a, callee,
			(struct use){.kind = USE_LOAD, .node = second, .off = s.off[1]});
		callee = second;
	}
	s.callee = (struct ref){callee, 0};
	s.base = s.loads = 0;
	s.args = pt->site_args.n;
	for (uint32_t i = 0; i < s.arg_count; i++) {
		struct ref value = dispatch_arg(a, base, p, first + i);
		add_site_arg(pt, value, (struct ref){0});
	}
	vec_push(&pt->sites, s);
	solver_use(a, callee, (struct use){.kind = USE_CALL, .imm = pt->sites.n - 1});
}

/* ---- the result ---- */

static bool only_functions(const struct andersen *a, struct ref callee)
{
	const struct set_node *n = &a->nodes.at[callee.node];
	for (uint32_t i = 0; i < n->n; i++) {
		obj_id o = a->locs.at[set_items(n)[i]].obj;
		if (!a->pt->info.at[o].code)
			return false;
	}
	return n->n > 0;
}

static enum call_fit target_fit(const struct pointers *pt, const struct site *s,
				uint64_t target)
{
	return call_fit(pt, s, pt->p->symbols.at[(sym_id)target].func);
}

/* Those that do not fit, and were bound before one that does was found. */
static uint32_t drop_misfits(struct pointers *pt, const struct site *s, uint64_t *targets,
			     uint32_t n)
{
	uint32_t kept = 0;
	bool well = false;
	for (uint32_t i = 0; i < n && !well; i++)
		well = target_fit(pt, s, targets[i]) == FIT_WELL &&
		       map_get(&pt->targets, targets[i], 0) == TARGET_FOUND;
	for (uint32_t i = 0; i < n; i++) {
		bool drop = well && target_fit(pt, s, targets[i]) == FIT_BADLY;
		pt->dropped_targets += drop;
		if (!drop)
			targets[kept++] = targets[i];
	}
	return kept;
}

static enum slot_holds target_holds(const struct pointers *pt, const struct site *s,
				    uint64_t target)
{
	return call_holds(pt, s, pt->p->symbols.at[(sym_id)target].func);
}

/* Of a member that is known to hold some of them, and gets nothing that is passed on untyped, the
 * others are there only if somebody has stored them by the address of something else. */
static void mark_strays(struct pointers *pt, const struct site *s, const uint64_t *targets,
			uint32_t n)
{
	bool any = false;
	for (uint32_t i = 0; i < n && !any; i++)
		any = target_holds(pt, s, targets[i]) == SLOT_HOLDS;
	for (uint32_t i = 0; i < n && any; i++)
		if (target_holds(pt, s, targets[i]) != SLOT_HOLDS &&
		    map_get(&pt->targets, targets[i], 0) == TARGET_FOUND)
			map_put(&pt->targets, targets[i], TARGET_STRAY);
}

static void record_targets(struct pointers *pt, const struct andersen *a,
			   const struct site *s, uint64_t *targets, uint32_t n)
{
	n = drop_misfits(pt, s, targets, n);
	mark_strays(pt, s, targets, n);
	struct call_targets t = {.first = pt->callees.n, .count = n};
	t.complete = s->callee.node && only_functions(a, s->callee);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&pt->callees, (sym_id)targets[i]);
	pt->indirect_calls++;
	pt->unresolved += n == 0;
	vec_push(&pt->calls, t);
	map_put(&pt->call_at, inst_index(pt->p, s->func, s->inst), pt->calls.n);
}

static uint32_t lower_bound(const uint64_t *keys, uint32_t n, uint64_t key)
{
	uint32_t low = 0;
	while (low < n) {
		uint32_t middle = low + (n - low) / 2;
		if (keys[middle] < key)
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

/* Targets of all sites of one instruction together. */
static void targets_by_inst(struct andersen *a)
{
	const struct pointers *pt = a->pt;
	uint32_t n = 0;
	for (uint32_t i = 0; i < a->targets.n; i++) {
		const struct site *s = &pt->sites.at[a->targets.at[i] >> 32];
		uint32_t inst = inst_index(pt->p, s->func, s->inst);
		if (s->kind == SITE_CALL)
			a->targets.at[n++] = map_key2(inst, (uint32_t)a->targets.at[i]);
	}
	a->targets.n = sort_u64_set(a->targets.at, n);
}

void calls_finish(struct andersen *a)
{
	struct pointers *pt = a->pt;
	pt->dropped_targets += a->waiting.n;
	targets_by_inst(a);
	for (uint32_t i = 0; i < a->base_sites; i++) {
		struct site s = pt->sites.at[i];
		uint64_t inst = inst_index(pt->p, s.func, s.inst);
		if (s.kind != SITE_CALL || map_get(&pt->call_at, inst, 0))
			continue;
		uint32_t first = lower_bound(a->targets.at, a->targets.n, inst << 32);
		uint32_t end = lower_bound(a->targets.at, a->targets.n, (inst + 1) << 32);
		record_targets(pt, a, &s, a->targets.at + first, end - first);
	}
}
