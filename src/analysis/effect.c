/* SPDX-License-Identifier: MIT */
/*
 * What a modelled library call does to the states. Effects happen in order; when
 * one that concerns locks or threads depends on the result, each state splits in
 * two, and facts about the result tell them apart later.
 */
#include "analysis/frame.h"

#include <string.h>

#include "analysis/call.h"
#include "analysis/format.h"
#include "base/diag.h"

struct library_call {
	struct frame *fr;
	uint32_t inst;
	const struct ir_inst *call;
	path_id results[MAX_VALUES];
	uint32_t result_count;
	bool result_unknown;
};

static path_id argument(const struct library_call *c, int n)
{
	if (n == ARG_RESULT)
		return frame_value_leaf(c->fr, c->inst);
	if (n < 0 || (uint32_t)n >= c->call->arg_count)
		return 0;
	path_id p = frame_value(c->fr, c->fr->p->operands.at[c->call->args + (uint32_t)n]);
	frame_mention(c->fr, p);
	return p;
}

static bool argument_int(const struct library_call *c, int n, int64_t *out)
{
	path_id p = argument(c, n);
	const struct path *x = path_at(&c->fr->paths, p);
	*out = x->imm;
	return p && x->kind == PATH_INT;
}

static uint32_t effect_size(const struct library_call *c, const struct effect *e)
{
	int64_t n = 0, m = 1;
	switch (e->size_kind) {
	case SIZE_BYTES:
		n = e->value;
		break;
	case SIZE_PRODUCT:
		if (!argument_int(c, e->size_arg2, &m))
			return 0;
		/* fall through */
	case SIZE_ARGUMENT:
		if (!argument_int(c, e->size_arg, &n))
			return 0;
		break;
	case SIZE_SCALED:
		if (!argument_int(c, e->size_arg, &n))
			return 0;
		m = e->value;
		break;
	default:
		return 0;
	}
	return n > 0 && m > 0 && n < INT32_MAX && m < INT32_MAX && n * m < UINT32_MAX
		       ? (uint32_t)(n * m)
		       : 0;
}

/* The pointer stored at an address; by what is stored there when it has no name
 * of its own. */
static path_id loaded(struct frame *fr, struct state *s, path_id address)
{
	struct loaded l;
	if (!address)
		return 0;
	memory_load(fr, s, address, 8, &l);
	if (l.count == 1 && !l.unknown)
		return l.values[0];
	return path_at(&fr->paths, address)->loads < MAX_LOADS ? path_load(&fr->paths, address)
							       : 0;
}

static path_id lock_named(struct frame *fr, const char *name)
{
	str_id id = intern_find(&fr->p->strings, name, strlen(name));
	return path_leaf(&fr->paths, PATH_NAMED, id, 0);
}

static path_id effect_object(const struct library_call *c, struct state *s,
			     const struct effect *e)
{
	if (e->name)
		return lock_named(c->fr, e->name);
	path_id p = argument(c, e->arg);
	return e->flags & (EFFECTF_DEREF) ? loaded(c->fr, s, p) : p;
}

static void acquire(struct frame *fr, struct state *s, uint32_t inst, path_id lock,
		    enum lock_mode mode, enum lock_kind kind)
{
	struct held h = {.lock = lock, .mode = (uint8_t)mode, .kind = (uint8_t)kind,
			 .depth = 1, .func = fr->func, .inst = inst};
	frame_mention(fr, lock);
	if (lock && !(path_at(&fr->paths, lock)->flags & PATHF_ANY))
		lockset_acquire(&s->locks, h, true);
}

static void sync_fact(const struct library_call *c, enum sync_kind kind, path_id object,
		      int64_t value)
{
	if (c->fr->recording && object)
		export_sync(c->fr, (struct sync){.kind = (uint8_t)kind, .object = object,
						 .value = value, .func = c->fr->func,
						 .inst = c->inst});
}

