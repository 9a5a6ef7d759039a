/* SPDX-License-Identifier: MIT */
/*
 * Inclusion (Andersen) with byte-offset fields: sets and their propagation.
 *
 * A node's set is an array in order of arrival; what came since the last visit
 * is all that is passed on. Sets are bounded: one that outgrows the bound
 * saturates, its members replaced by groups of objects (groups.c), and
 * then by 'anything'. Since a
 * location never enters a set twice and sets are bounded, the work is bounded
 * by the number of uses times the bound, and no cycle detection is needed to
 * keep it near-linear.
 */
#include "base/limit.h"
#include "pointer/andersen.h"

#include <string.h>

#include "base/sort.h"

enum { MAX_FUNCTIONS = 16, /* of a set: times its bound */
       SET_SLOTS = 64 };   /* a set for so many has slots */

/* ---- sets ---- */

void solver_grow(struct andersen *a)
{
	const struct pointers *pt = a->pt;
	while (a->nodes.n < pt->node_count) {
		uint32_t n = a->nodes.n;
		type_id t = n < pt->node_type.n ? pt->node_type.at[n] : 0;
		vec_push(&a->nodes, ((struct set_node){.cap = 2, .type = t}));
	}
}

uint32_t solver_node(struct andersen *a)
{
	uint32_t id = node_new(a->pt);
	solver_grow(a);
	return id;
}

obj_id solver_object(struct andersen *a, obj_id origin, uint64_t size)
{
	obj_id o = object_hidden(a->pt, origin, size);
	vec_push(&a->memory, ((struct memory){0}));
	return o;
}

static void enqueue(struct andersen *a, uint32_t node)
{
	if (a->nodes.at[node].queued)
		return;
	a->nodes.at[node].queued = true;
	vec_push(&a->queue, node);
}

static int size_class(uint32_t cap)
{
	return __builtin_ctz(cap);
}

/* Behind the items of a set that has many there are slots, twice as many as items fit: where the
 * item is that has this hash, or the next. */
static bool has_slots(const struct set_node *n)
{
	return n->cap >= SET_SLOTS;
}

static uint32_t *slot_of(const struct set_node *n, loc_index l)
{
	uint32_t *slots = n->u.many + n->cap;
	uint32_t at = l * 0x9e3779b1u >> (31 - size_class(n->cap));
	while (slots[at] && slots[at] != l)
		at = (at + 1) & (2 * n->cap - 1);
	return &slots[at];
}

static bool set_has(const struct set_node *n, loc_index l)
{
	const loc_index *at = set_items(n);
	if (!(n->filter >> (l % 64) & 1))
		return false;
	if (has_slots(n))
		return *slot_of(n, l);
	for (uint32_t i = 0; i < n->n; i++) {
		if (at[i] == l)
			return true;
	}
	return false;
}

static void set_fill_slots(struct set_node *n)
{
	if (!has_slots(n))
		return;
	memset(n->u.many + n->cap, 0, 2 * n->cap * sizeof(loc_index));
	for (uint32_t i = 0; i < n->n; i++)
		*slot_of(n, n->u.many[i]) = n->u.many[i];
}

static void set_clear(struct set_node *n)
{
	n->n = n->done = n->functions = 0;
	n->filter = 0;
	set_fill_slots(n);
}

static void set_grow(struct andersen *a, struct set_node *n)
{
	uint32_t cap = n->cap * 2;
	int k = size_class(cap);
	loc_index *at = a->free_sets[k];
	if (at)
		memcpy(&a->free_sets[k], at, sizeof(void *));
	else
		at = arena_alloc(&a->arena, (cap >= SET_SLOTS ? 3 : 1) * cap * sizeof(*at));
	memcpy(at, set_items(n), n->n * sizeof(*at));
	if (n->cap > 2) {
		memcpy(n->u.many, &a->free_sets[size_class(n->cap)], sizeof(void *));
		a->free_sets[size_class(n->cap)] = n->u.many;
	}
	n->u.many = at;
	n->cap = cap;
	set_fill_slots(n);
}

