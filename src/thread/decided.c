/* SPDX-License-Identifier: MIT */
/*
 * What is decided by numbers that functions are given (ir/decided.h): in a context that
 * binds such a formal to a number, the calls and accesses that are not reached then do
 * not happen. Only numbers that make a difference are bound, there or further down.
 * Likewise of formals that are compared with the address of a variable, and point to none of
 * those: by the sets of who calls, or because his own formal does not.
 */
#include "ir/decided.h"

#include "base/sort.h"
#include "ir/edges.h"
#include "thread/internal.h"

_Static_assert((int)IR_NUMBERS <= (int)MAX_BOUND, "formals that are bound");

/* The formals for which some call, or creation, gives a number: maybe by passing it on.
 */
static bool tell_callee(const struct threads *t, uint64_t *told, func_id f,
			const struct call *k)
{
	const struct summary *s = summary_of(t, f);
	uint64_t had = told[k->callee];
	for (uint32_t j = 0; j < k->arg_count && j < MAX_BOUND; j++) {
		const struct path *x =
			path_at(&s->paths, s->call_args.at[k->arg_first + j]);
		if (x->kind == PATH_INT ||
		    (x->kind == PATH_FORMAL && x->a < MAX_BOUND && told[f] >> x->a & 1))
			told[k->callee] |= UINT64_C(1) << j;
	}
	return had != told[k->callee];
}

static uint64_t *find_told(const struct threads *t)
{
	const struct callgraph *g = t->in.callgraph;
	uint64_t *told = xcalloc(t->in.summaries->n, sizeof(*told));
	for (thread_id id = 1; id < t->list.n; id++)
		for (const struct thread *x = thread_at(t, id); x;
		     x = thread_next_beginning(t, x))
			if (x->param < MAX_BOUND)
				told[x->entry] |= UINT64_C(1) << x->param;
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = g->member_at[g->component_count]; i-- > 0;) {
			func_id f = g->members[i];
			const struct summary *s = summary_of(t, f);
			for (uint32_t k = 0; k < s->calls.n; k++)
				more |= tell_callee(t, told, f, &s->calls.at[k]);
		}
	}
	return told;
}

/* Callees first, so that what callers pass on is seen at once. */
static void find_passed(struct threads *t)
{
	const struct callgraph *g = t->in.callgraph;
	struct decided *d = &t->memo->decided;
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = 0; i < g->member_at[g->component_count]; i++) {
			func_id f = g->members[i];
			const struct summary *s = summary_of(t, f);
			uint64_t had = d->passed[f];
			for (uint32_t k = 0; k < s->calls.n; k++) {
				func_id to = s->calls.at[k].callee;
				d->passed[f] |= formals_passed(
					s, &s->calls.at[k], d->own[to] | d->passed[to]);
			}
			more |= had != d->passed[f];
		}
	}
}

/* ---- pointers that are compared with variables ---- */

struct comparing {
	const struct pointers *pt;
	VEC(uint64_t) objects; /* 0: one of which nothing is known */
};

static void add_variable(void *context, sym_id variable)
{
	struct comparing *x = context;
	vec_push(&x->objects, pointers_object_of_symbol(x->pt, variable));
}

/* All variables that formals are compared with, as one set. */
static void keep_variables(struct decided *d, struct comparing *x)
{
	uint32_t n = sort_u64_set(x->objects.at, x->objects.n);
	d->variables = (struct pt_set){.copies = true, .unknown = n && !x->objects.at[0]};
	for (uint32_t i = 0; i < n; i++)
		pointers_add_object(x->pt, (obj_id)x->objects.at[i], &d->variables);
	vec_free(&x->objects);
}

/* The formals of f that it passes on as those. */
static uint64_t passed_on(const struct threads *t, func_id f, const struct call *k,
			  uint64_t below)
{
	const struct program *p = t->in.program;
	uint64_t set = 0;
	for (uint32_t j = 0; j < IR_NUMBERS && below >> j; j++) {
		ir_val v = ir_passed(p, &p->funcs.at[f], k->inst, p->funcs.at[k->callee].sym, j);
		uint32_t formal = below >> j & 1 ? ir_formal_of(p, &p->funcs.at[f], v)
						 : IR_NUMBERS;
		set |= formal < IR_NUMBERS ? UINT64_C(1) << formal : 0;
	}
	return set;
}

static void find_compared(struct threads *t)
{
	const struct program *p = t->in.program;
	const struct callgraph *g = t->in.callgraph;
	struct decided *d = &t->memo->decided;
	struct comparing all = {.pt = t->in.pointers};
	uint32_t n = t->in.summaries->n;
	d->compared = xcalloc(n, sizeof(uint64_t));
	d->asked = xcalloc(n, sizeof(uint64_t));
	for (func_id f = 1; f < n; f++)
		d->asked[f] = d->compared[f] =
			ir_compared(p, &p->funcs.at[f], add_variable, &all);
	keep_variables(d, &all);
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = 0; i < g->member_at[g->component_count]; i++) {
			func_id f = g->members[i];
			const struct summary *s = summary_of(t, f);
			uint64_t had = d->asked[f];
			for (uint32_t k = 0; k < s->calls.n; k++)
				d->asked[f] |= passed_on(t, f, &s->calls.at[k],
							 d->asked[s->calls.at[k].callee]);
			more |= had != d->asked[f];
		}
	}
}

static bool is_apart(struct threads *t, const struct context *x, ir_val v, uint64_t ours)
{
	const struct program *p = t->in.program;
	uint32_t formal = ir_formal_of(p, &p->funcs.at[x->func], v);
	struct pt_set set = {.copies = true};
	if (!v || (formal < IR_NUMBERS && ours >> formal & 1))
		return v;
	pointers_of_value(t->in.pointers, x->func, v, &set);
	bool apart = set.locs.n > 0 &&
		     pt_sets_apart(t->in.pointers, &set, &t->memo->decided.variables);
	pt_set_free(&set);
	return apart;
}