/* Once for each state, so that the same may come again. */
static void add_result(struct library_call *c, path_id p)
{
	for (uint32_t i = 0; i < c->result_count; i++)
		if (c->results[i] == p)
			return;
	if (!p || c->result_count == MAX_VALUES)
		c->result_unknown = true;
	else
		c->results[c->result_count++] = p;
}

static void allocate(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	path_id leaf = path_leaf(&fr->paths, PATH_HEAP, fr->func, c->inst);
	state_renew(fr, s, leaf, frame_make_private(fr, leaf));
	if (e->third >= 0) {
		path_id at = argument(c, e->third);
		exec_access(fr, s, c->inst, at, 8, WRITE, ACCESSF_LIBRARY, 0);
		memory_store(fr, s, at, 8, &leaf, 1, false, true);
		memory_contain(fr, s, at, leaf);
	} else {
		add_result(c, leaf);
	}
	if (e->kind == EFFECT_REALLOC) {
		memory_smash(fr, s, leaf, 0);
		exec_access(fr, s, c->inst, argument(c, e->arg), 0, FREE, ACCESSF_LIBRARY, 0);
	}
}

static void touch_at(struct library_call *c, struct state *s, const struct effect *e, path_id p,
		     uint32_t size)
{
	uint8_t flags = (uint8_t)(ACCESSF_LIBRARY |
				  (e->flags & EFFECTF_ATOMIC ? ACCESSF_ATOMIC : 0));
	exec_access(c->fr, s, c->inst, p, size, e->kind == EFFECT_READ ? READ : WRITE, flags,
		    flags & ACCESSF_ATOMIC ? ORDER_SEQ_CST : ORDER_PLAIN);
	if (e->kind == EFFECT_WRITE)
		memory_smash(c->fr, s, p, size);
}

/* What some pointer in the object at p points to; 0 when that is too far away. */
static path_id any_content(struct frame *fr, path_id p)
{
	if (!p || path_at(&fr->paths, p)->loads == MAX_LOADS)
		return 0;
	return path_load(&fr->paths, path_index(&fr->paths, p, 0, 1));
}

static void touch(struct library_call *c, struct state *s, const struct effect *e)
{
	enum { FAR = 2 };
	path_id p = effect_object(c, s, e);
	touch_at(c, s, e, p, effect_size(c, e));
	p = argument(c, e->arg);
	for (uint32_t i = 0; i < FAR && e->flags & EFFECTF_REACHABLE; i++) {
		p = any_content(c->fr, p);
		touch_at(c, s, e, p, 0);
		if (e->flags & EFFECTF_DEREF)
			break; /* only what the pointers there point to */
	}
}

/* Something that only the pointer sets know goes to that argument's memory. */
static void put_unknown(struct library_call *c, struct state *s, int place, uint32_t size)
{
	path_id at = place >= 0 ? argument(c, place) : 0;
	if (!at)
		return;
	exec_access(c->fr, s, c->inst, at, size, WRITE, ACCESSF_LIBRARY, 0);
	memory_smash(c->fr, s, at, size);
}

/* Where the result of a thread, of a callback, or a thread's own value goes. */
static void put_result(struct library_call *c, struct state *s, const struct effect *e)
{
	uint32_t size = effect_size(c, e);
	put_unknown(c, s, e->third, size ? size : 8);
}

static void touch_atomic(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id p = argument(c, e->arg);
	exec_access(c->fr, s, c->inst, p, effect_size(c, e),
		    e->kind == EFFECT_ATOMIC_LOAD ? READ : WRITE,
		    ACCESSF_LIBRARY | ACCESSF_ATOMIC, ORDER_SEQ_CST);
	if (e->kind != EFFECT_ATOMIC_LOAD)
		memory_smash(c->fr, s, p, 0);
	if (e->other >= 0 && !(e->flags & EFFECTF_BY_ADDRESS))
		memory_escape(c->fr, s, argument(c, e->other));
	else if (e->other >= 0)
		exec_access(c->fr, s, c->inst, argument(c, e->other), effect_size(c, e), READ,
			    ACCESSF_LIBRARY, 0);
	put_unknown(c, s, e->third, effect_size(c, e));
}

