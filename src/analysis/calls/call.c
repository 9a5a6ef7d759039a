/* SPDX-License-Identifier: MIT */
/*
 * Calls: which functions a call may mean, and what each of them does (outcome.c, or
 * effect.c for those with a model; unknown ones touch what they are given).
 */
#include <string.h>

#include "analysis/calls/bind.h"
#include "analysis/calls/call_record.h"
#include "analysis/calls/entry.h"
#include "analysis/calls/pointed.h"
#include "analysis/exec/exec.h"
#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"

/* A body we do not have and no model either: it may touch what it is given. */
static void call_unknown(struct frame *fr, uint32_t inst, struct state *s, const path_id *args,
			 uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct path *x = path_at(&fr->paths, args[i]);
		if (!args[i] || x->kind == PATH_INT || !frame_alias(fr, args[i]))
			continue;
		exec_access(fr, s, inst, args[i], 0, WRITE, ACCESSF_UNKNOWN, 0);
		memory_escape(fr, s, args[i]);
		memory_smash(fr, s, args[i], 0);
	}
}

static void call_body(struct frame *fr, uint32_t inst, func_id callee, const path_id *args,
		      uint32_t n, uint8_t flags, struct results *r,
		      const struct state_list *in, struct state_list *out)
{
	bool cut = is_cut(fr, callee), inside = same_component(fr, callee);
	const struct summary *c = frame_callee(fr, callee);
	bool imports = !cut && !inside && export_has_room(fr, c->open.n);
	if (cut || inside || (!imports && c->open.n))
		flags |= CALLF_OPEN;
	for (uint32_t k = 0; k < in->n; k++) {
		if (fr->recording)
			call_record(fr, in->at[k], inst, callee, cut || inside ? NULL : c, args, n,
				    flags);
		if (cut && fr->in->callgraph->doomed[callee])
			continue;
		call_summary(fr, inst, in->at[k], c, args, n, imports, r, out);
	}
}

/* Notes that the next calls happen only if the pointer is this function; false: it
 * is another one. */
static bool call_through(struct frame *fr, path_id pointer, sym_id target)
{
	fr->called = pointer;
	fr->extra_count = 0;
	if (pointer && !facts_may_target(fr, pointer, target))
		return false;
	if (pointer)
		fr->extra[fr->extra_count++] = (struct fact){.path = pointer, .target = target};
	return true;
}

void call_callbacks(struct frame *fr, uint32_t inst, path_id pointer, const path_id *args,
		    uint32_t n, uint8_t flags, struct state_list *states)
{
	uint32_t edges;
	const struct call_edge *e = callgraph_at(fr->in->callgraph, fr->func, inst, &edges);
	struct state_list out = {0};
	struct results r = {0};
	bool any = false;
	for (uint32_t i = 0; i < edges; i++) {
		if (e[i].kind != EDGE_CALLBACK ||
		    !call_through(fr, pointer, fr->p->funcs.at[e[i].callee].sym))
			continue;
		any = true;
		call_body(fr, inst, e[i].callee, args, n, flags, &r, states, &out);
	}
	call_through(fr, 0, 0);
	if (!any)
		return;
	/* it may also not be called at all */
	for (uint32_t k = 0; k < states->n && !(flags & CALLF_ONCE); k++)
		state_list_add(fr, &out, states->at[k]);
	*states = out;
}

static bool may_be_function(const struct frame *fr, uint32_t inst, uint32_t k)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	struct pt_set set = {0};
	sym_id one;
	pointers_of_value(fr->pt, fr->func, fr->p->operands.at[i->args + k], &set);
	bool may = pointers_functions(fr->pt, &set, &one, 1) > 0;
	pt_set_free(&set);
	return may;
}

/* Functions that an unknown function is given: it may call them with anything that it
 * has, before it returns, or any number of times later, maybe on other threads. */
static void call_given(struct frame *fr, uint32_t inst, const path_id *args, uint32_t n,
		       struct state_list *states)
{
	for (uint32_t i = 0; i < n; i++) {
		if (!args[i] || path_at(&fr->paths, args[i])->kind == PATH_INT ||
		    !may_be_function(fr, inst, i))
			continue;
		call_callbacks(fr, inst, args[i], NULL, 0, 0, states);
		for (uint32_t k = 0; k < states->n; k++)
			call_start(fr, states->at[k],
				   (struct fork){.kind = FORK_LATER, .flags = FORKF_MANY,
						 .entry = args[i], .func = fr->func,
						 .inst = inst});
	}
}

/* And functions in memory that it has, which nobody else calls. */
static void call_led(struct frame *fr, uint32_t inst, struct state_list *states)
{
	sym_id led[PT_MAX_LED];
	uint32_t n = pointers_led(fr->pt, fr->func, inst, led);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < states->n; k++)
			call_start(fr, states->at[k],
				   (struct fork){.kind = FORK_LATER, .flags = FORKF_MANY,
						 .entry = path_leaf(&fr->paths, PATH_SYMBOL,
								    led[i], 0),
						 .func = fr->func, .inst = inst});
}

