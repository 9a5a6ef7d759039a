/* SPDX-License-Identifier: MIT */
/*
 * In which situations a thread does what gives an event, or tests it: with which locks, in
 * which memory order.
 *
 * An access of a function that is told by its parameters is told again in the callers into which
 * it was copied, bound to what they pass; and in contexts of the function itself where it was not
 * copied. All of them together are what happens.
 */
#include "race/order/order.h"
#include "race/veto/veto.h"

/* What an instruction does to memory, in one of its situations. */
static struct instance instance_of(struct races *r, context_id c, const struct access *a,
				   const struct event *e)
{
	return (struct instance){.point = {c, a->chain, a->func, a->inst, 0},
				 .thread = context_at(r->t, c)->thread,
				 .access = a,
				 .path = threads_close(r->t, c, a->path),
				 .obj = e->cell.obj,
				 .offset = e->cell.offset,
				 .size = a->size,
				 .flags = a->flags,
				 .kind = a->kind,
				 .guards = threads_guards_at(r->t, c, a->lockset)};
}

/* ---- where accesses are told ---- */

static void note_site(struct events *o, const struct event_site *s)
{
	if (!o->list.at[s->event].posted)
		map_put(&o->told_at, map_key2(s->func, s->inst), 0);
}

static void note_access(struct events *o, func_id teller, uint32_t n, const struct access *a)
{
	uint64_t key = map_key2(a->func, a->inst);
	uint32_t next = map_get(&o->told_at, key, UINT32_MAX);
	if (next == UINT32_MAX)
		return;
	vec_push(&o->told, ((struct event_copy){teller, n, next}));
	map_put(&o->told_at, key, o->told.n - 1);
}

void find_told(struct races *r)
{
	struct events *o = r->events;
	vec_push(&o->told, ((struct event_copy){0}));
	for (uint32_t i = 0; i < o->gives.n; i++)
		note_site(o, &o->gives.at[i]);
	for (uint32_t i = 0; i < o->tests.n; i++)
		note_site(o, &o->tests.at[i]);
	for (func_id f = 1; f < r->in->summaries->n && o->list.n > 1; f++) {
		const struct summary *s = summary_of(r->t, f);
		for (uint32_t i = 0; r->t->first_of_func[f] && i < s->open.n + s->closed.n; i++)
			note_access(o, f, i, nth_access(s, i));
	}
}

/* Do the open accesses of its function happen in the context? */
static bool is_open_here(const struct context *x)
{
	return !x->parent || x->open;
}

bool find_situations(struct races *r, thread_id id, const struct event_site *x,
		     const struct event *e, struct situated *out)
{
	const struct events *o = r->events;
	out->n = 0;
	for (uint32_t k = map_get(&o->told_at, map_key2(x->func, x->inst), 0); k;
	     k = o->told.at[k].next) {
		const struct event_copy *at = &o->told.at[k];
		const struct summary *s = summary_of(r->t, at->teller);
		for (context_id c = threads_first_context(r->t, id, at->teller); c;
		     c = context_at(r->t, c)->next_here) {
			if (at->access < s->open.n && !is_open_here(context_at(r->t, c)))
				continue;
			if (out->n == MAX_SITUATIONS)
				return false;
			out->at[out->n++] = instance_of(r, c, nth_access(s, at->access), e);
		}
	}
	return out->n > 0;
}