static void touch_one(struct library_call *c, struct state *s, path_id p, uint32_t size,
		      bool write)
{
	exec_access(c->fr, s, c->inst, p, size, write ? WRITE : READ, ACCESSF_LIBRARY, 0);
	if (write)
		memory_smash(c->fr, s, p, size);
}

/* The format is not known: whatever it is given may be a string. */
static void touch_all(struct library_call *c, struct state *s, const struct effect *e)
{
	struct paths *p = &c->fr->paths;
	bool scan = e->kind == EFFECT_WRITE_FORMAT;
	path_id list = argument(c, e->other);
	if (e->flags & EFFECTF_VA_LIST) {
		if (list && path_at(p, list)->loads + 2 <= MAX_LOADS)
			touch_one(c, s, path_load(p, path_load(p, list)), 0, scan);
		return;
	}
	for (uint32_t i = (uint32_t)e->other; i < c->call->arg_count; i++) {
		path_id x = argument(c, (int)i);
		if (x && frame_alias(c->fr, x))
			touch_one(c, s, x, 0, scan);
	}
}

/* printf reads what %s points to, scanf writes what every conversion points to. */
static void touch_by_format(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	path_id format = argument(c, e->arg);
	const struct path *f = path_at(&fr->paths, format);
	struct conversion list[32];
	bool scan = e->kind == EFFECT_WRITE_FORMAT;
	str_id text = f->kind == PATH_SYMBOL ? fr->p->symbols.at[f->a].text : 0;
	if (!text)
		exec_access(fr, s, c->inst, format, 0, READ, ACCESSF_LIBRARY, 0);
	if (!text || e->flags & EFFECTF_VA_LIST) {
		touch_all(c, s, e);
		return;
	}
	uint32_t n = format_read(ir_str(fr->p, text), scan, list, 32);
	for (uint32_t i = 0; i < n; i++)
		touch_one(c, s, argument(c, e->other + (int)list[i].argument), list[i].size,
			  scan);
}

static void copy_block(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id to = argument(c, e->arg), from = argument(c, e->other);
	uint32_t size = effect_size(c, e);
	exec_access(c->fr, s, c->inst, from, size, READ, ACCESSF_LIBRARY, 0);
	exec_access(c->fr, s, c->inst, to, size, WRITE, ACCESSF_LIBRARY, 0);
	memory_copy(c->fr, s, to, from, size);
}

/* The address of something, so not null. */
static bool is_address(const struct paths *paths, path_id p)
{
	const struct path *x = path_at(paths, p), *root = path_at(paths, x->root);
	return p && !x->loads && (root->kind == PATH_SYMBOL || root->kind == PATH_LOCAL);
}

static void store_pointer(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id at = argument(c, e->arg), v = argument(c, e->other);
	if (e->flags & EFFECTF_DEREF)
		v = v && path_at(&c->fr->paths, v)->kind != PATH_INT ? loaded(c->fr, s, v) : 0;
	if (!(e->flags & EFFECTF_ATOMIC))
		exec_access(c->fr, s, c->inst, at, 8, WRITE, ACCESSF_LIBRARY, 0);
	if (e->flags & EFFECTF_KEEP && v && path_at(&c->fr->paths, v)->kind == PATH_INT)
		return;
	bool strong = !(e->flags & EFFECTF_KEEP) || is_address(&c->fr->paths, v);
	if (e->flags & EFFECTF_INTERIOR && v)
		v = path_index(&c->fr->paths, v, 0, 1);
	memory_store(c->fr, s, at, 8, &v, v ? 1 : 0, !v, strong);
	memory_contain(c->fr, s, at, v);
}

static void give_back(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id at = argument(c, e->arg);
	memory_smash(c->fr, s, at, 0);
	if (at)
		memory_forget(c->fr, s, path_offset(&c->fr->paths, at, e->value), 8);
}

/* ---- threads ---- */

