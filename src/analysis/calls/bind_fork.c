/* SPDX-License-Identifier: MIT */
/*
 * The threads that a callee creates, and what runs when it is done. A fork that
 * mentions formals becomes one of ours, bound to our arguments; others stay where they
 * are, and ours is a reference.
 */
#include "analysis/calls/bind.h"
#include "analysis/exec/exec.h"
#include "analysis/result/export.h"
#include "analysis/state/memory.h"
#include "analysis/result/range.h"

static bool same_fork(const struct fork *x, const struct fork *y)
{
	bool one_way = x->via == y->via || (x->via && y->via && join_is_nameless(x) &&
					    join_is_nameless(y));
	return x->func == y->func && x->inst == y->inst && x->entry == y->entry &&
	       x->argument == y->argument && x->callee == y->callee &&
	       x->callee_fork == y->callee_fork && x->kind == y->kind && one_way;
}

uint32_t call_fork_number(struct frame *fr, struct fork f)
{
	for (uint32_t i = 0; i < fr->forks.n; i++) {
		if (same_fork(&fr->forks.at[i], &f)) {
			uint32_t all = FORKF_ARG_FRESH | FORKF_ARG_OWN | FORKF_ARG_FIRST |
				       FORKF_ARG_PART;
			uint32_t had = fr->forks.at[i].flags;
			fr->forks.at[i].flags = ((had | f.flags) & ~all) | (had & f.flags & all);
			fr->forks.at[i].id_sure &= f.id_sure;
			fr->forks.at[i].blocked &= f.blocked;
			fr->forks.at[i].signals =
				f.signals ? fr->forks.at[i].signals | f.signals : 0;
			return i;
		}
	}
	if (fr->forks.n == MAX_FORKS - 1) {
		vec_push(&fr->forks, ((struct fork){.flags = FORKF_REST | FORKF_CALLEE,
						    .callee = fr->func}));
		if (fr->out)
			fr->out->limits[LIMIT_FORKS]++;
	}
	vec_push(&fr->forks, f);
	return fr->forks.n - 1;
}

void call_start(struct frame *fr, struct state *s, struct fork f)
{
	uint32_t n = call_fork_number(fr, f);
	if (fr->recording)
		export_fork(fr, n, s);
	join_started(fr, s, n, 0);
	join_running(fr, s, n, false);
	state_present(s, f.inst);
}

bool call_creates(const struct frame *fr, uint32_t inst)
{
	for (uint32_t i = 0; i < fr->forks.n; i++)
		if ((fr->forks.at[i].func == fr->func && fr->forks.at[i].inst == inst) ||
		    fr->forks.at[i].via == inst + 1)
			return true;
	return false;
}

/* The id is what the callee returns: it has our name for the result. */
static bool returns_id(const struct summary *c, path_id id)
{
	for (uint32_t i = 0; i < c->outcomes.n; i++) {
		const struct outcome *o = &c->outcomes.at[i];
		for (uint32_t k = 0; k < o->result_count; k++)
			if (c->values.at[o->result_first + k] == id)
				return true;
	}
	return false;
}

path_id bind_or_outside(struct binding *b, path_id id)
{
	path_id p = id ? bind_path(b, id) : 0;
	return p || !id ? p : bind_outside(b, id);
}

/* In a variable of the function, which is gone when that returns. */
static bool is_in_local(const struct paths *from, path_id at, func_id f)
{
	const struct path *root = path_at(from, path_at(from, at)->root);
	return at && !path_at(from, at)->loads && root->kind == PATH_LOCAL && root->a == f;
}

/* A place in what the callee returns, or in what is found there. */
static path_id bind_returned(struct binding *b, path_id p, path_id result)
{
	const struct path x = *path_at(&b->callee->paths, p);
	struct paths *t = &b->fr->paths;
	return x.kind == PATH_OFFSET ? path_offset(t, bind_returned(b, x.a, result), x.imm)
	       : x.kind == PATH_LOAD ? path_load(t, bind_returned(b, x.a, result))
				     : result;
}

