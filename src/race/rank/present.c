/* SPDX-License-Identifier: MIT */
/*
 * Are both threads surely there at the same time? What a pair's threads rest on: callbacks of
 * functions that are not known, creators that hardly come there, crowds, the system's beginning,
 * calls of an interface that the callers of a library may or may not make (docs/levels.md).
 */
#include "ir/names.h"
#include "race/rank/rank.h"

static bool is_pointer(const struct races *r, type_id t)
{
	return t && r->p->types.at[type_strip(r->p, t)].kind == TYPE_POINTER;
}

/* What a function that is not known gets may well be what a thread begins with, 'void *(void *)'.
 * Two of one such function are another matter. */
static bool is_likely_started(const struct races *r, const struct instance *x,
			      const struct instance *other)
{
	const struct ir_func *f = &r->p->funcs.at[thread_at(r->t, x->thread)->entry];
	return x->thread != other->thread && f->param_count == 1 &&
	       is_pointer(r, r->p->params.at[f->param_first].type) &&
	       is_pointer(r, f->result_type) &&
	       r->p->types.at[type_target(r->p, f->result_type)].kind == TYPE_VOID;
}

/* Each of several threads that run loops has asked its own for it. */
static bool is_asked_by_runner(const struct races *r, const struct instance *x)
{
	const struct thread *t = thread_at(r->t, x->thread);
	while (threads_has_loops(r->t, t) && t->creator)
		t = thread_at(r->t, t->creator);
	return t->runs_loop;
}

/* Several threads run loops: does one of them call this one, while the other side is in another
 * such callback, or another one of these threads? Main, which has asked for it, may do more before
 * the first of them runs. */
static uint64_t reasons_of_loops(const struct races *r, const struct instance *x,
				 const struct instance *other)
{
	const struct thread *t = thread_at(r->t, x->thread), *o = thread_at(r->t, other->thread);
	bool several = t->many && !t->nested && o->many && !o->nested;
	bool own = is_asked_by_runner(r, x) && is_asked_by_runner(r, other);
	if (threads_has_loops(r->t, o))
		return bit_if(!several, REASON_CALLBACK) | bit_if(several && !own, REASON_LOOPS);
	return 1ull << (o->runs_loop ? REASON_LOOPS : REASON_CALLBACK);
}

/* A callback is no thread: who waits for events runs it. With the threads that it has itself
 * created it races wherever it runs, with others unless it is run by them, and with who has
 * registered it, or another callback, only if that is not who runs it. */
static uint64_t reasons_of_callback(const struct races *r, const struct instance *x,
				    const struct instance *other)
{
	const struct thread *t = thread_at(r->t, x->thread), *o = thread_at(r->t, other->thread);
	if (t->origin != ORIGIN_LATER || threads_runner(r->t, x->thread) != x->thread)
		return 0;
	if (t->flags & FORKF_MANY && is_likely_started(r, x, other))
		return 1ull << REASON_STARTED;
	if (t->flags & FORKF_MANY || o->origin != ORIGIN_FORK ||
	    threads_is_ancestor(r->t, other->thread, x->thread))
		return threads_has_loops(r->t, t) ? reasons_of_loops(r, x, other)
						  : 1ull << REASON_CALLBACK;
	return bit_if(!threads_is_ancestor(r->t, x->thread, other->thread), REASON_RUN_HERE);
}

/* What the thread of x rests on, from the one down that is above both. */
static uint64_t reasons_of_makers(const struct races *r, const struct instance *x,
				  const struct instance *other)
{
	enum maker maker = unlikely_maker(r->t, x->thread, other);
	return reasons_of_callback(r, x, other) |
	       bit_if(threads_is_fault_handler(r->t, x->thread), REASON_FAULT) |
	       bit_if(maker == MAKER_GUESS, REASON_CALLBACK) |
	       bit_if(maker == MAKER_LATER, REASON_LATER) |
	       bit_if(maker == MAKER_HANDLER, REASON_HANDLER);
}

/* Is it one of very many threads that are one with all of their kind? */
static bool is_of_crowd(const struct races *r, const struct instance *x)
{
	const struct thread *t = thread_at(r->t, x->thread);
	return t->crowd && t->more;
}

/* One of them has begun: not necessarily this one. */
static bool meets_crowd_at_begin(const struct races *r, const struct instance *x,
				 const struct instance *other)
{
	return r->t->is_module && thread_at(r->t, x->thread)->origin == ORIGIN_MAIN &&
	       is_of_crowd(r, other);
}

/* Set-up by what is built in, before there is any process, packet or user of a device. A timer or
 * work that was started meanwhile runs, but hardly comes to what is still being made. */
bool is_done_at_boot(const struct races *r, const struct instance *x)
{
	const struct summary *s = summary_of(r->t, context_at(r->t, x->point.context)->func);
	if (!r->t->boot || thread_at(r->t, x->thread)->origin != ORIGIN_MAIN)
		return false;
	for (context_id c = x->point.context; c; c = context_at(r->t, c)->parent)
		if (context_at(r->t, c)->func == r->t->boot)
			return true;
	for (uint32_t c = x->point.chain; c; c = s->chains.at[c].next)
		if (s->chains.at[c].func == r->t->boot)
			return true;
	return false;
}

