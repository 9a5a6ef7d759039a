/* SPDX-License-Identifier: MIT */
/* Threads that library calls create and join, functions that they call, now or later. */
#include <string.h>

#include "analysis/calls/entry.h"
#include "analysis/exec/exec.h"
#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/library/library.h"
#include "analysis/state/memory.h"
#include "analysis/result/range.h"
#include "ir/address.h"

static bool is_fresh(const struct frame *fr, const struct state *s, path_id p)
{
	const struct path *root = path_at(&fr->paths, path_at(&fr->paths, p)->root);
	return p && root->kind == PATH_HEAP && memory_is_own(fr, s, p);
}

/* The function that is passed, or that is in the struct that is. */
static path_id callee_of(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id p = library_argument(c, e->arg);
	if (e->flags & EFFECTF_HANDLER_IN_STRUCT && p)
		p = library_loaded(c->fr, s, path_offset(&c->fr->paths, p, e->value));
	return p;
}

/* What the function gets: an argument, or what is stored in the struct that is passed. */
static path_id passed(struct library_call *c, struct state *s, const struct effect *e,
		      uint32_t i)
{
	path_id p = library_argument(c, e->passes[i]);
	if (!p || !(e->pass_loads >> i & 1))
		return p;
	return library_loaded(c->fr, s, path_offset(&c->fr->paths, p, e->pass_at[i]));
}

/* What a thread gets; of a function that is called later the first. */
static path_id thread_argument(struct library_call *c, struct state *s, const struct effect *e)
{
	if (e->kind == EFFECT_CALL_LATER)
		return e->pass_count ? passed(c, s, e, 0) : 0;
	for (uint32_t i = 0; i < e->pass_count; i++)
		if (e->passes[i] != ARG_NONE)
			return passed(c, s, e, i);
	return library_argument(c, e->other);
}

static void note_id_in_argument(struct frame *fr, struct fork *f)
{
	path_id base, other;
	if (!f->argument || !f->id_address)
		return;
	int64_t arg = path_split_offset(&fr->paths, f->argument, &base);
	int64_t id = path_split_offset(&fr->paths, f->id_address, &other);
	if (base != other)
		return;
	f->flags |= FORKF_ID_IN_ARGUMENT;
	f->id_from_argument = id - arg;
}

/* A table of functions that has none at that place. */
static bool is_empty_slot(const struct library_call *c, const struct effect *e)
{
	const struct frame *fr = c->fr;
	struct pt_set s = {0};
	if (!(e->flags & EFFECTF_HANDLER_IN_STRUCT) || (uint32_t)e->arg >= c->call->arg_count)
		return false;
	pointers_of_value(fr->pt, fr->func,
			  fr->p->operands.at[c->call->args + (uint32_t)e->arg], &s);
	pointers_offset(fr->pt, &s, e->value, &s);
	pointers_load(fr->pt, &s, &s);
	bool empty = s.locs.n == 0 && !s.unknown;
	pt_set_free(&s);
	return empty;
}

/* 'handler ? handler : usual': which function it is, the callers tell, each for his own call. So
 * there is one fork for each that it may be; else it is whatever the value may point to. */
static uint32_t entries_of(const struct frame *fr, path_id entry, path_id *out)
{
	const struct alternatives *alt = frame_alternatives(fr, entry);
	bool told = false;
	out[0] = entry;
	for (uint32_t i = 0; alt && !alt->opaque && i < alt->count; i++) {
		const struct path *x = path_at(&fr->paths, alt->values[i]);
		if (x->kind != PATH_SYMBOL && x->kind != PATH_INT &&
		    !path_is_open(&fr->paths, alt->values[i]))
			return 1;
		told |= path_is_open(&fr->paths, alt->values[i]);
	}
	if (!told)
		return 1;
	memcpy(out, alt->values, alt->count * sizeof(*out));
	return alt->count;
}

static void start_each(struct frame *fr, struct state *s, struct fork f)
{
	path_id entries[MAX_VALUES];
	uint32_t n = entries_of(fr, f.entry, entries);
	for (uint32_t i = 0; i < n; i++) {
		f.entry = entries[i];
		if (path_at(&fr->paths, f.entry)->kind != PATH_INT)
			call_start(fr, s, f);
	}
}

