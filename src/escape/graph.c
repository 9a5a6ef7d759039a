/* SPDX-License-Identifier: MIT */
/* Nodes, fields, and joining them. */
#include "escape/graph.h"

#include "base/number.h"
#include "ir/names.h"

void graph_clear(struct graph *g)
{
	vec_clear(&g->nodes);
	vec_clear(&g->fields);
	vec_clear(&g->regions);
	vec_clear(&g->blocks);
	map_clear(&g->field_at);
	vec_push(&g->nodes, ((struct graph_node){0}));
	vec_push(&g->nodes, ((struct graph_node){0}));
	vec_push(&g->fields, ((struct field){0}));
	vec_push(&g->regions, ((struct region){0}));
}

void graph_free(struct graph *g)
{
	vec_free(&g->nodes);
	vec_free(&g->fields);
	vec_free(&g->regions);
	vec_free(&g->blocks);
	vec_free(&g->pending);
	map_free(&g->field_at);
}

uint32_t graph_new(struct graph *g, type_id type)
{
	vec_push(&g->nodes, ((struct graph_node){.type = type}));
	return g->nodes.n - 1;
}

struct spot graph_find(struct graph *g, struct spot s)
{
	uint32_t root = s.node;
	int64_t sum = 0;
	for (; g->nodes.at[root].parent; root = g->nodes.at[root].parent)
		sum += g->nodes.at[root].delta;
	int64_t left = sum;
	for (uint32_t n = s.node; n != root;) {
		struct graph_node *x = &g->nodes.at[n];
		uint32_t next = x->parent;
		int32_t step = x->delta;
		x->parent = root;
		x->delta = (int32_t)left;
		left -= step;
		n = next;
	}
	return spot_at(root, s.off + sum);
}

/* ---- fields ---- */

static void touch(struct graph *g, uint32_t root)
{
	g->nodes.at[root].changed = ++g->clock;
}

static uint64_t field_key(uint32_t root, int32_t off)
{
	return map_key2(root, (uint32_t)off);
}

static uint32_t find_field(const struct graph *g, uint32_t root, int32_t off)
{
	uint32_t i = g->nodes.at[root].fields;
	if (g->nodes.at[root].indexed)
		return map_get(&g->field_at, field_key(root, off), 0);
	while (i && g->fields.at[i].off != off)
		i = g->fields.at[i].next;
	return i;
}

static void index_fields(struct graph *g, uint32_t root)
{
	for (uint32_t i = g->nodes.at[root].fields; i; i = g->fields.at[i].next)
		map_put(&g->field_at, field_key(root, g->fields.at[i].off), i);
	g->nodes.at[root].indexed = true;
}

static void add_field(struct graph *g, uint32_t root, int32_t off, struct spot target,
		      bool stored)
{
	enum { MANY_FIELDS = 16 };
	struct graph_node *n = &g->nodes.at[root];
	vec_push(&g->fields, ((struct field){off, n->fields, target, stored}));
	n->fields = g->fields.n - 1;
	n->field_count++;
	if (n->indexed)
		map_put(&g->field_at, field_key(root, off), n->fields);
	else if (n->field_count > MANY_FIELDS)
		index_fields(g, root);
	touch(g, root);
}

/* The root has no fields for now; gives the first of those that it had. */
static uint32_t take_fields(struct graph *g, uint32_t root)
{
	struct graph_node *n = &g->nodes.at[root];
	uint32_t first = n->fields;
	for (uint32_t i = first; i && n->indexed; i = g->fields.at[i].next)
		map_put(&g->field_at, field_key(root, g->fields.at[i].off), 0);
	n->fields = n->field_count = 0;
	n->indexed = false;
	return first;
}

static bool is_foreign(const struct graph *g, uint32_t root)
{
	return root == NODE_SHARED || g->nodes.at[root].foreign;
}

struct spot graph_new_foreign(struct graph *g)
{
	uint32_t n = graph_new(g, 0);
	g->nodes.at[n].foreign = true;
	return spot_at(n, 0);
}

static struct spot content(struct graph *g, struct spot s, bool stored)
{
	s = graph_find(g, s);
	if (is_foreign(g, s.node))
		return stored ? spot_at(NODE_SHARED, 0) : graph_new_foreign(g);
	int32_t off = region_fold(g, s.node, s.off);
	uint32_t i = find_field(g, s.node, off);
	if (!i) {
		add_field(g, s.node, off, spot_at(graph_new(g, 0), 0), stored);
		i = g->nodes.at[s.node].fields;
	}
	g->fields.at[i].stored |= stored;
	return graph_find(g, g->fields.at[i].target);
}

