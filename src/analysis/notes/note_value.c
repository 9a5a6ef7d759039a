/* SPDX-License-Identifier: MIT */
/*
 * Values that paths, accesses and locks are named by: what they are declared to point to,
 * and where they were found.
 */
#include "analysis/notes/notes.h"
#include "ir/address.h"
#include "ir/names.h"
#include "ir/valuetype.h"

static const struct ir_inst *inst_of(const struct noter *n, ir_val v)
{
	return ir_inst_at(n->p, n->fn, ir_val_index(v));
}

/* ---- locks ---- */

/* The argument that a call takes or makes a lock by. */
static void note_lock(struct noter *n, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(n->p, n->fn, inst);
	struct lock_note x = {.inst = inst};
	for (uint32_t k = 0; k < n->locks.n; k++)
		if (n->locks.at[k].inst == inst)
			return;
	if (i->op != OP_CALL || !i->arg_count)
		return;
	x.argument = n->p->operands.at[i->args];
	x.base = ir_base_of(n->p, n->fn, x.argument, BASE_CASTS, &x.distance);
	x.cell = ir_loaded_from(n->p, n->fn, x.base);
	vec_push(&n->locks, x);
	note_want(n, x.argument);
}

static int by_inst(const void *a, const void *b)
{
	const struct lock_note *x = a, *y = b;
	return x->inst < y->inst ? -1 : x->inst > y->inst;
}

void note_locks(struct noter *n)
{
	const struct summary *s = n->s;
	for (uint32_t i = 0; i < s->locksets.n; i++) {
		const struct lockset *l = &s->locksets.at[i];
		for (uint32_t k = 0; k < l->held_count; k++)
			if (l->held[k].func == n->func)
				note_lock(n, l->held[k].inst);
	}
	for (uint32_t i = 0; i < s->syncs.n; i++)
		if (s->syncs.at[i].func == n->func)
			note_lock(n, s->syncs.at[i].inst);
	if (n->locks.n)
		qsort(n->locks.at, n->locks.n, sizeof(*n->locks.at), by_inst);
}

/* The memory was found through a pointer, which lies in something that may have a lock.
 */
static void note_found(struct noter *n, uint32_t inst)
{
	int64_t ignored = 0;
	struct found_note x = {.address = inst};
	ir_val v = ir_base_of(n->p, n->fn, ir_val_make(VAL_INST, inst),
			      BASE_CASTS | BASE_INDICES, &ignored);
	ir_val cell = ir_loaded_from(n->p, n->fn, v);
	if (!cell)
		return;
	x.base = ir_base_of(n->p, n->fn, cell, BASE_CASTS, &x.distance);
	x.cell = ir_loaded_from(n->p, n->fn, x.base);
	vec_push(&n->found, x);
}

/* ---- what it is declared to point to ---- */

/* Loaded from what a parameter or a local variable of the function points to or is? */
static bool is_found_nearby(const struct noter *n, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(n->p, n->fn, inst);
	int64_t ignored = 0;
	if (i->op != OP_LOAD)
		return false;
	ir_val v = ir_base_of(n->p, n->fn, i->a, BASE_CASTS, &ignored);
	return ir_val_tag(v) == VAL_PARAM ||
	       (ir_val_tag(v) == VAL_INST && inst_of(n, v)->op == OP_LOCAL);
}

/* ---- from where it is found ---- */

enum { MAX_TRACED = 48 };

struct trace {
	ir_val at[MAX_TRACED]; /* to look at, and looked at */
	uint32_t n;
};

static void trace_add(struct trace *t, ir_val v)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->at[i] == v)
			return;
	if (v && t->n < MAX_TRACED)
		t->at[t->n++] = v;
}

