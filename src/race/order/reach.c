/* SPDX-License-Identifier: MIT */
/*
 * Where may a thread come so that something has happened, or has not? A bit for each
 * thing that is looked for. 'Not taken': the bit is set where the thread begins, and
 * cleared on the way of a branch that has found the event, or by a wait for it. 'Given':
 * nothing is set at the beginning, the deeds that may give it set the bit.
 *
 * Both are the same search: for each block of a function, which bits of its entry get
 * there
 * ('pass'), and which are set on the way ('made'). Functions in or below which something
 * happens are looked at once, callees first, for whoever calls them; what callers bring
 * along then comes down from the thread's entry. Where a branch asks for the result of a
 * call, only those ways through the callee count that return such a result; where it asks
 * for a number that was chosen by an earlier branch, only the ways on which it was chosen
 * so.
 */
#include "race/order/order.h"

#include "base/limit.h"

enum { MAX_TERMS = 16, MAX_CALLS = 4, MAX_ASKED = 512 };

struct walk {
	struct races *r;
	struct flow *w;
	uint32_t *asked; /* terms, for the edge at hand; what is too many lets all through
			  */
};

static const struct notes *notes_of(const struct walk *k, func_id f)
{
	return &summary_of(k->r->t, f)->notes;
}

/* ---- sites ---- */

void reach_add(struct flow *w, struct flow_site s)
{
	vec_push(&w->sites, s);
}