static bool is_fresh(const struct frame *fr, const struct state *s, path_id p)
{
	const struct path *root = path_at(&fr->paths, path_at(&fr->paths, p)->root);
	return p && root->kind == PATH_HEAP && memory_is_private(fr, s, p);
}

/* The function that is passed, or that is in the struct that is. */
static path_id callee_of(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id p = argument(c, e->arg);
	if (e->flags & EFFECTF_HANDLER_IN_STRUCT && p)
		p = loaded(c->fr, s, path_offset(&c->fr->paths, p, e->value));
	return p;
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

static void start_thread(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	path_id arg = argument(c, e->other), leaf = frame_value_leaf(fr, c->inst);
	path_id at = e->third >= 0 ? argument(c, e->third) : 0;
	struct fork f = {.kind = e->kind == EFFECT_CREATE ? FORK_THREAD : FORK_LATER,
			 .param = (uint8_t)(e->extra > 0 ? e->extra : 0),
			 .entry = callee_of(c, s, e),
			 .argument = flow_with_ranges(fr, arg, c->inst),
			 .id = leaf,
			 .id_address = flow_with_ranges(fr, at, c->inst),
			 .func = fr->func, .inst = c->inst};
	if (e->kind == EFFECT_CALL_LATER) {
		arg = e->pass_count ? argument(c, e->passes[0]) : 0;
		f.argument = flow_with_ranges(fr, arg, c->inst);
	}
	f.flags = (uint16_t)((frame_in_loop(fr, c->inst) || e->flags & EFFECTF_MANY
				     ? FORKF_LOOP : 0) |
			    (is_fresh(fr, s, arg) ? FORKF_ARG_FRESH : 0) |
			    (frame_is_renewed(fr, arg) ? FORKF_ARG_NEW : 0) |
			    (frame_is_own(fr, arg, c->inst) ? FORKF_ARG_OWN : 0) |
			    (e->flags & EFFECTF_MANY ? FORKF_MANY : 0) |
			    (e->flags & EFFECTF_DETACHED ? FORKF_DETACHED : 0));
	note_id_in_argument(fr, &f);
	if (e->flags & EFFECTF_MANY)
		call_start(fr, s, f); /* others of it may be running already */
	call_start(fr, s, f);
	memory_escape(fr, s, arg);
	for (uint32_t i = 0; i < e->pass_count; i++)
		memory_escape(fr, s, argument(c, e->passes[i]));
	stale_started(fr, s);
	if (at) {
		memory_store(fr, s, at, 8, &leaf, 1, false, true);
		fr->mentioned[c->inst] = true;
	}
}

static void register_handler(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id p = callee_of(c, s, e);
	if (p && path_at(&c->fr->paths, p)->kind == PATH_INT)
		return; /* SIG_DFL, SIG_IGN */
	call_start(c->fr, s, (struct fork){.kind = FORK_SIGNAL, .entry = p,
					   .func = c->fr->func, .inst = c->inst});
	for (uint32_t i = 0; i < e->pass_count; i++) {
		path_id v = argument(c, e->passes[i]);
		memory_escape(c->fr, s, e->pass_loads >> i & 1 ? loaded(c->fr, s, v) : v);
	}
	stale_started(c->fr, s);
}

static void call_back(struct library_call *c, struct state_list *states, const struct effect *e,
		      uint8_t flags)
{
	path_id args[MAX_PASSES];
	path_id pointer = argument(c, e->kind == EFFECT_ONCE ? e->other : e->arg);
	for (uint32_t i = 0; i < e->pass_count; i++) {
		args[i] = argument(c, e->passes[i]);
		if (e->flags & EFFECTF_INTERIOR && args[i])
			args[i] = path_index(&c->fr->paths, args[i], 0, 1);
	}
	call_callbacks(c->fr, c->inst, pointer, args, e->pass_count, flags, states);
}

/* Runs with the control held exclusively; afterwards it is shared, for good. */
static void call_once_function(struct library_call *c, struct state_list *states,
			       const struct effect *e)
{
	path_id control = argument(c, e->arg);
	for (uint32_t k = 0; k < states->n; k++)
		acquire(c->fr, states->at[k], c->inst, control, MODE_EXCLUSIVE, LOCK_ONCE);
	call_back(c, states, e, CALLF_ONCE);
	for (uint32_t k = 0; k < states->n && control; k++) {
		struct lockset *l = &states->at[k]->locks;
		if (lockset_find(l, control))
			lockset_release(l, control);
		acquire(c->fr, states->at[k], c->inst, control, MODE_SHARED, LOCK_ONCE);
	}
}

static void init_sync(struct library_call *c, struct state *s, const struct effect *e)
{
	int64_t value = e->value;
	if (e->other >= 0 && !argument_int(c, e->other, &value))
		value = INT64_MIN;
	sync_fact(c, e->kind == EFFECT_SEM_INIT ? SYNC_SEM_INIT
		  : e->kind == EFFECT_BARRIER_INIT ? SYNC_BARRIER_INIT : SYNC_LOCK_INIT,
		  effect_object(c, s, e), value);
}

static void join_id(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id id = argument(c, e->arg), cell = 0;
	struct held who;
	if (e->flags & EFFECTF_BY_ADDRESS && id) {
		cell = path_load(&c->fr->paths, id);
		id = loaded(c->fr, s, id);
	} else if ((uint32_t)e->arg < c->call->arg_count &&
		   own_id_is_joined(c->fr, c->fr->p->operands.at[c->call->args + (uint32_t)e->arg],
				    &who)) {
		lockset_insert(&s->locks, who);
	}
	join_thread(c->fr, s, c->inst, id ? id : cell, cell);
}

/* Others go on meanwhile; with a lock of ours given up, or one of the callers'. */
static void wait(const struct library_call *c, struct state *s, path_id lock)
{
	bool known = lock && lockset_find(&s->locks, lock);
	c->fr->waits |= !known;
	c->fr->waits_itself |= !known;
	stale_release(c->fr, s, lock);
	lockset_end_settings(&s->locks, lock);
}

/* The ids that it compares, one of which says who gets there. */
static bool asks_who(const struct library_call *c, const struct effect *e, struct held *out)
{
	const ir_val *args = &c->fr->p->operands.at[c->call->args];
	return e->kind == EFFECT_SAME_ID && (uint32_t)e->arg < c->call->arg_count &&
	       (uint32_t)e->other < c->call->arg_count &&
	       own_id_is_asked(c->fr, args[e->arg], args[e->other], out);
}

static void apply_memory(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	switch ((enum effect_kind)e->kind) {
	case EFFECT_ALLOC:
	case EFFECT_REALLOC: allocate(c, s, e); break;
	case EFFECT_FREE:
		exec_access(fr, s, c->inst, effect_object(c, s, e), 0, FREE, ACCESSF_LIBRARY, 0);
		break;
	case EFFECT_READ:
	case EFFECT_WRITE: touch(c, s, e); break;
	case EFFECT_ATOMIC_LOAD:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW: touch_atomic(c, s, e); break;
	case EFFECT_READ_FORMAT:
	case EFFECT_WRITE_FORMAT: touch_by_format(c, s, e); break;
	case EFFECT_COPY: copy_block(c, s, e); break;
	case EFFECT_STORES: store_pointer(c, s, e); break;
	case EFFECT_TSD_SET: memory_escape(fr, s, argument(c, e->other)); break;
	case EFFECT_KEEPS: memory_escape(fr, s, argument(c, e->arg)); break;
	case EFFECT_GIVES: give_back(c, s, e); break;
	default: break;
	}
}

static void apply(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	struct held who;
	switch ((enum effect_kind)e->kind) {
	case EFFECT_ACQUIRE:
		acquire(fr, s, c->inst, effect_object(c, s, e), e->mode, LOCK_MUTEX);
		break;
	case EFFECT_RELEASE:
		stale_release(fr, s, effect_object(c, s, e));
		exec_lock_release(fr, s, effect_object(c, s, e));
		break;
	case EFFECT_SEM_WAIT:
		acquire(fr, s, c->inst, argument(c, e->arg), MODE_EXCLUSIVE, LOCK_SEMAPHORE);
		sync_fact(c, SYNC_SEM_WAIT, argument(c, e->arg), 0);
		break;
	case EFFECT_SEM_POST:
		stale_release(fr, s, argument(c, e->arg));
		exec_lock_release(fr, s, argument(c, e->arg));
		sync_fact(c, SYNC_SEM_POST, argument(c, e->arg), 0);
		break;
	case EFFECT_COND_WAIT:
		sync_fact(c, SYNC_COND_WAIT, argument(c, e->arg), 0);
		wait(c, s, argument(c, e->other));
		break;
	case EFFECT_COND_SIGNAL:
		sync_fact(c, SYNC_COND_SIGNAL, argument(c, e->arg), 0);
		break;
	case EFFECT_LOCK_INIT:
	case EFFECT_SEM_INIT:
	case EFFECT_BARRIER_INIT:
		init_sync(c, s, e);
		break;
	case EFFECT_LOCK_DESTROY:
		sync_fact(c, SYNC_LOCK_DESTROY, argument(c, e->arg), 0);
		break;
	case EFFECT_ONCE_ENTER:
		acquire(fr, s, c->inst, argument(c, e->arg), MODE_EXCLUSIVE, LOCK_ONCE);
		break;
	case EFFECT_ONCE_LEAVE:
		exec_lock_release(fr, s, argument(c, e->arg));
		acquire(fr, s, c->inst, argument(c, e->arg), MODE_SHARED, LOCK_ONCE);
		break;
	case EFFECT_CREATE:
	case EFFECT_CALL_LATER:
		start_thread(c, s, e);
		break;
	case EFFECT_JOIN:
		join_id(c, s, e);
		put_result(c, s, e);
		break;
	case EFFECT_ONCE:
	case EFFECT_CALL_NOW:
	case EFFECT_TSD_GET: put_result(c, s, e); break;
	case EFFECT_TSD_KEY_CREATE:
		put_unknown(c, s, e->flags & EFFECTF_BY_ADDRESS ? e->arg : ARG_NONE, 4);
		break;
	case EFFECT_SIGNAL_HANDLER: register_handler(c, s, e); break;
	case EFFECT_SAME_ID:
		if (asks_who(c, e, &who))
			lockset_insert(&s->locks, who);
		break;
	default: apply_memory(c, s, e); break;
	}
}

static void find_results(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id p;
	if (e->kind != EFFECT_RETURNS)
		return;
	p = argument(c, e->arg);
	if (e->flags & EFFECTF_DEREF)
		p = loaded(c->fr, s, p);
	if (e->flags & EFFECTF_INTERIOR && p)
		p = path_index(&c->fr->paths, p, 0, 1);
	add_result(c, p);
}

static uint8_t class_signs(enum result_class w)
{
	switch (w) {
	case RESULT_ZERO: return SIGN_ZERO;
	case RESULT_NONZERO: return SIGN_NEGATIVE | SIGN_POSITIVE;
	case RESULT_NEGATIVE: return SIGN_NEGATIVE;
	case RESULT_NONNEGATIVE: return SIGN_ZERO | SIGN_POSITIVE;
	case RESULT_ANY: break;
	}
	return SIGN_ANY;
}

/* Whoever waits for ever succeeds: the timeout is the number that has all bits set. */
static bool is_certain(const struct library_call *c, const struct effect *e)
{
	int64_t n;
	return e->forever >= 0 && argument_int(c, e->forever, &n) && (n == -1 || n == UINT32_MAX);
}

static bool splits(const struct library_call *c, const struct effect *e)
{
	struct held who;
	return e->when != RESULT_ANY && !is_certain(c, e) &&
	       (e->kind == EFFECT_ACQUIRE || e->kind == EFFECT_RELEASE ||
		e->kind == EFFECT_SEM_WAIT || e->kind == EFFECT_JOIN ||
		e->kind == EFFECT_CREATE || e->kind == EFFECT_ONCE_ENTER ||
		e->kind == EFFECT_BARRIER_WAIT || asks_who(c, e, &who));
}

/* Is the result of the call an operand of anything? Block numbers may look like one. */
static bool is_used(const struct frame *fr, uint32_t inst)
{
	ir_val v = ir_val_make(VAL_INST, inst);
	for (uint32_t n = inst + 1; n < fr->fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
		if (i->a == v || i->b == v || i->c == v)
			return true;
		for (uint32_t k = 0; k < i->arg_count; k++)
			if (fr->p->operands.at[i->args + k] == v)
				return true;
	}
	return false;
}

/* A lock that it depends on the result whether it was taken, and nobody looks: it counts
 * as not taken, and there is nothing to tell apart. */
static bool is_ignored(const struct library_call *c, const struct effect *e)
{
	return (e->kind == EFFECT_ACQUIRE || e->kind == EFFECT_BARRIER_WAIT) && splits(c, e) &&
	       !is_used(c->fr, c->inst);
}

/* Who gets this result of a barrier is the only one: as if he had locked it, until he
 * waits there again. */
static void pass_barrier(struct library_call *c, struct state *s, const struct effect *e,
			 bool only)
{
	path_id barrier = argument(c, e->arg);
	frame_mention(c->fr, barrier);
	wait(c, s, 0);
	if (e->when)
		exec_lock_release(c->fr, s, barrier);
	exec_phase(s, (struct phase){barrier, 1, 1, 0});
	if (only)
		acquire(c->fr, s, c->inst, barrier, MODE_EXCLUSIVE, LOCK_MUTEX);
}

/* In a child process, which sees zero, none of the threads so far exist. */
static uint8_t split_class(const struct library_call *c, const struct model *m)
{
	if (model_effect(m, EFFECT_FORK_PROCESS))
		return SIGN_ZERO;
	for (uint32_t i = 0; i < m->effect_count; i++)
		if (splits(c, &m->effects[i]))
			return is_ignored(c, &m->effects[i])
				       ? SIGN_ANY
				       : class_signs(m->effects[i].when);
	return SIGN_ANY;
}

static void enter_child(struct state *s)
{
	s->running = s->multiple = s->started = 0;
	s->alone = true;
}

/* The destructor of thread-specific data, on this thread when it ends: no lock of now
 * is held, any thread may be running. */
static void call_destructor(struct library_call *c, const struct state_list *states,
			    const struct effect *e)
{
	struct state_list end = {0};
	path_id value = argument(c, e->other);
	uint32_t edges;
	callgraph_at(c->fr->in->callgraph, c->fr->func, c->inst, &edges);
	if (!edges || path_at(&c->fr->paths, value)->kind == PATH_INT)
		return;
	uint32_t rest = call_fork_number(c->fr, (struct fork){.flags = FORKF_REST | FORKF_CALLEE});
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *s = state_copy(c->fr, states->at[k]);
		lockset_drop_all(&s->locks);
		s->running |= (uint64_t)1 << rest;
		state_list_add(c->fr, &end, s);
	}
	call_callbacks(c->fr, c->inst, 0, &value, 1, 0, &end);
}