uint64_t reasons_of_threads(const struct races *r, const struct instance *a,
				   const struct instance *b)
{
	if (meets_crowd_at_begin(r, a, b) || meets_crowd_at_begin(r, b, a))
		return 1ull << REASON_CROWD;
	uint64_t crowds = bit_if(is_of_crowd(r, a) && is_of_crowd(r, b), REASON_CROWDS);
	if (!a->doubtful && !b->doubtful)
		return crowds;
	return crowds | reasons_of_makers(r, a, b) | reasons_of_makers(r, b, a);
}

static uint32_t find_doubts(const struct races *r, const struct instance *a,
			    const struct instance *b)
{
	_Static_assert(1u << (REASON_LATER - REASON_CALLBACK + 1) == DOUBTS, "one bit each");
	return (uint32_t)(reasons_of_threads(r, a, b) >> REASON_CALLBACK) % DOUBTS;
}

static uint32_t find_doubts_there(struct races *r, const struct instance *a,
				  const struct instance *b)
{
	uint64_t key = hash_combine(map_key2(a->thread, b->thread),
				    map_key2(a->point.running, b->point.running)) >> 1;
	uint32_t known = map_get(&r->memo.doubts_there, key, 0);
	if (!known) {
		known = 1 + find_doubts(r, a, b);
		map_put(&r->memo.doubts_there, key, known);
	}
	return known - 1;
}

uint32_t doubts_of_threads(struct races *r, const struct instance *a, const struct instance *b,
			   bool *varies)
{
	uint8_t *known = &r->memo.doubts[(size_t)a->thread * r->t->list.n + b->thread];
	if (!*known && (maker_varies(r->t, a->thread, b->thread) ||
			maker_varies(r->t, b->thread, a->thread)))
		*known = UINT8_MAX;
	if (!*known)
		*known = (uint8_t)(1 + find_doubts(r, a, b));
	*varies = *known == UINT8_MAX;
	return *varies ? find_doubts_there(r, a, b) : *known - 1u;
}

bool is_interface(const struct races *r, const struct instance *x)
{
	return thread_at(r->t, x->thread)->origin == ORIGIN_ENTRY;
}

/* What a call of the interface does before it creates the thread, or after it has
 * joined it, meets the threads of other calls only. */
static bool is_of_another_call(const struct races *r, const struct instance *caller,
			       const struct instance *thread)
{
	return is_interface(r, caller) && !is_interface(r, thread) &&
	       threads_is_ancestor(r->t, caller->thread, thread->thread) &&
	       !threads_runs_at(r->t, &caller->point, thread->thread);
}

/* Each call of the interface starts one such thread. */
static bool needs_two_calls(const struct races *r, const struct instance *a,
			    const struct instance *b)
{
	const struct thread *x = thread_at(r->t, a->thread);
	return a->thread == b->thread && x->origin == ORIGIN_FORK &&
	       !x->loop_overlap && !x->mixed &&
	       thread_at(r->t, x->creator)->origin == ORIGIN_ENTRY;
}

/* It meets the thread of another call only. A variable of the library is the same for all. */
static uint64_t reasons_of_other_call(struct races *r, const struct instance *caller,
				      const struct instance *thread, bool variable)
{
	static const enum reason of[] = {[CALL_AGAIN] = REASON_AGAIN,
					 [CALL_STARTS] = REASON_TWICE,
					 [CALL_MEANWHILE] = REASON_MEANWHILE};
	if (!is_of_another_call(r, caller, thread))
		return 0;
	return 1ull << of[variable ? call_meets(r, caller, thread->thread) : CALL_AGAIN];
}

/* Does only the loader come there, when it unloads the library? */
static bool is_unloading(const struct races *r, const struct instance *x)
{
	const bool *unloads = r->t->unloads;
	return unloads && (unloads[context_at(r->t, x->point.context)->func] ||
			   unloads[x->access->func]);
}

/* Callers of an interface that share a variable of the library cannot help it; an
 * object of their own is shared only if they want. A lock says that it is. */
uint64_t reasons_of_interface(struct races *r, const struct instance *a,
				     const struct instance *b)
{
	const struct pt_object *o = pointers_object(r->pt, a->obj);
	bool variable = o->kind == OBJ_VARIABLE &&
			!(r->p->symbols.at[o->sym].flags & SYMF_CALLERS);
	bool callers = o->kind == OBJ_VARIABLE && !variable;
	if (!is_interface(r, a) || !is_interface(r, b))
		return bit_if(callers, REASON_SHARED_ARGUMENT) |
		       bit_if(needs_two_calls(r, a, b), REASON_TWICE) |
		       reasons_of_other_call(r, a, b, variable) |
		       reasons_of_other_call(r, b, a, variable);
	return bit_if(is_unloading(r, a) || is_unloading(r, b), REASON_CROWD) |
	       bit_if(variable || a->guards || b->guards, REASON_INTERFACE) |
	       bit_if(!variable && !a->guards && !b->guards, REASON_SHARED_ARGUMENT);
}
