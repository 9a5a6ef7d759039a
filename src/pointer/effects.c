/* SPDX-License-Identifier: MIT */
/*
 * What library calls do to pointers: effects of models to constraints.
 *
 * An unknown function (no body, no model) may return its own memory or any of
 * its arguments, and may call a function that it is given, with any of its
 * other arguments. It does not store one argument inside another: that is the
 * assumption 'unknown functions do not link objects' of docs/soundness.md.
 */
#include "pointer/internal.h"

#include <string.h>

#include "base/str.h"

static struct ref arg(const struct call *c, int k)
{
	if (k == ARG_RESULT)
		return (struct ref){c->result, 0};
	return k >= 0 && (uint32_t)k < c->arg_count ? c->args[k] : (struct ref){0};
}

static ir_val arg_value(const struct pointers *pt, const struct call *c, int k)
{
	const struct ir_inst *i = ir_inst_at(pt->p, &pt->p->funcs.at[c->func], c->inst);
	return k >= 0 && (uint32_t)k < i->arg_count
		       ? pt->p->operands.at[i->args + (uint32_t)k]
		       : 0;
}

static void escape(struct pointers *pt, struct ref r)
{
	if (r.node)
		vec_push(&pt->escapes, r);
}

/* value goes to the result, or to memory at argument 'where'. */
static void deliver(struct pointers *pt, const struct call *c, int where,
		    struct ref value)
{
	if (where == ARG_RESULT)
		con_copy(pt, c->result, value);
	else
		con_store(pt, arg(c, where), value);
}

/* A node that gets what the callee returns, delivered where the effect says. */
static uint32_t result_node(struct pointers *pt, const struct call *c, int where)
{
	if (where == ARG_RESULT)
		return c->result;
	if (where < 0 || !arg(c, where).node)
		return 0;
	uint32_t n = node_new(pt);
	con_store(pt, arg(c, where), (struct ref){n, 0});
	return n;
}

/* ---- memory ---- */

static uint32_t block_size(const struct pointers *pt, const struct call *c,
			   const struct effect *e)
{
	int64_t n;
	if (e->size_kind == SIZE_BYTES && e->value > 0 && e->value < UINT32_MAX)
		return (uint32_t)e->value;
	if (e->size_kind == SIZE_ARGUMENT &&
	    ir_val_int(pt->p, arg_value(pt, c, e->size_arg), &n) && n >= 0 &&
	    n < UINT32_MAX)
		return (uint32_t)n;
	return BLOCK_ALL;
}

static void block(struct pointers *pt, struct ref to, struct ref from, uint32_t size)
{
	if (to.node && from.node && size >= pt->pointer_size)
		con_add(pt,
			(struct con){.kind = CON_BLOCK, .a = to, .b = from, .imm = size});
}

static void effect_copy(struct pointers *pt, const struct call *c, const struct effect *e)
{
	bool string = e->size_kind == SIZE_STRING ||
		      (e->size_kind == SIZE_ARGUMENT &&
		       copies_string(pt, c->func, arg_value(pt, c, e->other),
				     arg_value(pt, c, e->size_arg)));
	if (!string)
		block(pt, arg(c, e->arg), arg(c, e->other), block_size(pt, c, e));
}

static uint64_t heap_size(const struct pointers *pt, const struct call *c,
			  const struct effect *e)
{
	int64_t a, b;
	if (e->size_kind != SIZE_ARGUMENT && e->size_kind != SIZE_PRODUCT)
		return e->size_kind == SIZE_BYTES && e->value > 0 ? (uint64_t)e->value
								  : 0;
	if (!ir_val_int(pt->p, arg_value(pt, c, e->size_arg), &a) || a <= 0 ||
	    a > INT32_MAX)
		return 0;
	if (e->size_kind == SIZE_ARGUMENT)
		return (uint64_t)a;
	if (!ir_val_int(pt->p, arg_value(pt, c, e->size_arg2), &b) || b <= 0 ||
	    b > INT32_MAX)
		return 0;
	return (uint64_t)a * (uint64_t)b;
}

