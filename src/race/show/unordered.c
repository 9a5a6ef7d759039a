/* SPDX-License-Identifier: MIT */
/*
 * Why nothing orders the two sides of a race, in one sentence: which of the two threads is not
 * joined when the other one gets there, or how both come to run at the same time.
 */
#include <string.h>

#include "race/order/order.h"
#include "race/show/show.h"

static const char *kind_name(const struct thread *x)
{
	if (x->origin == ORIGIN_SIGNAL)
		return "handler";
	return x->origin == ORIGIN_LATER ? "callback" : "thread";
}

/* The thread as it has begun, if it is that of the access. */
static const struct thread *as_begun(const struct races *r, const struct instance *at,
				     thread_id id)
{
	return at->thread == id ? threads_beginning(r->t, at->point.context)
				: thread_at(r->t, id);
}

static void add_thread(const struct races *r, struct str *s, const struct thread *x)
{
	if (x->origin == ORIGIN_MAIN)
		str_add(s, "the main thread");
	else
		str_addf(s, "%s '%s'", kind_name(x),
			 ir_str(r->p, r->p->symbols.at[r->p->funcs.at[x->entry].sym].source_name));
}

static void add_place(struct str *s, struct report_place p)
{
	const char *name = p.file ? strrchr(p.file, '/') : NULL;
	str_addf(s, "%s:%u", name ? name + 1 : p.file ? p.file : "?", p.line);
}

/* Where the creator itself comes by: wrappers of the creating call say nothing. */
static void add_creation(const struct races *r, struct str *s, const struct thread *x)
{
	struct step steps[MAX_FRAMES];
	if (threads_creation_steps(r->t, x, steps, MAX_FRAMES))
		add_place(s, place_of(r->p, steps[0].func, steps[0].inst));
	else
		str_add(s, "?");
}

/* Some place where a thread of that id is joined: false, when there is none. */
static bool find_join(const struct races *r, thread_id id, struct report_place *at)
{
	const struct thread *x = thread_at(r->t, id);
	if (!x->id && !x->id_address)
		return false;
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = summary_of(r->t, f);
		for (uint32_t i = 0; i < s->syncs.n; i++) {
			const struct sync *y = &s->syncs.at[i];
			context_id c = y->kind == SYNC_JOIN ? r->t->first_of_func[f] : 0;
			for (; c; c = context_at(r->t, c)->next_of_func) {
				path_id joined = threads_close(r->t, c, y->object);
				if (!threads_id_is(r->t, x, joined))
					continue;
				*at = place_of(r->p, y->func, y->inst);
				return true;
			}
		}
	}
	return false;
}

/* Some place where the id is joined that may be the thread's. */
static bool find_likely_join(struct races *r, const struct thread *x, struct report_place *at)
{
	const struct events *o = events_of(r);
	const struct thread_deed *made =
		find_creation(r, &summary_of(r->t, x->func)->forks.at[x->fork]);
	for (uint32_t i = 0; made && i < o->thread_deeds.n; i++) {
		const struct thread_deed *d = &o->thread_deeds.at[i];
		if (d->kind != DEED_JOIN || d->id.obj != made->id.obj ||
		    d->id.offset != made->id.offset)
			continue;
		*at = place_of(r->p, d->func, d->inst);
		return true;
	}
	return false;
}

/* No join is certainly its own. */
static void say_unjoined(struct races *r, struct str *s, const struct thread *x)
{
	struct report_place at;
	add_thread(r, s, x);
	if (x->flags & FORKF_DETACHED) {
		str_add(s, ", detached, runs on after ");
	} else if (find_likely_join(r, x, &at)) {
		str_add(s, " is joined at ");
		add_place(s, at);
		str_add(s, ", but not on all ways for sure: it runs on after ");
	} else {
		str_add(s, " is never joined: it runs on after ");
	}
	add_creation(r, s, x);
}

