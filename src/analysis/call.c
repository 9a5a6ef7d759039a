/* SPDX-License-Identifier: MIT */
/*
 * Calls. A callee's summary is written in terms of its formals; here they are
 * replaced by the actual arguments, and what the callee loads from memory by what
 * this state knows that memory to hold. Whatever cannot be named in the caller
 * keeps the callee's own name seen from outside (VALUE callee, parameter), which
 * the pointer analysis can still resolve: nothing is lost.
 */
#include "analysis/call.h"

#include <string.h>

#include "base/diag.h"

struct binding {
	struct frame *fr;
	struct state *s; /* before the call */
	uint32_t inst;
	const struct summary *callee;
	const path_id *args;
	uint32_t arg_count;
	path_id result_leaf; /* the callee's VALUE that it returns: our result */
	path_id *memo;	     /* bound paths, by callee path; UINT32_MAX not yet */
	uint32_t *fork_number; /* ours, by callee fork */
	struct lockset *locks; /* composed, by callee lockset */
	bool *locks_done;
};

static void apply_order(struct binding *b, struct state *s, const struct order *o);
static void call_adopt(struct binding *b, struct state *s, path_id p);
static uint32_t import_chain(struct frame *fr, uint32_t inst, const struct summary *c,
			     uint32_t chain);

static bool is_cut(const struct frame *fr, func_id f)
{
	return callgraph_is_cut(fr->in->callgraph, fr->func, f);
}

static bool same_component(const struct frame *fr, func_id f)
{
	return fr->in->callgraph->component[f] == fr->component;
}

/* The id of the one thread that the callee creates: the call gives it its name,
 * which is another one for every call. */
static bool is_only_id(const struct binding *b, path_id leaf)
{
	const struct summary *c = b->callee;
	return c->forks.n == 1 && c->forks.at[0].id == leaf &&
	       !(c->forks.at[0].flags & FORKF_LOOP);
}

static path_id bind_leaf(void *context, struct paths *to, const struct paths *from, path_id id)
{
	struct binding *b = context;
	const struct path *x = path_at(from, id);
	if (x->kind == PATH_FORMAL)
		return x->a < b->arg_count ? b->args[x->a] : 0;
	if (x->kind == PATH_INT)
		return path_int(to, x->imm);
	if (is_only_id(b, id))
		return frame_value_leaf(b->fr, b->inst);
	if (x->kind == PATH_HEAP && x->a == b->callee->func &&
	    pointers_is_allocator(b->fr->pt, x->a) &&
	    pointers_object_at(b->fr->pt, b->fr->func, b->inst))
		return path_leaf(to, PATH_HEAP, b->fr->func, b->inst);
	return path_leaf(to, x->kind, x->a, x->b);
}

/* Paths do not say how much they load: as much as is known to be there. */
static uint32_t content_size(const struct state *s, path_id address)
{
	for (uint32_t size = 8; size > 1; size /= 2)
		if (memory_is_known(s, address, size))
			return size;
	return memory_is_known(s, address, 1) ? 1 : 8;
}

/* Null is no memory: it does not count as one of several contents. */
static path_id bind_load(void *context, struct paths *to, path_id address)
{
	struct binding *b = context;
	struct loaded l;
	path_id one = 0;
	memory_load(b->fr, b->s, address, content_size(b->s, address), &l);
	if (l.unknown)
		return 0;
	for (uint32_t i = 0; i < l.count; i++) {
		if (path_at(to, l.values[i])->kind == PATH_INT && l.count > 1)
			continue;
		if (one && one != l.values[i])
			return 0;
		one = l.values[i];
	}
	const struct path *x = path_at(to, one);
	return x->loads <= MAX_LOADS && x->steps <= MAX_STEPS ? one : 0;
}

static path_id bound(struct binding *b, path_id id);

