/* SPDX-License-Identifier: MIT */
/*
 * What is kept of a graph: the part that callers can see, in a form that does not
 * depend on how it came about, and which node each value, object and copy is.
 */
#include <stdlib.h>

#include "base/sort.h"
#include "escape/internal.h"

/* ---- what callers see ---- */

/* Offsets in it are counted from where it is reached first: which node became the
 * root of others is an accident. */
static void reach_spot(struct reach *r, struct spot s)
{
	if (s.node)
		s = graph_find(&r->b->g, s);
	uint32_t root = s.node;
	if (root <= NODE_SHARED || r->stamp[root] == r->visit)
		return;
	r->stamp[root] = r->visit;
	r->base[root] = region_fold(&r->b->g, root, s.off);
	r->references[root] = 0;
	vec_push(&r->order, root);
}

uint32_t escape_roots(const struct builder *b, func_id f)
{
	return b->e->p->funcs.at[f].param_count + EXTRA_ROOTS;
}

/* Makes room for nodes that have come since. */
static void reach_grow(struct reach *r)
{
	uint32_t n = r->b->g.nodes.n;
	if (n <= r->cap)
		return;
	r->stamp = xrealloc(r->stamp, n * 2 * sizeof(*r->stamp));
	r->index = xrealloc(r->index, n * 2 * sizeof(*r->index));
	r->base = xrealloc(r->base, n * 2 * sizeof(*r->base));
	r->copies = xrealloc(r->copies, n * 2 * sizeof(*r->copies));
	r->first_side = xrealloc(r->first_side, n * 2 * sizeof(*r->first_side));
	r->references = xrealloc(r->references, n * 2 * sizeof(*r->references));
	for (uint32_t i = r->cap; i < n * 2; i++)
		r->stamp[i] = r->copies[i] = r->first_side[i] = 0;
	r->cap = n * 2;
}

/* By offset, so that equal graphs look alike. */
static void sort_fields(struct reach *r, uint32_t root)
{
	struct graph *g = &r->b->g;
	vec_clear(&r->sorted);
	for (uint32_t i = g->nodes.at[root].fields; i; i = g->fields.at[i].next)
		vec_push(&r->sorted, map_key2((uint32_t)g->fields.at[i].off + INT32_MAX, i));
	sort_u64(r->sorted.at, r->sorted.n);
	uint32_t next = 0;
	for (uint32_t i = r->sorted.n; i-- > 0;) {
		uint32_t at = (uint32_t)r->sorted.at[i];
		g->fields.at[at].next = next;
		next = at;
	}
	g->nodes.at[root].fields = next;
}

static void reach_fields(struct reach *r, uint32_t root)
{
	const struct graph *g = &r->b->g;
	sort_fields(r, root);
	for (uint32_t k = g->nodes.at[root].fields; k; k = g->fields.at[k].next)
		reach_spot(r, g->fields.at[k].target);
}

static bool is_seen(struct reach *r, struct spot s)
{
	return r->stamp[graph_find(&r->b->g, s).node] == r->visit;
}

/* Block i has the sides 2 i, to, and 2 i + 1, from. */
static void add_side(struct reach *r, uint32_t side, struct spot s)
{
	uint32_t root = graph_find(&r->b->g, s).node;
	if (!r->copies[root])
		vec_push(&r->copied, root);
	r->copies[root]++;
	r->next_side.at[side] = r->first_side[root];
	r->first_side[root] = side + 1;
}

void reach_index(struct reach *r)
{
	const struct graph *g = &r->b->g;
	r->reached = 0;
	reach_grow(r);
	for (uint32_t i = 0; i < r->copied.n; i++)
		r->copies[r->copied.at[i]] = r->first_side[r->copied.at[i]] = 0;
	vec_clear(&r->copied);
	vec_reserve(&r->next_side, 2 * g->blocks.n);
	for (uint32_t i = g->blocks.n; i-- > 0;) {
		add_side(r, 2 * i, g->blocks.at[i].to);
		add_side(r, 2 * i + 1, g->blocks.at[i].from);
	}
}

/* What callers store on one side of a copy arrives on the other, and may be copied
 * on from there. */
static void reach_other(struct reach *r, uint32_t side)
{
	const struct block *k = &r->b->g.blocks.at[side / 2];
	struct spot other = graph_find(&r->b->g, side % 2 ? k->to : k->from);
	if (r->copies[other.node] > 1 && !r->b->g.nodes.at[other.node].foreign)
		reach_spot(r, other);
}

static void reach_copies(struct reach *r, uint32_t root)
{
	for (uint32_t side = r->first_side[root]; side; side = r->next_side.at[side - 1])
		reach_other(r, side - 1);
}

