/* SPDX-License-Identifier: MIT */
/*
 * One component of the call graph.
 *
 * Its members are in an order in which callees come before callers as far as that
 * goes. A call against the order, which in recursion there must be, is bound to an
 * assumption about the callee instead of its summary (assume.h): at first, that it
 * does not return; in a large component, or of a large function, that it does nothing but
 * what is to be expected there (common.h). What functions turn out to do is joined to what was
 * assumed of them, and those who relied on an assumption that grew look again, until
 * none grows. Then all summaries are true, by induction over the depth of the recursion.
 *
 * After that, functions with calls against the order look once more, now at the
 * callees' summaries, which say more than an assumption can: results, stores, locks
 * that are held. From what is true follows what is true, so once is enough, and any
 * time to stop is a good one: in a large component only those look for whom locks are
 * at stake.
 *
 * In a round a function sees the summaries of this round where it follows the order,
 * and what was assumed before the round where it does not: so the functions of a round
 * may run at the same time, and the result is always the same.
 *
 * The accesses of a callee in the same component are not copied into its callers:
 * each function closes its own there (export.c).
 */
#include "analysis/component.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/assume.h"
#include "analysis/common.h"
#include "analysis/whole/modified.h"
#include "base/limit.h"

#ifdef CHEQUER_STRESS
enum { MAX_ROUNDS = 1, SETTLE_ROUND = 1, SMALL_COMPONENT = 1, LARGE_COMPONENT = 2 };
#else
enum { MAX_ROUNDS = 6, SETTLE_ROUND = 3, SMALL_COMPONENT = 16, LARGE_COMPONENT = 256 };
#endif

/* What a look in a large component has found besides the summary. */
struct found {
	struct paths paths;
	VEC(path_id) locks; /* that the one name stands for */
	bool matters;	    /* what the one name stands for */
	bool waits;	    /* itself */
};

struct component {
	struct job *j;
	uint32_t first, n; /* members first .. first + n - 1 of the call graph */
	unsigned worker;   /* who runs it */
	struct modified modified;
	struct summary *assumed; /* [n] */
	struct summary *next;	 /* [n] of the last look */
	atomic_bool *dirty;	 /* [n] has to look (again) */
	bool *looked;		 /* [n] in this round */
	bool *gave_up;		 /* [n] its assumption did not settle */
	bool **named;		 /* [n] values found to need a name, by instruction */
	bool large;		 /* then: */
	struct common common;
	struct expected expected;
	struct found *found; /* [n] */
	bool *apart; /* [n] nobody follows it in the order */
	struct pool_graph order; /* callees before callers */
};

static func_id member(const struct component *k, uint32_t i)
{
	return k->j->in->callgraph->members[k->first + i];
}

static void set_modified(struct summary *s, func_id f, const struct modified *m)
{
	s->func = f;
	s->modified.n = m->n;
	s->modified.at = m->n ? xmalloc(m->n * sizeof(cell_id)) : NULL;
	if (m->n)
		memcpy(s->modified.at, m->at, m->n * sizeof(cell_id));
	s->modified_any = m->any;
	s->limits[LIMIT_MODIFIED] = m->over;
	s->may_fork = m->may_fork;
}

static void keep_found(struct found *to, const struct frame *fr)
{
	paths_free(&to->paths);
	paths_init(&to->paths);
	vec_clear(&to->locks);
	for (uint32_t i = 0; i < fr->common_found.n; i++)
		vec_push(&to->locks, path_copy(&to->paths, &fr->paths, fr->common_found.at[i]));
	to->matters = fr->common_matters;
	to->waits = fr->waits_itself;
}

static void look(struct component *k, uint32_t i, unsigned worker, bool assuming,
		 struct summary *out)
{
	struct job *j = k->j;
	struct look l = {.assumed = assuming ? k->assumed : NULL,
			 .apart = k->apart,
			 .common = k->large ? &k->common : NULL,
			 .named = k->named ? &k->named[i] : NULL};
	*out = (struct summary){0};
	set_modified(out, member(k, i), &k->modified);
	summarize_function(&j->workers[worker], j, &l, member(k, i), out);
	if (k->large)
		keep_found(&k->found[i], &j->workers[worker].frame);
}

/* ---- edges inside the component ---- */