struct spot graph_load(struct graph *g, struct spot s)
{
	return s.node ? content(g, s, false) : s;
}

/* ---- joining ---- */

static void later(struct graph *g, struct spot a, struct spot b)
{
	vec_push(&g->pending, ((struct spot_pair){a, b}));
}

static void put_field(struct graph *g, uint32_t root, int32_t off, const struct field *f)
{
	if (is_foreign(g, root)) {
		if (f->stored)
			later(g, f->target, spot_at(NODE_SHARED, 0));
		else
			later(g, f->target, graph_new_foreign(g));
		return;
	}
	off = region_fold(g, root, off);
	uint32_t i = find_field(g, root, off);
	if (!i) {
		add_field(g, root, off, f->target, f->stored);
		return;
	}
	later(g, g->fields.at[i].target, f->target);
	if (g->fields.at[i].stored != f->stored)
		touch(g, root);
	g->fields.at[i].stored |= f->stored;
}

/* Regions have changed: the fields find their places again. */
static void refold(struct graph *g, uint32_t root)
{
	uint32_t i = take_fields(g, root);
	while (i) {
		struct field f = g->fields.at[i];
		put_field(g, root, f.off, &f);
		i = f.next;
	}
}

static void make_foreign(struct graph *g, uint32_t root)
{
	if (is_foreign(g, root))
		return;
	g->nodes.at[root].foreign = true;
	g->nodes.at[root].regions = 0;
	touch(g, root);
	refold(g, root);
}

static bool same_regions(const struct graph *g, uint32_t a, uint32_t b)
{
	for (; a && b; a = g->regions.at[a].next, b = g->regions.at[b].next) {
		const struct region *x = &g->regions.at[a], *y = &g->regions.at[b];
		if (x->start != y->start || x->end != y->end || x->stride != y->stride)
			return false;
	}
	return a == b;
}

static void add_regions(struct graph *g, uint32_t root, const struct region *more, uint32_t n)
{
	uint32_t old = g->nodes.at[root].regions, used = g->regions.n;
	if ((!n && !old) || g->nodes.at[root].foreign)
		return;
	regions_add(g, root, more, n);
	if (same_regions(g, old, g->nodes.at[root].regions)) {
		g->nodes.at[root].regions = old;
		g->regions.n = used;
		return;
	}
	touch(g, root);
	refold(g, root);
}

static void absorb(struct graph *g, uint32_t root)
{
	struct graph_node *n = &g->nodes.at[root];
	n->parent = NODE_SHARED;
	n->delta = 0;
	n->regions = 0;
	g->clock++;
	for (uint32_t i = take_fields(g, root); i; i = g->fields.at[i].next)
		later(g, g->fields.at[i].target, spot_at(NODE_SHARED, 0));
}

static uint64_t size_of(const struct graph *g, type_id t)
{
	return t ? g->p->types.at[type_strip(g->p, t)].size : 0;
}

static void take_type(struct graph *g, uint32_t root, type_id t, int32_t off)
{
	struct graph_node *n = &g->nodes.at[root];
	if (!t || size_of(g, t) <= size_of(g, n->type))
		return;
	n->type = t;
	n->type_off = off;
}

/* Two offsets of one node are the same place. */
static void join_inside(struct graph *g, uint32_t root, int32_t a, int32_t b)
{
	a = region_fold(g, root, a);
	b = region_fold(g, root, b);
	if (a == b || is_foreign(g, root))
		return;
	int32_t low = a < b ? a : b, high = a < b ? b : a;
	struct region r = region_make(g, root, low, (uint32_t)(high - low));
	add_regions(g, root, &r, 1);
	if (region_fold(g, root, a) == region_fold(g, root, b))
		return;
	graph_index(g, spot_at(root, low), 0);
}

static void join_roots(struct graph *g, struct spot a, struct spot b)
{
	if (g->nodes.at[a.node].field_count < g->nodes.at[b.node].field_count ||
	    (g->nodes.at[a.node].field_count == g->nodes.at[b.node].field_count &&
	     a.node > b.node)) {
		struct spot t = a;
		a = b;
		b = t;
	}
	struct region more[MAX_REGIONS];
	uint32_t n = 0;
	int32_t delta = a.off - b.off;
	struct graph_node *from = &g->nodes.at[b.node];
	for (uint32_t i = from->regions; i; i = g->regions.at[i].next) {
		more[n++] = region_shift(g->regions.at[i], delta);
	}
	uint32_t field = take_fields(g, b.node);
	bool foreign = from->foreign;
	g->nodes.at[a.node].used |= from->used;
	take_type(g, a.node, from->type, from->type_off + delta);
	from->parent = a.node;
	from->delta = delta;
	from->regions = 0;
	touch(g, a.node);
	if (foreign)
		make_foreign(g, a.node);
	add_regions(g, a.node, more, n);
	while (field) {
		struct field f = g->fields.at[field];
		put_field(g, a.node, f.off + delta, &f);
		field = f.next;
	}
}

