/* SPDX-License-Identifier: MIT */
/*
 * A search spreads over the program: functions in or below which something happens are looked at
 * callees first, each until nothing changes. Who calls a function is looked at again only if the
 * state after its returns has become more; or if a branch asks for what it returns, and any of
 * its states have.
 *
 * Most functions have the same states in most searches. They are kept once for all of them.
 */
#include "race/order/walk.h"

#include <string.h>

#include "base/limit.h"

/* ---- the ground ---- */

static void note_asked(const struct walk *k, func_id f)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	const struct notes *n = notes_of(k, f);
	for (uint32_t i = 1; i < n->flow_terms.n; i++) {
		uint32_t inst = n->flow_terms.at[i].inst;
		if (n->flow_terms.at[i].kind != TERM_CALL)
			continue;
		for (uint32_t e = first_edge(g, f, inst);
		     e < g->edge_at[f + 1] && g->edges[e].inst == inst; e++)
			k->g->asked[e] = g->edges[e].whole;
	}
}

/* Edges that let all through unless there are sites. */
static void note_open(struct walk *k, func_id f)
{
	struct ground *g = k->g;
	const struct notes *n = notes_of(k, f);
	g->edge_at[f + 1] = g->edge_at[f] + n->flow_edges.n;
	for (uint32_t i = 0; i < n->flow_edges.n; i++) {
		const struct flow_edge *e = &n->flow_edges.at[i];
		g->open[g->edge_at[f] + i] =
			term_is_simple(n, e->term) && through_edge(k, f, 1, e) == UINT64_MAX;
	}
}

/* Its states and returns lie behind those of the functions before. */
static void lay_out(const struct walk *k, func_id f)
{
	struct ground *g = k->g;
	const struct notes *n = notes_of(k, f);
	g->return_at[f + 1] = g->return_at[f];
	g->state_at[f + 1] = g->state_at[f] + BLOCKS + n->flow.n;
	for (uint32_t b = 0; b < n->flow.n; b++) {
		const struct flow_block *x = &n->flow.at[b];
		if (x->returns)
			g->returns[g->return_at[f + 1]++] = b;
		for (uint32_t i = 0; i < x->next_count; i++)
			g->loops[f] |= n->flow_edges.at[x->next_first + i].to <= b;
	}
}

static struct ground *ground_new(struct races *r)
{
	uint32_t n = r->in->summaries->n, blocks = 0, edges = 0;
	struct ground *g = xcalloc(1, sizeof(*g));
	struct flow none = {.sites = {0}};
	struct walk k = {r, &none, g, 0};
	for (func_id f = 0; f < n; f++) {
		blocks += notes_of(&k, f)->flow.n;
		edges += notes_of(&k, f)->flow_edges.n;
	}
	g->state_at = xcalloc(n + 1u, sizeof(*g->state_at));
	g->return_at = xcalloc(n + 1u, sizeof(*g->return_at));
	g->returns = xcalloc(blocks + 1u, sizeof(*g->returns));
	g->asked = xcalloc(r->t->in.callgraph->edge_count + 1u, sizeof(*g->asked));
	g->edge_at = xcalloc(n + 1u, sizeof(*g->edge_at));
	g->open = xcalloc(edges + 1u, sizeof(*g->open));
	g->loops = xcalloc(n, sizeof(*g->loops));
	g->sited = xcalloc(n, sizeof(*g->sited));
	for (func_id f = 0; f < n; f++) {
		lay_out(&k, f);
		note_asked(&k, f);
		note_open(&k, f);
	}
	g->entry = xcalloc(n + ENTRY_PART, sizeof(*g->entry));
	g->pending = xcalloc(n, sizeof(*g->pending));
	g->parts = xcalloc(n / ENTRY_PART + 1u, sizeof(*g->parts));
	g->reached = xcalloc(REACHED, sizeof(*g->reached));
	g->in = xcalloc(g->state_at[n] + 1u, sizeof(*g->in));
	g->out = xcalloc(g->state_at[n] + 1u, sizeof(*g->out));
	return g;
}

struct ground *ground_of(struct races *r)
{
	struct events *o = events_of(r);
	if (!o->ground)
		o->ground = ground_new(r);
	return o->ground;
}

void ground_free(struct ground *g)
{
	if (!g)
		return;
	free(g->state_at);
	free(g->return_at);
	free(g->returns);
	free(g->asked);
	free(g->edge_at);
	free(g->open);
	free(g->loops);
	free(g->sited);
	free(g->entry);
	free(g->pending);
	free(g->parts);
	free(g->reached);
	free(g->in);
	free(g->out);
	intern_free(&g->states);
	between_free(g);
	free(g);
}