static path_id bind_step(struct binding *b, const struct path *x)
{
	struct paths *t = &b->fr->paths;
	path_id base = bound(b, x->a), other;
	if (!base)
		return 0;
	switch (x->kind) {
	case PATH_OFFSET:
		return path_offset(t, base, x->imm);
	case PATH_LOAD:
		return bind_load(b, t, base);
	case PATH_INDEX:
		return path_index(t, base, x->b ? bound(b, x->b) : 0, (uint64_t)x->imm);
	default:
		other = bound(b, x->b);
		return path_number(t, x->kind, base, other, x->imm);
	}
}

/* Every part of a path is bound once a call. The alias class of an address is
 * the same on both sides of a call: unification has merged them. */
static path_id bound(struct binding *b, path_id id)
{
	if (!id)
		return 0;
	if (b->memo[id] != UINT32_MAX)
		return b->memo[id];
	const struct paths *from = &b->callee->paths;
	struct path x = *path_at(from, id);
	path_id p = id == b->result_leaf    ? frame_value_leaf(b->fr, b->inst)
		    : x.kind < PATH_OFFSET ? bind_leaf(b, &b->fr->paths, from, id)
					   : bind_step(b, &x);
	if (p && id < b->callee->aliases.n)
		frame_hint_alias(b->fr, p, b->callee->aliases.at[id]);
	return b->memo[id] = p;
}

static path_id outside_leaf(void *context, struct paths *to, const struct paths *from,
			    path_id id)
{
	struct binding *b = context;
	const struct path *x = path_at(from, id);
	if (x->kind == PATH_FORMAL)
		return path_leaf(to, PATH_VALUE, b->callee->func, VALUE_PARAM + x->a);
	if (x->kind == PATH_INT)
		return path_int(to, x->imm);
	return path_leaf(to, x->kind, x->a, x->b);
}

/* The callee's path, its formals named from outside. */
static path_id outside(struct binding *b, path_id id)
{
	struct path_binder binder = {outside_leaf, NULL, b};
	return path_import(&b->fr->paths, &b->callee->paths, id, &binder);
}

/* ---- locks ---- */

/* The state's locks, then what the callee did to them: drops first (through any
 * may-alias), then what it holds (only by a certain name). */
static struct lockset compose(struct binding *b, const struct state *s,
			      const struct lockset *l)
{
	struct state work = {.locks = s->locks};
	if (l->dropped_any)
		lockset_drop_all(&work.locks);
	for (uint32_t i = 0; i < l->dropped_count; i++) {
		path_id p = bound(b, l->dropped[i]);
		p = p ? p : outside(b, l->dropped[i]);
		exec_lock_release(b->fr, &work, p);
		while (lockset_find(&work.locks, p)) /* it may have released it often */
			lockset_release(&work.locks, p);
	}
	for (uint32_t i = 0; i < l->acquired_count; i++) {
		path_id p = bound(b, l->acquired[i]);
		if (p)
			lockset_note_acquired(&work.locks, p);
	}
	for (uint32_t i = 0; i < l->owned_count; i++) {
		path_id v = bound(b, l->owned[i].value), lock = bound(b, l->owned[i].lock);
		if (v && lock)
			lockset_own(&work.locks, v, lock);
		frame_mention(b->fr, v);
	}
	for (uint32_t i = 0; i < l->held_count; i++) {
		struct held h = l->held[i];
		h.lock = bound(b, h.lock);
		if (!h.lock || path_at(&b->fr->paths, h.lock)->flags & PATHF_ANY)
			continue;
		uint8_t kept = 0;
		for (uint32_t k = 0; k < h.since_count; k++)
			if ((h.since[kept] = bound(b, h.since[k])))
				kept++;
		h.since_count = kept;
		frame_mention(b->fr, h.lock);
		lockset_acquire(&work.locks, h, true);
	}
	return work.locks;
}

static const struct lockset *composed(struct binding *b, uint32_t index)
{
	if (!b->locks_done[index]) {
		b->locks[index] = compose(b, b->s, &b->callee->locksets.at[index]);
		b->locks_done[index] = true;
	}
	return &b->locks[index];
}

/* ---- forks and order ---- */