/* Applies the effects that happen when the result has these signs. */
static void apply_all(struct library_call *c, const struct model *m, struct state_list *states,
		      uint8_t signs)
{
	for (uint32_t i = 0; i < m->effect_count; i++) {
		const struct effect *e = &m->effects[i];
		for (uint32_t k = 0; k < states->n && e->kind == EFFECT_BARRIER_WAIT; k++)
			pass_barrier(c, states->at[k], e,
				     signs != SIGN_ANY && class_signs(e->when) & signs);
		if (e->kind == EFFECT_BARRIER_WAIT || (signs == SIGN_ANY && is_ignored(c, e)))
			continue;
		if (splits(c, e) && !(class_signs(e->when) & signs)) {
			/* somebody else has done it, and is done */
			for (uint32_t k = 0; k < states->n && e->kind == EFFECT_ONCE_ENTER; k++)
				acquire(c->fr, states->at[k], c->inst, argument(c, e->arg),
					MODE_SHARED, LOCK_ONCE);
			continue;
		}
		if (e->kind == EFFECT_ONCE)
			call_once_function(c, states, e);
		else if (e->kind == EFFECT_TSD_SET)
			call_destructor(c, states, e);
		else if (e->kind == EFFECT_CALL_NOW)
			call_back(c, states, e, 0);
		for (uint32_t k = 0; k < states->n; k++) {
			if (e->kind == EFFECT_FORK_PROCESS && signs == SIGN_ZERO)
				enter_child(states->at[k]);
			apply(c, states->at[k], e);
			find_results(c, states->at[k], e);
		}
		if (e->kind == EFFECT_NORETURN || e->kind == EFFECT_THREAD_EXIT)
			states->n = 0;
	}
}