/* It would begin with nothing, and only with what others of its kind get it does something. */
static bool is_not_given(const struct library_call *c, const struct effect *e, path_id arg)
{
	const struct path *x = path_at(&c->fr->paths, arg);
	return e->flags & EFFECTF_GIVEN && arg && x->kind == PATH_INT && x->imm == 0;
}

/* No lock of the program is at an odd address. */
static path_id serial_lock(struct library_call *c, int arg, uint8_t serial)
{
	path_id at = library_argument(c, arg);
	return at && path_at(&c->fr->paths, at)->kind != PATH_INT
		       ? path_offset(&c->fr->paths, at, SERIAL_LOCK_AT(serial))
		       : 0;
}

static void stop(struct library_call *c, struct state *s, const struct effect *e)
{
	effect_acquire(c, s, serial_lock(c, e->arg, e->serial), MODE_EXCLUSIVE, LOCK_STOPPED);
}

/* It may run again; or if which one it is cannot be told, any may. */
static void end_stop(struct state *s, path_id lock)
{
	bool known = lock && lockset_find(&s->locks, lock);
	for (uint32_t i = s->locks.held_count; i-- > 0;) {
		const struct held *h = &s->locks.held[i];
		if (h->kind == LOCK_STOPPED && (!known || h->lock == lock))
			lockset_forget(&s->locks, h->lock);
	}
}

/* The address of the pointer by which the memory with the id is found; 0: there is none. */
static path_id holder_of_id(const struct library_call *c, const struct effect *e)
{
	int64_t bytes = 0;
	if (e->third < 0 || (uint32_t)e->third >= c->call->arg_count)
		return 0;
	ir_val at = ir_base_of(c->fr->p, c->fr->fn,
			       c->fr->p->operands.at[c->call->args + (uint32_t)e->third],
			       BASE_CASTS | BASE_INDICES, &bytes);
	ir_val from = ir_loaded_from(c->fr->p, c->fr->fn, at);
	return from ? range_around(c->fr, frame_value(c->fr, from), c->inst) : 0;
}

/* It has a copy of the memory, and none of the threads: as in a child that starts it as a thread,
 * and ends. Does it? */
static bool starts_process(struct library_call *c, struct state *s, const struct effect *e,
			   struct fork f)
{
	int64_t flags = 0;
	if (!(e->flags & EFFECTF_PROCESS) ||
	    (e->otherwise && (!library_argument_int(c, e->size_arg, &flags) ||
			      flags & e->otherwise)))
		return false;
	struct state *child = state_copy(c->fr, s);
	fork_enter_child(c->fr, child);
	call_start(c->fr, child, f);
	return true;
}

/* One of those that have the id together. */
static void note_common_id(struct library_call *c, const struct effect *e, struct fork *f)
{
	f->flags = FORKF_MEMBER;
	f->id = library_argument(c, e->size_arg2);
	path_id cell = join_id_name(c->fr, c->inst, f->id);
	if (path_at(&c->fr->paths, cell)->kind == PATH_LOAD)
		f->id_address = range_around(c->fr, path_at(&c->fr->paths, cell)->a, c->inst);
}

/* What is known of the argument. Of those that one call creates together each has the same. */
static uint32_t flags_of_argument(const struct library_call *c, const struct state *s,
				  const struct effect *e, path_id arg)
{
	const struct frame *fr = c->fr;
	if (e->flags & EFFECTF_MANY && !(e->flags & (EFFECTF_DETACHED | EFFECTF_MEMBER)))
		return 0;
	return (is_fresh(fr, s, arg) ? FORKF_ARG_FRESH : 0) |
	       (memory_is_kept(fr, s, arg) ? FORKF_ARG_FIRST : 0) |
	       (frame_is_renewed(fr, arg) ? FORKF_ARG_NEW : 0) |
	       (frame_is_own(fr, arg, c->inst) ? FORKF_ARG_OWN : 0);
}