/* ---- one function ---- */

/* What has become more: the state after its returns, others. */
enum { RETURNS_MORE = 1, HAS_MORE = 2 };

static bool add_state(struct flow_state *to, struct flow_state s)
{
	struct flow_state old = *to;
	to->pass |= s.pass;
	to->made |= s.made;
	return to->pass != old.pass || to->made != old.made;
}

static bool has_state(const struct flow_state *x, const struct flow_state *s)
{
	return !(s->pass & ~x->pass) && !(s->made & ~x->made);
}

/* To all that the block leads to. */
static bool go_on(struct walk *k, func_id f, const struct flow_block *x, struct flow_state s)
{
	const struct notes *n = notes_of(k, f);
	struct flow_state *in = k->g->in + k->g->state_at[f];
	const bool *open = k->g->open + k->g->edge_at[f];
	bool more = false;
	for (uint32_t i = 0; i < x->next_count; i++) {
		const struct flow_edge *e = &n->flow_edges.at[x->next_first + i];
		struct flow_state *to = &in[BLOCKS + e->to];
		if (has_state(to, &s))
			continue;
		bool all = !k->g->sited[f] && open[x->next_first + i];
		uint64_t mask = all ? UINT64_MAX : through_edge(k, f, x->end, e);
		more |= add_state(to, (struct flow_state){s.pass & mask, s.made & mask});
	}
	return more;
}

/* Once more through all blocks. */
static uint8_t pass_blocks(struct walk *k, func_id f)
{
	const struct notes *n = notes_of(k, f);
	struct flow_state *in = k->g->in + k->g->state_at[f], *out = states_after(k, f);
	struct cursor at = cursor_at(k, f, 0);
	uint8_t more = 0;
	for (uint32_t b = 0; b < n->flow.n; b++) {
		const struct flow_block *x = &n->flow.at[b];
		struct flow_state s = in[BLOCKS + b];
		s = run_to(k, f, &at, x->end, s, NULL);
		if (!in[BLOCKS + b].pass && !in[BLOCKS + b].made)
			continue;
		more |= add_state(&out[b], s) ? HAS_MORE : 0;
		if (x->returns)
			more |= add_state(&in[RESULT], s) ? RETURNS_MORE : 0;
		more |= go_on(k, f, x, s) ? HAS_MORE : 0;
	}
	return more;
}

/* In the order of blocks all is known at once, unless one leads back. */
static uint8_t pass_function(struct walk *k, func_id f)
{
	uint8_t more = pass_blocks(k, f), again = more;
	while (again && k->g->loops[f]) {
		again = pass_blocks(k, f);
		more |= again;
	}
	return more;
}

/* ---- all functions ---- */

static int by_place(const void *x, const void *y)
{
	const struct flow_site *a = x, *b = y;
	if (a->func != b->func)
		return a->func < b->func ? -1 : 1;
	return a->inst < b->inst ? -1 : a->inst > b->inst;
}

typedef VEC(func_id) func_list;

static void touch(const struct walk *k, func_id f, func_list *touched)
{
	struct ground *g = k->g;
	uint32_t at = g->state_at[f], n = g->state_at[f + 1] - at;
	if (k->w->states[f] || n == BLOCKS)
		return;
	memset(g->in + at, 0, n * sizeof(*g->in));
	memset(g->out + at, 0, n * sizeof(*g->out));
	g->in[at + BLOCKS].pass = UINT64_MAX;
	k->w->states[f] = g->in + at;
	vec_push(touched, f);
}

/* The functions that have a site, and who calls them. */
static void touch_all(const struct walk *k, func_list *touched)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	for (uint32_t i = 0; i < k->w->sites.n; i++) {
		touch(k, k->w->sites.at[i].func, touched);
		k->g->sited[k->w->sites.at[i].func] = true;
	}
	for (uint32_t next = 0; next < touched->n; next++) {
		func_id f = touched->at[next];
		for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++) {
			const struct call_edge *e = &g->edges[g->caller_edges[i]];
			if (e->kind < EDGE_CREATE)
				touch(k, e->caller, touched);
		}
	}
}

/* What is to be looked at: [func] 0: it is not; else, to that many levels above it is told even
 * if nothing changes, since conditions there may ask for what is below. */
struct spreading {
	struct walk *k;
	uint8_t *pending;
	bool here, below; /* something before, in the same recursion; in one that is done */
};