static void set_push(struct andersen *a, struct set_node *n, loc_index l)
{
	if (n->n == n->cap)
		set_grow(a, n);
	if (has_slots(n))
		*slot_of(n, l) = l;
	if (n->cap == 2)
		n->u.few[n->n++] = l;
	else
		n->u.many[n->n++] = l;
	n->filter |= UINT64_C(1) << (l % 64);
	n->functions += a->pt->info.at[a->locs.at[l].obj].code;
}

static bool fits(struct andersen *a, type_id t, loc_index l)
{
	uint64_t key = map_key2(t, l);
	uint32_t known = map_get(&a->fits, key, 0);
	if (!known) {
		known = 1u + typed_admits(a->pt, t, a->locs.at[l].obj, a->locs.at[l].off);
		map_put(&a->fits, key, known);
	}
	a->pt->dropped_types += known == 1;
	return known == 2;
}

static void insert(struct andersen *a, uint32_t node, loc_index l)
{
	struct set_node *n = &a->nodes.at[node];
	if (!set_has(n, l))
		set_push(a, n, l);
}

static void absorb(struct andersen *a, loc_index l)
{
	obj_id o = a->locs.at[l].obj;
	if (o >= a->pt->object_count)
		o = a->pt->origin.at[o - a->pt->object_count];
	a->pt->absorbed[o] = true;
}

/* A function leads nowhere: it costs a place in the set, and something only where it is called. */
static bool is_too_large(const struct set_node *n, uint32_t bound)
{
	return n->n - n->functions > bound || n->functions > bound * MAX_FUNCTIONS;
}

/* The set becomes 'anything', or every place that holds its type. */
static void become_anything(struct andersen *a, uint32_t node)
{
	struct set_node *n = &a->nodes.at[node];
	uint32_t count = 0;
	const struct pt_loc *places = NULL;
	if (is_record_kind(n->type))
		places = group_places(a->pt, n->type, &count);
	for (uint32_t i = 0; i < n->n; i++)
		absorb(a, set_items(n)[i]);
	n->level = 2;
	set_clear(n);
	for (uint32_t i = 0; i < count; i++)
		insert(a, node, loc_at(a, places[i].obj, places[i].offset));
	if (!count)
		insert(a, node, a->anything);
}

/* Members are replaced by groups, and when they are still too many by one. */
static void saturate(struct andersen *a, uint32_t node)
{
	VEC(loc_index) old = {0};
	struct set_node *n = &a->nodes.at[node];
	a->saturated += n->level == 0;
	if (n->level == 0) {
		for (uint32_t i = 0; i < n->n; i++)
			vec_push(&old, set_items(n)[i]);
		n->level = 1;
		set_clear(n);
		for (uint32_t i = 0; i < old.n; i++)
			insert(a, node, loc_lift(a, old.at[i]));
		vec_free(&old);
	}
	if (is_too_large(&a->nodes.at[node], a->pt->group_bound))
		become_anything(a, node);
}

void solver_add(struct andersen *a, uint32_t node, loc_index l)
{
	struct set_node *n = &a->nodes.at[node];
	if (n->level == 2) {
		absorb(a, l);
		return;
	}
	if (l == a->anything && n->type == NODE_NUMBER)
		return;
	if (l == a->anything && n->type != NODE_CODE) {
		become_anything(a, node);
		enqueue(a, node);
		return;
	}
	if (n->type && !fits(a, n->type, l))
		return;
	if (n->level == 1)
		l = loc_lift(a, l);
	if (set_has(&a->nodes.at[node], l))
		return;
	n = &a->nodes.at[node];
	set_push(a, n, l);
	if (is_too_large(n, n->level ? a->pt->group_bound : a->pt->set_bound) &&
	    n->type != NODE_CODE)
		saturate(a, node);
	enqueue(a, node);
}

/* ---- uses ---- */

/* 'Somewhere in some memory of unknown type': whatever was ever stored there. */
static bool is_any_memory(const struct andersen *a, loc_index l)
{
	const struct pt_object *o = &a->pt->objects.at[a->locs.at[l].obj];
	return o->kind == OBJ_CLASS && !o->type && is_vague(a->locs.at[l].off);
}

/* A pointer to a function from there may be any that went lost there. */
void solver_load(struct andersen *a, loc_index l, uint32_t to)
{
	uint32_t from = loc_out(a, l);
	if (!from)
		return;
	if (a->nodes.at[to].type == NODE_CODE && is_any_memory(a, l)) {
		solver_edge(a, from, a->lost_node, 0);
		solver_add(a, to, a->anything);
		return;
	}
	solver_edge(a, from, to, 0);
}