static bool same_fork(const struct fork *x, const struct fork *y)
{
	return x->func == y->func && x->inst == y->inst && x->entry == y->entry &&
	       x->argument == y->argument && x->callee == y->callee &&
	       x->callee_fork == y->callee_fork && x->kind == y->kind &&
	       x->via == y->via;
}

uint32_t call_fork_number(struct frame *fr, struct fork f)
{
	for (uint32_t i = 0; i < fr->forks.n; i++) {
		if (same_fork(&fr->forks.at[i], &f)) {
			fr->forks.at[i].flags = (uint8_t)(
				((fr->forks.at[i].flags | f.flags) & ~FORKF_ARG_FRESH) |
				(fr->forks.at[i].flags & f.flags & FORKF_ARG_FRESH));
			return i;
		}
	}
	if (fr->forks.n == MAX_FORKS - 1) {
		vec_push(&fr->forks, ((struct fork){.flags = FORKF_REST | FORKF_CALLEE}));
		if (fr->out)
			fr->out->limits[LIMIT_FORKS]++;
	}
	if (fr->forks.n == MAX_FORKS)
		return MAX_FORKS - 1;
	vec_push(&fr->forks, f);
	return fr->forks.n - 1;
}

void call_start(struct frame *fr, struct state *s, struct fork f)
{
	uint32_t n = call_fork_number(fr, f);
	if (fr->recording)
		export_fork(fr, n, s);
	if (s->running >> n & 1)
		s->multiple |= (uint64_t)1 << n;
	s->running |= (uint64_t)1 << n;
	s->started |= (uint64_t)1 << n;
	exec_lose_ids(fr, s, n);
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

static path_id bound_or_outside(struct binding *b, path_id id)
{
	path_id p = id ? bound(b, id) : 0;
	return p || !id ? p : outside(b, id);
}

/* A fork that stays in the callee: ours is a reference, for running sets. */
static uint32_t refer_to_fork(struct binding *b, struct fork f, uint32_t k)
{
	f.flags |= FORKF_CALLEE;
	f.callee = b->callee->func;
	f.callee_fork = k;
	f.entry = f.argument = 0;
	f.chain = 0;
	return call_fork_number(b->fr, f);
}

static bool is_fresh_argument(const struct binding *b, path_id p)
{
	const struct path *root = path_at(&b->fr->paths, path_at(&b->fr->paths, p)->root);
	return p && root->kind == PATH_HEAP && memory_is_private(b->fr, b->s, p);
}

/* The callee's fork k as one of ours: a copy bound to our arguments when it
 * mentions formals, else a reference. */
static uint32_t import_fork(struct binding *b, uint32_t k)
{
	const struct summary *c = b->callee;
	if (same_component(b->fr, c->func)) /* each has its own; together: any */
		return call_fork_number(b->fr, (struct fork){.flags = FORKF_REST | FORKF_CALLEE});
	struct fork f = c->forks.at[k];
	f.via = b->inst + 1;
	f.id = f.id && returns_id(c, f.id) ? frame_value_leaf(b->fr, b->inst)
					   : bound_or_outside(b, f.id);
	if (path_mentions_value_of(&b->fr->paths, f.id, c->func))
		f.id = 0; /* the same name for every call: it tells nothing */
	f.id_address = flow_with_ranges(b->fr, bound_or_outside(b, f.id_address), b->inst);
	if (frame_in_loop(b->fr, b->inst))
		f.flags |= FORKF_LOOP;
	if (f.flags & (FORKF_REST | FORKF_CALLEE) || !summary_fork_is_open(c, &f))
		return refer_to_fork(b, f, k);
	path_id arg = bound_or_outside(b, f.argument);
	f.entry = bound_or_outside(b, f.entry);
	f.argument = flow_with_ranges(b->fr, arg, b->inst);
	if (is_fresh_argument(b, arg))
		f.flags |= FORKF_ARG_FRESH;
	if (frame_is_renewed(b->fr, arg))
		f.flags |= FORKF_ARG_NEW;
	f.chain = f.callee = f.callee_fork = 0;
	return call_fork_number(b->fr, f);
}

static void record_fork(struct binding *b, uint32_t k)
{
	const struct summary *c = b->callee;
	const struct fork *theirs = &c->forks.at[k];
	struct fork *ours = &b->fr->forks.at[b->fork_number[k]];
	if (ours->flags & (FORKF_CALLEE | FORKF_REST))
		return;
	struct state at = *b->s;
	apply_order(b, &at, &c->orders.at[theirs->ordering]);
	at.locks = *composed(b, theirs->lockset);
	b->fr->forks.at[b->fork_number[k]].chain =
		import_chain(b->fr, b->inst, c, theirs->chain);
	export_fork(b->fr, b->fork_number[k], &at);
	for (uint32_t i = 0; i < theirs->content_count; i++) {
		const struct content *x = &c->contents.at[theirs->content_first + i];
		path_id at_path = bound(b, x->address), v = bound_or_outside(b, x->value);
		export_content(b->fr, b->fork_number[k],
			       (struct content){flow_with_ranges(b->fr, at_path, b->inst),
						flow_with_ranges(b->fr, v, b->inst)});
	}
}

/* An id that the callee loaded: by the name of its cell, whatever it holds. */
static path_id bound_cell(struct binding *b, path_id id)
{
	const struct path x = *path_at(&b->callee->paths, id);
	path_id at = x.kind == PATH_LOAD ? bound(b, x.a) : 0;
	return at ? path_load(&b->fr->paths, at) : 0;
}

static void apply_order(struct binding *b, struct state *s, const struct order *o)
{
	const struct summary *c = b->callee;
	for (uint32_t i = 0; i < o->joined_count; i++) {
		path_id theirs = c->order_paths.at[o->joined_first + i];
		path_id id = bound(b, theirs), cell = bound_cell(b, theirs);
		id = flow_with_ranges(b->fr, id, b->inst);
		cell = flow_with_ranges(b->fr, cell, b->inst);
		exec_join_thread(b->fr, s, b->inst, id ? id : cell, cell);
	}
	for (uint32_t i = 0; i < o->phase_count; i++) {
		struct phase p = c->order_phases.at[o->phase_first + i];
		p.barrier = bound_or_outside(b, p.barrier);
		exec_phase(s, p);
	}
	if (o->alone) {
		s->running = s->multiple = s->started = 0;
		s->alone = true;
	}
	for (uint32_t k = 0; k < c->forks.n && k < MAX_FORKS; k++) {
		uint64_t bit = (uint64_t)1 << b->fork_number[k];
		if (o->started >> k & 1)
			s->started |= bit;
		if (!(o->running >> k & 1))
			continue;
		if (s->running & bit || c->forks.at[k].flags & FORKF_LOOP)
			s->multiple |= bit;
		s->running |= bit;
		exec_lose_ids(b->fr, s, b->fork_number[k]);
		state_present(s, b->inst);
	}
}

/* ---- what the callee did to memory ---- */

static void apply_writes(struct binding *b, struct state *s)
{
	const struct summary *c = b->callee;
	for (uint32_t i = 0; i < c->writes.n; i++) {
		const struct write *w = &c->writes.at[i];
		path_id address = bound(b, w->address), values[MAX_VALUES];
		uint32_t n = 0;
		bool unknown = w->value_count == 0 || w->value_count > MAX_VALUES;
		for (uint32_t k = 0; k < w->value_count && !unknown; k++) {
			values[n] = bound(b, c->values.at[w->value_first + k]);
			if (path_mentions_value_of(&b->fr->paths, values[n], c->func))
				values[n] = 0;
			if (values[n])
				call_adopt(b, s, values[n]);
			unknown |= !values[n++];
		}
		for (uint32_t k = 0; k < n; k++)
			if (values[k])
				memory_contain(b->fr, s, address, values[k]);
		frame_mention(b->fr, address);
		memory_store(b->fr, s, address, w->size, values, n, unknown, w->must);
	}
}

/* Memory that the callee allocated and nobody else has seen is ours now. */
static void call_adopt(struct binding *b, struct state *s, path_id p)
{
	path_id leaf = path_at(&b->fr->paths, p)->root;
	const struct path *x = path_at(&b->fr->paths, leaf);
	if (x->kind != PATH_HEAP || (x->a == b->fr->func && x->b != b->inst))
		return;
	if (frame_private(b->fr, leaf) == UINT32_MAX || frame_in_loop(b->fr, b->inst) ||
	    x->a != b->fr->func)
		state_renew(b->fr, s, leaf, frame_make_private(b->fr, leaf));
}

/* What formals there are not for gets out if anything in the program lets it. */
static void escape_extra(struct binding *b, struct state *s)
{
	struct frame *fr = b->fr;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, b->inst);
	const struct ir_func *callee = &fr->p->funcs.at[b->callee->func];
	for (uint32_t k = callee->param_count; k < b->arg_count && k < i->arg_count; k++) {
		ir_val v = fr->p->operands.at[i->args + k];
		if (!fr->in->escape || frame_value(fr, v) != b->args[k] ||
		    !escape_is_private(fr->in->escape,
				       escape_of_value(fr->in->escape, fr->func, v)))
			memory_escape(fr, s, b->args[k]);
	}
}