/* What the value is computed from, the address of what it was loaded from included. */
static void trace_operands(const struct noter *n, const struct ir_inst *i,
			   struct trace *t)
{
	const ir_val *args = n->p->operands.at + i->args;
	switch (i->op) {
	case OP_OFFSET:
	case OP_CAST:
	case OP_LOAD:
	case OP_INDEX:
		trace_add(t, i->a);
		break;
	case OP_ARITH:
		trace_add(t, i->a);
		trace_add(t, i->b);
		break;
	case OP_SELECT:
		trace_add(t, i->b);
		trace_add(t, i->c);
		break;
	case OP_PHI:
		for (uint32_t k = 0; k + 1 < i->arg_count; k += 2)
			trace_add(t, args[k + 1]);
		break;
	case OP_CALL:
		for (uint32_t k = 0; k < i->arg_count; k++)
			trace_add(t, args[k]);
		break;
	default:
		break;
	}
}

static bool is_shared_variable(const struct program *p, ir_val v)
{
	sym_id s = ir_val_tag(v) == VAL_CONST ? p->consts.at[ir_val_index(v)].sym : 0;
	return s && p->symbols.at[s].kind == SYM_VARIABLE &&
	       !(p->symbols.at[s].flags & (SYMF_THREAD_LOCAL | SYMF_CONST | SYMF_STRING));
}

static bool is_pointer(const struct program *p, const struct ir_func *fn, uint32_t k)
{
	type_id t = p->params.at[fn->param_first + k].type;
	return p->types.at[type_strip(p, t)].kind == TYPE_POINTER;
}

static bool is_pointer_to_pointer(const struct program *p, const struct ir_func *fn, uint32_t k)
{
	type_id t = type_target(p, p->params.at[fn->param_first + k].type);
	return t && p->types.at[type_strip(p, t)].kind == TYPE_POINTER;
}

/* A function of the program that is given no pointer has what it returns from a variable,
 * if it does not make it. */
static bool is_looked_up(const struct noter *n, ir_val v)
{
	const struct program *p = n->p;
	const struct ir_inst *i = inst_of(n, v);
	if (pointers_object_at(n->in->pointers, n->func, ir_val_index(v)))
		return false;
	sym_id callee = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
	const struct ir_func *fn = &p->funcs.at[callee ? p->symbols.at[callee].func : 0];
	for (uint32_t k = 0; k < fn->param_count; k++)
		if (is_pointer(p, fn, k))
			return false;
	return fn->sym;
}

static void note_filled_by(struct noter *n, uint32_t inst, uint32_t arg, bool shared)
{
	int64_t bytes = 0;
	const struct ir_inst *i = ir_inst_at(n->p, n->fn, inst);
	ir_val v = n->p->operands.at[i->args + arg];
	struct filled x = {ir_base_of(n->p, n->fn, v, BASE_CASTS | BASE_INDICES, &bytes), inst,
			   shared};
	if (ir_val_tag(x.memory) == VAL_INST)
		vec_push(&n->filled, x);
}

/* Does the function put something there that it has not just made: in what the parameter points to,
 * or does it pass that on? */
static bool puts_found(const struct noter *n, func_id f, uint32_t param)
{
	const struct ir_func *fn = &n->p->funcs.at[f];
	ir_val address = ir_val_make(VAL_PARAM, param);
	for (uint32_t k = 0; k < fn->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(n->p, fn, k);
		if (i->op == OP_STORE && i->a == address && ir_val_tag(i->b) != VAL_CONST &&
		    !(ir_val_tag(i->b) == VAL_INST &&
		      pointers_object_at(n->in->pointers, f, ir_val_index(i->b))))
			return true;
		for (uint32_t a = 0; i->op == OP_CALL && a < i->arg_count; a++)
			if (n->p->operands.at[i->args + a] == address)
				return true;
	}
	return false;
}

