/* SPDX-License-Identifier: MIT */
/*
 * Call records: who is called, with which locks held and which arguments. For accesses further
 * down that are looked at where they are, a record has all that a copy of them would have been
 * bound with here: what memory holds that they are reached through, which objects nobody else can
 * reach yet, and a record for each of the things that an argument may be.
 */
#include "analysis/calls/call_record.h"

#include "analysis/builder.h"
#include "analysis/calls/bind.h"
#include "analysis/calls/pointed.h"
#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"

struct recorded {
	struct call call; /* but for its ranges */
	path_id args[64];
	struct content known[MAX_KNOWN];
	uint32_t known_count;
	const struct lockset *locks;
	const uint32_t *ruled;
	uint32_t ruled_count;
	uint64_t asked; /* formals of the callee */
};

/* ---- what is the same in all states that have the same locks and order ---- */

/* What is ruled out by one state only is possible. */
static void keep_ruled(struct builder *b, struct call *c, const struct recorded *x)
{
	uint32_t *at = b->ruled_out.n ? &b->ruled_out.at[c->ruled_first] : NULL, kept = 0, k = 0;
	for (uint32_t i = 0; i < c->ruled_count; i++) {
		while (k < x->ruled_count && x->ruled[k] < at[i])
			k++;
		if (k < x->ruled_count && x->ruled[k] == at[i])
			at[kept++] = at[i];
	}
	c->ruled_count = kept;
}

/* What differs is not known, nor what is somebody's own in one state only. */
static void keep_known(struct builder *b, struct call *c, const struct recorded *x)
{
	c->own &= x->call.own;
	c->taken &= x->call.taken;
	c->out |= x->call.out;
	for (uint32_t i = 0; i < c->known_count; i++) {
		struct content *at = &b->known.at[c->known_first + i];
		if (at->address != x->known[i].address)
			at->address = at->value = 0;
		else if (at->value != x->known[i].value)
			at->value = 0;
	}
}

static bool has_same_args(const struct builder *b, const struct call *c, const struct recorded *x)
{
	for (uint32_t i = 0; i < c->arg_count && i < 64; i++)
		if (b->call_args.at[c->arg_first + i] != x->args[i])
			return false;
	return true;
}

static void push_call(struct frame *fr, const struct recorded *x, const path_id *args)
{
	struct builder *b = fr->builder;
	struct call c = x->call;
	c.lockset = export_lockset(fr, x->locks);
	for (uint32_t i = b->calls.n; i-- > 0 && b->calls.at[i].inst == c.inst;) {
		struct call *y = &b->calls.at[i];
		if (y->callee != c.callee || y->lockset != c.lockset ||
		    y->ordering != c.ordering || y->flags != c.flags || !has_same_args(b, y, x))
			continue;
		keep_ruled(b, y, x);
		keep_known(b, y, x);
		return;
	}
	c.arg_first = b->call_args.n;
	c.ruled_first = b->ruled_out.n;
	c.ruled_count = x->ruled_count;
	c.known_first = b->known.n;
	c.known_count = x->known_count;
	for (uint32_t i = 0; i < x->ruled_count; i++)
		vec_push(&b->ruled_out, x->ruled[i]);
	for (uint32_t i = 0; i < x->known_count; i++)
		vec_push(&b->known, x->known[i]);
	for (uint32_t i = 0; i < c.arg_count; i++)
		vec_push(&b->call_args, i < 64 ? x->args[i] : args[i]);
	vec_push(&b->calls, c);
}

/* ---- what is told of a call ---- */

/* Nobody else can reach it, and no other thread finds it in what gets out while the callee runs. */
static bool is_own(struct frame *fr, struct state *s, const struct summary *c,
		   const struct recorded *x, path_id p)
{
	uint64_t out = c->escapes | c->escapes_behind;
	if (!p || !memory_is_private(fr, s, p))
		return false;
	for (uint32_t i = 0; i < x->call.arg_count && i < 64 && out >> i; i++)
		if (out >> i & 1 && memory_is_inside(fr, x->args[i], p))
			return false;
	return true;
}

static void find_out(struct frame *fr, struct state *s, struct recorded *x)
{
	for (uint32_t i = 0; i < x->call.arg_count && i < OWN_KNOWN; i++)
		if (memory_has_got_out(fr, s, x->args[i]))
			x->call.out |= 1u << i;
	for (uint32_t i = 0; i < x->known_count; i++)
		if (memory_has_got_out(fr, s, x->known[i].value))
			x->call.out |= 1u << (OWN_KNOWN + i);
}

/* Memory of the callee that no other thread ever finds when it is called from here. */
static bool is_hidden(const struct frame *fr, const struct recorded *x, escape_node n)
{
	const struct escape *e = fr->in->escape;
	n = e && n ? escape_in_caller(e, fr->func, x->call.inst, x->call.callee, n) : 0;
	return n && escape_is_private(e, n);
}

static void find_own(struct frame *fr, struct state *s, const struct summary *c,
		     struct recorded *x)
{
	const struct escape *e = fr->in->escape;
	uint32_t formals = fr->p->funcs.at[c->func].param_count;
	for (uint32_t i = 0; i < x->call.arg_count && i < OWN_KNOWN; i++) {
		ir_val v = ir_val_make(VAL_PARAM, i);
		escape_node n = e && i < formals ? escape_of_value(e, c->func, v) : 0;
		if (x->asked >> i & 1 &&
		    (is_own(fr, s, c, x, x->args[i]) || is_hidden(fr, x, n)))
			x->call.own |= 1u << i;
	}
	for (uint32_t i = 0; i < x->known_count; i++)
		if (is_own(fr, s, c, x, x->known[i].value) ||
		    is_hidden(fr, x, c->loads.at[i].node))
			x->call.own |= 1u << (OWN_KNOWN + i);
}