static void start_thread(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	path_id arg = thread_argument(c, s, e), leaf = frame_value_leaf(fr, c->inst);
	path_id at = e->third >= 0 ? library_argument(c, e->third) : 0;
	struct fork f = {.kind = e->kind == EFFECT_CREATE ? FORK_THREAD : FORK_LATER,
			 .param = (uint8_t)(e->extra > 0 ? e->extra : 0),
			 .entry = callee_of(c, s, e),
			 .argument = range_around(fr, arg, c->inst),
			 .id = e->kind == EFFECT_CREATE ? leaf : 0,
			 .id_address = range_around(fr, at, c->inst),
			 .id_holder = holder_of_id(c, e),
			 .func = fr->func, .inst = c->inst};
	bool many = e->flags & EFFECTF_MANY, detached = e->flags & EFFECTF_DETACHED;
	if (is_empty_slot(c, e) || is_not_given(c, e, arg))
		return;
	if (e->flags & EFFECTF_MEMBER)
		note_common_id(c, e, &f);
	f.flags |= ((frame_in_loop(fr, c->inst) || (many && detached)) &&
		    !(e->flags & EFFECTF_MEMBER) ? FORKF_LOOP : 0) |
			    flags_of_argument(c, s, e, arg) |
			    (many ? FORKF_MANY : 0) | (detached ? FORKF_DETACHED : 0) |
			    (e->flags & EFFECTF_IN_LOOP ? FORKF_IN_LOOP : 0) |
			    (uint32_t)e->serial * FORKF_SERIAL;
	note_id_in_argument(fr, &f);
	if (starts_process(c, s, e, f))
		return;
	if (many && detached)
		start_each(fr, s, f); /* others of it may be running already */
	start_each(fr, s, f);
	if (e->serial)
		end_stop(s, serial_lock(c, e->other, e->serial));
	memory_escape(fr, s, arg);
	for (uint32_t i = 0; i < e->pass_count; i++)
		memory_escape(fr, s, passed(c, s, e, i));
	stale_started(fr, s);
	if (at) {
		memory_store(fr, s, at, 8, &leaf, 1, false, true);
		fr->mentioned[c->inst] = true;
	}
}

/* What is no number: SIG_DFL and SIG_IGN are no handlers. */
static path_id only_handler(struct library_call *c, struct state *s, const struct effect *e,
			    path_id known)
{
	struct loaded l;
	path_id only = 0, at = library_argument(c, e->arg);
	if (!(e->flags & EFFECTF_HANDLER_IN_STRUCT) || !at)
		return known;
	memory_load(c->fr, s, path_offset(&c->fr->paths, at, e->value), 8, &l);
	for (uint32_t i = 0; i < l.count; i++) {
		if (path_at(&c->fr->paths, l.values[i])->kind == PATH_INT)
			continue;
		if (only)
			return known;
		only = l.values[i];
	}
	return only && !l.unknown ? only : known;
}

/* The signals that it is for, as bits; 0: not known. */
static uint64_t signals_of(struct library_call *c, const struct effect *e, path_id handler)
{
	path_id number = e->faults ? library_argument(c, e->passes[0]) : 0;
	const struct path *x = path_at(&c->fr->paths, number);
	if (!number || x->kind != PATH_INT)
		return number ? entry_signals(c->fr, handler, number) : 0;
	return x->imm >= 1 && x->imm <= 64 ? UINT64_C(1) << (x->imm - 1) : 0;
}

/* There is one handler for each signal: others that this thread has installed are gone. */
static void replace_handler(struct library_call *c, struct state *s, const struct effect *e)
{
	int64_t at;
	bool asks = e->flags & EFFECTF_HANDLER_IN_STRUCT &&
		    (!library_argument(c, e->arg) || library_argument_int(c, e->arg, &at));
	int64_t number;
	if (!asks && e->faults && library_argument_int(c, e->passes[0], &number))
		fork_replace_handlers(c->fr, s, signals_of(c, e, 0));
}

