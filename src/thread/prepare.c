/* SPDX-License-Identifier: MIT */
/*
 * What is worth following down: functions below which something closed is
 * recorded; formals whose binding matters because a held lock, a called pointer, a
 * joined id or a barrier mentions them (needed), or memory that is looked at in its
 * own function instead of in the callers (wanted), or happens for some numbers only
 * (choosing), or because they are functions that are called (called). All bottom-up over
 * the call records, repeated until nothing changes (recursion).
 */
#include "thread/internal.h"

static uint64_t formals_of_order(const struct summary *s, const struct order *o)
{
	uint64_t set = 0;
	for (uint32_t i = 0; i < o->joined_count; i++)
		set |= path_formals(&s->paths, s->order_paths.at[o->joined_first + i]);
	for (uint32_t i = 0; i < o->phase_count; i++)
		set |= path_formals(&s->paths, s->order_phases.at[o->phase_first + i].barrier);
	return set;
}

static uint64_t own_needs(const struct summary *s)
{
	uint64_t set = 0;
	for (uint32_t i = 0; i < s->calls.n; i++) {
		const struct lockset *l = &s->locksets.at[s->calls.at[i].lockset];
		for (uint32_t j = 0; j < l->held_count; j++)
			set |= path_formals(&s->paths, l->held[j].lock);
		set |= path_formals(&s->paths, s->calls.at[i].pointer);
	}
	for (uint32_t i = 0; i < s->orders.n; i++)
		set |= formals_of_order(s, &s->orders.at[i]);
	return set;
}

static uint64_t own_called(const struct summary *s)
{
	uint64_t set = 0;
	for (uint32_t i = 0; i < s->calls.n; i++) {
		path_id p = s->calls.at[i].pointer;
		if (path_at(&s->paths, p)->kind == PATH_FORMAL)
			set |= path_formals(&s->paths, p);
	}
	return set;
}

static uint64_t own_choices(const struct summary *s)
{
	uint64_t set = 0;
	for (uint32_t i = 0; i < s->open.n; i++) {
		for (uint32_t j = 0; j < s->open.at[i].fact_count; j++) {
			const struct fact *f = &s->facts.at[s->open.at[i].fact_first + j];
			if (f->exact && path_at(&s->paths, f->path)->kind == PATH_FORMAL)
				set |= path_formals(&s->paths, f->path);
		}
	}
	return set;
}

uint64_t formals_passed(const struct summary *s, const struct call *k, uint64_t below)
{
	uint64_t set = 0;
	for (uint32_t j = 0; below && j < k->arg_count && j < 64; j++) {
		path_id p = s->call_args.at[k->arg_first + j];
		if (below & UINT64_C(1) << j && path_at(&s->paths, p)->kind == PATH_FORMAL)
			set |= path_formals(&s->paths, p);
	}
	return set;
}

/* The caller's formals that the callee's formals 'below' are made of. */
static uint64_t formals_below(const struct summary *s, const struct call *k, uint64_t below)
{
	uint64_t set = 0;
	for (uint32_t j = 0; below && j < k->arg_count && j < 64; j++) {
		if (below & UINT64_C(1) << j)
			set |= path_formals(&s->paths, s->call_args.at[k->arg_first + j]);
	}
	return set;
}

/* Likewise what memory holds that the callee asks for. */
static uint64_t formals_known(const struct summary *s, const struct call *k)
{
	uint64_t set = 0;
	for (uint32_t i = 0; i < k->known_count; i++) {
		set |= path_formals(&s->paths, s->known.at[k->known_first + i].address);
		set |= path_formals(&s->paths, s->known.at[k->known_first + i].value);
	}
	return set;
}

static bool prepare_function(struct threads *t, func_id f)
{
	const struct summary *s = summary_of(t, f);
	struct threads_memo *m = t->memo;
	uint64_t needed = m->needed[f], wanted = m->wanted[f], choosing = m->choosing[f];
	uint64_t called = m->called[f];
	bool interesting = m->interesting[f];
	for (uint32_t i = 0; i < s->calls.n; i++) {
		const struct call *k = &s->calls.at[i];
		needed |= formals_below(s, k, m->needed[k->callee]);
		wanted |= formals_below(s, k, m->wanted[k->callee]);
		if (m->wanted[k->callee])
			wanted |= formals_known(s, k);
		choosing |= formals_below(s, k, m->choosing[k->callee]);
		called |= formals_passed(s, k, m->called[k->callee]);
		interesting |= m->interesting[k->callee];
	}
	bool changed = needed != m->needed[f] || wanted != m->wanted[f] ||
		       choosing != m->choosing[f] || called != m->called[f] ||
		       interesting != m->interesting[f];
	m->called[f] = called;
	m->choosing[f] = choosing;
	m->needed[f] = needed;
	m->wanted[f] = wanted;
	m->interesting[f] = interesting;
	return changed;
}

void prepare_functions(struct threads *t)
{
	const struct callgraph *g = t->in.callgraph;
	uint32_t n = t->in.summaries->n;
	t->memo->needed = xcalloc(n, sizeof(uint64_t));
	t->memo->wanted = xcalloc(n, sizeof(uint64_t));
	t->memo->choosing = xcalloc(n, sizeof(uint64_t));
	t->memo->called = xcalloc(n, sizeof(uint64_t));
	t->memo->interesting = xcalloc(n, sizeof(bool));
	for (func_id f = 1; f < n; f++) {
		const struct summary *s = summary_of(t, f);
		t->memo->needed[f] = own_needs(s);
		t->memo->called[f] = own_called(s);
		t->memo->interesting[f] = s->closed.n || s->forks.n || s->syncs.n;
	}
	for (func_id f = 1; f < n; f++) {
		const struct summary *s = summary_of(t, f);
		for (uint32_t i = 0; i < s->calls.n; i++) {
			func_id callee = s->calls.at[i].callee;
			if (!(s->calls.at[i].flags & CALLF_OPEN))
				continue;
			t->memo->interesting[callee] = true;
			t->memo->wanted[callee] = summary_of(t, callee)->asked.here;
			if (!t->memo->choosing[callee])
				t->memo->choosing[callee] = own_choices(summary_of(t, callee));
		}
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < g->member_at[g->component_count]; i++)
			changed |= prepare_function(t, g->members[i]);
	}
}