/* The first that is not before the instruction. */
static uint32_t first_site(const struct walk *k, func_id f, uint32_t inst)
{
	const struct flow_site *at = k->w->sites.at;
	uint32_t low = 0, high = k->w->sites.n;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if (at[mid].func < f || (at[mid].func == f && at[mid].inst < inst))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool has_signs(const struct numbers *n, uint8_t signs)
{
	struct numbers zero = {UINT64_MAX, 0, CMP_EQ}, negative = {UINT64_MAX, 0, CMP_LT},
		       positive = {UINT64_MAX, 0, CMP_GT},
		       other = {UINT64_MAX, 0, CMP_NE}, most = {UINT64_MAX, 0, CMP_GE};
	switch (signs) {
	case SIGN_ZERO:
		return numbers_within(n, &zero);
	case SIGN_NEGATIVE:
		return numbers_within(n, &negative);
	case SIGN_POSITIVE:
		return numbers_within(n, &positive);
	case SIGN_NEGATIVE | SIGN_POSITIVE:
		return numbers_within(n, &other);
	case SIGN_ZERO | SIGN_POSITIVE:
		return numbers_within(n, &most);
	default:
		return false;
	}
}

/* Bits that are cleared when what the instruction has read, or returned, is one of these.
 */
static uint64_t found_by(const struct walk *k, func_id f, uint32_t inst,
			 const struct numbers *x)
{
	uint64_t bits = 0;
	for (uint32_t i = first_site(k, f, inst);
	     i < k->w->sites.n && k->w->sites.at[i].func == f &&
	     k->w->sites.at[i].inst == inst;
	     i++) {
		const struct flow_site *s = &k->w->sites.at[i];
		if (!s->sets &&
		    (s->read ? numbers_within(x, &s->numbers) : has_signs(x, s->signs)))
			bits |= s->bits;
	}
	return bits;
}

/* The first call of f that is not before the instruction. */
static uint32_t first_edge(const struct callgraph *g, func_id f, uint32_t inst)
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

/* ---- what a condition lets through ---- */

static uint64_t through(const struct walk *k, func_id f, uint32_t term, struct numbers x,
			uint32_t terms, uint32_t calls);

/* What comes from the one block to the other. */
static uint64_t along(const struct walk *k, func_id f, uint32_t from, uint32_t to,
		      uint32_t terms, uint32_t calls)
{
	const struct notes *n = notes_of(k, f);
	const struct flow_block *b = &n->flow.at[from];
	uint64_t come = k->w->out[f][from].pass | k->w->out[f][from].made, bits = 0;
	for (uint32_t i = 0; i < b->next_count && come & ~bits; i++) {
		const struct flow_edge *e = &n->flow_edges.at[b->next_first + i];
		if (e->to == to)
			bits |= come & through(k, f, e->term,
					       (struct numbers){UINT64_MAX, e->number,
								e->compare},
					       terms, calls);
	}
	return bits;
}

/* The ways on which the number was chosen. */
static uint64_t through_choice(const struct walk *k, func_id f, const struct flow_term *t,
			       struct numbers x, uint32_t terms, uint32_t calls)
{
	const struct notes *n = notes_of(k, f);
	uint32_t here = notes_block(n, t->inst);
	uint64_t bits = 0;
	for (uint32_t i = 0; i < t->choice_count; i++) {
		const struct flow_choice *c = &n->flow_choices.at[t->choice_first + i];
		uint64_t come = along(k, f, c->block, here, terms, calls);
		if (come & ~bits)
			bits |= come & through(k, f, c->term, x, terms, calls);
	}
	return bits;
}

/* The ways through the functions that are called which return such a number. */
static uint64_t through_call(const struct walk *k, func_id f, uint32_t inst,
			     struct numbers x, uint32_t calls)
{
	uint32_t edges;
	const struct call_edge *e = calls_at(k->r, f, inst, &edges);
	bool called = false;
	uint64_t bits = 0;
	for (uint32_t i = 0; i < edges; i++)
		called |= e[i].kind < EDGE_CREATE;
	if (!called)
		return ~found_by(k, f, inst, &x);
	for (uint32_t i = 0; i < edges; i++) {
		func_id g = e[i].callee;
		const struct notes *n = notes_of(k, g);
		if (e[i].kind != EDGE_DIRECT || calls == MAX_CALLS || !k->w->out[g])
			return UINT64_MAX;
		for (uint32_t b = 0; b < n->flow.n; b++)
			if (n->flow.at[b].returns && k->w->out[g][b].pass & ~bits)
				bits |= k->w->out[g][b].pass & through(k, g,
								       n->flow.at[b].term,
								       x, 0, calls + 1);
	}
	return bits;
}

static uint64_t through_compare(const struct walk *k, func_id f,
				const struct flow_term *t, struct numbers x,
				uint32_t terms, uint32_t calls)
{
	uint64_t bits = 0;
	if (numbers_have(&x, 1))
		bits |= through(k, f, t->of,
				(struct numbers){UINT64_MAX, t->number, t->compare},
				terms, calls);
	if (numbers_have(&x, 0))
		bits |= through(
			k, f, t->of,
			(struct numbers){UINT64_MAX, t->number, compare_not(t->compare)},
			terms, calls);
	return bits;
}

/* Bits that are still set where the term was found to be one of these numbers. */
static uint64_t through(const struct walk *k, func_id f, uint32_t term, struct numbers x,
			uint32_t terms, uint32_t calls)
{
	const struct flow_term *t = &notes_of(k, f)->flow_terms.at[term];
	if (!term || terms == MAX_TERMS || ++*k->asked > MAX_ASKED)
		return UINT64_MAX;
	switch ((enum term_kind)t->kind) {
	case TERM_NUMBER:
		return numbers_have(&x, t->number) ? UINT64_MAX : 0;
	case TERM_LOAD:
		return ~found_by(k, f, t->inst, &x);
	case TERM_CALL:
		return through_call(k, f, t->inst, x, calls);
	case TERM_CHOICE:
		return through_choice(k, f, t, x, terms + 1, calls);
	case TERM_COMPARE:
		return through_compare(k, f, t, x, terms + 1, calls);
	case TERM_ADD:
		if (x.mask != UINT64_MAX)
			return UINT64_MAX;
		x.number = (int64_t)((uint64_t)x.number - (uint64_t)t->number);
		return through(k, f, t->of, x, terms + 1, calls);
	case TERM_AND:
		x.mask &= (uint64_t)t->number;
		return through(k, f, t->of, x, terms + 1, calls);
	case TERM_PARAM:
		return ~found_by(k, f, site_of_parameter(t->inst), &x);
	case TERM_UNKNOWN:
		break;
	}
	return UINT64_MAX;
}

/* ---- one function ---- */

static void after_call(const struct walk *k, const struct call_edge *e, uint32_t n,
		       struct flow_state *s)
{
	struct flow_state out = {0, 0};
	bool may_pass = false;
	for (uint32_t i = 0; i < n; i++) {
		const struct flow_state *x = &k->w->result[e[i].callee];
		may_pass |= e[i].kind != EDGE_DIRECT || !k->w->in[e[i].callee];
		if (e[i].kind >= EDGE_CREATE)
			continue;
		out.pass |= s->pass & x->pass;
		out.made |= (s->made & x->pass) | x->made;
	}
	s->pass = out.pass | (may_pass ? s->pass : 0);
	s->made = out.made | (may_pass ? s->made : 0);
}

static void after_site(const struct flow_site *x, struct flow_state *s)
{
	if (x->sets) {
		s->made |= x->bits;
	} else if (!x->read && x->signs == SIGN_ANY) {
		s->pass &= ~x->bits;
		s->made &= ~x->bits;
	}
}

/* What is so before the instruction, whatever leads to it. */
static void before_inst(const struct walk *k, func_id f, uint32_t inst, struct flow_state *s)
{
	const struct flow_site *at = k->w->sites.at;
	for (uint32_t i = first_site(k, f, inst);
	     i < k->w->sites.n && at[i].func == f && at[i].inst == inst; i++)
		if (at[i].early)
			after_site(&at[i], s);
}

/* From before 'first' to before 'end', in one block. 'calls' gets what is so before each call
 * edge; or NULL. */
static struct flow_state run(const struct walk *k, func_id f, uint32_t first, uint32_t end,
			     struct flow_state s, struct flow_state *calls)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	const struct flow_site *at = k->w->sites.at;
	uint32_t n = k->w->sites.n, i = first_site(k, f, first);
	uint32_t e = first_edge(g, f, first), last = g->edge_at[f + 1];
	for (;;) {
		uint32_t site = i < n && at[i].func == f ? at[i].inst : UINT32_MAX;
		uint32_t call = e < last ? g->edges[e].inst : UINT32_MAX;
		uint32_t inst = site < call ? site : call, edges = 0;
		if (inst >= end)
			return s;
		if (site == inst)
			before_inst(k, f, inst, &s);
		for (; e + edges < last && g->edges[e + edges].inst == inst; edges++)
			if (calls)
				calls[e + edges - g->edge_at[f]] = s;
		if (edges)
			after_call(k, &g->edges[e], edges, &s);
		for (e += edges; i < n && at[i].func == f && at[i].inst == inst; i++)
			if (!at[i].early)
				after_site(&at[i], &s);
	}
}