static void count_references(struct reach *r, func_id f)
{
	struct graph *g = &r->b->g;
	for (uint32_t i = 0; i < escape_roots(r->b, f); i++) {
		struct spot s = root_of(r->b, f, i);
		r->references[s.node ? graph_find(g, s).node : 0] += 2;
	}
	for (uint32_t i = 0; i < r->order.n; i++) {
		for (uint32_t k = g->nodes.at[r->order.at[i]].fields; k;
		     k = g->fields.at[k].next)
			r->references[graph_find(g, g->fields.at[k].target).node]++;
	}
}

/* A value in one field, which nobody follows: a number, most of the time. */
static bool is_plain_value(const struct reach *r, uint32_t root)
{
	const struct graph_node *n = &r->b->g.nodes.at[root];
	return !n->fields && !n->regions && !n->foreign && !n->used &&
	       r->references[root] == 1 && !r->copies[root];
}

/* Numbers the nodes that callers are to see, nearest first. */
static void number_order(struct reach *r)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->order.n; i++) {
		uint32_t root = r->order.at[i];
		r->index[root] = UINT32_MAX;
		if (is_plain_value(r, root))
			continue;
		r->index[root] = n;
		if (n < MAX_SUMMARY)
			r->order.at[n++] = root;
		else
			vec_push(&r->over, root);
	}
	r->order.n = n;
}

static void reach_function(struct reach *r, func_id f)
{
	if (r->reached == f)
		return;
	r->reached = f;
	vec_clear(&r->order);
	vec_clear(&r->over);
	r->visit++;
	for (uint32_t i = 0; i < escape_roots(r->b, f); i++) {
		struct spot s = root_of(r->b, f, i);
		reach_grow(r);
		reach_spot(r, s);
	}
	for (uint32_t i = 0, copied = 0; i < r->order.n;) {
		for (; i < r->order.n; i++)
			reach_fields(r, r->order.at[i]);
		for (; copied < i; copied++)
			reach_copies(r, r->order.at[copied]);
	}
	count_references(r, f);
	number_order(r);
}

void cut_function(struct reach *r, func_id f)
{
	for (reach_function(r, f); r->over.n; reach_function(r, f)) {
		for (uint32_t i = 0; i < r->over.n; i++)
			graph_join(&r->b->g, spot_at(r->over.at[i], 0),
				   spot_at(NODE_SHARED, 0));
		graph_settle(&r->b->g);
		reach_index(r);
		r->b->e->cut++;
	}
}

/* ---- results of a component ---- */

static escape_node number_of(struct builder *b, uint32_t *numbers, struct spot s)
{
	uint32_t root = s.node ? graph_find(&b->g, s).node : 0;
	if (root <= NODE_SHARED)
		return root;
	if (!numbers[root]) {
		numbers[root] = b->e->state.n;
		vec_push(&b->e->state, b->g.nodes.at[root].foreign ? MAY_BE_FOREIGN : 0);
	}
	return numbers[root];
}

static struct spot in_summary(struct reach *r, struct spot s)
{
	s = s.node ? graph_find(&r->b->g, s) : s;
	if (s.node <= NODE_SHARED)
		return s;
	if (r->index[s.node] == UINT32_MAX)
		return (struct spot){0};
	int32_t off = region_fold(&r->b->g, s.node, s.off);
	return spot_at(FIRST_NODE + r->index[s.node], (int64_t)off - r->base[s.node]);
}

static void keep_node(struct reach *r, uint32_t root, uint32_t *numbers)
{
	struct escape *e = r->b->e;
	const struct graph *g = &r->b->g;
	const struct graph_node n = g->nodes.at[root];
	int32_t base = r->base[root];
	struct summary_node x = {.node = number_of(r->b, numbers, spot_at(root, 0)),
				 .type = n.type, .type_off = n.type_off - base,
				 .foreign = n.foreign, .used = n.used,
				 .field_first = e->fields.n, .region_first = e->regions.n};
	for (uint32_t i = n.regions; i; i = g->regions.at[i].next)
		vec_push(&e->regions, region_shift(g->regions.at[i], -base));
	for (uint32_t i = n.fields; i; i = g->fields.at[i].next) {
		struct spot to = in_summary(r, g->fields.at[i].target);
		if (to.node)
			vec_push(&e->fields,
				 ((struct summary_field){g->fields.at[i].off - base, to,
							 g->fields.at[i].stored}));
	}
	x.field_count = e->fields.n - x.field_first;
	x.region_count = e->regions.n - x.region_first;
	vec_push(&e->nodes, x);
}

/* Memory of others is as good as shared here; memory that nothing else copies to or
 * from has got what callers can see already. */