/* The members that call member i, one after another: 0 .. n - 1, then n. */
struct callers {
	const struct component *k;
	uint32_t edge, end;
	func_id last;
};

static struct callers callers_of(const struct component *k, uint32_t i)
{
	const struct callgraph *g = k->j->in->callgraph;
	func_id f = member(k, i);
	return (struct callers){k, g->caller_at[f], g->caller_at[f + 1], 0};
}

static uint32_t next_caller(struct callers *c)
{
	const struct callgraph *g = c->k->j->in->callgraph;
	while (c->edge < c->end) {
		const struct call_edge *e = &g->edges[g->caller_edges[c->edge++]];
		uint32_t at = g->position[e->caller];
		if (e->caller == c->last || e->kind == EDGE_CREATE || e->kind == EDGE_LATER ||
		    at < c->k->first || at >= c->k->first + c->k->n)
			continue;
		c->last = e->caller;
		return at - c->k->first;
	}
	return c->k->n;
}

/* Does the caller come after the callee in the order, so that it sees its summary? */
static bool follows(const struct component *k, uint32_t caller, uint32_t callee)
{
	return caller > callee && !(k->large && k->apart[callee]);
}

/* Those that follow it in the order, or those that do not and rely on what is
 * assumed of it, have to look again. */
static void mark_callers(struct component *k, uint32_t i, bool following)
{
	struct callers c = callers_of(k, i);
	for (uint32_t at = next_caller(&c); at < k->n; at = next_caller(&c))
		if (following == follows(k, at, i))
			atomic_store_explicit(&k->dirty[at], true, memory_order_relaxed);
}

struct schedule {
	uint32_t *waits, *at, *to;
};

/* The members that follow i in the order and call it; returns how many. */
static uint32_t followers(const struct component *k, uint32_t i, uint32_t *out)
{
	struct callers c = callers_of(k, i);
	uint32_t n = 0;
	for (uint32_t at = next_caller(&c); at < k->n; at = next_caller(&c)) {
		if (!follows(k, at, i))
			continue;
		if (out)
			out[n] = at;
		n++;
	}
	return n;
}

static struct schedule make_order(struct component *k)
{
	uint32_t *waits = xcalloc(k->n + 1u, sizeof(uint32_t));
	uint32_t *at = xcalloc(k->n + 1u, sizeof(uint32_t));
	for (uint32_t i = 0; i < k->n; i++)
		at[i + 1] = at[i] + followers(k, i, NULL);
	uint32_t *to = xcalloc(at[k->n] + 1u, sizeof(uint32_t));
	for (uint32_t i = 0; i < k->n; i++)
		followers(k, i, to + at[i]);
	for (uint32_t i = 0; i < at[k->n]; i++)
		waits[to[i]]++;
	k->order = (struct pool_graph){k->n, waits, at, to};
	return (struct schedule){waits, at, to};
}

/* ---- rounds ---- */

static void look_if_dirty(void *context, uint32_t i, unsigned worker)
{
	struct component *k = context;
	struct summary next, *now = &k->j->out->at[member(k, i)];
	k->looked[i] = atomic_load_explicit(&k->dirty[i], memory_order_relaxed) &&
		       !limit_reached();
	if (!k->looked[i])
		return;
	atomic_store_explicit(&k->dirty[i], false, memory_order_relaxed);
	look(k, i, worker, true, &next);
	if (!assume_same(now, &next))
		mark_callers(k, i, true);
	summary_free(now);
	*now = next;
}

/*
 * A function that is a large part of its component by itself would be waited for by most
 * others. It stands apart: its callers go by what is assumed of it.
 */
static void set_apart(struct component *k)
{
	enum { LARGE_PART = 32 };
	const struct program *p = k->j->in->program;
	uint64_t all = 0;
	k->apart = xcalloc(k->n, sizeof(*k->apart));
	for (uint32_t i = 0; i < k->n; i++)
		all += p->funcs.at[member(k, i)].inst_count;
	for (uint32_t i = 0; i < k->n; i++)
		k->apart[i] = k->n > LARGE_COMPONENT &&
			      p->funcs.at[member(k, i)].inst_count > all / LARGE_PART;
}

/* The locks that the one name stands for; those to whom it matters look again when it
 * stands for more. */