struct targets {
	const sym_id *at;
	uint32_t n;
	bool complete;
};

/* Functions whose name a model locks as a whole (__VERIFIER_atomic_*). */
static void call_locked(struct frame *fr, uint32_t inst, const struct model *m, func_id callee,
			const path_id *args, uint32_t n, struct results *r,
			const struct state_list *in, struct state_list *out)
{
	str_id id = intern_find(&fr->p->strings, m->lock_name, strlen(m->lock_name));
	path_id lock = path_leaf(&fr->paths, PATH_NAMED, id, 0);
	struct held h = {.lock = lock, .mode = MODE_EXCLUSIVE, .depth = 1, .func = fr->func,
			 .inst = inst};
	struct state_list inside = {0};
	for (uint32_t k = 0; k < in->n; k++) {
		struct state *s = state_copy(fr, in->at[k]);
		lockset_acquire(&s->locks, h, true);
		state_list_add(fr, &inside, s);
	}
	struct state_list back = {0};
	call_body(fr, inst, callee, args, n, 0, r, &inside, &back);
	for (uint32_t k = 0; k < back.n; k++) {
		exec_lock_release(fr, back.at[k], lock);
		state_list_add(fr, out, back.at[k]);
	}
}

static void copy_list(struct frame *fr, const struct state_list *in, struct state_list *out)
{
	for (uint32_t k = 0; k < in->n; k++)
		state_list_add(fr, out, state_copy(fr, in->at[k]));
}

static void call_target(struct frame *fr, uint32_t inst, sym_id sym, const path_id *args,
			uint32_t n, struct results *r, const struct state_list *in,
			struct state_list *out)
{
	const struct ir_symbol *y = &fr->p->symbols.at[sym];
	const struct model *m = fr->models[sym];
	if (y->func && m && m->flags & MODELF_LOCKED) {
		call_locked(fr, inst, m, y->func, args, n, r, in, out);
		return;
	}
	if (y->func && !(m && m->flags & MODELF_WINS)) {
		call_body(fr, inst, y->func, args, n,
			  frame_in_loop(fr, inst) ? CALLF_LOOP : 0, r, in, out);
		return;
	}
	struct state_list copy = {0};
	copy_list(fr, in, &copy);
	if (m) {
		effect_exec(fr, inst, m, &copy);
		call_add_result(r, fr->value[inst]);
	} else {
		for (uint32_t k = 0; k < copy.n; k++)
			call_unknown(fr, inst, copy.at[k], args, n);
		call_given(fr, inst, args, n, &copy);
		call_led(fr, inst, &copy);
		r->unknown = true;
		if (y->flags & SYMF_NORETURN)
			copy.n = 0;
	}
	for (uint32_t k = 0; k < copy.n; k++)
		state_list_add(fr, out, copy.at[k]);
}

/* Does nothing to locks and threads that callers would notice? */
static bool is_plain(const struct summary *c)
{
	if (c->outcomes.n != 1)
		return false;
	const struct lockset *l = &c->locksets.at[c->outcomes.at[0].lockset];
	const struct order *o = &c->orders.at[c->outcomes.at[0].ordering];
	return !l->held_count && !l->dropped_count && !l->dropped_any && !l->owned_count &&
	       !l->lost_count && !l->unclaimed &&
	       !o->started && !o->joined_count && !o->phase_count && !o->alone &&
	       !o->mask.blocked && !o->mask.opened && !o->replaced &&
	       c->forks.n == 0;
}

static const struct summary *plain_target(const struct frame *fr, sym_id sym)
{
	const struct ir_symbol *y = &fr->p->symbols.at[sym];
	const struct model *m = fr->models[sym];
	bool known = y->func && !m && !is_cut(fr, y->func);
	const struct summary *c = known ? frame_callee(fr, y->func) : NULL;
	return c && is_plain(c) ? c : NULL;
}

/* Nothing at all: neither locks nor memory nor calls. */
static bool does_nothing(const struct frame *fr, sym_id sym)
{
	const struct summary *c = plain_target(fr, sym);
	return c && c == &fr->done->at[c->func] && !c->open.n && !c->closed.n &&
	       !c->calls.n && !c->writes.n;
}

static bool changes_locks(const struct frame *fr, sym_id sym)
{
	const struct ir_symbol *y = &fr->p->symbols.at[sym];
	const struct summary *c = frame_callee(fr, y->func);
	for (uint32_t i = 0; y->func && i < c->outcomes.n; i++) {
		const struct lockset *l = &c->locksets.at[c->outcomes.at[i].lockset];
		if (l->held_count || l->dropped_count)
			return true;
	}
	return false;
}

