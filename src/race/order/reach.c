/* SPDX-License-Identifier: MIT */
/*
 * Where may a thread come so that something has happened, or has not? A bit for each
 * thing that is looked for. 'Not taken': the bit is set where the thread begins, and
 * cleared on the way of a branch that has found the event, or by a wait for it. 'Given':
 * nothing is set at the beginning, the deeds that may give it set the bit.
 *
 * Both are the same search: for each block of a function, which bits of its entry get
 * there ('pass'), and which are set on the way ('made'). That is found once, for whoever calls
 * the function (spread.c); here, what callers bring along comes down from the thread's entry.
 */
#include "race/order/walk.h"

#include <string.h>

#include "base/limit.h"

/* ---- sites ---- */

void reach_add(struct flow *w, struct flow_site s)
{
	vec_push(&w->sites, s);
}

uint32_t first_site(const struct flow *w, func_id f, uint32_t inst)
{
	const struct flow_site *at = w->sites.at;
	uint32_t low = 0, high = w->sites.n;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if (at[mid].func < f || (at[mid].func == f && at[mid].inst < inst))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

uint32_t first_edge(const struct callgraph *g, func_id f, uint32_t inst)
{
	uint32_t low = g->edge_at[f], high = g->edge_at[f + 1];
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if (g->edges[mid].inst < inst)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

const struct call_edge *calls_at(const struct races *r, func_id f, uint32_t inst,
				 uint32_t *n)
{
	const struct callgraph *g = r->t->in.callgraph;
	uint32_t first = first_edge(g, f, inst), end = first;
	while (end < g->edge_at[f + 1] && g->edges[end].inst == inst)
		end++;
	*n = end - first;
	return &g->edges[first];
}

/* ---- one block ---- */

/* A function that ends the program has no outcome. */
static bool does_return(const struct walk *k, func_id f)
{
	return summary_of(k->r->t, f)->outcomes.n > 0;
}

static void after_call(const struct walk *k, const struct call_edge *e, uint32_t n,
		       struct flow_state *s)
{
	struct flow_state out = {0, 0};
	bool may_pass = false;
	for (uint32_t i = 0; i < n; i++) {
		const struct flow_state *x = k->w->states[e[i].callee];
		bool returns = !e[i].whole || does_return(k, e[i].callee);
		may_pass |= !e[i].whole || (!x && returns);
		if (e[i].kind >= EDGE_CREATE || !x)
			continue;
		out.pass |= s->pass & x[RESULT].pass;
		out.made |= (s->made & x[RESULT].pass) | x[RESULT].made;
	}
	s->pass = out.pass | (may_pass ? s->pass : 0);
	s->made = out.made | (may_pass ? s->made : 0);
}

static void after_site(const struct flow_site *x, struct flow_state *s)
{
	if (x->leaving) {
		return;
	} else if (x->sets) {
		s->made |= x->bits;
	} else if (!x->read && x->signs == SIGN_ANY) {
		s->pass &= ~x->bits;
		s->made &= ~x->bits;
	}
}

/* What the sites of one instruction do, before or after it. Returns the first one behind them. */
static uint32_t at_sites(const struct walk *k, uint32_t i, bool early, struct flow_state *s)
{
	const struct flow_site *at = k->w->sites.at;
	func_id f = at[i].func;
	uint32_t inst = at[i].inst;
	for (; i < k->w->sites.n && at[i].func == f && at[i].inst == inst; i++)
		if (at[i].early == early)
			after_site(&at[i], s);
	return i;
}

static void keep_bits(const struct walk *k, uint32_t i, const struct flow_state *before,
		      struct flow_state *s)
{
	const struct flow_site *at = k->w->sites.at;
	func_id f = at[i].func;
	uint32_t inst = at[i].inst;
	for (; i < k->w->sites.n && at[i].func == f && at[i].inst == inst; i++) {
		s->pass |= at[i].keeps ? before->pass & at[i].bits : 0;
		s->made |= at[i].keeps ? before->made & at[i].bits : 0;
		s->made &= at[i].unmade ? before->made | ~at[i].bits : UINT64_MAX;
	}
}

struct cursor cursor_at(const struct walk *k, func_id f, uint32_t inst)
{
	return (struct cursor){first_site(k->w, f, inst),
			       first_edge(k->r->t->in.callgraph, f, inst)};
}

struct flow_state run_to(const struct walk *k, func_id f, struct cursor *c, uint32_t end,
			 struct flow_state s, struct flow_state *calls)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	const struct flow_site *at = k->w->sites.at;
	uint32_t last = g->edge_at[f + 1];
	for (;;) {
		bool sited = c->site < k->w->sites.n && at[c->site].func == f;
		uint32_t site = sited ? at[c->site].inst : UINT32_MAX;
		uint32_t call = c->edge < last ? g->edges[c->edge].inst : UINT32_MAX;
		uint32_t inst = site < call ? site : call, first = c->edge;
		if (inst >= end)
			return s;
		if (site == inst)
			at_sites(k, c->site, true, &s);
		for (; c->edge < last && g->edges[c->edge].inst == inst; c->edge++)
			if (calls)
				calls[c->edge - g->edge_at[f]] = s;
		struct flow_state before = s;
		if (c->edge > first)
			after_call(k, &g->edges[first], c->edge - first, &s);
		if (site == inst)
			keep_bits(k, c->site, &before, &s);
		if (site == inst)
			c->site = at_sites(k, c->site, false, &s);
	}
}

/* ---- one function ---- */

/* Before the instruction, of what is so on entry to its function. */
static uint64_t reach(const struct walk *k, func_id f, uint32_t inst, uint64_t entry)
{
	const struct notes *n = notes_of(k, f);
	const struct flow_site *at = k->w->sites.at;
	uint32_t b = notes_block(n, inst);
	if (b == n->flow.n || !k->w->states[f])
		return entry;
	struct cursor c = cursor_at(k, f, n->flow.at[b].first);
	struct flow_state s = run_to(k, f, &c, inst, k->w->states[f][BLOCKS + b], NULL);
	if (c.site < k->w->sites.n && at[c.site].func == f && at[c.site].inst == inst)
		at_sites(k, c.site, true, &s);
	return (entry & s.pass) | s.made;
}

/* What is so before each call edge of f, of what is so on entry; NULL: all of it. */
static const struct flow_state *before_calls(const struct walk *k, func_id f)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	const struct notes *n = notes_of(k, f);
	uint32_t edges = g->edge_at[f + 1] - g->edge_at[f];
	if (k->w->calls[f] || !k->w->states[f] || !edges)
		return k->w->calls[f];
	struct flow_state *calls = xmalloc(edges * sizeof(*calls));
	struct cursor c = cursor_at(k, f, 0);
	for (uint32_t i = 0; i < edges; i++)
		calls[i] = (struct flow_state){UINT64_MAX, 0};
	for (uint32_t b = 0; b < n->flow.n; b++)
		run_to(k, f, &c, n->flow.at[b].end, k->w->states[f][BLOCKS + b], calls);
	k->w->calls[f] = keep_states(k, calls, edges);
	free(calls);
	return k->w->calls[f];
}