void bind_places(struct binding *b, struct state *s, path_id result)
{
	const struct summary *c = b->callee;
	for (uint32_t i = 0; i < c->forks.n && i < MAX_FORKS; i++) {
		const struct fork *f = &c->forks.at[i];
		path_id at = 0;
		if (f->flags & FORKF_ID_RETURNED)
			path_split_offset(&c->paths, f->id_address, &at);
		if (path_at(&c->paths, at)->kind != PATH_LOAD)
			continue;
		path_id place = bind_returned(b, path_at(&c->paths, at)->a, result);
		path_id there = path_load(&b->fr->paths, place);
		memory_store(b->fr, s, place, sizeof(void *), &there, 1, false, true);
	}
}

/* In what the callee returns, or by the name that it has for everybody (handle.c). A value
 * of the callee has no other name here: that of the call is for what is returned. */
static path_id bind_id_address(struct binding *b, const struct fork *f)
{
	const struct paths *from = &b->callee->paths;
	path_id base = 0;
	path_split_offset(from, f->id_address, &base);
	const struct path *x = path_at(from, base);
	if (f->flags & FORKF_ID_RETURNED)
		return bind_returned(b, f->id_address, frame_value_leaf(b->fr, b->inst));
	if (is_in_local(from, f->id_address, b->callee->func))
		return 0;
	if (x->kind == PATH_VALUE || (x->kind == PATH_LOAD && !path_is_open(from, base)))
		return bind_outside(b, f->id_address);
	return bind_or_outside(b, f->id_address);
}

/* A fork that stays in the callee: ours is a reference, for running sets. One that the callee
 * only refers to, and that nobody can name, is referred to where it is: of all the ways that
 * lead to one creation a function needs one bit, not one for each. Those of a callee that
 * has too many to tell them apart all the same are one, so that others keep numbers of their
 * own. */
static uint32_t refer_to_fork(struct binding *b, struct fork f, uint32_t k)
{
	struct fork all = {.flags = FORKF_REST | FORKF_CALLEE, .callee = b->callee->func,
			   .callee_fork = FORK_ALL};
	if (!(f.flags & FORKF_REST) && !join_is_nameless(&f)) {
		f.callee = b->callee->func;
		f.callee_fork = k;
	}
	f.flags |= FORKF_CALLEE;
	f.entry = f.argument = 0;
	f.chain = 0;
	return call_fork_number(b->fr, b->callee->forks.n >= MAX_FORKS ? all : f);
}

/* Memory that nobody else had before the call, nor before the callee has created the thread,
 * nor does it by another argument of the callee. */
static bool is_fresh_argument(struct binding *b, const struct fork *theirs, path_id p)
{
	const struct paths *t = &b->fr->paths, *from = &b->callee->paths; /* t grows */
	path_id root = path_at(t, p)->root, formal = path_at(from, theirs->argument)->root;
	if (!p || !(theirs->flags & FORKF_ARG_FIRST) || path_at(t, root)->kind != PATH_HEAP ||
	    !memory_is_own(b->fr, b->s, p))
		return false;
	for (uint32_t i = 0; i < b->callee->forks.n; i++) {
		path_id other = b->callee->forks.at[i].argument;
		path_id bound = path_at(from, other)->root == formal ? 0 : bind_path(b, other);
		if (bound && path_at(t, bound)->root == root)
			return false;
	}
	return true;
}

static uint64_t signal_bit(const struct path *number)
{
	bool known = number->kind == PATH_INT && number->imm >= 1 && number->imm <= 64;
	return known ? UINT64_C(1) << (number->imm - 1) : 0;
}