/* malloc(sizeof(*p) + n) is one with a tail, malloc(n * sizeof(*p)) is many. */
static enum heap_shape shape_of_size(const struct pointers *pt, const struct call *c,
				     int k)
{
	ir_val v = arg_value(pt, c, k);
	int64_t n;
	if (ir_val_int(pt->p, v, &n))
		return SHAPE_ONE;
	for (int steps = 0; steps < 4 && ir_val_tag(v) == VAL_INST; steps++) {
		const struct ir_inst *i =
			ir_inst_at(pt->p, &pt->p->funcs.at[c->func], ir_val_index(v));
		if (i->op == OP_ARITH && (i->sub == ARITH_ADD || i->sub == ARITH_SUB))
			return SHAPE_ONE;
		if (i->op == OP_ARITH && (i->sub == ARITH_MUL || i->sub == ARITH_SHL))
			return SHAPE_MANY;
		if (i->op != OP_CAST)
			break;
		v = i->a;
	}
	return SHAPE_UNKNOWN;
}

static enum heap_shape shape_of_product(const struct pointers *pt, const struct call *c,
					int count, int each)
{
	int64_t n;
	if (ir_val_int(pt->p, arg_value(pt, c, count), &n) && n == 1)
		return shape_of_size(pt, c, each);
	if (ir_val_int(pt->p, arg_value(pt, c, each), &n) && n == 1)
		return shape_of_size(pt, c, count);
	return SHAPE_MANY;
}

static enum heap_shape shape_of_effect(const struct pointers *pt, const struct call *c,
				       const struct effect *e)
{
	if (e->size_kind == SIZE_ARGUMENT)
		return shape_of_size(pt, c, e->size_arg);
	if (e->size_kind == SIZE_PRODUCT)
		return shape_of_product(pt, c, e->size_arg, e->size_arg2);
	return SHAPE_UNKNOWN;
}

static void effect_alloc(struct pointers *pt, const struct call *c,
			 const struct effect *e)
{
	obj_id o = object_heap(pt, c->func, c->inst, heap_size(pt, c, e));
	struct ref fresh = ref_of_object(pt, o);
	object_set_shape(pt, o, shape_of_effect(pt, c, e));
	pt->objects.at[o].across |= (e->flags & EFFECTF_ACROSS) != 0;
	pt->info.at[o].string |= e->size_kind == SIZE_STRING && !pt->objects_frozen;
	deliver(pt, c, e->third >= 0 ? e->third : ARG_RESULT, fresh);
	if (e->kind == EFFECT_REALLOC) {
		con_copy(pt, c->result, arg(c, e->arg));
		block(pt, fresh, arg(c, e->arg), BLOCK_ALL);
	}
}

static struct ref interior(struct pointers *pt, struct ref from)
{
	if (!from.node)
		return from;
	struct ref inside = {node_new(pt), 0};
	con_add(pt, (struct con){.kind = CON_INTERIOR, .dst = inside.node, .a = from});
	return inside;
}

static void effect_returns(struct pointers *pt, const struct call *c,
			   const struct effect *e)
{
	if (e->flags & EFFECTF_DEREF)
		con_load(pt, c->result, arg(c, e->arg));
	else if (e->flags & EFFECTF_INTERIOR)
		con_copy(pt, c->result, interior(pt, arg(c, e->arg)));
	else
		con_copy(pt, c->result, arg(c, e->arg));
}

static void effect_stores(struct pointers *pt, const struct call *c,
			  const struct effect *e)
{
	struct ref value = arg(c, e->other);
	if (e->flags & EFFECTF_DEREF && value.node) {
		struct ref loaded = {node_new(pt), 0};
		con_load(pt, loaded.node, value);
		value = loaded;
	}
	struct ref at = arg(c, e->arg);
	if (e->value < 0)
		return; /* the program has no such struct */
	at.off += (int32_t)e->value;
	con_store(pt, at, e->flags & EFFECTF_INTERIOR ? interior(pt, value) : value);
}