static void drop_impossible(struct library_call *c, const struct model *m,
			    struct state_list *states)
{
	const struct effect *e = model_effect(m, EFFECT_ASSUME);
	uint32_t kept = 0;
	if (!e || e->arg < 0 || (uint32_t)e->arg >= c->call->arg_count)
		return;
	ir_val v = c->fr->p->operands.at[c->call->args + (uint32_t)e->arg];
	for (uint32_t k = 0; k < states->n; k++)
		if (facts_assume(c->fr, states->at[k], v, true))
			states->at[kept++] = states->at[k];
	states->n = kept;
}

static void with_result(struct frame *fr, struct state_list *states, struct fact f)
{
	for (uint32_t k = 0; k < states->n; k++)
		facts_add(fr, states->at[k], f);
}

/* The number that says that it has failed, if there is only one. */
static int64_t failure_of(const struct library_call *c, const struct model *m)
{
	for (uint32_t i = 0; i < m->effect_count; i++)
		if (splits(c, &m->effects[i]))
			return m->effects[i].otherwise;
	return 0;
}

static void append(struct frame *fr, struct state_list *to, const struct state_list *from,
		   bool fits)
{
	for (uint32_t k = 0; k < from->n; k++) {
		if (fits)
			to->at[to->n++] = from->at[k];
		else
			state_list_add(fr, to, from->at[k]);
	}
}