static bool add_state(struct flow_state *to, struct flow_state s)
{
	struct flow_state old = *to;
	to->pass |= s.pass;
	to->made |= s.made;
	return to->pass != old.pass || to->made != old.made;
}

/* Once more through all blocks; has anything changed? */
static bool pass_blocks(const struct walk *k, func_id f)
{
	const struct notes *n = notes_of(k, f);
	bool changed = false;
	for (uint32_t b = 0; b < n->flow.n; b++) {
		const struct flow_block *x = &n->flow.at[b];
		struct flow_state s = k->w->in[f][b];
		if (!s.pass && !s.made)
			continue;
		s = run(k, f, x->first, x->end, s, NULL);
		changed |= add_state(&k->w->out[f][b], s);
		if (x->returns)
			changed |= add_state(&k->w->result[f], s);
		for (uint32_t i = 0; i < x->next_count; i++) {
			const struct flow_edge *e = &n->flow_edges.at[x->next_first + i];
			struct numbers numbers = {UINT64_MAX, e->number, e->compare};
			*k->asked = 0;
			uint64_t mask = through(k, f, e->term, numbers, 0, 0);
			changed |= add_state(
				&k->w->in[f][e->to],
				(struct flow_state){s.pass & mask, s.made & mask});
		}
	}
	return changed;
}