static bool is_taken(const struct frame *fr, const struct lockset *l, path_id p)
{
	for (; p; p = path_at(&fr->paths, p)->a) {
		for (uint32_t i = 0; i < l->owned_count; i++)
			if (l->owned[i].value == p && l->owned[i].lock)
				return true;
		const struct path *x = path_at(&fr->paths, p);
		if (x->kind != PATH_OFFSET && x->kind != PATH_INDEX)
			break;
	}
	return false;
}

static void find_taken(struct frame *fr, const struct state *s, struct recorded *x)
{
	for (uint32_t i = 0; i < x->call.arg_count && i < OWN_KNOWN; i++)
		if (is_taken(fr, &s->locks, x->args[i]))
			x->call.taken |= 1u << i;
	for (uint32_t i = 0; i < x->known_count; i++)
		if (is_taken(fr, &s->locks, x->known[i].value))
			x->call.taken |= 1u << (OWN_KNOWN + i);
}

/* What memory holds that the callee, or others below it, ask for: each has its place. */
static void find_known(struct binding *b, struct recorded *x)
{
	const struct summary *c = b->callee;
	uint32_t n = x->call.flags & CALLF_OPEN ? c->loads.n : c->asked.below_count;
	bind_begin(b);
	x->known_count = n;
	for (uint32_t i = 0; i < n; i++) {
		path_id load = c->loads.at[i].path;
		path_id address = bind_path(b, path_at(&c->paths, load)->a);
		x->known[i] = (struct content){address, address ? bind_path(b, load) : 0};
	}
}

/* ---- one of several things ---- */

static path_id to_tell(const struct frame *fr, const struct recorded *x)
{
	path_id leaf = 0;
	for (uint32_t i = 0; i < x->call.arg_count && i < 64 && !leaf; i++)
		leaf = x->asked >> i & 1 ? export_expandable(fr, x->args[i]) : 0;
	for (uint32_t i = 0; i < x->known_count && !leaf; i++)
		leaf = export_expandable(fr, x->known[i].value);
	return leaf;
}

static void put_in(struct frame *fr, struct recorded *x, struct substitution by)
{
	for (uint32_t i = 0; i < x->call.arg_count && i < 64; i++)
		x->args[i] = path_substitute(&fr->paths, x->args[i], by.from, by.to);
	for (uint32_t i = 0; i < x->known_count; i++) {
		struct content *k = &x->known[i];
		if (k->address)
			k->address = path_substitute(&fr->paths, k->address, by.from, by.to);
		if (k->value)
			k->value = path_substitute(&fr->paths, k->value, by.from, by.to);
	}
	struct lockset *locks = ARENA_NEW(fr->scratch, struct lockset);
	lockset_copy(locks, x->locks);
	export_substitute_locks(fr, locks, by);
	x->locks = locks;
}

/* 'if (p)': not null, here. */
static bool is_ruled_out(struct frame *fr, const struct state *s, path_id leaf, path_id value)
{
	const struct path *x = path_at(&fr->paths, value);
	return x->kind == PATH_INT &&
	       !(facts_of(fr, s, leaf).signs & facts_signs_of_int(x->imm));
}

static void record_cases(struct frame *fr, struct state *s, const struct summary *c,
			 struct recorded *x, const path_id *args, uint32_t *left)
{
	path_id leaf = c ? to_tell(fr, x) : 0;
	const struct alternatives *alt = leaf ? frame_alternatives(fr, leaf) : NULL;
	if (alt && *left >= alt->count) {
		*left -= alt->count;
		for (uint32_t i = 0; i < alt->count; i++) {
			struct recorded y = *x;
			if (is_ruled_out(fr, s, leaf, alt->values[i]))
				continue;
			put_in(fr, &y, (struct substitution){leaf, alt->values[i]});
			record_cases(fr, s, c, &y, args, left);
		}
		return;
	}
	find_out(fr, s, x);
	if (c) {
		find_taken(fr, s, x);
		find_own(fr, s, c, x);
	}
	push_call(fr, x, args);
}

void call_record(struct frame *fr, struct state *s, uint32_t inst, func_id callee,
		 const struct summary *c, const path_id *args, uint32_t n, uint8_t flags)
{
	struct recorded *x = ARENA_NEW(fr->scratch, struct recorded);
	uint32_t *ruled = c ? ARENA_ARRAY(fr->scratch, uint32_t, c->pointed.n + 1u) : NULL;
	uint32_t left = MAX_EXPANSIONS;
	x->ruled = ruled;
	x->ruled_count = c ? pointed_rule_out(fr, s, inst, c, args, n, ruled) : 0;
	pointed_note(fr, inst, callee);
	if (c)
		x->asked = c->asked.below | (flags & CALLF_OPEN ? c->asked.here : 0);
	if (x->asked)
		flags |= CALLF_REFERS;
	x->call = (struct call){.inst = inst, .callee = callee, .flags = flags,
				.pointer = fr->called, .ordering = export_order(fr, s),
				.arg_count = n};
	for (uint32_t i = 0; i < n && i < 64; i++)
		x->args[i] = args[i];
	x->locks = &s->locks;
	struct binding b = {.fr = fr, .s = s, .inst = inst, .callee = c, .args = args,
			    .arg_count = n};
	if (x->asked)
		find_known(&b, x);
	record_cases(fr, s, x->asked ? c : NULL, x, args, &left);
}