/* It joins, but not on the way to x. */
static bool say_skip(struct races *r, struct str *s, const struct instance *x, thread_id b)
{
	struct skip k;
	if (thread_at(r->t, b)->creator != x->thread || !find_skip(r, x, b, &k))
		return false;
	add_thread(r, s, as_begun(r, x, x->thread));
	str_add(s, " has not joined ");
	add_thread(r, s, thread_at(r->t, b));
	str_add(s, " on this way: ");
	add_place(s, k.at);
	str_add(s, !k.returns ? " goes past the join at "
		   : k.at.line < k.join.line ? " returns before the join at "
					     : " returns without the join at ");
	add_place(s, k.join);
	return true;
}

/* 'b' was made by the thread of 'by', or by one that this has made: it would have to be joined. */
static void say_child(struct races *r, struct str *s, const struct instance *by,
		      const struct instance *child)
{
	thread_id a = by->thread, b = child->thread;
	const struct thread *x = as_begun(r, child, b);
	struct report_place at;
	while (x->creator && x->creator != a) {
		b = x->creator;
		x = thread_at(r->t, b);
	}
	if (x->origin != ORIGIN_FORK) {
		add_thread(r, s, x);
		str_add(s, " may run at any time after ");
		add_creation(r, s, x);
	} else if (!find_join(r, b, &at)) {
		say_unjoined(r, s, x);
	} else if (!say_skip(r, s, by, b)) {
		add_thread(r, s, as_begun(r, by, a));
		str_add(s, " has created ");
		add_thread(r, s, x);
		str_add(s, " at ");
		add_creation(r, s, x);
		str_add(s, " and not yet joined it: it does at ");
		add_place(s, at);
	}
}

static thread_id common_creator(const struct races *r, thread_id a, thread_id b)
{
	while (a && !threads_is_ancestor(r->t, a, b))
		a = thread_at(r->t, a)->creator;
	return a;
}

/* The one that 'top' has created, on the way down to id. */
static thread_id below(const struct races *r, thread_id top, thread_id id)
{
	while (thread_at(r->t, id)->creator && thread_at(r->t, id)->creator != top)
		id = thread_at(r->t, id)->creator;
	return id;
}

static void say_two(struct races *r, struct str *s, const struct instance *a,
		    const struct instance *b)
{
	thread_id top = common_creator(r, a->thread, b->thread);
	thread_id i = top ? below(r, top, a->thread) : a->thread;
	thread_id k = top ? below(r, top, b->thread) : b->thread;
	const struct thread *x = as_begun(r, a, i), *y = as_begun(r, b, k);
	add_thread(r, s, x);
	str_add(s, " (");
	add_creation(r, s, x);
	str_add(s, ") and ");
	add_thread(r, s, y);
	str_add(s, " (");
	add_creation(r, s, y);
	str_add(s, ") run at the same time: neither is joined before the other one is created");
}

static void say_same(const struct races *r, struct str *s, const struct instance *a)
{
	const struct thread *x = threads_beginning(r->t, a->point.context);
	if (x->origin == ORIGIN_ENTRY) {
		str_add(s, "two threads of the callers may be in these functions at the same time");
		return;
	}
	str_addf(s, "several %ss '%s' run at the same time, created at ", kind_name(x),
		 ir_str(r->p, r->p->symbols.at[r->p->funcs.at[x->entry].sym].source_name));
	add_creation(r, s, x);
}

const char *unordered_text(struct races *r, struct arena *memory, const struct instance *a,
			   const struct instance *b)
{
	struct str s = {0};
	bool entry = thread_at(r->t, a->thread)->origin == ORIGIN_ENTRY ||
		     thread_at(r->t, b->thread)->origin == ORIGIN_ENTRY;
	if (a->thread == b->thread)
		say_same(r, &s, a);
	else if (threads_is_ancestor(r->t, a->thread, b->thread))
		say_child(r, &s, a, b);
	else if (threads_is_ancestor(r->t, b->thread, a->thread))
		say_child(r, &s, b, a);
	else if (entry)
		str_add(&s, "callers may be in the one while the other one runs");
	else
		say_two(r, &s, a, b);
	const char *text = arena_strdup(memory, str_cstr(&s));
	str_free(&s);
	return text;
}