/* What is created anywhere in the recursion that this function is part of. */
static uint32_t fork_of_component(struct frame *fr)
{
	const struct callgraph *g = fr->in->callgraph;
	func_id any = g->members[g->member_at[fr->component]];
	return call_fork_number(
		fr, (struct fork){.flags = FORKF_REST | FORKF_CALLEE, .callee = any});
}

/* The callee's fork k as one of ours: a copy bound to our arguments when it
 * mentions formals, else a reference. */
uint32_t bind_fork(struct binding *b, uint32_t k)
{
	const struct summary *c = b->callee;
	if (same_component(b->fr, c->func))
		return fork_of_component(b->fr);
	struct fork f = c->forks.at[k];
	f.via = b->inst + 1;
	f.id = f.flags & FORKF_LOOP		? 0 /* one of many */
	       : f.id && returns_id(c, f.id) ? frame_value_leaf(b->fr, b->inst)
					     : bind_or_outside(b, f.id);
	if (path_mentions_value_of(&b->fr->paths, f.id, c->func))
		f.id = 0; /* the same name for every call: it tells nothing */
	f.id_address = range_around(b->fr, bind_id_address(b, &f), b->inst);
	f.id_holder = range_around(b->fr, bind_or_outside(b, f.id_holder), b->inst);
	f.id_once = range_around(b->fr, bind_or_outside(b, f.id_once), b->inst);
	f.id_once = f.id_once ? f.id_once : f.id_address;
	f.id_place = 0;
	bool open = summary_fork_is_open(c, &f);
	f.flags &= ~(uint32_t)FORKF_ID_RETURNED;
	if (frame_in_loop(b->fr, b->inst) && !(f.flags & FORKF_MEMBER))
		f.flags |= FORKF_LOOP;
	if (f.flags & (FORKF_REST | FORKF_CALLEE) || !open)
		return refer_to_fork(b, f, k);
	path_id arg = bind_or_outside(b, f.argument);
	f.entry = bind_or_outside(b, f.entry);
	f.argument = range_around(b->fr, arg, b->inst);
	if (f.kind == FORK_SIGNAL && !f.signals)
		f.signals = signal_bit(path_at(&b->fr->paths, f.argument));
	if (is_fresh_argument(b, &c->forks.at[k], arg))
		f.flags |= FORKF_ARG_FRESH;
	if (!memory_is_kept(b->fr, b->s, arg))
		f.flags &= ~(uint32_t)FORKF_ARG_FIRST;
	bool several = fork_is_of_several(&f);
	if (frame_is_renewed(b->fr, arg) && !several)
		f.flags |= FORKF_ARG_NEW;
	uint32_t loop = c->forks.at[k].flags & (FORKF_LOOP | FORKF_ROUNDS);
	if (loop <= FORKF_LOOP && !several && frame_is_own(b->fr, arg, b->inst))
		f.flags |= loop ? FORKF_ARG_PART : FORKF_ARG_OWN;
	f.chain = 0;
	f.callee = c->func; /* others that the call may reach create others, and one may */
	f.callee_fork = k;  /* create several that differ in what their argument holds */
	return call_fork_number(b->fr, f);
}

void bind_record_fork(struct binding *b, uint32_t k)
{
	const struct summary *c = b->callee;
	const struct fork *theirs = &c->forks.at[k];
	struct fork *ours = &b->fr->forks.at[b->fork_number[k]];
	if (ours->flags & (FORKF_CALLEE | FORKF_REST))
		return;
	struct state at = *b->s;
	bind_order(b, &at, &c->orders.at[theirs->ordering]);
	at.locks = *bind_locks(b, theirs->lockset);
	b->fr->forks.at[b->fork_number[k]].chain =
		bind_chain(b->fr, b->inst, c, theirs->chain);
	export_fork(b->fr, b->fork_number[k], &at);
	for (uint32_t i = 0; i < theirs->content_count; i++) {
		const struct content *x = &c->contents.at[theirs->content_first + i];
		path_id at_path = bind_path(b, x->address), v = bind_or_outside(b, x->value);
		export_content(b->fr, b->fork_number[k],
			       (struct content){range_around(b->fr, at_path, b->inst),
						range_around(b->fr, v, b->inst)});
	}
	export_fork_rounds(b->fr, b->fork_number[k], theirs->flags & FORKF_LOOP,
			   b->s->running & summary_fork_bit(b->fork_number[k]));
}