static void use_block(struct andersen *a, const struct use *u, loc_index l)
{
	struct block b = a->blocks.at[u->imm];
	struct location at = a->locs.at[l];
	uint32_t off[2], n = object_add(a->pt, at.obj, at.off, u->off, off);
	if (u->kind == USE_BLOCK_FROM && a->pt->objects.at[at.obj].kind == OBJ_VARARGS) {
		loc_in(a, loc_at(a, at.obj, 0)); /* a struct among them: whichever, at any place */
		off[0] = PT_ANY;
		n = 1;
	}
	for (uint32_t i = 0; i < n; i++) {
		if (!object_holds(a->pt, at.obj, off[i]))
			continue;
		if (u->kind == USE_BLOCK_FROM)
			add_rule(a, at.obj,
				 (struct copy_rule){.from = off[i],
						    .size = b.size,
						    .to_obj = b.temp});
		else
			add_rule(a, b.temp,
				 (struct copy_rule){
					 .size = b.size, .to_obj = at.obj, .to = off[i]});
	}
}

static void use_rename(struct andersen *a, const struct use *u, loc_index l)
{
	struct rename r = a->renames.at[u->imm];
	if (a->locs.at[l].obj == r.from)
		l = loc_at(a, r.to, a->locs.at[l].off);
	solver_add(a, u->node, l);
}

static void use_moved(struct andersen *a, const struct use *u, loc_index l)
{
	uint32_t n;
	obj_id o = a->locs.at[l].obj;
	switch (u->kind) {
	case USE_COPY:
		solver_add(a, u->node, l);
		break;
	case USE_INDEX:
		n = object_index_span(a->pt, o, a->locs.at[l].off, u->imm);
		a->pt->objects.at[o].array = true;
		solver_add(a, u->node, loc_at(a, o, n));
		break;
	case USE_ANY:
		if (!a->pt->info.at[o].code)
			solver_add(a, u->node,
				   loc_at(a, o, a->pt->info.at[o].one_cell ? 0 : PT_ANY));
		break;
	case USE_LOAD:
		/* Through 'anything' comes whatever the declared type says. */
		if (l == a->anything && is_record_kind(a->nodes.at[u->node].type))
			solver_add(a, u->node, l);
		solver_load(a, l, u->node);
		break;
	case USE_STORE:
		n = loc_in(a, l);
		if (n)
			solver_edge(a, u->node, n, (int32_t)u->imm);
		if (l == a->anything) /* nobody will find there what is stored */
			solver_edge(a, u->node, a->lost_node, (int32_t)u->imm);
		break;
	default:
		break;
	}
}

static void apply(struct andersen *a, const struct use *u, loc_index l)
{
	if (u->kind == USE_CALL) {
		solver_call(a, u->imm, l);
	} else if (u->kind == USE_DISPATCH) {
		solver_dispatch(a, u->imm, l);
	} else if (u->kind == USE_RENAME) {
		use_rename(a, u, l);
	} else if (u->kind == USE_BLOCK_TO || u->kind == USE_BLOCK_FROM) {
		use_block(a, u, l);
	} else if (!u->off) {
		use_moved(a, u, l);
	} else {
		struct location at = a->locs.at[l];
		uint32_t off[2], n = object_add(a->pt, at.obj, at.off, u->off, off);
		for (uint32_t i = 0; i < n; i++)
			use_moved(a, u, loc_at(a, at.obj, off[i]));
	}
}

void solver_use(struct andersen *a, uint32_t node, struct use u)
{
	u.next = a->nodes.at[node].uses;
	a->nodes.at[node].uses = a->uses.n;
	vec_push(&a->uses, u);
	/* What has been seen by the other uses. The set may change meanwhile. */
	for (uint32_t i = 0; i < a->nodes.at[node].done && i < a->nodes.at[node].n; i++)
		apply(a, &u, set_items(&a->nodes.at[node])[i]);
}

void solver_edge(struct andersen *a, uint32_t from, uint32_t to, int32_t off)
{
	if (from != to || off)
		solver_use(a, from,
			   (struct use){.kind = USE_COPY, .node = to, .off = off});
}