static void apply_escapes(struct binding *b, struct state *s)
{
	escape_extra(b, s);
	for (uint32_t i = 0; i < b->arg_count && i < 64; i++)
		if (b->callee->escapes >> i & 1)
			memory_escape(b->fr, s, b->args[i]);
	for (uint32_t i = 64; i < b->arg_count; i++)
		memory_escape(b->fr, s, b->args[i]);
}

/* Can the facts hold here? Those that still depend on our callers are kept. */
static bool import_facts(struct binding *b, const struct access *a)
{
	struct frame *fr = b->fr;
	for (uint32_t i = 0; i < a->fact_count; i++) {
		struct fact f = b->callee->facts.at[a->fact_first + i];
		f.path = bound(b, f.path);
		if (!f.path)
			continue;
		struct fact known = facts_of(fr, b->s, f.path);
		if (f.target ? !facts_may_target(fr, f.path, f.target)
			     : !(known.signs & f.signs) ||
				       (known.exact && f.exact && known.value != f.value))
			return false;
		if (path_is_open(&fr->paths, f.path) && fr->extra_count < MAX_FACTS)
			fr->extra[fr->extra_count++] = f;
	}
	return true;
}

static void import_accesses(struct binding *b)
{
	const struct summary *c = b->callee;
	uint32_t own_extra = b->fr->extra_count;
	for (uint32_t i = 0; i < c->open.n; i++) {
		struct access a = c->open.at[i];
		path_id p = bound(b, a.path);
		struct state at = *b->s;
		b->fr->extra_count = own_extra;
		if ((p && !(a.flags & ACCESSF_ESCAPED) && memory_is_private(b->fr, b->s, p)) ||
		    !import_facts(b, &a))
			continue;
		a.path = p ? p : outside(b, a.path);
		if (frame_in_loop(b->fr, b->inst))
			a.flags |= ACCESSF_LOOP;
		at.locks = *composed(b, a.lockset);
		apply_order(b, &at, &c->orders.at[a.ordering]);
		a.chain = import_chain(b->fr, b->inst, c, a.chain);
		a.fact_first = a.fact_count = 0;
		export_access(b->fr, &at, a);
	}
	b->fr->extra_count = own_extra;
	for (uint32_t i = 0; i < c->syncs.n; i++) {
		struct sync y = c->syncs.at[i];
		if (!path_is_open(&c->paths, y.object))
			continue;
		y.object = bound_or_outside(b, y.object);
		y.chain = import_chain(b->fr, b->inst, c, y.chain);
		export_sync(b->fr, y);
	}
}