/* ---- one thread ---- */

/* What a thread brings along when it enters functions: entry[func], and which are to be looked
 * at. Threads that begin in the same function bring the same, and most functions are entered
 * alike in most searches: what was found is kept in parts, equal ones once for all searches. */
struct entering {
	uint64_t *entry;
	const bool *runs;
	bool *pending;
};

/* Is one that was looked at before to be looked at again? */
static bool enter_callees(const struct walk *k, const struct entering *x, func_id f)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	const struct flow_state *calls = before_calls(k, f);
	bool again = false;
	for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++) {
		func_id to = g->edges[e].callee;
		const struct flow_state *s = calls ? &calls[e - g->edge_at[f]] : NULL;
		uint64_t bits = s ? (x->entry[f] & s->pass) | s->made : x->entry[f];
		if (g->edges[e].kind >= EDGE_CREATE || !x->runs[to] || !(bits & ~x->entry[to]))
			continue;
		x->entry[to] |= bits;
		x->pending[to] = true;
		again |= g->position[to] >= g->position[f];
	}
	return again;
}

static void enter_all(const struct walk *k, const struct entering *x)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	for (bool again = true; again && !limit_reached();) {
		again = false;
		for (uint32_t i = g->member_at[g->component_count]; i-- > 0;) {
			func_id f = g->members[i];
			bool look = x->pending[f];
			x->pending[f] = false;
			if (look)
				again |= enter_callees(k, x, f);
		}
	}
}