static void effect_atomic(struct pointers *pt, const struct call *c,
			  const struct effect *e)
{
	struct ref at = arg(c, e->arg), new = arg(c, e->other);
	if (e->kind != EFFECT_ATOMIC_STORE)
		con_load(pt, result_node(pt, c, e->third), at);
	if (e->kind == EFFECT_ATOMIC_LOAD || !new.node)
		return;
	if (e->flags & EFFECTF_BY_ADDRESS) {
		struct ref loaded = {node_new(pt), 0};
		con_load(pt, loaded.node, new);
		new = loaded;
	}
	con_store(pt, at, new);
}

/* ---- calls back ---- */

static void add_site(struct pointers *pt, struct site s, const struct ref *args,
		     uint32_t n)
{
	if (!s.callee.node)
		return;
	s.args = pt->site_args.n;
	s.arg_count = n;
	for (uint32_t i = 0; i < n; i++)
		add_site_arg(pt, args[i], (struct ref){0});
	con_add(pt, (struct con){.kind = CON_CALL, .a = s.callee, .imm = pt->sites.n});
	vec_push(&pt->sites, s);
}

static uint32_t kept_node(const struct pointers *pt, const struct effect *e)
{
	return map_get(&pt->kept_node, intern_find(&pt->kept_names, e->name, strlen(e->name)), 0);
}

/* Memory of the library in which what was kept is found. */
static struct ref kept_pass(struct pointers *pt, const struct call *c, const struct effect *e,
			    int32_t at)
{
	struct ref memory = ref_of_object(pt, object_external(pt, c->callee));
	con_store(pt, (struct ref){memory.node, at}, (struct ref){kept_node(pt, e), 0});
	return memory;
}

static void call_back(struct pointers *pt, const struct call *c, const struct effect *e,
		      struct ref callee, uint32_t result)
{
	struct ref args[MAX_PASSES + 1] = {{0}};
	uint32_t n = e->pass_count < MAX_PASSES ? e->pass_count : MAX_PASSES;
	bool entry = e->kind == EFFECT_CREATE || e->kind == EFFECT_SIGNAL_HANDLER;
	bool other_thread = entry || e->kind == EFFECT_CALL_LATER;
	for (uint32_t i = 0; i < n; i++) {
		args[i] = arg(c, e->passes[i]);
		if (e->pass_loads >> i & 1 && args[i].node) {
			uint32_t loaded = node_new(pt);
			args[i].off += e->pass_at[i];
			con_load(pt, loaded, args[i]);
			args[i] = (struct ref){loaded, 0};
		}
		if (e->name && e->passes[i] == ARG_NONE && e->kind == EFFECT_SIGNAL_HANDLER)
			args[i] = kept_pass(pt, c, e, e->pass_at[i]);
	}
	if (!n && e->kind == EFFECT_CREATE && e->extra >= 0 && e->extra < MAX_PASSES) {
		args[e->extra] = arg(c, e->other);
		n = (uint32_t)e->extra + 1;
	}
	for (uint32_t i = 0; i < n && other_thread; i++)
		escape(pt, args[i]);
	struct site s = {.kind = entry ? SITE_CREATE : SITE_CALLBACK,
			 .func = c->func,
			 .inst = c->inst,
			 .callee = callee,
			 .result = result};
	add_site(pt, s, args, n);
}

/* The function that is passed, or that is in the struct that is. */
static struct ref callee_ref(struct pointers *pt, const struct call *c,
			     const struct effect *e)
{
	struct ref handler = arg(c, e->arg);
	if (e->flags & EFFECTF_HANDLER_IN_STRUCT && handler.node) {
		struct ref loaded = {node_new(pt), 0};
		handler.off += (int32_t)e->value;
		con_load(pt, loaded.node, handler);
		handler = loaded;
	}
	return handler;
}