void solver_copy(struct andersen *a, uint32_t to, struct ref from)
{
	if (to && from.node)
		solver_edge(a, from.node, to, from.off);
}

static void visit(struct andersen *a, uint32_t node)
{
	struct set_node *n = &a->nodes.at[node];
	loc_index stack[64], *news = stack;
	uint32_t count = n->n - n->done, uses = n->uses;
	n->queued = false;
	if (!count)
		return;
	if (count > 64)
		news = xmalloc(count * sizeof(*news));
	memcpy(news, set_items(n) + n->done, count * sizeof(*news));
	n->done = n->n;
	while (uses) {
		struct use u = a->uses.at[uses];
		uses = u.next;
		for (uint32_t i = 0; i < count; i++)
			apply(a, &u, news[i]);
	}
	if (news != stack)
		free(news);
}

/* ---- constraints ---- */

static void con_block(struct andersen *a, const struct con *c)
{
	uint32_t size = c->imm == BLOCK_ALL ? 0 : c->imm;
	obj_id temp = solver_object(a, 0, size);
	uint32_t block = a->blocks.n;
	vec_push(&a->blocks, ((struct block){temp, size}));
	solver_use(a, c->b.node,
		   (struct use){.kind = USE_BLOCK_FROM, .off = c->b.off, .imm = block});
	solver_use(a, c->a.node,
		   (struct use){.kind = USE_BLOCK_TO, .off = c->a.off, .imm = block});
}

static void con_clone(struct andersen *a, const struct con *c)
{
	vec_push(&a->renames, ((struct rename){c->imm, c->dst}));
	add_rule(a, c->imm,
		 (struct copy_rule){.to_obj = c->dst, .rename = a->renames.n - 1});
}

void solver_con(struct andersen *a, const struct con *c)
{
	struct use u = {.node = c->dst, .off = c->a.off, .imm = c->imm};
	switch (c->kind) {
	case CON_COPY:
	case CON_INTERIOR:
		u.kind = USE_COPY;
		break;
	case CON_INDEX:
		u.kind = USE_INDEX;
		break;
	case CON_ANY:
		u.kind = USE_ANY;
		break;
	case CON_LOAD:
		u.kind = USE_LOAD;
		break;
	case CON_STORE:
		u.kind = USE_STORE;
		u.node = c->b.node;
		u.imm = (uint32_t)c->b.off;
		break;
	case CON_CALL:
		if (a->pt->sites.at[c->imm].loads) {
			solver_use(a, a->pt->sites.at[c->imm].base,
				   (struct use){.kind = USE_DISPATCH, .imm = c->imm});
			return;
		}
		u.kind = USE_CALL;
		break;
	case CON_BLOCK:
		con_block(a, c);
		return;
	case CON_CLONE:
		con_clone(a, c);
		return;
	}
	solver_use(a, c->a.node, u);
}

/* ---- running ---- */

static bool step(struct andersen *a)
{
	if (a->fresh.n) {
		apply_rules(a, vec_pop(&a->fresh));
		return true;
	}
	if (a->scratch.list.n || a->bases_done < a->pt->bases.n ||
	    a->extra_done < a->pt->extra_args.n) {
		solver_drain(a);
		return true;
	}
	if (a->queue_head < a->queue.n) {
		visit(a, a->queue.at[a->queue_head++]);
		if (a->queue_head == a->queue.n)
			a->queue_head = a->queue.n = 0;
		return true;
	}
	return false;
}

static void start(struct andersen *a)
{
	struct pointers *pt = a->pt;
	a->base_sites = pt->sites.n;
	solver_grow(a);
	while (a->memory.n < pt->objects.n)
		vec_push(&a->memory, ((struct memory){0}));
	while (a->groups.n < pt->groups.n)
		vec_push(&a->groups, ((struct vague_memory){0}));
	vec_push(&a->uses, ((struct use){0}));
	vec_push(&a->locs, ((struct location){0}));
	vec_push(&a->group_cells, ((struct group_cell){0}));
	vec_push(&a->rules, ((struct copy_rule){0}));
	vec_push(&a->renames, ((struct rename){0}));
	a->anything = loc_at(a, pt->anything, 0);
	a->lost_node = solver_node(a);
	a->nodes.at[a->lost_node].level = 2;
	for (uint32_t i = 0; i < pt->cons.list.n; i++) {
		struct con c = pt->cons.list.at[i];
		solver_con(a, &c);
	}
	clone_calls(a);
	for (uint32_t i = 0; pt->use_types && i < pt->entry_params.n; i++)
		solver_add(a, pt->entry_params.at[i], a->anything);
	calls_start(a);
}

