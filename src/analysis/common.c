/* SPDX-License-Identifier: MIT */
/* The locks that the functions of a large recursion drop, under one name. */
#include "analysis/common.h"

#include "analysis/state/dropped.h"

void common_init(struct common *c, bool globals)
{
	*c = (struct common){.globals = globals, .copies.copies = true};
	paths_init(&c->paths);
}

void common_free(struct common *c)
{
	paths_free(&c->paths);
	pt_set_free(&c->points_to);
	pt_set_free(&c->copies);
	vec_free(&c->added);
}

path_id common_lock(struct paths *t)
{
	return path_some(t, path_leaf(t, PATH_NAMED, 0, 1));
}

bool common_is_shared(const struct common *c, const struct paths *t, path_id lock)
{
	return !path_is_open(t, lock) &&
	       (c->globals || path_is_some(t, lock) || path_at(t, lock)->flags & PATHF_VALUE);
}

/* Locks that the functions release themselves are mostly those they have taken, or have
 * names that all know. */
static void expect_effects(const struct model *m, const struct common *c, struct expected *x)
{
	for (uint32_t e = 0; e < m->effect_count; e++) {
		uint8_t kind = m->effects[e].kind;
		x->drops |= c->globals && (kind == EFFECT_RELEASE || kind == EFFECT_SEM_POST ||
					   kind == EFFECT_ONCE_LEAVE);
		x->waits |= kind == EFFECT_COND_WAIT || kind == EFFECT_BARRIER_WAIT;
	}
}

static void expect_callee(const struct summary *s, const struct common *c,
			  struct expected *x)
{
	x->waits |= s->waits;
	for (uint32_t i = 0; i < s->outcomes.n; i++) {
		const struct lockset *l = &s->locksets.at[s->outcomes.at[i].lockset];
		x->drops |= l->dropped_any;
		for (uint32_t k = 0; k < l->dropped_count; k++)
			x->drops |= common_is_shared(c, &s->paths, l->dropped[k]);
	}
}

struct expected common_expect(const struct common *c, const struct summarize_input *in,
			      const struct model *const *models,
			      const struct summaries *done, uint32_t component)
{
	const struct callgraph *g = in->callgraph;
	struct expected x = {0};
	uint32_t n;
	bool complete;
	for (uint32_t m = g->member_at[component]; m < g->member_at[component + 1]; m++) {
		func_id f = g->members[m];
		const struct ir_func *fn = &in->program->funcs.at[f];
		x.starts |= g->creates[f];
		for (uint32_t i = 0; i < fn->inst_count; i++) {
			if (ir_inst_at(in->program, fn, i)->op != OP_CALL)
				continue;
			const sym_id *t = pointers_callees(in->pointers, f, i, &n, &complete);
			for (uint32_t k = 0; k < n; k++)
				if (models[t[k]])
					expect_effects(models[t[k]], c, &x);
		}
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++)
			if (g->component[g->edges[e].callee] < component)
				expect_callee(&done->at[g->edges[e].callee], c, &x);
	}
	return x;
}

static bool has_location(const struct pt_set *s, struct pt_loc l)
{
	for (uint32_t i = 0; i < s->locs.n; i++)
		if (s->locs.at[i].obj == l.obj && s->locs.at[i].offset == l.offset)
			return true;
	return false;
}

/* Puts what the name points to among it; does that make it more? */
static bool add_targets(struct pt_set *to, const struct paths *t, path_id p,
			const struct pointers *pt)
{
	struct pt_set set = {.copies = to->copies};
	path_points_to(t, p, pt, 0, NULL, &set);
	bool grew = set.unknown && !to->unknown;
	to->unknown |= set.unknown;
	for (uint32_t i = 0; i < set.locs.n; i++) {
		if (has_location(to, set.locs.at[i]))
			continue;
		vec_push(&to->locs, set.locs.at[i]);
		grew = true;
	}
	pt_set_free(&set);
	return grew;
}

bool common_add(struct common *c, const struct paths *from, path_id lock,
		const struct pointers *pt)
{
	struct lockset one = lockset_empty();
	path_id p = path_some(&c->paths, path_copy(&c->paths, from, lock));
	bool grew = false, any = c->locks.dropped_any;
	while (c->added.n <= p)
		vec_push(&c->added, false);
	if (p == common_lock(&c->paths) || any || c->added.at[p])
		return false;
	c->added.at[p] = true;
	lockset_drop(&one, p);
	dropped_join_in(&c->paths, pt, &c->locks, &one);
	grew = add_targets(&c->points_to, &c->paths, p, pt) || c->locks.dropped_any != any;
	grew |= add_targets(&c->copies, &c->paths, p, pt);
	return grew;
}

bool common_add_all(struct common *c, const struct summary *s, const struct pointers *pt)
{
	bool grew = false;
	for (uint32_t i = 0; i < s->outcomes.n; i++) {
		const struct lockset *l = &s->locksets.at[s->outcomes.at[i].lockset];
		for (uint32_t k = 0; k < l->dropped_count; k++)
			if (common_is_shared(c, &s->paths, l->dropped[k]))
				grew |= common_add(c, &s->paths, l->dropped[k], pt);
	}
	return grew;
}

bool common_starts(const struct summary *s)
{
	uint64_t running = 0;
	for (uint32_t i = 0; i < s->outcomes.n; i++)
		running |= s->orders.at[s->outcomes.at[i].ordering].running;
	for (uint32_t i = 0; i < s->forks.n; i++)
		if (running & summary_fork_bit(i) &&
		    !(s->forks.at[i].flags & FORKF_REST && !s->forks.at[i].via))
			return true;
	return false;
}

path_id common_name(struct frame *fr, path_id lock)
{
	if (!fr->common || !path_is_some(&fr->paths, lock) || path_is_open(&fr->paths, lock))
		return lock;
	common_note(fr, lock);
	return fr->common_lock;
}

void common_note(struct frame *fr, path_id lock)
{
	for (uint32_t i = 0; i < fr->common_found.n; i++)
		if (fr->common_found.at[i] == lock)
			return;
	if (lock != fr->common_lock)
		vec_push(&fr->common_found, lock);
}

static void resolve_lockset(const struct common *c, struct summary *s, struct lockset *l,
			    path_id name)
{
	uint8_t kept = 0;
	if (!lockset_has_dropped(l, name) || l->dropped_any)
		return;
	for (uint32_t i = 0; i < l->dropped_count; i++)
		if (l->dropped[i] != name)
			l->dropped[kept++] = l->dropped[i];
	l->dropped_count = kept;
	if (c->locks.dropped_any) { /* what is held has been taken since */
		l->dropped_count = 0;
		l->dropped_any = true;
	}
	for (uint32_t i = 0; i < c->locks.dropped_count && !l->dropped_any; i++)
		lockset_drop(l, path_copy(&s->paths, &c->paths, c->locks.dropped[i]));
}

void common_resolve(const struct common *c, struct summary *s)
{
	path_id name = common_lock(&s->paths);
	for (uint32_t i = 0; i < s->locksets.n; i++)
		resolve_lockset(c, s, &s->locksets.at[i], name);
}