/* One that calls back through the pointer, as a layer around the others does. */
static bool is_of_recursion(const struct frame *fr, sym_id sym)
{
	func_id f = fr->p->symbols.at[sym].func;
	return f && same_component(fr, f);
}

static uint32_t count_layers(const struct frame *fr, const struct targets *t)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < t->n; i++)
		n += is_of_recursion(fr, t->at[i]);
	return n;
}

/* A layer in a layer does to locks what the innermost does, and what it does besides is seen
 * where it is the outermost. */
static void call_layer(struct frame *fr, uint32_t inst, sym_id sym, const path_id *args,
		       uint32_t n, const struct state_list *in, struct state_list *out)
{
	func_id f = fr->p->symbols.at[sym].func;
	struct results ignored = {0};
	struct state_list none = {0};
	if (fr->recording)
		call_body(fr, inst, f, args, n, frame_in_loop(fr, inst) ? CALLF_LOOP : 0, &ignored,
			  in, &none);
	for (uint32_t k = 0; k < out->n; k++)
		memory_clobber_call(fr, out->at[k], frame_callee(fr, f), args, n);
}

/* Is what is called read from a place that is the same for the whole program, whatever may be
 * known here of what it holds? */
static bool is_setting(struct frame *fr, ir_val called)
{
	while (ir_val_tag(called) == VAL_INST) {
		const struct ir_inst *d = ir_inst_at(fr->p, fr->fn, ir_val_index(called));
		if (d->op != OP_CAST && d->op != OP_LOAD)
			return false;
		called = d->a;
		if (d->op == OP_LOAD)
			break;
	}
	path_id at = frame_value(fr, called);
	return at && !path_is_open(&fr->paths, at) &&
	       !(path_at(&fr->paths, at)->flags & PATHF_VALUE) &&
	       path_at(&fr->paths, path_at(&fr->paths, at)->root)->kind == PATH_SYMBOL;
}

/* How many of the functions take or release a lock, if which one it is is a setting of the
 * whole program, not of our callers: those that do nothing stand for locking that is
 * switched off (null_lock.c). */
static uint32_t count_lockers(struct frame *fr, ir_val called, const struct targets *t)
{
	uint32_t n = 0;
	if (ir_val_symbol(fr->p, called) || !is_setting(fr, called))
		return 0;
	for (uint32_t i = 0; i < t->n; i++)
		n += !is_of_recursion(fr, t->at[i]) && changes_locks(fr, t->at[i]);
	return n;
}

/* If others lock: one that does nothing is not the one, and one of the recursion comes later. */
static bool is_left_out(const struct frame *fr, sym_id sym)
{
	return does_nothing(fr, sym) || is_of_recursion(fr, sym);
}

/*
 * One of several functions, through a pointer. Those that do nothing to locks and
 * threads share one state: each may have changed what it modifies, none certainly.
 */
static void call_jointly(struct frame *fr, uint32_t inst, const struct summary *c,
			 const path_id *args, uint32_t n, const struct state_list *in,
			 struct state_list *joint)
{
	struct results ignored = {0};
	struct state_list none = {0};
	if (fr->recording)
		call_body(fr, inst, c->func, args, n, frame_in_loop(fr, inst) ? CALLF_LOOP : 0,
			  &ignored, in, &none);
	for (uint32_t k = 0; k < joint->n; k++) {
		struct binding b = {.fr = fr, .s = joint->at[k], .inst = inst, .callee = c,
				    .args = args, .arg_count = n};
		fr->before = NULL;
		bind_escapes(&b, joint->at[k]);
		memory_clobber_call(fr, joint->at[k], c, args, n);
	}
}

static const path_id *actuals(struct frame *fr, const struct ir_inst *i)
{
	path_id *args = ARENA_ARRAY(fr->scratch, path_id, i->arg_count + 1);
	for (uint32_t k = 0; k < i->arg_count; k++) {
		args[k] = frame_value(fr, fr->p->operands.at[i->args + k]);
		frame_mention(fr, args[k]);
	}
	return args;
}

/* The summary does not tell what is returned (recursion), but the pointer analysis
 * knows that it is new memory, which nobody else has seen. */
static void find_fresh(struct frame *fr, uint32_t inst, const struct targets *t,
		       struct results *r, struct state_list *states)
{
	func_id f = t->n == 1 ? fr->p->symbols.at[t->at[0]].func : 0;
	path_id leaf = path_leaf(&fr->paths, PATH_HEAP, fr->func, inst);
	if (pointers_is_hook(fr->pt, fr->func, inst)) {
		if (r->count == 1 && !r->unknown && r->values[0] == leaf)
			return;
	} else if (!f || (r->count && !r->unknown) || !pointers_is_allocator(fr->pt, f) ||
		   !pointers_object_at(fr->pt, fr->func, inst)) {
		return;
	}
	uint32_t number = frame_make_private(fr, leaf);
	for (uint32_t i = 0; i < states->n; i++) {
		state_renew(fr, states->at[i], leaf, number);
		memory_smash(fr, states->at[i], leaf, 0);
	}
	r->values[0] = leaf;
	r->count = 1;
	r->unknown = false;
}

