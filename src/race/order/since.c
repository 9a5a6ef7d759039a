/* SPDX-License-Identifier: MIT */
/*
 * A branch asks for what was read, returned or chosen by an earlier instruction: which bits may
 * have been set since then?
 *
 *	lock(m); free = !busy; unlock(m);        here others have their turn
 *	if (free) ...
 *
 * Those of sites and calls behind the instruction, up to the end of the block that asks; and of all
 * blocks on ways from the one to the other that do not come to the instruction again.
 */
#include "race/order/walk.h"

/* Blocks on such ways between two of them, without the two. */
struct between {
	uint32_t first, count; /* of blocks_between */
};

/* Those from which 'to' is reached, among those that are marked, are marked twice. */
static void mark_back(const struct notes *n, uint32_t from, uint32_t to, uint8_t *mark)
{
	for (bool again = true; again;) {
		again = false;
		for (uint32_t b = n->flow.n; b-- > 0;) {
			const struct flow_block *x = &n->flow.at[b];
			for (uint32_t i = 0; mark[b] == 1 && i < x->next_count; i++) {
				uint32_t next = n->flow_edges.at[x->next_first + i].to;
				if (next != from && (next == to || mark[next] == 2))
					mark[b] = 2, again = true;
			}
		}
	}
}

static void mark_forward(const struct notes *n, uint32_t from, uint8_t *mark)
{
	uint32_t *work = xmalloc((n->flow.n + 1u) * sizeof(*work)), count = 0;
	for (work[count++] = from; count;) {
		const struct flow_block *x = &n->flow.at[work[--count]];
		for (uint32_t i = 0; i < x->next_count; i++) {
			uint32_t next = n->flow_edges.at[x->next_first + i].to;
			if (next == from || mark[next])
				continue;
			mark[next] = 1;
			work[count++] = next;
		}
	}
	free(work);
}

static struct between find_between(const struct walk *k, func_id f, uint32_t from, uint32_t to)
{
	struct ground *g = k->g;
	const struct notes *n = notes_of(k, f);
	uint32_t key[] = {f, from, to};
	uint32_t id = intern_bytes(&g->between_keys, key, sizeof(key));
	if (id < g->between.n)
		return g->between.at[id];
	uint8_t *mark = xcalloc(n->flow.n + 1u, 1);
	mark_forward(n, from, mark);
	mark_back(n, from, to, mark);
	struct between x = {g->blocks_between.n, 0};
	for (uint32_t b = 0; b < n->flow.n; b++)
		if (mark[b] == 2)
			vec_push(&g->blocks_between, b);
	x.count = g->blocks_between.n - x.first;
	while (g->between.n <= id)
		vec_push(&g->between, x);
	free(mark);
	return x;
}

/* By what is done from the one instruction to before the other. */
static uint64_t set_from(const struct walk *k, func_id f, uint32_t inst, uint32_t end)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	const struct flow_site *at = k->w->sites.at;
	uint64_t bits = 0;
	for (uint32_t i = first_site(k->w, f, inst);
	     i < k->w->sites.n && at[i].func == f && at[i].inst < end; i++)
		bits |= at[i].sets ? at[i].bits : 0;
	for (uint32_t e = first_edge(g, f, inst); e < g->edge_at[f + 1] && g->edges[e].inst < end;
	     e++)
		if (g->edges[e].kind < EDGE_CREATE && k->w->states[g->edges[e].callee])
			bits |= k->w->states[g->edges[e].callee][RESULT].made;
	return bits;
}

uint64_t set_since(const struct walk *k, func_id f, uint32_t inst, uint32_t end)
{
	const struct notes *n = notes_of(k, f);
	if (!k->w->later)
		return 0;
	uint32_t from = notes_block(n, inst), to = notes_block(n, end - 1);
	if (from == to)
		return set_from(k, f, inst + 1, end);
	uint64_t most = set_from(k, f, 0, UINT32_MAX);
	if (!most)
		return 0;
	uint64_t bits = set_from(k, f, inst + 1, n->flow.at[from].end) |
			set_from(k, f, n->flow.at[to].first, end);
	struct between x = find_between(k, f, from, to);
	for (uint32_t i = 0; i < x.count && most & ~bits; i++) {
		const struct flow_block *b = &n->flow.at[k->g->blocks_between.at[x.first + i]];
		bits |= set_from(k, f, b->first, b->end);
	}
	return bits;
}

void between_free(struct ground *g)
{
	intern_free(&g->between_keys);
	vec_free(&g->between);
	vec_free(&g->blocks_between);
}