static struct spot copied_spot(struct reach *r, struct spot s)
{
	s = graph_find(&r->b->g, s);
	if (is_seen(r, s))
		return in_summary(r, s);
	bool others = s.node == NODE_SHARED || r->b->g.nodes.at[s.node].foreign;
	return others ? spot_at(NODE_SHARED, 0) : (struct spot){0};
}

static int block_order(const struct block *a, const struct block *b)
{
	const int64_t x[] = {a->to.node, a->to.off, a->from.node, a->from.off, a->size};
	const int64_t y[] = {b->to.node, b->to.off, b->from.node, b->from.off, b->size};
	for (uint32_t i = 0; i < sizeof(x) / sizeof(*x); i++) {
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	}
	return 0;
}

static int compare_blocks(const void *a, const void *b)
{
	return block_order(a, b);
}

static void add_block(struct reach *r, struct block k)
{
	k.to = copied_spot(r, k.to);
	k.from = copied_spot(r, k.from);
	if (!k.to.node || !k.from.node)
		return;
	if (k.to.node != k.from.node ||
	    (k.to.node != NODE_SHARED && k.to.off != k.from.off))
		vec_push(&r->b->e->blocks, k);
}

/* Those that callers see a side of, sorted, each once. */
static void keep_blocks(struct reach *r, struct function *f)
{
	struct escape *e = r->b->e;
	f->block_first = e->blocks.n;
	for (uint32_t i = 0; i < r->order.n; i++) {
		uint32_t side = r->first_side[r->order.at[i]];
		for (; side; side = r->next_side.at[side - 1])
			add_block(r, r->b->g.blocks.at[(side - 1) / 2]);
	}
	struct block *all = e->blocks.at + f->block_first;
	uint32_t n = e->blocks.n - f->block_first, kept = 0;
	if (n > 1)
		qsort(all, n, sizeof(*all), compare_blocks);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || block_order(&all[kept - 1], &all[i]))
			all[kept++] = all[i];
	e->blocks.n = f->block_first + kept;
	f->block_count = kept;
}

void keep_function(struct reach *r, func_id f, uint32_t *numbers)
{
	struct escape *e = r->b->e;
	struct function *x = &e->funcs[f];
	reach_function(r, f);
	x->known = true;
	x->node_first = e->nodes.n;
	x->node_count = r->order.n;
	x->root_first = e->roots.n;
	for (uint32_t i = 0; i < r->order.n; i++) {
		keep_node(r, r->order.at[i], numbers);
		map_put(&e->node_ids, map_key2(f, e->nodes.at[x->node_first + i].node), i + 1);
	}
	for (uint32_t i = 0; i < escape_roots(r->b, f); i++)
		vec_push(&e->roots, in_summary(r, root_of(r->b, f, i)));
	keep_blocks(r, x);
}

static void keep_calls(struct builder *b, uint32_t *numbers)
{
	struct escape *e = b->e;
	for (uint32_t i = 0; i < b->calls.n; i++) {
		const struct bound_call *c = &b->calls.at[i];
		uint64_t key = map_key2(inst_index(e->p, c->caller, c->inst), c->callee);
		map_put(&e->call_ids, key, e->calls.n + 1);
		vec_push(&e->calls, ((struct call_record){c->callee, e->call_nodes.n}));
		for (uint32_t k = 0; k < e->funcs[c->callee].node_count; k++)
			vec_push(&e->call_nodes,
				 number_of(b, numbers, spot_at(c->base + k, 0)));
	}
}

static void keep_values(struct builder *b, func_id f, uint32_t *numbers)
{
	const struct func_part *part = &b->e->pt->parts[f];
	for (uint32_t n = part->node_first; n < part->node_end; n++) {
		if (!b->e->object_of[n])
			b->e->value[n] = number_of(b, numbers, b->value[n]);
	}
}

/* Thread-local variables have a node in each component that names them. */
static void keep_objects(struct builder *b, uint32_t *numbers)
{
	struct escape *e = b->e;
	for (uint32_t i = 0; i < b->objects.n; i++) {
		obj_id o = b->objects.at[i];
		uint8_t kind = e->pt->objects.at[o].kind;
		escape_node n = number_of(b, numbers, b->object[o]);
		if (is_thread_local(e->pt, o))
			vec_push(&e->own, ((struct own_variable){o, n}));
		else if (kind == OBJ_LOCAL || kind == OBJ_HEAP)
			e->object[o] = n;
	}
}

void keep_group(struct reach *r, const func_id *members, uint32_t n)
{
	struct builder *b = r->b;
	uint32_t *numbers = xcalloc(b->g.nodes.n + 1u, sizeof(*numbers));
	keep_calls(b, numbers);
	for (uint32_t i = 0; i < n; i++) {
		keep_function(r, members[i], numbers);
		keep_values(b, members[i], numbers);
	}
	keep_objects(b, numbers);
	free(numbers);
}
