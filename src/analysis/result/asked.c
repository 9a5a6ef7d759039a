/* SPDX-License-Identifier: MIT */
/*
 * Open accesses that are not copied into callers are looked at where they are, and what they ask
 * for has to get there: the formals that they mention, or their locks, or what has to hold for
 * them to happen, and what memory holds on entry that is reached from formals. Whoever calls notes
 * it with the call (call_record.c), in terms of its own formals, which it is asked for in turn.
 */
#include "analysis/result/asked.h"

#include "analysis/common.h"

struct asking {
	struct summary *s;
	struct asked_load loads[MAX_KNOWN];
	uint32_t n;
};

static void ask_load(struct asking *a, path_id load, uint32_t node)
{
	const struct path *x = path_at(&a->s->paths, load);
	for (uint32_t i = 0; i < a->n; i++) {
		struct asked_load *y = &a->loads[i];
		if (y->path != load)
			continue;
		y->node = y->node == node ? node : 0;
		return;
	}
	if (a->n < MAX_KNOWN && !(x->flags & (PATHF_VALUE | PATHF_ANY | PATHF_RANGE)))
		a->loads[a->n++] = (struct asked_load){load, node};
}

/* 'node': what p leads to; by two ways the same, else it is not known. */
static void ask(struct asking *a, path_id p, uint32_t node, uint64_t *formals)
{
	const struct paths *t = &a->s->paths;
	if (!p || !path_is_open(t, p))
		return;
	*formals |= path_formals(t, p);
	while (path_at(t, p)->kind >= PATH_OFFSET) {
		const struct path *x = path_at(t, p);
		if (x->kind == PATH_LOAD) {
			ask_load(a, p, node);
			node = 0;
		}
		if (path_has_two(x))
			ask(a, x->b, 0, formals);
		p = x->a;
	}
}

static void ask_locks(struct asking *a, uint32_t lockset, uint64_t *formals)
{
	const struct lockset *l = &a->s->locksets.at[lockset];
	for (uint32_t i = 0; i < l->held_count; i++)
		ask(a, l->held[i].lock, 0, formals);
}

static void ask_facts(struct asking *a, const struct access *x, uint64_t *formals)
{
	for (uint32_t i = 0; i < x->fact_count; i++)
		ask(a, a->s->facts.at[x->fact_first + i].path, 0, formals);
}

static void ask_below(struct frame *fr, const struct call *k, struct asking *a)
{
	struct summary *s = fr->out;
	const struct escape *e = fr->in->escape;
	bool inside = fr->in->callgraph->component[k->callee] == fr->component;
	const struct summary *c = inside ? NULL : frame_callee(fr, k->callee);
	uint64_t asked = !c ? UINT64_MAX : c->asked.below;
	if (c && k->flags & CALLF_OPEN)
		asked |= c->asked.here;
	for (uint32_t j = 0; j < k->arg_count && j < 64; j++)
		if (asked >> j & 1)
			ask(a, s->call_args.at[k->arg_first + j], 0, &s->asked.below);
	for (uint32_t i = 0; i < k->known_count; i++) {
		const struct content *x = &s->known.at[k->known_first + i];
		uint32_t node = c && e && i < c->loads.n ? c->loads.at[i].node : 0;
		if (node)
			node = escape_in_caller(e, fr->func, k->inst, k->callee, node);
		ask(a, x->address, 0, &s->asked.below);
		ask(a, x->value, node, &s->asked.below);
	}
	ask_locks(a, k->lockset, &s->asked.below);
}

void find_asked(struct frame *fr)
{
	struct summary *s = fr->out;
	struct asking a = {.s = s};
	s->asked = (struct asked_for){0};
	for (uint32_t i = 0; i < s->calls.n; i++)
		if (s->calls.at[i].flags & (CALLF_OPEN | CALLF_REFERS))
			ask_below(fr, &s->calls.at[i], &a);
	s->asked.below_count = a.n;
	for (uint32_t i = 0; i < s->open.n; i++) {
		ask(&a, s->open.at[i].path, s->open.at[i].node, &s->asked.here);
		ask_locks(&a, s->open.at[i].lockset, &s->asked.here);
	}
	for (uint32_t i = 0; i < s->open.n; i++)
		ask_facts(&a, &s->open.at[i], &s->asked.here);
	s->loads.n = a.n;
	s->loads.at = a.n ? xcalloc(a.n, sizeof(*s->loads.at)) : NULL;
	for (uint32_t i = 0; i < a.n; i++)
		s->loads.at[i] = a.loads[i];
}
