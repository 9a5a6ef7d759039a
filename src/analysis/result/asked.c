/* SPDX-License-Identifier: MIT */
/*
 * Open accesses that are not copied into callers are looked at where they are, and what they ask
 * for has to get there: the formals that they, or their locks, mention, and what memory holds on
 * entry that is reached from formals. Whoever calls notes it with the call (call_record.c), in
 * terms of its own formals, which it is asked for in its turn.
 */
#include "analysis/result/asked.h"

#include "analysis/common.h"

static void ask_load(struct summary *s, path_id load, path_id *loads, uint32_t *n)
{
	const struct path *x = path_at(&s->paths, load);
	for (uint32_t i = 0; i < *n; i++)
		if (loads[i] == load)
			return;
	if (*n < MAX_KNOWN && !(x->flags & (PATHF_VALUE | PATHF_ANY | PATHF_RANGE)))
		loads[(*n)++] = load;
}

static void ask(struct summary *s, path_id p, uint64_t *formals, path_id *loads, uint32_t *n)
{
	if (!p || !path_is_open(&s->paths, p))
		return;
	*formals |= path_formals(&s->paths, p);
	while (path_at(&s->paths, p)->kind >= PATH_OFFSET) {
		const struct path *x = path_at(&s->paths, p);
		if (x->kind == PATH_LOAD)
			ask_load(s, p, loads, n);
		if (path_has_two(x))
			ask(s, x->b, formals, loads, n);
		p = x->a;
	}
}

static void ask_locks(struct summary *s, uint32_t lockset, uint64_t *formals, path_id *loads,
		      uint32_t *n)
{
	const struct lockset *l = &s->locksets.at[lockset];
	for (uint32_t i = 0; i < l->held_count; i++)
		ask(s, l->held[i].lock, formals, loads, n);
}

static void ask_below(struct frame *fr, const struct call *k, path_id *loads, uint32_t *n)
{
	struct summary *s = fr->out;
	bool inside = fr->in->callgraph->component[k->callee] == fr->component;
	const struct summary *c = inside ? NULL : frame_callee(fr, k->callee);
	uint64_t asked = !c ? UINT64_MAX : c->asked.below;
	if (c && k->flags & CALLF_OPEN)
		asked |= c->asked.here;
	for (uint32_t j = 0; j < k->arg_count && j < 64; j++)
		if (asked >> j & 1)
			ask(s, s->call_args.at[k->arg_first + j], &s->asked.below, loads, n);
	for (uint32_t i = 0; i < k->known_count; i++) {
		const struct content *x = &s->known.at[k->known_first + i];
		ask(s, x->address, &s->asked.below, loads, n);
		ask(s, x->value, &s->asked.below, loads, n);
	}
	ask_locks(s, k->lockset, &s->asked.below, loads, n);
}

void find_asked(struct frame *fr)
{
	struct summary *s = fr->out;
	path_id loads[MAX_KNOWN];
	uint32_t n = 0;
	s->asked = (struct asked_for){0};
	for (uint32_t i = 0; i < s->calls.n; i++)
		if (s->calls.at[i].flags & (CALLF_OPEN | CALLF_REFERS))
			ask_below(fr, &s->calls.at[i], loads, &n);
	s->asked.below_count = n;
	for (uint32_t i = 0; i < s->open.n; i++) {
		ask(s, s->open.at[i].path, &s->asked.here, loads, &n);
		ask_locks(s, s->open.at[i].lockset, &s->asked.here, loads, &n);
	}
	s->loads.n = n;
	s->loads.at = n ? xcalloc(n, sizeof(path_id)) : NULL;
	for (uint32_t i = 0; i < n; i++)
		s->loads.at[i] = loads[i];
}