/* New memory or null: what is found through it is new memory, as with malloc. */
static void forget_null(const struct frame *fr, struct results *r)
{
	if (r->unknown || r->split || r->count != 2)
		return;
	const struct path *x = path_at(&fr->paths, r->values[0]);
	const struct path *y = path_at(&fr->paths, r->values[1]);
	if (x->kind == PATH_INT && x->imm == 0 && y->kind == PATH_HEAP)
		r->values[0] = r->values[1];
	else if (x->kind != PATH_HEAP || y->kind != PATH_INT || y->imm != 0)
		return;
	r->count = 1;
}

static void name_result(struct frame *fr, uint32_t inst, struct results *r)
{
	path_id leaf = frame_value_leaf(fr, inst);
	forget_null(fr, r);
	if (r->split)
		fr->named_value[inst] = true;
	if (r->unknown || !r->count || (r->count == 1 && r->values[0] == leaf))
		frame_opaque(fr, inst);
	else
		frame_name(fr, inst, r->values, r->count, false);
	frame_mention(fr, fr->value[inst]);
}

/* Each function that the call may mean. */
static void call_each(struct frame *fr, uint32_t inst, const path_id *args, const struct targets *t,
		      struct results *r, const struct state_list *states, struct state_list *out)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	path_id pointer = ir_val_symbol(fr->p, i->a) ? 0 : frame_value(fr, i->a);
	uint32_t lockers = count_lockers(fr, i->a, t);
	struct state_list joint = {0};
	fr->by_setting = lockers;
	fr->by_argument = lockers && lockers + count_layers(fr, t) > 1;
	for (uint32_t k = 0; k < t->n; k++) {
		const struct summary *plain = t->n > 2 ? plain_target(fr, t->at[k]) : NULL;
		if ((lockers && t->n > 1 && is_left_out(fr, t->at[k])) ||
		    !call_through(fr, pointer, t->at[k]))
			continue;
		struct state_list may = {.at = ARENA_ARRAY(fr->scratch, struct state *, states->n)};
		for (uint32_t n = 0; n < states->n; n++)
			if (!pointer || entry_may_name(fr, states->at[n], pointer, t->at[k]))
				may.at[may.n++] = states->at[n];
		if (plain && !joint.n)
			copy_list(fr, states, &joint);
		if (plain)
			call_jointly(fr, inst, plain, args, i->arg_count, &may, &joint);
		else
			call_target(fr, inst, t->at[k], args, i->arg_count, r, &may, out);
		r->unknown |= plain != NULL;
	}
	for (uint32_t k = 0; k < t->n && lockers; k++)
		if (is_of_recursion(fr, t->at[k]) && call_through(fr, pointer, t->at[k]))
			call_layer(fr, inst, t->at[k], args, i->arg_count, states, out);
	call_through(fr, 0, 0);
	fr->by_setting = fr->by_argument = false;
	for (uint32_t k = 0; k < joint.n; k++)
		state_list_add(fr, out, joint.at[k]);
}

void call_exec(struct frame *fr, uint32_t inst, struct state_list *states)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	const path_id *args = actuals(fr, i);
	struct targets t = {.complete = true};
	struct results r = {0};
	struct state_list out = {0};
	t.at = pointers_callees(fr->pt, fr->func, inst, &t.n, &t.complete);
	if (t.n == 1 && t.complete && !fr->p->symbols.at[t.at[0]].func) {
		const struct model *m = fr->models[t.at[0]];
		if (m) {
			effect_exec(fr, inst, m, states);
			goto done;
		}
	}
	call_each(fr, inst, args, &t, &r, states, &out);
	if (t.n == 0) { /* no known target: an unknown function */
		for (uint32_t k = 0; k < states->n; k++)
			call_unknown(fr, inst, states->at[k], args, i->arg_count);
		call_given(fr, inst, args, i->arg_count, states);
		call_led(fr, inst, states);
		copy_list(fr, states, &out);
		r.unknown = true;
	}
	find_fresh(fr, inst, &t, &r, &out);
	name_result(fr, inst, &r);
	*states = out;
	fill_by_call(fr, inst, states);
done:
	for (uint32_t k = 0; i->flags & INSTF_TWICE && k < states->n; k++)
		memory_returns_again(fr, states->at[k]);
	if (i->flags & INSTF_NORETURN)
		states->n = 0;
}