static void tell_callers(struct spreading *x, func_id f, uint8_t more, uint8_t deep)
{
	const struct callgraph *g = x->k->r->t->in.callgraph;
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++) {
		uint32_t at = g->caller_edges[i];
		func_id by = g->edges[at].caller;
		uint8_t level = x->k->g->asked[at] ? deep : more & RETURNS_MORE ? 1 : 0;
		if (g->edges[at].kind >= EDGE_CREATE || x->pending[by] >= level)
			continue;
		x->pending[by] = level;
		x->here |= g->component[by] == g->component[f] &&
			   g->position[by] <= g->position[f];
		x->below |= g->component[by] < g->component[f];
	}
}

/* What a condition asks of a callee may lie MAX_CALLS deep. */
static void look_at(struct spreading *x, func_id f)
{
	uint8_t deep = x->pending[f];
	x->pending[f] = 0;
	if (!deep || !x->k->w->states[f])
		return;
	uint8_t more = pass_function(x->k, f);
	if (more)
		deep = MAX_CALLS + 1;
	if (deep > 1)
		tell_callers(x, f, more, deep - 1);
}

static void spread(struct walk *k, const func_list *touched)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	struct spreading x = {k, xcalloc(k->r->in->summaries->n, sizeof(*x.pending)), false, true};
	for (uint32_t i = 0; i < touched->n; i++)
		x.pending[touched->at[i]] = 1;
	while (x.below && !limit_reached()) {
		x.below = false;
		for (uint32_t c = 0; c < g->component_count; c++) {
			do {
				x.here = false;
				for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
					look_at(&x, g->members[i]);
			} while (x.here && !limit_reached());
		}
	}
	free(x.pending);
}

const void *keep_bytes(const struct walk *k, const void *at, size_t size)
{
	struct intern *all = &k->g->states;
	if (k->w->brief)
		return arena_memdup(&k->w->memory, at, size);
	uint32_t id = intern_bytes(all, at, size);
	return all->entries[id].bytes;
}

const struct flow_state *keep_states(const struct walk *k, const struct flow_state *at,
				     uint32_t n)
{
	return keep_bytes(k, at, n * sizeof(*at));
}

static bool is_same_deed(const struct flow_site *a, const struct flow_site *b)
{
	return a->signs == b->signs && a->sets == b->sets && a->read == b->read &&
	       a->lasting == b->lasting && a->early == b->early && a->leaving == b->leaving &&
	       a->keeps == b->keeps && a->unmade == b->unmade &&
	       numbers_equal(&a->numbers, &b->numbers);
}

/* One instruction does the same to the bits of many searches that are made together: that is one
 * site. What is done to a bit at one place keeps its order. */
static void join_sites(struct flow *w)
{
	uint32_t n = 0, first = 0;
	for (uint32_t i = 0; i < w->sites.n; i++) {
		const struct flow_site x = w->sites.at[i];
		bool found = false;
		if (n && by_place(&w->sites.at[first], &x) != 0)
			first = n;
		for (uint32_t k = n; k-- > first && !found;) {
			struct flow_site *y = &w->sites.at[k];
			found = is_same_deed(y, &x);
			if (found)
				y->bits |= x.bits;
			else if (y->bits & x.bits)
				break;
		}
		if (!found)
			w->sites.at[n++] = x;
	}
	w->sites.n = n;
	vec_trim(&w->sites);
}

void reach_run(struct races *r, struct flow *w)
{
	uint32_t n = r->in->summaries->n;
	struct walk k = {r, w, ground_of(r), 0};
	func_list touched = {0};
	w->number = ++k.g->searches;
	w->states = xcalloc(n, sizeof(*w->states));
	w->calls = xcalloc(n, sizeof(*w->calls));
	w->entry = xcalloc(r->t->list.n, sizeof(*w->entry));
	for (uint32_t i = 0; i < w->sites.n; i++)
		w->later |= w->sites.at[i].sets ? w->sites.at[i].bits : 0;
	if (w->sites.n)
		qsort(w->sites.at, w->sites.n, sizeof(*w->sites.at), by_place);
	join_sites(w);
	touch_all(&k, &touched);
	spread(&k, &touched);
	for (uint32_t i = 0; i < touched.n; i++) {
		func_id f = touched.at[i];
		k.g->sited[f] = false;
		w->states[f] = keep_states(&k, w->states[f],
					   k.g->state_at[f + 1] - k.g->state_at[f]);
	}
	vec_free(&touched);
}

void reach_free(struct flow *w)
{
	if (!w)
		return;
	free(w->states);
	free(w->calls);
	free(w->entry);
	arena_release(&w->memory);
	vec_free(&w->sites);
	free(w);
}