/* 'get(&p)': a local variable is given to a function of the program, which puts a pointer there. */
static void note_filled_local(struct noter *n, uint32_t inst, const struct ir_inst *i)
{
	sym_id callee = ir_val_symbol(n->p, i->a);
	func_id f = callee ? n->p->symbols.at[callee].func : 0;
	const struct ir_func *fn = &n->p->funcs.at[f];
	uint32_t pointers = 0;
	for (uint32_t k = 0; f && k < fn->param_count; k++)
		pointers += is_pointer(n->p, fn, k);
	for (uint32_t k = 0; f && k < i->arg_count && k < fn->param_count; k++) {
		ir_val v = n->p->operands.at[i->args + k];
		if (ir_val_tag(v) == VAL_INST && inst_of(n, v)->op == OP_LOCAL &&
		    is_pointer_to_pointer(n->p, fn, k) && puts_found(n, f, k))
			note_filled_by(n, inst, k, pointers == 1);
	}
}

/* Memory that the library fills with pointers which it was given, by any thread (the events of
 * epoll): what is found there is found in what is one for all. */
static void note_filled(struct noter *n, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(n->p, n->fn, inst);
	const struct model *m =
		i->op == OP_CALL ? pointers_called_model(n->in->pointers, n->func, inst) : NULL;
	const struct effect *e = m ? model_effect(m, EFFECT_GIVES) : NULL;
	if (e && e->arg >= 0 && (uint32_t)e->arg < i->arg_count)
		note_filled_by(n, inst, (uint32_t)e->arg, true);
	else if (i->op == OP_CALL && !m)
		note_filled_local(n, inst, i);
}

static void trace_filled(struct noter *n, ir_val v, struct trace *t, struct pointee *x)
{
	for (uint32_t i = 0; i < n->filled.n; i++) {
		const struct filled *f = &n->filled.at[i];
		if (f->memory != v)
			continue;
		x->shared |= f->shared;
		if (!f->shared)
			trace_operands(n, ir_inst_at(n->p, n->fn, f->call), t);
	}
}

/* May the value be a pointer to the whole object? What is loaded may be one to an
 * element, but mostly such a pointer is that to an array. */
static bool is_to_whole(const struct noter *n, ir_val v, obj_id o)
{
	enum ir_op op = ir_val_tag(v) == VAL_INST ? inst_of(n, v)->op : OP_PHI;
	if (op != OP_LOAD && op != OP_CALL && op != OP_PHI && op != OP_SELECT)
		return false;
	return op == OP_LOAD || !pointers_object(n->in->pointers, o)->array ||
	       (op == OP_CALL &&
		pointers_object_at(n->in->pointers, n->func, ir_val_index(v)) == o);
}

/* The object, if it is certain which one the pointer means, but for when it was
 * allocated. */
static void note_through(struct noter *n, ir_val v, struct pointee *x)
{
	struct pt_set *s = &n->set;
	if (ir_val_tag(v) != VAL_INST && ir_val_tag(v) != VAL_PARAM)
		return;
	pointers_of_value(n->in->pointers, n->func, v, s);
	for (uint32_t i = 1; i < s->locs.n; i++)
		if (s->locs.at[i].obj != s->locs.at[0].obj)
			return;
	if (!s->locs.n || s->unknown || !is_to_whole(n, v, s->locs.at[0].obj))
		return;
	for (uint32_t i = 0; i < x->through_count; i++)
		if (n->through.at[x->through_first + i] == s->locs.at[0].obj)
			return;
	vec_push(&n->through, s->locs.at[0].obj);
	x->through_count++;
}

/* Which variables and parameters lead to it, and through which objects, by any of the
 * ways it may have been found. */
static void note_sources(struct noter *n, struct pointee *x)
{
	struct trace t = {.at = {ir_val_make(VAL_INST, x->inst)}, .n = 1};
	x->through_first = n->through.n;
	for (uint32_t i = 0; i < t.n; i++) {
		ir_val v = t.at[i];
		if (i)
			note_through(n, v, x);
		if (ir_val_tag(v) == VAL_INST) {
			x->shared |= is_looked_up(n, v);
			trace_filled(n, v, &t, x);
			trace_operands(n, inst_of(n, v), &t);
		} else if (ir_val_tag(v) == VAL_PARAM && ir_val_index(v) < 8)
			x->params |= (uint8_t)(1u << ir_val_index(v));
		x->shared |= is_shared_variable(n->p, v);
	}
}