static void learn_common(struct component *k)
{
	const struct pointers *pt = k->j->in->pointers;
	bool grew = false;
	for (uint32_t i = 0; i < k->n && k->large; i++) {
		const struct found *x = &k->found[i];
		for (uint32_t l = 0; k->looked[i] && l < x->locks.n; l++)
			grew |= common_add(&k->common, &x->paths, x->locks.at[l], pt);
		if (k->looked[i])
			grew |= common_add_all(&k->common, &k->j->out->at[member(k, i)], pt);
	}
	for (uint32_t i = 0; i < k->n && grew; i++)
		if (k->found[i].matters)
			k->dirty[i] = true;
}

/* What the functions were found to do is assumed from now on; true if somebody had
 * assumed less. */
static bool learn(struct component *k, uint32_t round)
{
	bool again = false;
	learn_common(k);
	for (uint32_t i = 0; i < k->n; i++) {
		const struct summary *s = &k->j->out->at[member(k, i)];
		if (!k->looked[i] ||
		    !assume_join(&k->assumed[i], s, k->j->in->pointers,
				 k->large ? &k->common : NULL, round >= SETTLE_ROUND))
			continue;
		if (round >= MAX_ROUNDS) {
			assume_anything(&k->assumed[i]);
			k->gave_up[i] = true;
		}
		mark_callers(k, i, false);
	}
	for (uint32_t i = 0; i < k->n; i++)
		again |= k->dirty[i];
	return again;
}

static void run_round(struct component *k, pool_task *task)
{
	if (k->n == 1)
		task(k, 0, k->worker);
	else
		pool_run_inside(&k->order, task, k);
}

/* ---- the last look ---- */

static void look_at_summaries(void *context, uint32_t i, unsigned worker)
{
	struct component *k = context;
	if (k->dirty[i])
		look(k, i, worker, false, &k->next[i]);
}

/* Does it hold locks in some call of that function? */
static bool calls_with_locks(const struct summary *s, func_id callee)
{
	for (uint32_t i = 0; i < s->calls.n; i++)
		if (s->calls.at[i].callee == callee &&
		    s->locksets.at[s->calls.at[i].lockset].held_count)
			return true;
	return false;
}

/* Those that hold locks while they call i, against the order: it comes back in several
 * ways, and maybe not all of them drop the lock. */
static void mark_holders(struct component *k, uint32_t i)
{
	struct callers c = callers_of(k, i);
	for (uint32_t at = next_caller(&c); at < k->n; at = next_caller(&c))
		if (!follows(k, at, i) &&
		    calls_with_locks(&k->j->out->at[member(k, at)], member(k, i)))
			k->dirty[at] = true;
}

static void look_once_more(struct component *k)
{
	bool any = false;
	for (uint32_t i = 0; i < k->n; i++) {
		const struct summary *s = &k->j->out->at[member(k, i)];
		if (k->large ? assume_forgets_locks(s) : assume_forgets(s))
			mark_callers(k, i, false);
		else if (s->outcomes.n > 1)
			mark_holders(k, i);
	}
	for (uint32_t i = 0; i < k->n; i++)
		any |= k->dirty[i];
	if (!any)
		return;
	k->next = xcalloc(k->n, sizeof(struct summary));
	run_round(k, look_at_summaries);
	for (uint32_t i = 0; i < k->n; i++) {
		struct summary *s = &k->j->out->at[member(k, i)];
		if (!k->dirty[i])
			continue;
		summary_free(s);
		*s = k->next[i];
	}
	free(k->next);
}

/* ---- all of it ---- */

static void begin_large(struct component *k)
{
	struct job *j = k->j;
	k->large = true;
	k->found = xcalloc(k->n, sizeof(*k->found));
	set_apart(k);
	common_init(&k->common, k->n > LARGE_COMPONENT);
	k->expected = common_expect(&k->common, j->in, j->models, j->out,
				    j->in->callgraph->component[member(k, 0)]);
}

/* What a function that is most of the component's code is found to do costs as much as all
 * the rest, and to begin with nothing would take it twice: others expect that it returns,
 * and no more. */