static void join_now(struct graph *g, struct spot a, struct spot b)
{
	a = graph_find(g, a);
	b = graph_find(g, b);
	if (!a.node || !b.node)
		return;
	if (a.node == b.node && a.node != NODE_SHARED)
		join_inside(g, a.node, a.off, b.off);
	else if (a.node == NODE_SHARED && b.node != NODE_SHARED)
		absorb(g, b.node);
	else if (b.node == NODE_SHARED && a.node != NODE_SHARED)
		absorb(g, a.node);
	else if (a.node != b.node)
		join_roots(g, a, b);
}

static void join_pending(struct graph *g)
{
	if (g->joining)
		return;
	g->joining = true;
	while (g->pending.n) {
		struct spot_pair x = vec_pop(&g->pending);
		join_now(g, x.a, x.b);
	}
	g->joining = false;
}

void graph_join(struct graph *g, struct spot a, struct spot b)
{
	if (!a.node || !b.node)
		return;
	later(g, a, b);
	join_pending(g);
}

void graph_set_type(struct graph *g, struct spot s, type_id t)
{
	s = graph_find(g, s);
	if (s.node <= NODE_SHARED || size_of(g, t) <= size_of(g, g->nodes.at[s.node].type))
		return;
	take_type(g, s.node, t, s.off);
	add_regions(g, s.node, NULL, 0);
	join_pending(g);
}

void graph_index(struct graph *g, struct spot s, uint32_t stride)
{
	s = graph_find(g, s);
	if (s.node <= NODE_SHARED)
		return;
	struct region whole = {s.off, -REGION_FAR, REGION_FAR, 1, 0};
	if (stride) {
		struct region r = region_make(g, s.node, s.off, stride);
		add_regions(g, s.node, &r, 1);
	} else {
		g->nodes.at[s.node].type = 0;
		add_regions(g, s.node, &whole, 1);
	}
	join_pending(g);
}

void graph_make_foreign(struct graph *g, struct spot s)
{
	s = graph_find(g, s);
	if (s.node > NODE_SHARED)
		make_foreign(g, s.node);
	join_pending(g);
}

void graph_use(struct graph *g, struct spot s)
{
	if (s.node)
		g->nodes.at[graph_find(g, s).node].used = true;
}

void graph_store(struct graph *g, struct spot s, struct spot v)
{
	if (s.node && v.node)
		graph_join(g, content(g, s, true), v);
}

/* ---- block copies ---- */

void graph_copy(struct graph *g, struct block b)
{
	if (b.to.node && b.from.node)
		vec_push(&g->blocks, b);
}

/* Regions of one side that the copy may touch are regions of the other. */
static void copy_regions(struct graph *g, struct spot to, struct spot from, uint32_t size)
{
	struct region more[MAX_REGIONS];
	uint32_t n = 0;
	int32_t delta = to.off - from.off;
	for (uint32_t i = g->nodes.at[from.node].regions; i; i = g->regions.at[i].next) {
		struct region r = g->regions.at[i];
		bool whole = r.start == -REGION_FAR;
		if (!whole && (r.end <= from.off ||
			       (size && r.start >= from.off + (int64_t)size)))
			continue;
		more[n++] = region_shift(r, delta);
	}
	if (n)
		add_regions(g, to.node, more, n);
}

/* The bytes of a node that a copy takes: [low, end), 0: all from low on. Where regions fold
 * offsets, a field at 'off' is at every offset that is folded there; 'step' divides all
 * strides. */
struct taken {
	uint32_t root;
	int32_t low;
	int64_t end;
	uint32_t step;
	bool exact; /* such offsets are looked for */
};

static struct taken bytes_taken(const struct graph *g, struct spot from, uint32_t size)
{
	enum { MAX_STEPS = 256 };
	struct taken t = {from.node, from.off, size ? from.off + (int64_t)size : 0, 0, false};
	for (uint32_t i = g->nodes.at[from.node].regions; i; i = g->regions.at[i].next)
		t.step = (uint32_t)number_gcd(t.step, g->regions.at[i].stride);
	t.exact = t.step && size && size / t.step < MAX_STEPS;
	return t;
}