static void register_handler(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id p = only_handler(c, s, e, callee_of(c, s, e));
	replace_handler(c, s, e);
	if (p && path_at(&c->fr->paths, p)->kind == PATH_INT)
		return; /* SIG_DFL, SIG_IGN */
	struct fork f = {.kind = FORK_SIGNAL, .entry = p, .func = c->fr->func, .inst = c->inst,
			 .signals = signals_of(c, e, p)};
	if (e->faults) {
		f.flags = FORKF_NUMBER;
		f.argument = library_argument(c, e->passes[0]);
	}
	path_id action = e->otherwise ? library_argument(c, e->arg) : 0;
	if (action)
		f.blocked = effect_blocked_meanwhile(
			c, s, path_offset(&c->fr->paths, action, e->otherwise));
	start_each(c->fr, s, f);
	for (uint32_t i = 0; i < e->pass_count; i++)
		memory_escape(c->fr, s, passed(c, s, e, i));
	stale_started(c->fr, s);
}

static void join_id(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id id = library_argument(c, e->arg), cell = 0;
	struct held who;
	int64_t sure;
	if (e->flags & EFFECTF_IF && (!library_argument_int(c, e->size_arg, &sure) || !sure))
		return;
	if (e->flags & EFFECTF_BY_ADDRESS && id) {
		cell = path_load(&c->fr->paths, id);
		id = library_loaded(c->fr, s, id);
	} else if ((uint32_t)e->arg < c->call->arg_count &&
		   own_id_is_joined(c->fr, c->fr->p->operands.at[c->call->args + (uint32_t)e->arg],
				    &who)) {
		lockset_insert(&s->locks, who);
	}
	join_thread(c->fr, s, c->inst, id ? id : cell, cell);
}

bool effect_asks_who(const struct library_call *c, const struct effect *e, struct held *out)
{
	const ir_val *args = &c->fr->p->operands.at[c->call->args];
	if (e->kind == EFFECT_IS_RUNNER) {
		*out = (struct held){.lock = frame_value(c->fr, c->call->a), .kind = LOCK_SELF,
				     .mode = MODE_EXCLUSIVE, .depth = 1};
		return true;
	}
	return e->kind == EFFECT_SAME_ID && (uint32_t)e->arg < c->call->arg_count &&
	       (uint32_t)e->other < c->call->arg_count &&
	       own_id_is_asked(c->fr, args[e->arg], args[e->other], out);
}

static void run_loop(const struct library_call *c)
{
	if (c->fr->recording)
		export_sync(c->fr, (struct sync){.kind = SYNC_LOOP, .func = c->fr->func,
						 .inst = c->inst});
}

bool effect_thread(struct library_call *c, struct state *s, const struct effect *e)
{
	struct held who;
	switch ((enum effect_kind)e->kind) {
	case EFFECT_CREATE:
	case EFFECT_CALL_LATER:
		start_thread(c, s, e);
		break;
	case EFFECT_JOIN:
		join_id(c, s, e);
		effect_put_result(c, s, e);
		break;
	case EFFECT_SIGNAL_HANDLER: register_handler(c, s, e); break;
	case EFFECT_STOPS: stop(c, s, e); break;
	case EFFECT_RUNS_LOOP: run_loop(c); break;
	case EFFECT_SAME_ID:
	case EFFECT_IS_RUNNER:
		if (effect_asks_who(c, e, &who))
			lockset_insert(&s->locks, who);
		break;
	default: return false;
	}
	return true;
}

/* ---- callbacks ---- */

/* What a function that is called now gets; 0: it is not known, or not the same in all states. */
static path_id passed_now(struct library_call *c, const struct state_list *states,
			  const struct effect *e, uint32_t i)
{
	if (!(e->pass_loads >> i & 1))
		return library_argument(c, e->passes[i]);
	path_id p = states->n ? passed(c, states->at[0], e, i) : 0;
	for (uint32_t k = 1; k < states->n && p; k++)
		p = passed(c, states->at[k], e, i) == p ? p : 0;
	return p;
}