/* Copies a chain of the callee behind our call. */
static uint32_t import_chain(struct frame *fr, uint32_t inst, const struct summary *c,
			     uint32_t chain)
{
	struct chain links[64];
	uint32_t n = 0, next = 0;
	for (; chain && n < 64; chain = c->chains.at[chain].next)
		links[n++] = c->chains.at[chain];
	while (n > 0) {
		n--;
		next = export_chain(fr, links[n].func, links[n].inst, next);
	}
	return export_chain(fr, fr->func, inst, next);
}

/* ---- outcomes ---- */

struct results {
	path_id values[MAX_VALUES];
	uint32_t count;
	bool unknown, split;
};

static void add_result(struct results *r, path_id p)
{
	for (uint32_t i = 0; i < r->count; i++)
		if (r->values[i] == p)
			return;
	if (!p || r->count == MAX_VALUES)
		r->unknown = true;
	else
		r->values[r->count++] = p;
}

static bool outcome_possible(struct binding *b, struct state *s, const struct outcome *o)
{
	for (uint32_t i = 0; i < o->fact_count; i++) {
		struct fact f = b->callee->facts.at[o->fact_first + i];
		f.path = bound(b, f.path);
		if (f.path && !facts_add(b->fr, s, f))
			return false;
	}
	return true;
}