/* The base of an address is not looked for beyond a variable, whose type says more. */
static struct pointee pointee_of(struct noter *n, const struct value_types *t,
				 uint32_t inst)
{
	struct pointee x = {.inst = inst, .nearby = is_found_nearby(n, inst)};
	ir_val v = ir_val_make(VAL_INST, inst);
	int64_t offset = 0;
	while (ir_val_tag(v) == VAL_INST && !t->declared[ir_val_index(v)]) {
		const struct ir_inst *i = inst_of(n, v);
		if (i->op != OP_OFFSET && i->op != OP_INDEX && i->op != OP_CAST)
			break;
		offset += i->op == OP_OFFSET ? i->imm : 0;
		x.moved |= i->op != OP_CAST;
		v = i->a;
	}
	x.offset = (int32_t)offset;
	if (x.offset == offset)
		x.type = type_target(n->p, ir_value_type(t, v));
	note_sources(n, &x);
	return x;
}

/* ---- which ones ---- */

void note_want(struct noter *n, ir_val v)
{
	if (ir_val_tag(v) == VAL_INST)
		n->wanted[ir_val_index(v)] = true;
}

static void want_addresses(struct noter *n)
{
	const struct summary *s = n->s;
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a =
			i < s->open.n ? &s->open.at[i] : &s->closed.at[i - s->open.n];
		if (a->func != n->func)
			continue;
		note_want(n, a->address);
		n->counts |= a->traits & (TRAIT_UP | TRAIT_DOWN);
	}
}

static void want_names(struct noter *n)
{
	const struct paths *t = &n->s->paths;
	for (path_id i = 1; i < t->list.n; i++) {
		const struct path *x = path_at(t, i);
		if (x->kind == PATH_VALUE && x->a == n->func && !(x->b & VALUE_PARAM))
			note_want(n, ir_val_make(VAL_INST, x->b));
	}
}

/* a[i] or a[i].member, where i is the value of an instruction. */
static void note_indexed(struct noter *n, uint32_t inst)
{
	ir_val from = ir_loaded_from(n->p, n->fn, ir_val_make(VAL_INST, inst));
	const struct ir_inst *i = ir_val_tag(from) == VAL_INST ? inst_of(n, from) : NULL;
	while (i && i->op == OP_OFFSET)
		i = ir_val_tag(i->a) == VAL_INST ? inst_of(n, i->a) : NULL;
	ir_val v = i && i->op == OP_INDEX ? i->b : 0;
	while (ir_val_tag(v) == VAL_INST && inst_of(n, v)->op == OP_CAST)
		v = inst_of(n, v)->a;
	if (ir_val_tag(v) == VAL_INST)
		vec_push(&n->indexed, ((struct indexed_note){inst, ir_val_index(v)}));
}

void note_values(struct noter *n)
{
	uint32_t count = n->fn->inst_count;
	struct value_types t = {.p = n->p,
				.func = n->func,
				.declared =
					arena_alloc(n->scratch, count * sizeof(type_id))};
	want_addresses(n);
	for (uint32_t i = 0; i < count && n->locks.n; i++)
		if (n->wanted[i])
			note_found(n, i);
	want_names(n);
	for (uint32_t i = 0; i < count; i++)
		note_filled(n, i);
	value_types_begin(&t);
	for (uint32_t i = 0; i < count; i++) {
		if (!n->wanted[i])
			continue;
		struct pointee x = pointee_of(n, &t, i);
		if (x.type || x.nearby || x.shared || x.params || x.through_count)
			vec_push(&n->pointees, x);
		if (n->s->order_absent.n)
			note_indexed(n, i);
		note_dealt(n, i);
		n->wanted[i] = !x.type;
	}
}