static void call_back(struct library_call *c, struct state_list *states, const struct effect *e,
		      uint8_t flags)
{
	path_id args[MAX_PASSES];
	path_id pointer = library_argument(c, e->kind == EFFECT_ONCE ? e->other : e->arg);
	if (e->flags & EFFECTF_HANDLER_IN_STRUCT && states->n)
		pointer = callee_of(c, states->at[0], e);
	for (uint32_t i = 0; i < e->pass_count; i++) {
		args[i] = passed_now(c, states, e, i);
		if (e->flags & EFFECTF_INTERIOR && args[i])
			args[i] = path_index(&c->fr->paths, args[i], 0, 1);
	}
	call_callbacks(c->fr, c->inst, pointer, args, e->pass_count, flags, states);
}

/* Is it the same whoever has called the function? */
static bool is_everybodys(const struct frame *fr, path_id value)
{
	const struct path *x = path_at(&fr->paths, value);
	const struct path *root = path_at(&fr->paths, x->root);
	return x->kind == PATH_INT ||
	       (root->kind == PATH_SYMBOL && !x->loads &&
		!(fr->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL));
}

static bool has_cell(const struct state *s, const struct cell *c)
{
	for (uint32_t i = 0; i < s->cell_count; i++)
		if (s->cells[i].address == c->address && s->cells[i].size == c->size &&
		    s->cells[i].count == 1 && c->count == 1 && !s->cells[i].weak &&
		    s->cells[i].values[0] == c->values[0])
			return true;
	return false;
}

static bool is_made(const struct frame *fr, const struct cell *c)
{
	for (uint32_t i = 0; i < c->count && !c->unknown; i++)
		if (!is_everybodys(fr, c->values[i]))
			return true;
	return false;
}

/* Another thread may have called the function: what that has made, and stored, is not ours. */
static void forget_made(struct frame *fr, struct state *s, const struct state *before)
{
	struct cell made[MAX_CELLS];
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->cell_count; i++)
		if (is_made(fr, &s->cells[i]) && !has_cell(before, &s->cells[i]))
			made[n++] = s->cells[i];
	for (uint32_t i = 0; i < n; i++)
		memory_forget(fr, s, made[i].address, made[i].size);
}

/* Runs with the control held exclusively; afterwards it is shared, for good. */
static void call_once_function(struct library_call *c, struct state_list *states,
			       const struct effect *e)
{
	path_id control = library_argument(c, e->arg);
	struct state *before = states->n ? state_copy(c->fr, states->at[0]) : NULL;
	for (uint32_t k = 0; k < states->n; k++)
		effect_acquire(c, states->at[k], control, MODE_EXCLUSIVE, LOCK_ONCE);
	call_back(c, states, e, CALLF_ONCE);
	for (uint32_t k = 0; k < states->n && before; k++)
		forget_made(c->fr, states->at[k], before);
	for (uint32_t k = 0; k < states->n && control; k++) {
		struct lockset *l = &states->at[k]->locks;
		if (lockset_find(l, control))
			lockset_release(l, control);
		effect_acquire(c, states->at[k], control, MODE_SHARED, LOCK_ONCE);
	}
}

/* The destructor of thread-specific data, on this thread when it ends: no lock of now
 * is held, any thread may be running. */
static void call_destructor(struct library_call *c, const struct state_list *states,
			    const struct effect *e)
{
	struct state_list end = {0};
	path_id value = library_argument(c, e->other);
	uint32_t edges;
	callgraph_at(c->fr->in->callgraph, c->fr->func, c->inst, &edges);
	if (!edges || path_at(&c->fr->paths, value)->kind == PATH_INT)
		return;
	uint32_t rest = call_fork_number(c->fr, (struct fork){.flags = FORKF_REST | FORKF_CALLEE});
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *s = state_copy(c->fr, states->at[k]);
		lockset_make_bare(&s->locks);
		s->running |= (uint64_t)1 << rest;
		state_list_add(c->fr, &end, s);
	}
	call_callbacks(c->fr, c->inst, 0, &value, 1, 0, &end);
}

void effect_call(struct library_call *c, struct state_list *states, const struct effect *e)
{
	if (e->kind == EFFECT_ONCE)
		call_once_function(c, states, e);
	else if (e->kind == EFFECT_TSD_SET)
		call_destructor(c, states, e);
	else if (e->kind == EFFECT_CALL_NOW)
		call_back(c, states, e, 0);
}