/* The nodes that belong to no function. */
void effects_prepare(struct pointers *pt)
{
	for (sym_id s = 1; s < pt->p->symbols.n; s++) {
		const struct model *m = pt->models[s];
		for (uint32_t i = 0; m && i < m->effect_count; i++) {
			const struct effect *e = &m->effects[i];
			bool gives = e->kind == EFFECT_GIVES && !(e->flags & EFFECTF_ITSELF);
			if (e->kind != EFFECT_KEEPS && !gives &&
			    !(e->kind == EFFECT_SIGNAL_HANDLER && e->name))
				continue;
			uint32_t name = intern_str(&pt->kept_names, e->name);
			if (!map_get(&pt->kept_node, name, 0))
				map_put(&pt->kept_node, name, node_new(pt));
		}
	}
}

static void keep_word(struct pointers *pt, uint32_t node, struct ref at, bool gives)
{
	if (gives) {
		con_store(pt, at, (struct ref){node, 0});
		return;
	}
	struct ref kept = {node_new(pt), 0};
	con_load(pt, kept.node, at);
	con_copy(pt, node, kept);
	escape(pt, kept);
}

/* Pointers that the library keeps for a while: one node for each name. They are at one
 * offset in the elements of an array, or in one struct; or anywhere in a message of that size. */
static void effect_kept(struct pointers *pt, const struct call *c, const struct effect *e)
{
	uint32_t node = kept_node(pt, e);
	struct ref at = arg(c, e->arg);
	uint32_t size = effect_is_message(e) ? block_size(pt, c, e) : 0, word = pt->pointer_size;
	if (!at.node || size > MAX_MESSAGE)
		return;
	if (!node)
		return; /* nothing in the program is kept under that name */
	if (e->flags & EFFECTF_ITSELF && e->kind == EFFECT_GIVES) {
		con_copy(pt, at.node, (struct ref){node, 0});
	} else if (e->flags & EFFECTF_ITSELF) {
		con_copy(pt, node, at);
		escape(pt, at);
	} else if (!effect_is_message(e)) {
		at = interior(pt, at);
		at.off += (int32_t)e->value;
		keep_word(pt, node, at, e->kind == EFFECT_GIVES);
	}
	for (uint32_t i = 0; i + word <= size; i += word)
		keep_word(pt, node, (struct ref){at.node, at.off + (int32_t)i},
			  e->kind == EFFECT_GIVES);
}

/* ---- thread-specific data: one node for each key variable ---- */

/* The constant that is the key variable's address, or 0. What is passed is that, or
 * what was loaded from there. */
static const_id tsd_key(const struct pointers *pt, const struct call *c,
			const struct effect *e)
{
	ir_val v = arg_value(pt, c, e->arg);
	const struct ir_func *fn = &pt->p->funcs.at[c->func];
	if (!(e->flags & EFFECTF_BY_ADDRESS) && ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(pt->p, fn, ir_val_index(v));
		v = i->op == OP_LOAD ? i->a : 0;
	}
	return ir_val_tag(v) == VAL_CONST && pt->p->consts.at[ir_val_index(v)].sym
		       ? ir_val_index(v)
		       : 0;
}

static struct ref tsd_cell(struct pointers *pt, const_id key)
{
	uint32_t node = map_get(&pt->tsd_node, key, 0);
	if (!node) {
		node = node_new(pt);
		node_note(pt, node, 0, true);
		map_put(&pt->tsd_node, key, node);
	}
	return (struct ref){node, 0};
}

static void effect_tsd(struct pointers *pt, const struct call *c, const struct effect *e)
{
	const_id key = tsd_key(pt, c, e);
	struct ref cell = key ? tsd_cell(pt, key) : (struct ref){0};
	struct ref in = {pt->tsd_in, 0}, out = {pt->tsd_out, 0};
	if (e->kind == EFFECT_TSD_SET) {
		con_copy(pt, key ? cell.node : in.node, arg(c, e->other));
		con_copy(pt, out.node, key ? cell : in);
	} else if (e->kind == EFFECT_TSD_GET) {
		deliver(pt, c, e->third, key ? cell : out);
		deliver(pt, c, e->third, in);
	} else {
		struct site s = {.kind = SITE_CALLBACK,
				 .func = c->func,
				 .inst = c->inst,
				 .callee = arg(c, e->other)};
		add_site(pt, s, key ? &cell : &out, 1);
	}
}

