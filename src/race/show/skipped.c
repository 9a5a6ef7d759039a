/* SPDX-License-Identifier: MIT */
/*
 * A join that is there, but not on every way: which branch goes past it? The thread runs from its
 * creation on until it is joined (race/order/reach.c); where its creator may come both after the
 * join and without it, there is an edge of the control flow from a block that still leads to
 * the join to one that does not, while the thread runs. It is looked for in the function with
 * the join, then in those that call it.
 */
#include "race/order/order.h"
#include "race/show/show.h"

enum { RUNS = 1, JOINED = 2, MAX_UP = 8 };

/* What is done to the thread whose id that creation stores. */
static bool is_join(const struct thread_deed *d, const struct thread_deed *created)
{
	return d->kind == DEED_JOIN && d->id.obj == created->id.obj &&
	       d->id.offset == created->id.offset;
}

static struct flow *search(struct races *r, const struct thread_deed *created)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	reach_add(w, (struct flow_site){.func = created->func, .inst = created->inst, .sets = true,
					.bits = RUNS});
	for (uint32_t i = 0; i < o->thread_deeds.n; i++) {
		struct flow_site x = {.func = o->thread_deeds.at[i].func,
				      .inst = o->thread_deeds.at[i].inst,
				      .signs = SIGN_ANY, .bits = RUNS};
		if (!is_join(&o->thread_deeds.at[i], created))
			continue;
		reach_add(w, x);
		x.sets = true;
		x.bits = JOINED;
		reach_add(w, x);
	}
	reach_run(r, w);
	return w;
}

/* The blocks from which control may get to that one, inside the function. */
static bool *blocks_before(const struct notes *n, uint32_t end)
{
	bool *before = xcalloc(n->flow.n + 1u, sizeof(*before));
	before[end] = true;
	for (bool again = true; again;) {
		again = false;
		for (uint32_t b = 0; b < n->flow.n; b++)
			for (uint32_t i = 0; i < n->flow.at[b].next_count && !before[b]; i++)
				if (before[n->flow_edges.at[n->flow.at[b].next_first + i].to])
					before[b] = again = true;
	}
	return before;
}

/* Does control go from there to the end of the function, and nowhere else? Then 'last' is where
 * it leaves the statement. */
static bool only_returns(const struct notes *n, uint32_t b, uint32_t *last)
{
	*last = n->flow.at[b].end - 1;
	for (uint32_t steps = 0; steps < n->flow.n; steps++) {
		if (n->flow.at[b].returns)
			return true;
		if (n->flow.at[b].next_count != 1)
			return false;
		b = n->flow_edges.at[n->flow.at[b].next_first].to;
	}
	return false;
}

struct skipping {
	struct races *r;
	struct flow *w;
	thread_id by;
};

/* The first edge past the block while the thread runs, unless a cycle ends there. */
static bool find_edge(const struct skipping *k, func_id f, uint32_t inst, struct skip *out)
{
	const struct notes *n = &summary_of(k->r->t, f)->notes;
	uint32_t end = notes_block(n, inst);
	bool *before = blocks_before(n, end), found = false;
	for (uint32_t b = 0; b < n->flow.n && !found; b++) {
		const struct flow_block *x = &n->flow.at[b];
		uint32_t last = x->end - 1;
		if (!before[b] || b == end ||
		    notes_in_cycle(n, x->first, UINT32_MAX) ||
		    !(reach_at_inst(k->r, k->w, k->by, f, last) & RUNS))
			continue;
		for (uint32_t i = 0; i < x->next_count && !found; i++) {
			uint32_t to = n->flow_edges.at[x->next_first + i].to;
			if (before[to])
				continue;
			found = true;
			out->returns = only_returns(n, to, &last);
			out->at = place_of(k->r->p, f, out->returns ? last : x->end - 1);
		}
	}
	free(before);
	return found;
}

/* In the function, or above it: then what is called there is gone past. */
static bool find_above(const struct skipping *k, func_id f, uint32_t inst, uint32_t depth,
		       struct skip *out)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	if (find_edge(k, f, inst, out))
		return true;
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1] && depth < MAX_UP; i++) {
		const struct call_edge *e = &g->edges[g->caller_edges[i]];
		if (e->kind < EDGE_CREATE && thread_runs(k->r, k->by, e->caller) &&
		    find_above(k, e->caller, e->inst, depth + 1, out))
			return true;
	}
	return false;
}

/* One search for each creation, whichever race asks. */
static struct flow *search_for(struct races *r, const struct thread_deed *created)
{
	struct events *o = r->events;
	uint32_t i = (uint32_t)(created - o->thread_deeds.at);
	while (o->skipped.n <= i)
		vec_push(&o->skipped, NULL);
	if (!o->skipped.at[i])
		o->skipped.at[i] = search(r, created);
	return o->skipped.at[i];
}

bool find_skip(struct races *r, const struct instance *x, thread_id id, struct skip *out)
{
	const struct thread *t = thread_at(r->t, id);
	const struct fork *f = &summary_of(r->t, t->func)->forks.at[t->fork];
	const struct events *o = events_of(r);
	const struct thread_deed *created = find_creation(r, f);
	if (!created)
		return false;
	struct skipping k = {r, search_for(r, created), x->thread};
	bool both = reach_at(r, k.w, x) == (RUNS | JOINED), found = false;
	for (uint32_t i = 0; i < o->thread_deeds.n && both && !found; i++) {
		const struct thread_deed *d = &o->thread_deeds.at[i];
		found = is_join(d, created) && find_above(&k, d->func, d->inst, 0, out);
		out->join = place_of(r->p, d->func, d->inst);
	}
	return found;
}