static path_id returned_leaf(const struct summary *c, const struct outcome *o)
{
	if (o->result_count != 1)
		return 0;
	path_id p = c->values.at[o->result_first];
	return path_mentions_value_of(&c->paths, p, c->func) ? p : 0;
}

/* A name of the callee's activation means nothing after it; our own name for the
 * result takes its place. */
static bool is_value_of(const struct binding *b, path_id p)
{
	return path_mentions_value_of(&b->fr->paths, p, b->callee->func) ||
	       path_mentions(&b->fr->paths, p, frame_value_leaf(b->fr, b->inst));
}

/* Whatever is returned, but for null, was taken out under that lock. */
static bool returns_owned(const struct summary *c, const struct outcome *o, path_id lock)
{
	const struct lockset *l = &c->locksets.at[o->lockset];
	uint32_t found = 0;
	for (uint32_t i = 0; i < o->result_count; i++) {
		path_id v = c->values.at[o->result_first + i];
		bool owned = false;
		for (uint32_t k = 0; k < l->owned_count; k++)
			owned |= l->owned[k].value == v && l->owned[k].lock == lock;
		if (!owned && path_at(&c->paths, v)->kind != PATH_INT)
			return false;
		found += owned;
	}
	return found > 0;
}

/* What the callee took out and returns is ours, by our name for the result. */
static void own_result(struct binding *b, struct state *s, const struct outcome *o)
{
	const struct lockset *l = &b->callee->locksets.at[o->lockset];
	for (uint32_t i = 0; i < l->owned_count; i++) {
		path_id lock = bound(b, l->owned[i].lock);
		if (!lock || !returns_owned(b->callee, o, l->owned[i].lock))
			continue;
		lockset_own(&s->locks, frame_value_leaf(b->fr, b->inst), lock);
		frame_mention(b->fr, frame_value_leaf(b->fr, b->inst));
	}
}

/* What was known under locks that the callee has released, or gave up to wait. */
static void forget_released(struct binding *b, struct state *s, const struct outcome *o)
{
	const struct lockset *l = &b->callee->locksets.at[o->lockset];
	b->fr->waits |= b->callee->waits;
	if (b->callee->waits || l->dropped_any)
		stale_release(b->fr, s, 0);
	for (uint32_t i = 0; i < l->dropped_count; i++)
		stale_release(b->fr, s, bound_or_outside(b, l->dropped[i]));
}