/* ---- variable arguments: the front end leaves these two as calls ---- */

enum { VA_LIST_WORDS = 3 };

/* Whichever word of the list the target's ABI reads, it finds the arguments. */
static void va_start_call(struct pointers *pt, const struct call *c)
{
	struct ref args = ref_of_object(pt, object_varargs(pt, c->func));
	struct ref list = arg(c, 0);
	for (uint32_t i = 0; i < VA_LIST_WORDS; i++) {
		con_store(pt, list, args);
		list.off += (int32_t)pt->pointer_size;
	}
}

/* One of the arguments in the list. */
static void va_next(struct pointers *pt, struct ref list, uint32_t result)
{
	struct ref area = {node_new(pt), 0};
	for (uint32_t i = 0; i < VA_LIST_WORDS && list.node; i++) {
		con_load(pt, area.node, list);
		list.off += (int32_t)pt->pointer_size;
	}
	con_load(pt, result, area);
}

static void va_arg_call(struct pointers *pt, const struct call *c)
{
	va_next(pt, arg(c, 0), c->result);
}

/* ---- one effect ---- */

/* What is looked up by a name (lookup.c), or memory of the library. */
static void effect_named(struct pointers *pt, const struct call *c,
			 const struct effect *e)
{
	uint32_t result = result_node(pt, c, e->third);
	con_copy(pt, result, ref_of_object(pt, object_external(pt, c->callee)));
	lookup_value(pt, c->func, arg_value(pt, c, e->arg), result);
}

static void effect_apply(struct pointers *pt, const struct call *c,
			 const struct effect *e)
{
	switch (e->kind) {
	case EFFECT_ALLOC:
	case EFFECT_REALLOC:
		effect_alloc(pt, c, e);
		break;
	case EFFECT_COPY:
		effect_copy(pt, c, e);
		break;
	case EFFECT_RETURNS:
		effect_returns(pt, c, e);
		break;
	case EFFECT_STORES:
		effect_stores(pt, c, e);
		break;
	case EFFECT_RETURNS_STATIC:
		con_copy(pt, c->result,
			 ref_of_object(pt, object_external(pt, c->callee)));
		break;
	case EFFECT_RETURNS_NAMED:
		effect_named(pt, c, e);
		break;
	case EFFECT_CREATE:
		call_back(pt, c, e, callee_ref(pt, c, e), pt->thread_result);
		break;
	case EFFECT_CALL_NOW:
	case EFFECT_CALL_LATER:
		call_back(pt, c, e, callee_ref(pt, c, e), result_node(pt, c, e->third));
		break;
	case EFFECT_ONCE:
		call_back(pt, c, e, arg(c, e->other), result_node(pt, c, e->third));
		break;
	case EFFECT_SIGNAL_HANDLER:
		call_back(pt, c, e, callee_ref(pt, c, e), 0);
		break;
	case EFFECT_JOIN:
		deliver(pt, c, e->third, (struct ref){pt->thread_result, 0});
		break;
	case EFFECT_THREAD_EXIT:
		con_copy(pt, pt->thread_result, arg(c, e->arg));
		break;
	case EFFECT_KEEPS:
	case EFFECT_GIVES:
		effect_kept(pt, c, e);
		break;
	case EFFECT_TSD_KEY_CREATE:
	case EFFECT_TSD_SET:
	case EFFECT_TSD_GET:
		effect_tsd(pt, c, e);
		break;
	case EFFECT_ATOMIC_LOAD:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		effect_atomic(pt, c, e);
		break;
	case EFFECT_READ_FORMAT:
	case EFFECT_WRITE_FORMAT:
		if (e->flags & EFFECTF_VA_LIST)
			va_next(pt, arg(c, e->other), node_new(pt));
		break;
	default:
		break;
	}
}