/* The object as others know it, the offset likewise. */
static struct pt_loc place_of_loc(const struct andersen *a, loc_index l)
{
	obj_id o = a->locs.at[l].obj;
	uint32_t off = a->locs.at[l].off;
	if (o >= a->pt->object_count)
		o = a->pt->origin.at[o - a->pt->object_count];
	return (struct pt_loc){o, is_span(off) ? PT_ANY : off};
}

/* All locations by object and offset. */
static uint64_t *sort_places(const struct andersen *a)
{
	uint32_t objects = a->pt->object_count + 1;
	uint64_t *at = xmalloc((a->locs.n + 1) * sizeof(*at));
	uint32_t *end = xcalloc(objects + 1, sizeof(*end));
	for (loc_index l = 0; l < a->locs.n; l++)
		end[place_of_loc(a, l).obj + 1]++;
	for (uint32_t o = 1; o <= objects; o++)
		end[o] += end[o - 1];
	for (loc_index l = 0; l < a->locs.n; l++) {
		struct pt_loc x = place_of_loc(a, l);
		at[end[x.obj]++] = map_key2(x.offset, l);
	}
	for (uint32_t o = 0, first = 0; o < objects; first = end[o++])
		sort_u64(at + first, end[o] - first);
	free(end);
	return at;
}

/* So that who asks for a set finds it in order. */
static void sort_sets(struct andersen *a)
{
	uint64_t *at = sort_places(a);
	uint32_t *rank = xmalloc((a->locs.n + 1) * sizeof(*rank));
	for (uint32_t i = 0; i < a->locs.n; i++)
		rank[(uint32_t)at[i]] = i;
	for (uint32_t i = 0; i < a->nodes.n; i++) {
		struct set_node *n = &a->nodes.at[i];
		loc_index *items = n->cap <= 2 ? n->u.few : n->u.many;
		for (uint32_t k = 0; k < n->n; k++)
			items[k] = rank[items[k]];
		sort_u32(items, n->n);
		for (uint32_t k = 0; k < n->n; k++)
			items[k] = (uint32_t)at[items[k]];
	}
	free(rank);
	free(at);
}

/* What only solving needs goes. */
static void finish(struct andersen *a)
{
	vec_free(&a->uses);
	vec_free(&a->queue);
	vec_free(&a->fresh);
	vec_free(&a->rules);
	vec_free(&a->blocks);
	vec_free(&a->scratch.list);
	vec_free(&a->targets);
	map_free(&a->target_seen);
	map_free(&a->answered);
	map_free(&a->fitted);
	vec_free(&a->waiting);
	map_free(&a->fits);
	free(a->unknown);
	free(a->lost_tried);
	free(a->is_lost);
	vec_free(&a->lost);
	vec_free(&a->copies);
	sort_sets(a);
}

void andersen_solve(struct pointers *pt)
{
	struct andersen *a = xcalloc(1, sizeof(*a));
	a->pt = pt;
	pt->solver = a;
	pt->sink = &a->scratch;
	start(a);
	do {
		while (!limit_reached() && !hooks_refuted(pt) && step(a))
			;
	} while (!limit_reached() && !hooks_refuted(pt) && solver_unresolved(a));
	clone_merge(a);
	led_finish(a);
	calls_finish(a);
	finish(a);
	pt->sink = &pt->cons;
}

void andersen_free(struct pointers *pt)
{
	struct andersen *a = pt->solver;
	if (!a)
		return;
	vec_free(&a->nodes);
	vec_free(&a->locs);
	map_free(&a->loc_ids);
	vec_free(&a->memory);
	vec_free(&a->group_cells);
	map_free(&a->group_cell_ids);
	vec_free(&a->groups);
	vec_free(&a->renames);
	arena_release(&a->arena);
	free(a);
}
