/* SPDX-License-Identifier: MIT */
/*
 * What a callee did to memory, and the ways it comes back: each outcome that can
 * happen here is a state.
 */
#include <string.h>

#include "analysis/calls/bind.h"
#include "analysis/calls/chosen.h"
#include "analysis/calls/entry.h"
#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/exec/taken.h"

/* ---- what the callee did to memory ---- */

/* Memory that the callee allocated and nobody else has seen is ours now. What it has
 * stored there is not told: its summary speaks of memory that callers had before. 'value' is
 * what p is for the callee: what it was given, and hands back, is not new. */
static void adopt(struct binding *b, struct state *s, path_id p, path_id value)
{
	path_id leaf = path_at(&b->fr->paths, p)->root;
	const struct path *x = path_at(&b->fr->paths, leaf);
	if (path_is_open(&b->callee->paths, value))
		return;
	if (x->kind != PATH_HEAP || (x->a == b->fr->func && x->b != b->inst))
		return;
	if (frame_private(b->fr, leaf) == UINT32_MAX || frame_in_loop(b->fr, b->inst) ||
	    x->a != b->fr->func)
		state_renew(b->fr, s, leaf, frame_make_private(b->fr, leaf));
	if (b->callee->modified_any || b->callee->modified.n)
		memory_smash(b->fr, s, leaf, 0);
}

/* Before anything is done with it: it may be stored in several places. */
static void adopt_all(struct binding *b, struct state *s)
{
	const struct summary *c = b->callee;
	for (uint32_t i = 0; i < c->writes.n; i++) {
		const struct write *w = &c->writes.at[i];
		for (uint32_t k = 0; k < w->value_count; k++) {
			path_id value = c->values.at[w->value_first + k];
			path_id v = bind_path(b, value);
			if (v && !path_mentions_value_of(&b->fr->paths, v, c->func))
				adopt(b, s, v, value);
		}
	}
}

/* Null where a thread's id is put if it is created: there is the memory with the id then, or it is
 * null, as with what is returned. */
static bool is_no_thread(const struct summary *c, const struct write *w, uint32_t k)
{
	const path_id *values = &c->values.at[w->value_first];
	const struct path *x = path_at(&c->paths, values[k]);
	if (w->value_count != 2 || x->kind != PATH_INT || x->imm != 0)
		return false;
	for (uint32_t i = 0; i < c->forks.n && i < MAX_FORKS; i++) {
		const struct fork *f = &c->forks.at[i];
		if (f->id_sure && f->id_place == w->address)
			return path_at(&c->paths, values[1 - k])->kind == PATH_HEAP;
	}
	return false;
}

/* Memory that this call has made: what was known of other memory by that name is forgotten. */
static bool is_new_there(const struct binding *b, path_id v)
{
	const struct path *x = path_at(&b->fr->paths, v);
	return x->kind == PATH_HEAP && x->a != b->fr->func && !frame_in_loop(b->fr, b->inst);
}

/* Where the callee comes back like this, it has put that there, and nothing else. */
static bool apply_sure_write(struct binding *b, struct state *s, const struct write *w,
			     uint32_t outcome)
{
	const struct summary *c = b->callee;
	uint32_t which = outcome < SURE_OUTCOMES ? w->surely[outcome] : 0;
	path_id address = bind_path(b, w->address);
	path_id v = which ? bind_path(b, c->values.at[w->value_first + which - 1]) : 0;
	if (!v || !address || path_mentions_value_of(&b->fr->paths, v, c->func))
		return false;
	memory_contain(b->fr, s, address, v);
	if (w->shared)
		memory_escape(b->fr, s, v);
	frame_mention(b->fr, address);
	join_overwritten(b->fr, s, address, w->size, v);
	memory_store(b->fr, s, address, w->size, &v, 1, false, true);
	if (w->not_null >> outcome & 1 && is_new_there(b, v))
		facts_add(b->fr, s, (struct fact){.path = v,
						  .signs = SIGN_NEGATIVE | SIGN_POSITIVE});
	return true;
}