static const uint64_t *const *keep_entry(const struct walk *k, const uint64_t *entry)
{
	uint32_t parts = k->r->in->summaries->n / ENTRY_PART + 1;
	for (uint32_t i = 0; i < parts; i++)
		k->g->parts[i] = keep_bytes(k, entry + (size_t)i * ENTRY_PART,
					    ENTRY_PART * sizeof(*entry));
	return keep_bytes(k, k->g->parts, parts * sizeof(*k->g->parts));
}

static const uint64_t *const *find_entry(const struct walk *k, thread_id id)
{
	const struct thread *t = thread_at(k->r->t, id);
	uint32_t n = k->r->in->summaries->n;
	struct entering x = {k->g->entry, threads_entered(k->r->t, id), k->g->pending};
	memset(x.entry, 0, n * sizeof(*x.entry));
	for (const struct thread *b = t; b; b = thread_next_beginning(k->r->t, b))
		x.entry[b->entry] = k->w->first;
	for (uint32_t i = 0; t->origin == ORIGIN_ENTRY && i < k->r->t->entries.n; i++)
		x.entry[k->r->t->entries.at[i]] = k->w->first;
	for (func_id f = 0; f < n; f++)
		x.pending[f] = x.runs[f] && (k->w->states[f] || x.entry[f]);
	enter_all(k, &x);
	return keep_entry(k, x.entry);
}

/* What is so when the thread enters f. */
static uint64_t entry_of(const struct walk *k, thread_id id, func_id f)
{
	id = threads_same_code(k->r->t, id);
	if (!k->w->entry[id])
		k->w->entry[id] = find_entry(k, id);
	return k->w->entry[id][f / ENTRY_PART][f % ENTRY_PART];
}

bool thread_runs(struct races *r, thread_id id, func_id f)
{
	return threads_enters(r->t, id, f);
}

/* As reach, at a call. */
static uint64_t reach_call(const struct walk *k, func_id f, uint32_t inst, uint64_t entry)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	uint32_t e = first_edge(g, f, inst);
	if (e == g->edge_at[f + 1] || g->edges[e].inst != inst)
		return reach(k, f, inst, entry);
	const struct flow_state *s = before_calls(k, f);
	return s ? (entry & s[e - g->edge_at[f]].pass) | s[e - g->edge_at[f]].made : entry;
}

/* What is so behind these calls. */
static uint64_t reach_down(const struct walk *k, const struct chain *chains, uint32_t c,
			   uint64_t bits)
{
	for (; c; c = chains[c].next)
		bits = reach_call(k, chains[c].func, chains[c].inst, bits);
	return bits;
}

/* By all the ways from the function of the context to the access. */
static uint64_t reach_on_ways(const struct walk *k, thread_id id, const struct point *p)
{
	func_id f = context_at(k->r->t, p->context)->func;
	const struct chain *chains = summary_of(k->r->t, f)->chains.at;
	uint64_t entry = entry_of(k, id, f);
	uint64_t bits = reach_down(k, chains, p->chain, entry);
	uint32_t other = p->chain ? chains[p->chain].other : 0;
	for (uint32_t n = 1; other && other != CHAIN_ANY && other != p->chain && n < CHAIN_WAYS;
	     n++, other = chains[other].other)
		bits |= reach_down(k, chains, other, entry);
	if (other == CHAIN_ANY)
		bits = entry_of(k, id, p->func);
	return reach(k, p->func, p->inst, bits);
}

/* One place is asked about again and again: in other objects, with other locks. */
uint64_t reach_at(struct races *r, struct flow *w, const struct instance *x)
{
	const struct walk k = {r, w, ground_of(r), 0};
	uint32_t way = way_of(r, x);
	struct reached *known = &k.g->reached[hash_mix(map_key2(w->number, way)) % REACHED];
	if (known->search != w->number || known->way != way)
		*known = (struct reached){w->number, way, reach_on_ways(&k, x->thread, &x->point)};
	return known->bits;
}

uint64_t reach_at_inst(struct races *r, struct flow *w, thread_id id, func_id f,
		       uint32_t inst)
{
	const struct walk k = {r, w, ground_of(r), 0};
	return reach(&k, f, inst, entry_of(&k, id, f));
}