static bool pass_function(const struct walk *k, func_id f)
{
	bool changed = false;
	while (k->w->in[f] && pass_blocks(k, f))
		changed = true;
	return changed;
}

/* ---- all functions ---- */

static int by_place(const void *x, const void *y)
{
	const struct flow_site *a = x, *b = y;
	if (a->func != b->func)
		return a->func < b->func ? -1 : 1;
	return a->inst < b->inst ? -1 : a->inst > b->inst;
}

struct func_list {
	func_id *at;
	uint32_t n, cap;
};

static void touch(const struct walk *k, func_id f, struct func_list *work)
{
	uint32_t blocks = notes_of(k, f)->flow.n;
	if (k->w->in[f] || !blocks)
		return;
	k->w->in[f] = xcalloc(blocks, sizeof(struct flow_state));
	k->w->out[f] = xcalloc(blocks, sizeof(struct flow_state));
	k->w->in[f][0].pass = UINT64_MAX;
	vec_push(work, f);
}

/* The functions that have a site, and who calls them. */
static void touch_all(const struct walk *k)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	struct func_list work = {0};
	for (uint32_t i = 0; i < k->w->sites.n; i++)
		touch(k, k->w->sites.at[i].func, &work);
	while (work.n) {
		func_id f = vec_pop(&work);
		for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++) {
			const struct call_edge *e = &g->edges[g->caller_edges[i]];
			if (e->kind < EDGE_CREATE)
				touch(k, e->caller, &work);
		}
	}
	vec_free(&work);
}

/* The callers of f are to be looked at again, and 'deep' - 1 levels above them. Is one of them
 * before f in the order? */
static bool tell_callers(const struct walk *k, uint8_t *pending, func_id f, uint8_t deep)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	bool before = false;
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++) {
		const struct call_edge *e = &g->edges[g->caller_edges[i]];
		if (e->kind >= EDGE_CREATE || pending[e->caller] >= deep)
			continue;
		pending[e->caller] = deep;
		before |= g->position[e->caller] <= g->position[f];
	}
	return before;
}

/* Callees first. What a condition asks of a callee may lie MAX_CALLS deep, so whoever is so far
 * above a function that has changed is looked at again. */
static void run_all(const struct walk *k)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	uint8_t *pending = xcalloc(k->r->in->summaries->n, sizeof(*pending));
	for (func_id f = 0; f < k->r->in->summaries->n; f++)
		pending[f] = k->w->in[f] != NULL;
	for (bool again = true; again && !limit_reached();) {
		again = false;
		for (uint32_t i = 0; i < g->member_at[g->component_count]; i++) {
			func_id f = g->members[i];
			uint8_t deep = pending[f];
			pending[f] = 0;
			if (!deep || !k->w->in[f])
				continue;
			if (pass_function(k, f))
				deep = MAX_CALLS + 1;
			if (deep > 1)
				again |= tell_callers(k, pending, f, deep - 1);
		}
	}
	free(pending);
}

void reach_run(struct races *r, struct flow *w)
{
	uint32_t n = r->in->summaries->n, asked = 0;
	const struct walk k = {r, w, &asked};
	w->in = xcalloc(n, sizeof(*w->in));
	w->out = xcalloc(n, sizeof(*w->out));
	w->calls = xcalloc(n, sizeof(*w->calls));
	w->result = xcalloc(n, sizeof(*w->result));
	w->entry = xcalloc(r->t->list.n, sizeof(*w->entry));
	if (w->sites.n)
		qsort(w->sites.at, w->sites.n, sizeof(*w->sites.at), by_place);
	touch_all(&k);
	run_all(&k);
}