static void assume_first(struct component *k)
{
	func_id heavy = k->j->in->callgraph->heavy[k->j->in->callgraph->component[member(k, 0)]];
	for (uint32_t i = 0; i < k->n; i++) {
		bool expects = k->large || member(k, i) == heavy;
		assume_free(&k->assumed[i]);
		assume_init(&k->assumed[i], member(k, i), &k->modified,
			    expects ? &k->expected : NULL);
		k->dirty[i] = true;
	}
}

/* After the first round: is it true what was expected, that somebody does it? If not,
 * it starts again without. */
static void check_expected(struct component *k)
{
	struct expected x = {0};
	if (!k->large || limit_reached())
		return;
	learn_common(k);
	x.drops = k->common.locks.dropped_count || k->common.locks.dropped_any;
	for (uint32_t i = 0; i < k->n; i++) {
		x.waits |= k->found[i].waits;
		x.starts |= common_starts(&k->j->out->at[member(k, i)]);
	}
	if (x.drops >= k->expected.drops && x.waits >= k->expected.waits &&
	    x.starts >= k->expected.starts)
		return;
	k->expected = x;
	assume_first(k);
	run_round(k, look_if_dirty);
}

static void begin(struct component *k)
{
	k->assumed = xcalloc(k->n, sizeof(struct summary));
	k->dirty = xcalloc(k->n, sizeof(*k->dirty));
	k->looked = xcalloc(k->n, sizeof(*k->looked));
	k->gave_up = xcalloc(k->n, sizeof(*k->gave_up));
	k->named = xcalloc(k->n, sizeof(*k->named));
	if (k->n > SMALL_COMPONENT)
		begin_large(k);
	assume_first(k);
}

static void end_large(struct component *k)
{
	for (uint32_t i = 0; i < k->n; i++) {
		common_resolve(&k->common, &k->j->out->at[member(k, i)]);
		paths_free(&k->found[i].paths);
		vec_free(&k->found[i].locks);
	}
	common_free(&k->common);
	free(k->found);
	free(k->apart);
}

/* Only now it is known who has open accesses. */
static void clear_open_flags(const struct component *k, struct summary *s)
{
	const struct callgraph *g = k->j->in->callgraph;
	for (uint32_t i = 0; i < s->calls.n; i++) {
		func_id callee = s->calls.at[i].callee;
		if (g->component[callee] == g->component[s->func] &&
		    k->j->out->at[callee].open.n == 0)
			s->calls.at[i].flags &= (uint8_t)~CALLF_OPEN;
	}
}

static void end(struct component *k)
{
	if (k->large)
		end_large(k);
	for (uint32_t i = 0; i < k->n; i++) {
		k->j->out->at[member(k, i)].limits[LIMIT_ROUNDS] += k->gave_up[i];
		clear_open_flags(k, &k->j->out->at[member(k, i)]);
		assume_free(&k->assumed[i]);
		free(k->named[i]);
	}
	free(k->named);
	free(k->gave_up);
	free(k->assumed);
	free(k->dirty);
	free(k->looked);
}

/* Now the summary is final. */
static void note_code(void *context, uint32_t i, unsigned worker)
{
	const struct component *k = context;
	struct worker *w = &k->j->workers[worker];
	notes_make(&w->noter, k->j->in, k->j->out, member(k, i), &w->scratch);
}

static void run_recursive(struct component *k)
{
	uint32_t round = 0;
	begin(k);
	struct schedule s = make_order(k);
	run_round(k, look_if_dirty);
	check_expected(k);
	while (learn(k, ++round) && !limit_reached())
		run_round(k, look_if_dirty);
	if (!limit_reached())
		look_once_more(k);
	end(k);
	run_round(k, note_code);
	free(s.waits);
	free(s.at);
	free(s.to);
}

void component_run(void *context, uint32_t component, unsigned worker)
{
	struct job *j = context;
	const struct callgraph *g = j->in->callgraph;
	struct component k = {.j = j, .first = g->member_at[component], .worker = worker,
			      .n = g->member_at[component + 1] - g->member_at[component]};
	modified_find(j->in, j->models, j->out, &j->written, component, &k.modified);
	if (g->recursive[component]) {
		run_recursive(&k);
	} else {
		look(&k, 0, worker, false, &j->out->at[member(&k, 0)]);
		note_code(&k, 0, worker);
	}
	free(k.modified.at);
}