static void copy_at(struct graph *g, struct spot to, int64_t shift, const struct field *f,
		    bool stored)
{
	struct spot at = spot_at(to.node, (int64_t)to.off + shift);
	later(g, f->target, content(g, at, stored));
}

/* Each offset is tried. */
static void copy_tried(struct graph *g, struct spot to, const struct taken *t,
		       const struct field *f, bool stored)
{
	int64_t past = ((int64_t)t->low - f->off) % t->step;
	int64_t off = t->low + (past > 0 ? t->step - past : -past);
	for (; off < t->end; off += t->step) {
		if (region_fold(g, t->root, (int32_t)off) == f->off)
			copy_at(g, to, off - t->low, f, stored);
	}
}

static void copy_folded(struct graph *g, struct spot to, const struct taken *t,
			const struct field *f, bool stored)
{
	struct offsets from;
	from.low = t->low;
	from.end = t->end;
	if (!region_unfold(g, t->root, f->off, &from)) {
		copy_tried(g, to, t, f, stored);
		return;
	}
	for (uint32_t i = 0; i < from.n; i++)
		copy_at(g, to, from.at[i], f, stored);
}

/* 'back': what is at the target of a copy may have come from there. */
static void copy_fields(struct graph *g, struct spot to, struct spot from, uint32_t size,
			bool back)
{
	struct taken t = bytes_taken(g, from, size);
	for (uint32_t i = g->nodes.at[from.node].fields; i; i = g->fields.at[i].next) {
		struct field f = g->fields.at[i];
		bool outside = f.off < t.low || (t.end && f.off >= t.end);
		if (t.exact)
			copy_folded(g, to, &t, &f, !back);
		else if (!outside || t.step)
			copy_at(g, to, (int64_t)f.off - t.low, &f, !back);
	}
	join_pending(g);
}

/* From one part of an object to another: where the parts may overlap, or are elements of
 * arrays, they become one. */
static void copy_inside(struct graph *g, struct spot to, struct spot from, uint32_t size)
{
	int64_t apart = to.off > from.off ? (int64_t)to.off - from.off
					  : (int64_t)from.off - to.off;
	if (is_foreign(g, to.node) || apart == 0)
		return;
	if (!size || apart < size || g->nodes.at[to.node].regions) {
		graph_join(g, to, from);
		return;
	}
	copy_fields(g, to, from, size, false);
	copy_fields(g, from, to, size, true);
}

/* What a copy has found: while neither side changes it has nothing more to do. */
struct copied {
	uint32_t to, from, to_changed, from_changed;
};

static struct copied sides_of(struct graph *g, const struct block *b)
{
	uint32_t to = graph_find(g, b->to).node, from = graph_find(g, b->from).node;
	return (struct copied){to, from, g->nodes.at[to].changed, g->nodes.at[from].changed};
}

static bool is_settled(struct graph *g, const struct block *b, const struct copied *last)
{
	struct copied now = sides_of(g, b);
	return now.to == last->to && now.from == last->from &&
	       now.to_changed == last->to_changed && now.from_changed == last->from_changed;
}

static void copy_once(struct graph *g, const struct block *b)
{
	struct spot to = graph_find(g, b->to), from = graph_find(g, b->from);
	if (to.node == from.node) {
		copy_inside(g, to, from, b->size);
		return;
	}
	if (!is_foreign(g, to.node) && !is_foreign(g, from.node)) {
		copy_regions(g, to, from, b->size);
		copy_regions(g, from, to, b->size);
		join_pending(g);
		to = graph_find(g, b->to);
		from = graph_find(g, b->from);
	}
	copy_fields(g, to, from, b->size, false);
	to = graph_find(g, b->to);
	from = graph_find(g, b->from);
	copy_fields(g, from, to, b->size, true);
}

void graph_settle(struct graph *g)
{
	enum { MAX_ROUNDS = 8 };
	struct copied *done = xcalloc(g->blocks.n + 1u, sizeof(*done));
	bool changed = g->blocks.n > 0;
	for (uint32_t round = 0; changed; round++) {
		changed = false;
		for (uint32_t i = 0; i < g->blocks.n; i++) {
			struct block b = g->blocks.at[i];
			if (is_settled(g, &b, &done[i]))
				continue;
			done[i] = sides_of(g, &b);
			copy_once(g, &b);
			if (round >= MAX_ROUNDS) /* then they are one */
				graph_join(g, b.to, b.from);
			changed = true;
		}
	}
	free(done);
}