void reach_free(const struct races *r, struct flow *w)
{
	if (!w)
		return;
	for (func_id f = 0; f < r->in->summaries->n; f++) {
		free(w->in[f]);
		free(w->out[f]);
		free(w->calls[f]);
	}
	for (thread_id id = 0; id < r->t->list.n; id++)
		free(w->entry[id]);
	free(w->in);
	free(w->out);
	free(w->calls);
	free(w->result);
	free(w->entry);
	vec_free(&w->sites);
	free(w);
}

/* ---- one thread ---- */

/* Before the instruction, of what is so on entry to its function. */
static uint64_t reach(const struct walk *k, func_id f, uint32_t inst, uint64_t entry)
{
	const struct notes *n = notes_of(k, f);
	uint32_t b = notes_block(n, inst);
	if (b == n->flow.n || !k->w->in[f])
		return entry;
	struct flow_state s = run(k, f, n->flow.at[b].first, inst, k->w->in[f][b],
				  NULL);
	before_inst(k, f, inst, &s);
	return (entry & s.pass) | s.made;
}

/* What is so before each call edge of f, of what is so on entry; NULL: all of it. */
static const struct flow_state *before_calls(const struct walk *k, func_id f)
{
	const struct callgraph *g = k->r->t->in.callgraph;
	const struct notes *n = notes_of(k, f);
	uint32_t edges = g->edge_at[f + 1] - g->edge_at[f];
	struct flow_state **calls = &k->w->calls[f];
	if (*calls || !k->w->in[f])
		return *calls;
	*calls = xmalloc((edges + 1u) * sizeof(**calls));
	for (uint32_t i = 0; i < edges; i++)
		(*calls)[i] = (struct flow_state){UINT64_MAX, 0};
	for (uint32_t b = 0; b < n->flow.n; b++)
		run(k, f, n->flow.at[b].first, n->flow.at[b].end, k->w->in[f][b], *calls);
	return *calls;
}

/* What a thread brings along when it enters functions: entry[func], and which are to be looked
 * at. */
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

static const uint64_t *entry_of(const struct walk *k, thread_id id)
{
	const struct thread *t = thread_at(k->r->t, id);
	uint32_t n = k->r->in->summaries->n;
	if (k->w->entry[id])
		return k->w->entry[id];
	struct entering x = {xcalloc(n, sizeof(*x.entry)), threads_entered(k->r->t, id),
			     xcalloc(n, sizeof(*x.pending))};
	x.entry[t->entry] = k->w->first;
	for (uint32_t i = 0; t->origin == ORIGIN_ENTRY && i < k->r->t->entries.n; i++)
		x.entry[k->r->t->entries.at[i]] = k->w->first;
	for (func_id f = 0; f < n; f++)
		x.pending[f] = x.runs[f] && (k->w->in[f] || x.entry[f]);
	enter_all(k, &x);
	free(x.pending);
	return k->w->entry[id] = x.entry;
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

uint64_t reach_at(struct races *r, struct flow *w, thread_id id, const struct point *p)
{
	const struct walk k = {r, w, NULL};
	func_id f = context_at(r->t, p->context)->func;
	const struct summary *s = summary_of(r->t, f);
	uint64_t bits = entry_of(&k, id)[f];
	for (uint32_t c = p->chain; c; c = s->chains.at[c].next)
		bits = reach_call(&k, s->chains.at[c].func, s->chains.at[c].inst, bits);
	return reach(&k, p->func, p->inst, bits);
}

uint64_t reach_at_inst(struct races *r, struct flow *w, thread_id id, func_id f,
		       uint32_t inst)
{
	const struct walk k = {r, w, NULL};
	return reach(&k, f, inst, entry_of(&k, id)[f]);
}