static void apply_writes(struct binding *b, struct state *s, uint32_t outcome)
{
	const struct summary *c = b->callee;
	adopt_all(b, s);
	for (uint32_t i = 0; i < c->writes.n; i++) {
		const struct write *w = &c->writes.at[i];
		if (apply_sure_write(b, s, w, outcome))
			continue;
		path_id address = bind_path(b, w->address), values[MAX_VALUES];
		uint32_t n = 0;
		bool unknown = w->value_count == 0 || w->value_count > MAX_VALUES;
		for (uint32_t k = 0; k < w->value_count && !unknown; k++) {
			if (is_no_thread(c, w, k))
				continue;
			values[n] = bind_path(b, c->values.at[w->value_first + k]);
			if (path_mentions_value_of(&b->fr->paths, values[n], c->func))
				values[n] = 0;
			unknown |= !values[n++];
		}
		for (uint32_t k = 0; k < n; k++) {
			if (!values[k])
				continue;
			memory_contain(b->fr, s, address, values[k]);
			if (w->shared)
				memory_escape(b->fr, s, values[k]);
		}
		frame_mention(b->fr, address);
		join_overwritten(b->fr, s, address, w->size, n == 1 ? values[0] : 0);
		memory_store(b->fr, s, address, w->size, values, n, unknown, w->must);
	}
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

void bind_escapes(struct binding *b, struct state *s)
{
	escape_extra(b, s);
	for (uint32_t i = 0; i < b->arg_count && i < 64; i++) {
		if (b->callee->escapes >> i & 1)
			memory_escape(b->fr, s, b->args[i]);
		if (b->callee->escapes_behind >> i & 1)
			memory_escape_behind(b->fr, s, b->args[i]);
	}
	for (uint32_t i = 64; i < b->arg_count; i++)
		memory_escape(b->fr, s, b->args[i]);
}

/* Our name for the place where the callee has found something, whatever is there now. */
static path_id bind_place(struct binding *b, path_id id)
{
	const struct path x = *path_at(&b->callee->paths, id);
	path_id p = bind_path(b, id);
	if (p || (x.kind != PATH_LOAD && x.kind != PATH_OFFSET))
		return p;
	p = bind_place(b, x.a);
	if (!p)
		return 0;
	return x.kind == PATH_LOAD ? path_load(&b->fr->paths, p)
				   : path_offset(&b->fr->paths, p, x.imm);
}

/* What a pointer holds may have several names here, and so none; of the place where it is it may be
 * known that this is never one to the function. */
static bool may_target_there(struct binding *b, path_id pointer, sym_id target)
{
	path_id p = bind_place(b, pointer);
	return !p || facts_may_target(b->fr, p, target);
}

/* Can the facts hold here? Those that still depend on our callers are kept. */
static bool import_facts(struct binding *b, const struct access *a)
{
	struct frame *fr = b->fr;
	for (uint32_t i = 0; i < a->fact_count; i++) {
		struct fact f = b->callee->facts.at[a->fact_first + i];
		path_id path = bind_path(b, f.path);
		if (!path && f.target && !may_target_there(b, f.path, f.target))
			return false;
		f.path = path;
		if (!f.path)
			continue;
		struct fact known = facts_of(fr, b->s, f.path);
		if (f.target ? !facts_may_target(fr, f.path, f.target) ||
				       !entry_may_name(fr, b->s, f.path, f.target)
			     : !(known.signs & f.signs) ||
				       (known.exact && f.exact && known.value != f.value))
			return false;
		if (path_is_open(&fr->paths, f.path) && fr->extra_count < MAX_FACTS)
			fr->extra[fr->extra_count++] = f;
	}
	return true;
}

/* May the callee, or others while it runs, find the object in what gets out there? */
static bool is_found_inside(struct binding *b, path_id p)
{
	uint64_t out = b->callee->escapes | b->callee->escapes_behind;
	for (uint32_t i = 0; i < b->arg_count && i < 64 && out >> i; i++)
		if (out >> i & 1 && memory_is_inside(b->fr, b->args[i], p))
			return true;
	return false;
}

/* An access of the callee to memory that nobody else can reach. */
static bool is_of_private(struct binding *b, const struct access *a, path_id p)
{
	return p && !(a->flags & ACCESSF_ESCAPED) && memory_is_own(b->fr, b->s, p) &&
	       !is_found_inside(b, p);
}

static bool changes_order(const struct order *o)
{
	return o->running || o->started || o->joined_count || o->phase_count || o->alone ||
	       o->mask.blocked || o->mask.opened || o->replaced;
}

/* What of the callee's was seen from here last: most is asked for again at once. */
struct seen_from_here {
	uint32_t chain, our_chain;
	escape_node node, our_node;
};

static void see_from_here(struct binding *b, struct seen_from_here *last, struct access *a)
{
	const struct escape *e = b->fr->in->escape;
	if (a->chain != last->chain)
		last->our_chain = bind_chain(b->fr, b->inst, b->callee, a->chain);
	if (e && a->node != last->node)
		last->our_node = escape_in_caller(e, b->fr->func, b->inst, b->callee->func,
						  a->node);
	last->chain = a->chain;
	last->node = a->node;
	a->chain = last->our_chain;
	a->node = last->our_node;
}

static void import_accesses(struct binding *b)
{
	const struct summary *c = b->callee;
	struct seen_from_here last = {.chain = UINT32_MAX, .node = UINT32_MAX};
	uint32_t own_extra = b->fr->extra_count;
	struct state at;
	bool moved = true;
	for (uint32_t i = 0; i < c->open.n; i++) {
		struct access a = c->open.at[i];
		path_id p = bind_path(b, a.path);
		b->fr->extra_count = own_extra;
		if (is_of_private(b, &a, p) || !import_facts(b, &a))
			continue;
		bool loses = bind_loses_lock(b, a.lockset);
		a.path = p && !loses ? p : bind_outside(b, a.path);
		a.except = a.except ? bind_path(b, a.except) : 0;
		if (frame_in_loop(b->fr, b->inst))
			a.flags |= ACCESSF_LOOP;
		if (moved)
			state_assign(&at, b->s);
		if (loses)
			bind_locks_inside(b, a.lockset, &at.locks);
		else
			lockset_copy(&at.locks, bind_locks(b, a.lockset));
		moved = changes_order(&c->orders.at[a.ordering]);
		if (moved)
			bind_order(b, &at, &c->orders.at[a.ordering]);
		see_from_here(b, &last, &a);
		a.fact_first = a.fact_count = 0;
		export_access(b->fr, &at, a);
	}
	b->fr->extra_count = own_extra;
}

/* Whether its accesses are copied or not: who posts a semaphore by a helper does so here. */
static void import_syncs(struct binding *b)
{
	const struct summary *c = b->callee;
	for (uint32_t i = 0; i < c->syncs.n; i++) {
		struct sync y = c->syncs.at[i];
		if (!path_is_open(&c->paths, y.object))
			continue;
		y.object = bind_or_outside(b, y.object);
		if (y.kind == SYNC_SEM_POST && lockset_find(&b->s->locks, y.object))
			y.value = 0;
		y.chain = bind_chain(b->fr, b->inst, c, y.chain);
		export_sync(b->fr, y);
	}
}

/* Copies a chain of the callee behind our call. */
static uint32_t bind_way(struct frame *fr, uint32_t inst, const struct summary *c,
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

uint32_t bind_chain(struct frame *fr, uint32_t inst, const struct summary *c, uint32_t chain)
{
	uint32_t ours = bind_way(fr, inst, c, chain);
	uint32_t other = chain ? c->chains.at[chain].other : 0;
	if (other == CHAIN_ANY)
		export_any_way(fr, ours);
	for (uint32_t n = 1; other && other != CHAIN_ANY && other != chain && n < CHAIN_WAYS; n++) {
		export_way(fr, ours, bind_way(fr, inst, c, other));
		other = c->chains.at[other].other;
	}
	return ours;
}

/* ---- outcomes ---- */

void call_add_result(struct results *r, path_id p)
{
	for (uint32_t i = 0; i < r->count; i++)
		if (r->values[i] == p)
			return;
	if (!p || r->count == MAX_VALUES)
		r->unknown = true;
	else
		r->values[r->count++] = p;
}

/* The argument is, or is not, zero: what does that say about what it was computed from? */
static bool argument_possible(struct binding *b, struct state *s, const struct fact *f)
{
	struct frame *fr = b->fr;
	const struct path *x = path_at(&b->callee->paths, f->path);
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, b->inst);
	if (x->kind != PATH_FORMAL || x->a >= i->arg_count || x->a >= b->arg_count ||
	    (f->signs != SIGN_ZERO && f->signs & SIGN_ZERO))
		return true;
	ir_val v = fr->p->operands.at[i->args + x->a];
	return frame_value(fr, v) != b->args[x->a] || facts_assume(fr, s, v, f->signs != SIGN_ZERO);
}

static bool outcome_possible(struct binding *b, struct state *s, const struct outcome *o)
{
	for (uint32_t i = 0; i < o->fact_count; i++) {
		struct fact f = b->callee->facts.at[o->fact_first + i];
		if (!argument_possible(b, s, &f))
			return false;
		bool told = !(f.signs & SIGN_ZERO) || bind_is_certain(b, f.path);
		f.path = told ? bind_path(b, f.path) : 0;
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

/* Null, or memory that was made there (adopt): nobody else has it. */
static bool is_nobodys(const struct summary *c, path_id v)
{
	uint8_t kind = path_at(&c->paths, v)->kind;
	return kind == PATH_INT || kind == PATH_HEAP;
}

/* Whatever is returned, but for what nobody else has, was taken out under that lock. */
static bool returns_owned(const struct summary *c, const struct outcome *o, path_id lock)
{
	const struct lockset *l = &c->locksets.at[o->lockset];
	uint32_t found = 0;
	for (uint32_t i = 0; i < o->result_count; i++) {
		path_id v = c->values.at[o->result_first + i];
		bool owned = false;
		for (uint32_t k = 0; k < l->owned_count; k++)
			owned |= l->owned[k].value == v && l->owned[k].lock == lock;
		if (!owned && !is_nobodys(c, v))
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
		struct owned x = l->owned[i];
		path_id result = frame_value_leaf(b->fr, b->inst);
		if (!returns_owned(b->callee, o, x.lock) || !bind_lent(b, &x))
			continue;
		x.value = result;
		x.lock = x.lock ? bind_path(b, x.lock) : 0;
		taken_for_caller(b->fr, &b->s->locks, l, x, &s->locks);
		frame_mention(b->fr, result);
	}
}

/* What was known under locks that the callee has released, or gave up to wait. */
static void forget_released(struct binding *b, struct state *s, const struct outcome *o)
{
	const struct lockset *l = &b->callee->locksets.at[o->lockset];
	b->fr->waits |= b->callee->waits;
	b->fr->waits_itself |= b->callee->waits && !same_component(b->fr, b->callee->func);
	if (b->callee->waits || l->dropped_any)
		stale_release(b->fr, s, 0);
	for (uint32_t i = 0; i < l->dropped_count; i++)
		stale_release(b->fr, s, bind_or_outside(b, l->dropped[i]));
}

/* What it returns if it is not null; 0: it may be one of several. */
static path_id only_memory(struct binding *b, const struct outcome *o)
{
	path_id only = 0;
	for (uint32_t i = 0; i < o->result_count; i++) {
		path_id p = bind_path(b, b->callee->values.at[o->result_first + i]);
		if (path_at(&b->fr->paths, p)->kind == PATH_INT)
			continue;
		if (!p || only)
			return 0;
		only = p;
	}
	return only;
}

/* What branches will find out about the result. */
static struct fact result_fact(struct binding *b, const struct outcome *o)
{
	const struct paths *t = &b->callee->paths;
	path_id only = o->result_count == 1 ? b->callee->values.at[o->result_first] : 0;
	struct fact f = {.path = frame_value_leaf(b->fr, b->inst), .signs = o->signs};
	f.exact = path_at(t, only)->kind == PATH_INT;
	f.value = f.exact ? path_at(t, only)->imm : 0;
	return f;
}

static void apply_outcome(struct binding *b, const struct outcome *o, bool split,
			  struct results *r, struct state_list *out)
{
	struct state *s = state_copy(b->fr, b->s);
	if (!outcome_possible(b, s, o))
		return;
	b->result_leaf = returned_leaf(b->callee, o);
	if (b->result_leaf)
		bind_begin(b);
	forget_released(b, s, o);
	lockset_copy(&s->locks, bind_locks(b, o->lockset));
	if (b->callee->waits)
		lockset_end_settings(&s->locks, 0);
	own_result(b, s, o);
	b->fr->before = b->s;
	bind_escapes(b, s);
	memory_clobber_call(b->fr, s, b->callee, b->args, b->arg_count);
	apply_writes(b, s, (uint32_t)(o - b->callee->outcomes.at));
	b->fr->before = NULL;
	bind_order(b, s, &b->callee->orders.at[o->ordering]);
	if (b->callee->orders.at[o->ordering].running)
		stale_started(b->fr, s);
	for (uint32_t i = 0; i < o->result_count; i++) {
		path_id value = b->callee->values.at[o->result_first + i];
		path_id p = bind_path(b, value);
		if (p && !is_value_of(b, p)) {
			adopt(b, s, p, value);
			call_add_result(r, p);
		} else {
			r->unknown = true;
		}
	}
	path_id memory = only_memory(b, o);
	if (memory)
		bind_places(b, s, memory);
	r->unknown |= o->result_count == 0;
	if (split)
		facts_add(b->fr, s, result_fact(b, o));
	state_list_add(b->fr, out, s);
}

/* Is it worth telling the outcomes apart by the result? */
static bool outcomes_split(const struct summary *c)
{
	return c->outcomes.n > 1;
}

void call_summary(struct frame *fr, uint32_t inst, struct state *s,
			 const struct summary *c, const path_id *args, uint32_t n,
			 bool imports, struct results *r, struct state_list *out)
{
	struct binding b = {.fr = fr, .s = s, .inst = inst, .callee = c, .args = args,
			    .arg_count = n};
	uint32_t forks[MAX_FORKS];
	bind_begin(&b);
	b.fork_number = forks;
	if (c->forks.n)
		memset(forks, 0, sizeof(forks));
	struct ir_numbers given = chosen_by(&b);
	for (uint32_t k = 0; k < c->forks.n && k < MAX_FORKS; k++)
		forks[k] = fork_is_chosen(fr, c, k, &given) ? bind_fork(&b, k) : FORK_NOT_MADE;
	for (uint32_t k = 0; k < c->forks.n && k < MAX_FORKS && fr->recording; k++)
		if (forks[k] != FORK_NOT_MADE)
			bind_record_fork(&b, k);
	if (fr->recording && imports)
		import_accesses(&b);
	if (fr->recording)
		import_syncs(&b);
	bool split = outcomes_split(c);
	r->split |= split;
	for (uint32_t i = 0; i < c->outcomes.n; i++)
		apply_outcome(&b, &c->outcomes.at[i], split, r, out);
}