/* An id that the callee loaded: by the name of its cell, whatever it holds. */
static path_id bound_cell(struct binding *b, path_id id)
{
	const struct path x = *path_at(&b->callee->paths, id);
	path_id at = x.kind == PATH_LOAD ? bind_path(b, x.a) : 0;
	return at ? path_load(&b->fr->paths, at) : 0;
}

void fork_enter_child(const struct frame *fr, struct state *s)
{
	uint64_t handlers = 0;
	for (uint32_t i = 0; i < fr->forks.n; i++)
		if (fr->forks.at[i].kind == FORK_SIGNAL)
			handlers |= summary_fork_bit(i);
	s->running &= handlers;
	s->multiple &= handlers;
	s->started &= handlers;
	s->alone = true;
}

void fork_replace_handlers(const struct frame *fr, struct state *s, uint64_t signals)
{
	s->replaced |= signals;
	for (uint32_t i = 0; i < fr->forks.n && i < MAX_FORKS - 1 && signals; i++) {
		const struct fork *f = &fr->forks.at[i];
		if (f->kind == FORK_SIGNAL && f->signals && !(f->signals & ~signals))
			s->running &= ~summary_fork_bit(i);
	}
}

/* What the callee has joined unless there is nobody to join. */
static void bind_weak_join(struct binding *b, struct state *s, path_id id, bool none)
{
	bool certain = bind_is_certain(b, path_at(&b->callee->paths, id)->a);
	path_id cell = certain ? bound_cell(b, id) : 0;
	if (cell)
		join_weakly(b->fr, s, b->inst, cell, none);
}

void bind_order(struct binding *b, struct state *s, const struct order *o)
{
	const struct summary *c = b->callee;
	for (uint32_t i = 0; i < o->joined_count; i++) {
		path_id theirs = c->order_paths.at[o->joined_first + i];
		path_id weak = path_usually(&c->paths, theirs);
		if (weak) {
			bind_weak_join(b, s, weak, join_is_unless_none(&c->paths, theirs));
			continue;
		}
		path_id id = bind_path(b, theirs), cell = bound_cell(b, theirs);
		join_thread(b->fr, s, b->inst, id ? id : cell, cell);
		/* found through a variable, whatever is known of it: as handles are named */
		path_id plain = path_is_open(&c->paths, theirs) ? 0 : bind_outside(b, theirs);
		if (plain && plain != id && plain != cell)
			join_thread(b->fr, s, b->inst, plain, plain);
	}
	for (uint32_t i = 0; i < o->phase_count; i++) {
		struct phase p = c->order_phases.at[o->phase_first + i];
		p.barrier = bind_or_outside(b, p.barrier);
		exec_phase(s, p);
	}
	if (o->alone)
		fork_enter_child(b->fr, s);
	s->mask = mask_then(s->mask, o->mask);
	fork_replace_handlers(b->fr, s, o->replaced);
	for (uint32_t k = 0; k < c->forks.n && k < MAX_FORKS; k++) {
		const struct fork *f = &c->forks.at[k];
		if (b->fork_number[k] == FORK_NOT_MADE)
			continue;
		if ((o->started | o->running) >> k & 1)
			join_started(b->fr, s, b->fork_number[k],
				     range_count(&c->paths, f->id_address));
		if (!(o->running >> k & 1))
			continue;
		join_running(b->fr, s, b->fork_number[k], f->flags & FORKF_LOOP);
		state_present(s, b->inst);
	}
}