void effects_apply(struct pointers *pt, const struct call *c, const struct model *m)
{
	const char *name = ir_str(pt->p, pt->p->symbols.at[c->callee].name);
	if (str_starts(name, "llvm.va_start"))
		va_start_call(pt, c);
	else if (str_starts(name, "llvm.va_arg"))
		va_arg_call(pt, c);
	for (uint32_t i = 0; i < m->effect_count; i++)
		effect_apply(pt, c, &m->effects[i]);
}

/* ---- unknown functions ---- */

static void give(struct pointers *pt, const struct call *c, struct ref value)
{
	vec_push(&pt->given, ((struct given){c->func, c->inst, value}));
}

void effects_unknown(struct pointers *pt, const struct call *c)
{
	struct ref all[65], memory = {0};
	uint32_t n = 0;
	if (c->callee && str_starts(ir_str(pt->p, pt->p->symbols.at[c->callee].name),
				     "llvm.va_arg")) {
		va_arg_call(pt, c);
		return;
	}
	for (uint32_t i = 0; i < c->arg_count && i < 64; i++) {
		if (!c->args[i].node)
			continue;
		all[n++] = c->args[i];
		escape(pt, c->args[i]);
		give(pt, c, c->args[i]);
		con_copy(pt, c->result, c->args[i]);
	}
	if (c->result || n) {
		memory = ref_of_object(pt, object_external(pt, c->callee));
		con_copy(pt, c->result, memory);
		give(pt, c, memory);
		all[n++] = memory;
	}
	for (uint32_t i = 0; i + 1 < n; i++) {
		struct site s = {.kind = SITE_SPREAD,
				 .func = c->func,
				 .inst = c->inst,
				 .callee = all[i]};
		add_site(pt, s, all, n);
	}
}

/* ---- allocation wrappers ---- */

static uint64_t clone_size(const struct pointers *pt, const struct call *c,
			   const struct allocator *a)
{
	int64_t n, count = 1;
	if (a->size_param < 0)
		return a->size;
	if (a->count_param >= 0 &&
	    !ir_val_int(pt->p, arg_value(pt, c, a->count_param), &count))
		return 0;
	if (!ir_val_int(pt->p, arg_value(pt, c, a->size_param), &n) || n <= 0 ||
	    n > INT32_MAX || count <= 0 || count > INT32_MAX)
		return 0;
	return (uint64_t)n * (uint64_t)count;
}

/* A wrapper that takes no size makes one thing. */
static enum heap_shape clone_shape(const struct pointers *pt, const struct call *c,
				   const struct allocator *a)
{
	if (a->size_depends)
		return SHAPE_UNKNOWN;
	if (a->count_param >= 0)
		return shape_of_product(pt, c, a->count_param, a->size_param);
	return a->size_param >= 0 ? shape_of_size(pt, c, a->size_param) : SHAPE_ONE;
}

void effects_allocator(struct pointers *pt, const struct call *c, func_id callee)
{
	const struct allocator *a = &pt->allocators[callee];
	obj_id clone = object_heap(pt, c->func, c->inst, clone_size(pt, c, a));
	struct ref fresh = ref_of_object(pt, clone);
	fresh.off = a->offset;
	pt->objects.at[clone].across |= a->across;
	object_set_shape(pt, clone, clone_shape(pt, c, a));
	con_copy(pt, c->result, fresh);
	for (uint32_t i = 0; i < c->arg_count && i < 32; i++) {
		if (!(a->arg_mask >> i & 1))
			continue;
		con_copy(pt, c->result, c->args[i]);
		block(pt, fresh, c->args[i], BLOCK_ALL);
	}
	for (uint32_t i = 0; i < a->inner_count && a->kind == ALLOC_FRESH; i++) {
		obj_id inner = object_heap(pt, callee, a->inner[i], SIZE_LATER);
		ref_of_object(pt, inner);
		con_add(pt, (struct con){.kind = CON_CLONE,
					 .dst = clone,
					 .imm = inner,
					 .b = {.off = a->self_store}});
	}
}