static void apply_outcome(struct binding *b, const struct outcome *o, bool split,
			  struct results *r, struct state_list *out)
{
	struct state *s = state_copy(b->fr, b->s);
	if (!outcome_possible(b, s, o))
		return;
	b->result_leaf = returned_leaf(b->callee, o);
	if (b->result_leaf) {
		b->memo[b->result_leaf] = UINT32_MAX;
		memset(b->locks_done, 0, b->callee->locksets.n * sizeof(bool));
		memset(b->memo, 0xff, b->callee->paths.list.n * sizeof(path_id));
	}
	forget_released(b, s, o);
	s->locks = *composed(b, o->lockset);
	if (b->callee->waits)
		lockset_end_settings(&s->locks, 0);
	own_result(b, s, o);
	apply_escapes(b, s);
	memory_clobber_call(b->fr, s, b->callee);
	apply_writes(b, s);
	apply_order(b, s, &b->callee->orders.at[o->ordering]);
	if (b->callee->orders.at[o->ordering].running)
		stale_constants(b->fr, s);
	for (uint32_t i = 0; i < o->result_count; i++) {
		path_id p = bound(b, b->callee->values.at[o->result_first + i]);
		if (p && !is_value_of(b, p)) {
			call_adopt(b, s, p);
			add_result(r, p);
		} else {
			r->unknown = true;
		}
	}
	r->unknown |= o->result_count == 0;
	if (split)
		facts_add(b->fr, s, (struct fact){.path = frame_value_leaf(b->fr, b->inst),
						  .signs = o->signs});
	state_list_add(b->fr, out, s);
}

/* Is it worth telling the outcomes apart by the result? */
static bool outcomes_split(const struct summary *c)
{
	return c->outcomes.n > 1;
}

static void call_summary(struct frame *fr, uint32_t inst, struct state *s,
			 const struct summary *c, const path_id *args, uint32_t n,
			 bool imports, struct results *r, struct state_list *out)
{
	struct binding b = {.fr = fr, .s = s, .inst = inst, .callee = c, .args = args,
			    .arg_count = n};
	uint32_t forks[MAX_FORKS];
	b.memo = arena_alloc(fr->scratch, (c->paths.list.n + 1) * sizeof(path_id));
	memset(b.memo, 0xff, (c->paths.list.n + 1) * sizeof(path_id));
	b.locks = arena_alloc(fr->scratch, (c->locksets.n + 1) * sizeof(struct lockset));
	b.locks_done = ARENA_ARRAY(fr->scratch, bool, c->locksets.n + 1);
	b.fork_number = forks;
	memset(forks, 0, sizeof(forks));
	for (uint32_t k = 0; k < c->forks.n && k < MAX_FORKS; k++)
		forks[k] = import_fork(&b, k);
	for (uint32_t k = 0; k < c->forks.n && k < MAX_FORKS && fr->recording; k++)
		record_fork(&b, k);
	if (fr->recording && imports)
		import_accesses(&b);
	bool split = outcomes_split(c);
	r->split |= split;
	for (uint32_t i = 0; i < c->outcomes.n; i++)
		apply_outcome(&b, &c->outcomes.at[i], split, r, out);
}

/* ---- the call itself ---- */

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
			export_call(fr, in->at[k], inst, callee, args, n, flags);
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

struct targets {
	const sym_id *at;
	uint32_t n;
	bool complete;
};

/* Functions whose name a model locks as a whole (__VERIFIER_atomic_*). */
static void call_locked(struct frame *fr, uint32_t inst, const struct model *m, func_id callee,
			const path_id *args, uint32_t n, struct results *r,
			struct state_list *in, struct state_list *out)
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
		state_list_add(fr, out, in->at[k]);
}