/* States that look alike stay apart if there is room: the branch on the result is next. */
static struct state_list both(struct frame *fr, const struct state_list *a,
			      const struct state_list *b)
{
	struct state_list all = {.at = ARENA_ARRAY(fr->scratch, struct state *, MAX_STATES)};
	bool fits = a->n + b->n <= MAX_STATES;
	append(fr, &all, a, fits);
	append(fr, &all, b, fits);
	return all;
}

void effect_exec(struct frame *fr, uint32_t inst, const struct model *m,
		 struct state_list *states)
{
	struct library_call c = {fr, inst, ir_inst_at(fr->p, fr->fn, inst), {0}, 0, false};
	uint8_t signs = split_class(&c, m), others = (uint8_t)(SIGN_ANY & ~signs);
	if (signs == SIGN_ANY) {
		apply_all(&c, m, states, SIGN_ANY);
	} else {
		struct state_list failed = {0};
		path_id result = frame_opaque(fr, inst);
		int64_t failure = failure_of(&c, m);
		state_list_halve(fr, states);
		for (uint32_t k = 0; k < states->n; k++)
			state_list_add(fr, &failed, state_copy(fr, states->at[k]));
		with_result(fr, states, (struct fact){.path = result, .signs = signs});
		with_result(fr, &failed, (struct fact){.path = result, .signs = others,
						       .exact = failure, .value = failure});
		apply_all(&c, m, states, signs);
		apply_all(&c, m, &failed, others);
		*states = both(fr, states, &failed);
	}
	drop_impossible(&c, m, states);
	if (fr->named_value[inst] || !c.result_count)
		frame_opaque(fr, inst);
	else
		frame_name(fr, inst, c.results, c.result_count, c.result_unknown);
	frame_mention(fr, fr->value[inst]);
}
