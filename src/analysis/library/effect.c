/* SPDX-License-Identifier: MIT */
/*
 * What a modelled library call does to the states. Effects happen in order; when
 * one that concerns locks or threads depends on the result, each state splits in
 * two, and facts about the result tell them apart later.
 */
#include "analysis/exec/exec.h"
#include "analysis/state/facts.h"
#include "analysis/library/library.h"

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
	return e->forever >= 0 && library_argument_int(c, e->forever, &n) &&
	       (n == -1 || n == UINT32_MAX);
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

/* Who does not look whether a handler was installed takes it to be. */
static bool splits(const struct library_call *c, const struct effect *e)
{
	struct held who;
	return e->when != RESULT_ANY && !is_certain(c, e) &&
	       (e->kind == EFFECT_ACQUIRE || e->kind == EFFECT_RELEASE ||
		e->kind == EFFECT_SEM_WAIT || e->kind == EFFECT_JOIN ||
		e->kind == EFFECT_CREATE || e->kind == EFFECT_ONCE_ENTER ||
		e->kind == EFFECT_BARRIER_WAIT ||
		(e->kind == EFFECT_SIGNAL_HANDLER && is_used(c->fr, c->inst)) ||
		effect_asks_who(c, e, &who));
}

/* A lock that it depends on the result whether it was taken, and nobody looks: it counts
 * as not taken, and there is nothing to tell apart. */
static bool is_ignored(const struct library_call *c, const struct effect *e)
{
	return (e->kind == EFFECT_ACQUIRE || e->kind == EFFECT_BARRIER_WAIT) && splits(c, e) &&
	       !is_used(c->fr, c->inst);
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

static void apply(struct library_call *c, struct state *s, const struct effect *e)
{
	if (!effect_lock(c, s, e) && !effect_thread(c, s, e) && !effect_signal(c, s, e))
		effect_memory(c, s, e);
}

static void find_results(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id p;
	if (e->kind != EFFECT_RETURNS)
		return;
	p = library_argument(c, e->arg);
	if (e->flags & EFFECTF_DEREF)
		p = library_loaded(c->fr, s, p);
	if (e->flags & EFFECTF_INTERIOR && p)
		p = path_index(&c->fr->paths, p, 0, 1);
	call_add_result(&c->results, p);
}

/* Applies the effects that happen when the result has these signs. */
static void apply_all(struct library_call *c, const struct model *m, struct state_list *states,
		      uint8_t signs)
{
	for (uint32_t i = 0; i < m->effect_count; i++) {
		const struct effect *e = &m->effects[i];
		for (uint32_t k = 0; k < states->n && e->kind == EFFECT_BARRIER_WAIT; k++)
			effect_pass_barrier(c, states->at[k], e,
					    signs != SIGN_ANY && class_signs(e->when) & signs);
		if (e->kind == EFFECT_BARRIER_WAIT || (signs == SIGN_ANY && is_ignored(c, e)))
			continue;
		if (splits(c, e) && !(class_signs(e->when) & signs)) {
			/* somebody else has done it, and is done */
			for (uint32_t k = 0; k < states->n && e->kind == EFFECT_ONCE_ENTER; k++)
				effect_acquire(c, states->at[k], library_argument(c, e->arg),
					       MODE_SHARED, LOCK_ONCE);
			continue;
		}
		effect_call(c, states, e);
		for (uint32_t k = 0; k < states->n; k++) {
			if (e->kind == EFFECT_FORK_PROCESS && signs == SIGN_ZERO)
				fork_enter_child(c->fr, states->at[k]);
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
	for (uint32_t i = 0; i < m->effect_count; i++) {
		const struct effect *e = &m->effects[i];
		if (splits(c, e)) /* these two mean something else by it */
			return e->kind == EFFECT_SIGNAL_HANDLER || e->kind == EFFECT_CREATE
				       ? 0
				       : e->otherwise;
	}
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
	struct library_call c = {.fr = fr, .inst = inst, .call = ir_inst_at(fr->p, fr->fn, inst)};
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
	if (fr->named_value[inst] || !c.results.count)
		frame_opaque(fr, inst);
	else
		frame_name(fr, inst, c.results.values, c.results.count, c.results.unknown);
	frame_mention(fr, fr->value[inst]);
}