uint64_t formals_apart(struct threads *t, context_id c, const struct call *k)
{
	const struct program *p = t->in.program;
	const struct context x = *context_at(t, c);
	uint64_t asked = t->memo->decided.asked[k->callee], set = 0;
	path_id ours[BINDING_SIZE] = {0};
	if (!asked)
		return 0;
	binding_load(t, x.binding, ours);
	for (uint32_t j = 0; j < IR_NUMBERS; j++) {
		ir_val v = asked >> j & 1 ? ir_passed(p, &p->funcs.at[x.func], k->inst,
						      p->funcs.at[k->callee].sym, j)
					  : 0;
		if (v && is_apart(t, &x, v, ours[APART_AT]))
			set |= UINT64_C(1) << j;
	}
	return set;
}

/* ---- all that decides ---- */

void find_deciding(struct threads *t)
{
	const struct program *p = t->in.program;
	uint32_t n = t->in.summaries->n;
	struct decided *d = &t->memo->decided;
	uint64_t *told = find_told(t);
	free(d->own);
	free(d->passed);
	vec_clear(&d->key_of); /* more formals may decide now */
	if (!d->compared)
		find_compared(t);
	d->own = xcalloc(n, sizeof(uint64_t));
	d->passed = xcalloc(n, sizeof(uint64_t));
	for (func_id f = 1; f < n; f++)
		d->own[f] = told[f] ? told[f] & ir_deciding(p, &p->funcs.at[f]) : 0;
	find_passed(t);
	for (func_id f = 1; f < n; f++)
		d->passed[f] &= told[f];
	free(told);
}

/* ---- by function and numbers ---- */

/* 0: no number is given that decides something. */
static uint32_t key_of_numbers(struct threads *t, func_id f, const struct ir_numbers *given)
{
	struct decided *d = &t->memo->decided;
	const struct program *p = t->in.program;
	struct {
		uint64_t func;
		struct ir_numbers given;
	} key = {f, *given};
	uint32_t id = given->known || given->apart ? intern_bytes(&d->keys, &key, sizeof(key)) : 0;
	while (d->reached.n <= id)
		vec_push(&d->reached, ((struct reached_blocks){0}));
	if (id && !d->reached.at[id].known)
		d->reached.at[id] = (struct reached_blocks){
			ir_reached_for(p, &p->funcs.at[f], given), true};
	return id;
}

/* Of what formals are bound to, the numbers that decide something. */
static struct ir_numbers numbers_in(const struct threads *t, const path_id *at,
				    uint64_t deciding)
{
	struct ir_numbers out = {0};
	for (uint32_t i = 0; i < IR_NUMBERS && deciding; i++) {
		const struct path *x = path_at(&t->paths, at[i]);
		if (!at[i] || !(deciding >> i & 1) || x->kind != PATH_INT)
			continue;
		out.known |= UINT64_C(1) << i;
		out.at[i] = x->imm;
	}
	return out;
}

const bool *threads_reached_for(struct threads *t, func_id f, const struct ir_numbers *given)
{
	struct ir_numbers own = {0};
	for (uint32_t i = 0; i < IR_NUMBERS; i++) {
		if (!(given->known & t->memo->decided.own[f] & UINT64_C(1) << i))
			continue;
		own.known |= UINT64_C(1) << i;
		own.at[i] = given->at[i];
	}
	uint32_t key = key_of_numbers(t, f, &own);
	return t->memo->decided.reached.at[key].at;
}

uint64_t numbers_that_decide(struct threads *t, func_id f, const path_id *args)
{
	const struct decided *d = &t->memo->decided;
	uint64_t numbers = numbers_in(t, args, d->own[f] | d->passed[f]).known;
	struct ir_numbers own = numbers_in(t, args, d->own[f]);
	uint32_t key = key_of_numbers(t, f, &own);
	return d->reached.at[key].at ? numbers : numbers & d->passed[f];
}

static const bool *decided_blocks(struct threads *t, func_id f, binding_id b)
{
	struct decided *d = &t->memo->decided;
	path_id at[BINDING_SIZE] = {0};
	if (!b || (!d->own[f] && !d->compared[f]))
		return NULL;
	uint32_t number = number_of_bound(t, f, b);
	while (d->key_of.n <= number)
		vec_push(&d->key_of, 0);
	if (!d->key_of.at[number]) {
		binding_load(t, b, at);
		struct ir_numbers own = numbers_in(t, at, d->own[f]);
		own.apart = at[APART_AT] & d->compared[f];
		d->key_of.at[number] = key_of_numbers(t, f, &own) + 1;
	}
	return d->reached.at[d->key_of.at[number] - 1].at;
}

bool threads_comes_to(struct threads *t, context_id c, uint32_t inst)
{
	const struct context *x = context_at(t, c);
	const bool *reached = decided_blocks(t, x->func, x->binding);
	const struct program *p = t->in.program;
	return !reached || reached[ir_block_of(p, &p->funcs.at[x->func], inst)];
}

bool threads_is_decided(const struct threads *t, func_id f)
{
	return t->memo->decided.own[f] || t->memo->decided.compared[f];
}

void decided_free(struct decided *d)
{
	for (uint32_t i = 0; i < d->reached.n; i++)
		free(d->reached.at[i].at);
	vec_free(&d->reached);
	vec_free(&d->key_of);
	intern_free(&d->keys);
	free(d->own);
	free(d->passed);
	free(d->compared);
	free(d->asked);
	pt_set_free(&d->variables);
}