static void call_target(struct frame *fr, uint32_t inst, sym_id sym, const path_id *args,
			uint32_t n, struct results *r, const struct state_list *in,
			struct state_list *out)
{
	const struct ir_symbol *y = &fr->p->symbols.at[sym];
	const struct model *m = models_find(fr->in->models, ir_str(fr->p, y->name));
	struct state_list copy = {0};
	copy_list(fr, in, &copy);
	if (y->func && m && m->flags & MODELF_LOCKED) {
		call_locked(fr, inst, m, y->func, args, n, r, &copy, out);
		return;
	}
	if (y->func && !(m && m->flags & MODELF_WINS)) {
		call_body(fr, inst, y->func, args, n,
			  frame_in_loop(fr, inst) ? CALLF_LOOP : 0, r, &copy, out);
		return;
	}
	if (m) {
		effect_exec(fr, inst, m, &copy);
		add_result(r, fr->value[inst]);
	} else {
		for (uint32_t k = 0; k < copy.n; k++)
			call_unknown(fr, inst, copy.at[k], args, n);
		call_given(fr, inst, args, n, &copy);
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
	       !o->started && !o->joined_count && !o->phase_count && !o->alone &&
	       c->forks.n == 0;
}

static const struct summary *plain_target(const struct frame *fr, sym_id sym)
{
	const struct ir_symbol *y = &fr->p->symbols.at[sym];
	const struct model *m = models_find(fr->in->models, ir_str(fr->p, y->name));
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

/* One of several functions takes or releases a lock, and which one is a setting of
 * the whole program, not of our callers: those that do nothing stand for locking
 * that is switched off (null_lock.c). */
static bool is_switchable(const struct frame *fr, path_id pointer, const struct targets *t)
{
	if (!pointer || t->n < 2 || path_is_open(&fr->paths, pointer) ||
	    path_at(&fr->paths, pointer)->flags & PATHF_VALUE)
		return false;
	for (uint32_t i = 0; i < t->n; i++)
		if (changes_locks(fr, t->at[i]))
			return true;
	return false;
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
		apply_escapes(&b, joint->at[k]);
		memory_clobber_call(fr, joint->at[k], c);
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
	if (!f || (r->count && !r->unknown) || !pointers_is_allocator(fr->pt, f) ||
	    !pointers_object_at(fr->pt, fr->func, inst))
		return;
	path_id leaf = path_leaf(&fr->paths, PATH_HEAP, fr->func, inst);
	uint32_t number = frame_make_private(fr, leaf);
	for (uint32_t i = 0; i < states->n; i++)
		state_renew(fr, states->at[i], leaf, number);
	r->values[0] = leaf;
	r->count = 1;
	r->unknown = false;
}

static void name_result(struct frame *fr, uint32_t inst, const struct results *r)
{
	path_id leaf = frame_value_leaf(fr, inst);
	if (r->split)
		fr->named_value[inst] = true;
	if (r->unknown || !r->count || (r->count == 1 && r->values[0] == leaf))
		frame_opaque(fr, inst);
	else
		frame_name(fr, inst, r->values, r->count, false);
	frame_mention(fr, fr->value[inst]);
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
		const struct model *m = models_find(
			fr->in->models, ir_str(fr->p, fr->p->symbols.at[t.at[0]].name));
		if (m) {
			effect_exec(fr, inst, m, states);
			goto done;
		}
	}
	path_id pointer = ir_val_symbol(fr->p, i->a) ? 0 : frame_value(fr, i->a);
	struct state_list joint = {0};
	bool switchable = is_switchable(fr, pointer, &t);
	for (uint32_t k = 0; k < t.n; k++) {
		const struct summary *plain = t.n > 2 ? plain_target(fr, t.at[k]) : NULL;
		if ((switchable && does_nothing(fr, t.at[k])) ||
		    !call_through(fr, pointer, t.at[k]))
			continue;
		if (plain && !joint.n)
			copy_list(fr, states, &joint);
		if (plain)
			call_jointly(fr, inst, plain, args, i->arg_count, states, &joint);
		else
			call_target(fr, inst, t.at[k], args, i->arg_count, &r, states, &out);
		r.unknown |= plain != NULL;
	}
	call_through(fr, 0, 0);
	for (uint32_t k = 0; k < joint.n; k++)
		state_list_add(fr, &out, joint.at[k]);
	if (t.n == 0) { /* no known target: an unknown function */
		for (uint32_t k = 0; k < states->n; k++)
			call_unknown(fr, inst, states->at[k], args, i->arg_count);
		call_given(fr, inst, args, i->arg_count, states);
		copy_list(fr, states, &out);
		r.unknown = true;
	}
	find_fresh(fr, inst, &t, &r, &out);
	name_result(fr, inst, &r);
	*states = out;
done:
	if (i->flags & INSTF_NORETURN)
		states->n = 0;
}
