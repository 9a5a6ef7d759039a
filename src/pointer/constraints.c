/* SPDX-License-Identifier: MIT */
/*
 * From instructions to constraints.
 *
 * Any value as wide as a pointer may carry one, whatever its type. 'offset',
 * 'cast' and arithmetic with constants name the node they start from and a
 * number of bytes; phis, selects, loads and calls are nodes. Three things end
 * the life of a pointer: a value narrower than a pointer, arithmetic other than
 * adding, subtracting and masking, and the difference of two pointers.
 */
#include "pointer/internal.h"

#include <string.h>

#include "ir/address.h"
#include "ir/names.h"
#include "ir/piece.h"

#define UNRESOLVED UINT32_MAX

uint32_t node_new(struct pointers *pt)
{
	return pt->node_count++;
}

void node_note(struct pointers *pt, uint32_t node, uint32_t inst, bool object)
{
	while (pt->node_inst.n <= node) {
		vec_push(&pt->node_inst, 0);
		vec_push(&pt->node_is_object, false);
	}
	pt->node_inst.at[node] = inst;
	pt->node_is_object.at[node] = object;
}

void con_add(struct pointers *pt, struct con c)
{
	vec_push(&pt->sink->list, c);
}

void con_copy(struct pointers *pt, uint32_t dst, struct ref a)
{
	if (dst && a.node)
		con_add(pt, (struct con){.kind = CON_COPY, .dst = dst, .a = a});
}

void con_load(struct pointers *pt, uint32_t dst, struct ref a)
{
	if (dst && a.node)
		con_add(pt, (struct con){.kind = CON_LOAD, .dst = dst, .a = a});
}

void con_store(struct pointers *pt, struct ref a, struct ref b)
{
	if (a.node && b.node)
		con_add(pt, (struct con){.kind = CON_STORE, .a = a, .b = b});
}

struct ref ref_of_object(struct pointers *pt, obj_id o)
{
	struct object *info = &pt->info.at[o];
	if (!o)
		return (struct ref){0};
	if (!info->node) {
		info->node = node_new(pt);
		node_note(pt, info->node, 0, true);
		vec_push(&pt->bases, ((struct base_fact){info->node, o}));
	}
	return (struct ref){info->node, 0};
}

/* What is very far away is somewhere in the object, if that is as large (fold.c). */
static struct ref ref_add(struct ref r, int64_t bytes)
{
	int64_t off = r.off + bytes, far = INT32_MAX / 2;
	off = off > far ? far : off < -far ? -far : off;
	return (struct ref){r.node, r.node ? (int32_t)off : 0};
}

/* ---- values ---- */

static bool wide(const struct pointers *pt, const struct ir_inst *i)
{
	return i->size >= pt->pointer_size;
}

/* Masks that keep an address: clearing or setting tag bits, aligning down a
 * little. Small positive masks extract the tag. */
static bool keeps_address(const struct pointers *pt, const struct ir_inst *i)
{
	int64_t mask;
	if (!ir_val_int(pt->p, i->b, &mask))
		return false;
	if (i->sub == ARITH_AND)
		return mask < 0 && mask >= -16;
	return (i->sub == ARITH_OR || i->sub == ARITH_XOR) && mask >= 0 && mask < 16;
}

/* The operand and the number of bytes that make instruction i a ref. A step back
 * (container_of) is a value of its own: the variable that holds it has a type. */
static bool is_step(const struct pointers *pt, const struct ir_inst *i, ir_val *from,
		    int64_t *bytes)
{
	int64_t n;
	*from = i->a;
	*bytes = 0;
	switch (i->op) {
	case OP_OFFSET:
		*bytes = i->imm;
		return i->imm >= 0;
	case OP_CAST:
		return wide(pt, i) && i->sub != CAST_OTHER;
	case OP_ARITH:
		if (!wide(pt, i))
			return false;
		if (keeps_address(pt, i))
			return true;
		if (i->sub == ARITH_ADD && ir_val_int(pt->p, i->a, &n)) {
			*from = i->b;
			*bytes = n;
			return true;
		}
		if (i->sub != ARITH_ADD && i->sub != ARITH_SUB)
			return false;
		if (!ir_val_int(pt->p, i->b, &n) || n == INT64_MIN)
			return false;
		*bytes = i->sub == ARITH_ADD ? n : -n;
		return true;
	default:
		return false;
	}
}

static bool is_pointer_cast(const struct pointers *pt, const struct ir_func *fn, ir_val v)
{
	return ir_val_tag(v) == VAL_INST &&
	       ir_inst_at(pt->p, fn, ir_val_index(v))->op == OP_CAST &&
	       ir_inst_at(pt->p, fn, ir_val_index(v))->sub == CAST_BITS;
}

static bool arith_keeps(const struct pointers *pt, const struct ir_func *fn,
			const struct ir_inst *i)
{
	if (i->sub == ARITH_SUB)
		return !is_pointer_cast(pt, fn, i->b);
	return i->sub == ARITH_ADD || i->sub == ARITH_AND || i->sub == ARITH_OR;
}

static bool makes_node(const struct pointers *pt, const struct ir_func *fn,
		       const struct ir_inst *i)
{
	switch (i->op) {
	case OP_LOCAL:
	case OP_INDEX:
	case OP_OFFSET:
		return true;
	case OP_LOAD:
	case OP_RMW:
	case OP_CMPXCHG:
	case OP_PHI:
	case OP_SELECT:
	case OP_OTHER:
	case OP_CALL:
	case OP_ASM:
		return wide(pt, i);
	case OP_ARITH:
		return wide(pt, i) && arith_keeps(pt, fn, i);
	default:
		return false;
	}
}

struct ref ref_of_value(const struct pointers *pt, func_id f, ir_val v)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	switch (ir_val_tag(v)) {
	case VAL_INST:
		return pt->inst_ref[fn->inst_first + ir_val_index(v)];
	case VAL_PARAM:
		return (struct ref){pt->param_node[fn->param_first + ir_val_index(v)], 0};
	case VAL_CONST: {
		const struct ir_const *c = &pt->p->consts.at[ir_val_index(v)];
		obj_id o = c->sym ? pt->symbol_object[c->sym] : 0;
		return o ? ref_add((struct ref){pt->info.at[o].node, 0}, c->value)
			 : (struct ref){0};
	}
	default:
		return (struct ref){0};
	}
}

/* Follows a chain of steps to a value that is known. Unreachable code may step
 * in a circle: such a value is nothing. */
static void resolve(struct pointers *pt, func_id f, uint32_t inst)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	struct ref *refs = pt->inst_ref + fn->inst_first;
	uint32_t at = inst;
	int64_t sum = 0, bytes;
	ir_val from = 0;
	for (uint32_t steps = 0; refs[at].node == UNRESOLVED; steps++) {
		if (steps > fn->inst_count) {
			refs[inst] = (struct ref){0};
			return;
		}
		is_step(pt, ir_inst_at(pt->p, fn, at), &from, &bytes);
		sum = bytes > FOLD_END || bytes < -FOLD_END ? FOLD_END : sum + bytes;
		if (ir_val_tag(from) != VAL_INST) {
			refs[inst] = ref_add(ref_of_value(pt, f, from), sum);
			return;
		}
		at = ir_val_index(from);
	}
	refs[inst] = ref_add(refs[at], sum);
}

static void number_params(struct pointers *pt, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	pt->return_node[f] = node_new(pt);
	for (uint32_t i = 0; i < fn->param_count; i++) {
		if (pt->p->params.at[fn->param_first + i].size >= pt->pointer_size)
			pt->param_node[fn->param_first + i] = node_new(pt);
	}
}

static void number_values(struct pointers *pt, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	struct ref *refs = pt->inst_ref + fn->inst_first;
	int64_t bytes;
	ir_val from;
	for (uint32_t i = 0; i < fn->inst_count; i++) {
		const struct ir_inst *inst = ir_inst_at(pt->p, fn, i);
		if (inst->op == OP_LOCAL)
			refs[i] = ref_of_object(pt, object_at_inst(pt, f, i));
		else if (is_step(pt, inst, &from, &bytes))
			refs[i].node = UNRESOLVED;
		else if (makes_node(pt, fn, inst))
			refs[i].node = node_new(pt);
		if (refs[i].node && refs[i].node != UNRESOLVED && inst->op != OP_LOCAL)
			node_note(pt, refs[i].node, i + 1, false);
	}
	for (uint32_t i = 0; i < fn->inst_count; i++) {
		if (refs[i].node == UNRESOLVED)
			resolve(pt, f, i);
	}
}

/* ---- calls ---- */

/* What the struct holds is among the variable arguments, not its address. */
static void pass_members(struct pointers *pt, struct ref from, uint32_t size, func_id callee)
{
	uint32_t word = pt->pointer_size;
	for (uint32_t at = 0; at + word <= size; at += word) {
		struct ref member = {node_new(pt), 0};
		con_load(pt, member.node, (struct ref){from.node, from.off + (int32_t)at});
		vec_push(&pt->extra_args, ((struct extra_arg){callee, member}));
	}
}

void bind_extra(struct pointers *pt, const struct call *c, func_id callee)
{
	const struct ir_func *fn = &pt->p->funcs.at[callee];
	for (uint32_t i = fn->param_count; i < c->arg_count; i++) {
		if (!c->args[i].node || !(fn->flags & FUNCF_VARARG))
			continue;
		uint32_t size = ir_copied_argument(pt->p, &pt->p->funcs.at[c->func], c->inst, i);
		if (size)
			pass_members(pt, c->args[i], size, callee);
		else
			vec_push(&pt->extra_args, ((struct extra_arg){callee, c->args[i]}));
	}
}

void bind_body(struct pointers *pt, const struct call *c, func_id callee)
{
	const struct ir_func *fn = &pt->p->funcs.at[callee];
	for (uint32_t i = 0; i < c->arg_count && i < fn->param_count; i++)
		con_copy(pt, pt->param_node[fn->param_first + i], c->args[i]);
	if (pt->allocators[callee].kind == ALLOC_NONE)
		con_copy(pt, c->result, (struct ref){pt->return_node[callee], 0});
}

void add_site_arg(struct pointers *pt, struct ref value, struct ref from)
{
	vec_push(&pt->site_args, value);
	vec_push(&pt->site_from, from);
}

bool function_is_special(const struct pointers *pt, sym_id s)
{
	func_id body = pt->p->symbols.at[s].func;
	return !body || pt->models[s] || pt->allocators[body].kind != ALLOC_NONE;
}

bool call_special(struct pointers *pt, const struct call *c)
{
	if (!c->callee) {
		effects_unknown(pt, c);
		return true;
	}
	func_id body = pt->p->symbols.at[c->callee].func;
	if (pt->models[c->callee]) {
		effects_apply(pt, c, pt->models[c->callee]);
		return true;
	}
	if (!body) {
		effects_unknown(pt, c);
		return true;
	}
	if (pt->allocators[body].kind != ALLOC_NONE)
		effects_allocator(pt, c, body);
	return false;
}

static void call_direct(struct pointers *pt, const struct call *c)
{
	func_id body = pt->p->symbols.at[c->callee].func;
	if (call_special(pt, c))
		return;
	struct body_call b = {.callee = body,
			      .inst = c->inst,
			      .args = pt->site_args.n,
			      .arg_count = c->arg_count,
			      .result = c->result};
	for (uint32_t i = 0; i < c->arg_count; i++)
		add_site_arg(pt, c->args[i], (struct ref){0});
	bind_extra(pt, c, body);
	lookup_call(pt, c);
	vec_push(&pt->body_calls, b);
}

/* Where the value of a node was loaded from, or nothing. */
static struct ref loaded_from(const struct pointers *pt, func_id f, struct ref r)
{
	uint32_t inst = r.node && r.node < pt->node_inst.n ? pt->node_inst.at[r.node] : 0;
	if (!inst || r.off || r.node < pt->parts[f].node_first)
		return (struct ref){0};
	const struct ir_inst *i = ir_inst_at(pt->p, &pt->p->funcs.at[f], inst - 1);
	return i->op == OP_LOAD ? ref_of_value(pt, f, i->a) : (struct ref){0};
}

static bool passes_from(const struct pointers *pt, const struct site *s, uint32_t base)
{
	if (!base || pt->node_is_object.at[base])
		return false;
	for (uint32_t i = 0; i < s->arg_count; i++) {
		if (pt->site_args.at[s->args + i].node == base ||
		    pt->site_from.at[s->args + i].node == base)
			return true;
	}
	return false;
}

/* Is the callee found in an object that is also passed, or passed from? */
static void find_base(const struct pointers *pt, struct site *s)
{
	struct ref first = loaded_from(pt, s->func, s->callee);
	struct ref second = loaded_from(pt, s->func, (struct ref){first.node, 0});
	if (passes_from(pt, s, first.node)) {
		s->base = first.node;
		s->loads = 1;
		s->off[0] = first.off;
	} else if (passes_from(pt, s, second.node)) {
		s->base = second.node;
		s->loads = 2;
		s->table = first.node;
		s->off[0] = second.off;
		s->off[1] = first.off;
	}
}

static void call_indirect(struct pointers *pt, const struct call *c, struct ref callee)
{
	struct site s = {.kind = SITE_CALL,
			 .func = c->func,
			 .inst = c->inst,
			 .callee = callee,
			 .args = pt->site_args.n,
			 .arg_count = c->arg_count,
			 .result = c->result};
	for (uint32_t i = 0; i < c->arg_count; i++)
		add_site_arg(pt, c->args[i], loaded_from(pt, c->func, c->args[i]));
	find_base(pt, &s);
	if (is_hook(pt, c->func, c->inst))
		con_copy(pt, c->result, ref_of_object(pt, object_heap(pt, c->func, c->inst,
								      SIZE_LATER)));
	con_add(pt, (struct con){.kind = CON_CALL, .a = callee, .imm = pt->sites.n});
	vec_push(&pt->sites, s);
}

static void build_call(struct pointers *pt, func_id f, uint32_t inst,
		       const struct ir_inst *i)
{
	struct ref args[64];
	struct call c = {.func = f, .inst = inst, .args = args};
	c.arg_count = i->arg_count < 64 ? i->arg_count : 64;
	for (uint32_t k = 0; k < c.arg_count; k++)
		args[k] = ref_of_value(pt, f, pt->p->operands.at[i->args + k]);
	c.result = wide(pt, i) ? pt->inst_ref[inst_index(pt->p, f, inst)].node : 0;
	c.callee = ir_val_symbol(pt->p, i->a);
	if (c.callee && pt->p->symbols.at[c.callee].kind == SYM_FUNCTION &&
	    !(pt->p->symbols.at[c.callee].flags & SYMF_IFUNC))
		call_direct(pt, &c);
	else
		call_indirect(pt, &c, ref_of_value(pt, f, i->a));
}

/* ---- other instructions ---- */

static struct ref value(const struct pointers *pt, func_id f, ir_val v)
{
	return ref_of_value(pt, f, v);
}

/* A wide access touches several cells. */
static void build_load(struct pointers *pt, uint32_t dst, struct ref a, uint32_t size)
{
	for (uint32_t at = 0; at + pt->pointer_size <= size && at < 256;
	     at += pt->pointer_size)
		con_load(pt, dst, ref_add(a, at));
}

static void build_store(struct pointers *pt, struct ref a, struct ref b, uint32_t size)
{
	for (uint32_t at = 0; at + pt->pointer_size <= size && at < 256;
	     at += pt->pointer_size)
		con_store(pt, ref_add(a, at), b);
}

static void build_copy(struct pointers *pt, func_id f, const struct ir_inst *i)
{
	struct ref a = value(pt, f, i->a), b = value(pt, f, i->b);
	int64_t n;
	bool known = ir_val_int(pt->p, i->c, &n) && n >= 0 && n < UINT32_MAX;
	if (!known && copies_string(pt, f, i->b, i->c))
		return;
	if (a.node && b.node && (!known || n >= pt->pointer_size))
		con_add(pt, (struct con){.kind = CON_BLOCK,
					 .a = a,
					 .b = b,
					 .imm = known ? (uint32_t)n : BLOCK_ALL});
}

/* Is it an array of numbers that are smaller than a pointer? */
static bool is_array_of_numbers(const struct pointers *pt, obj_id o)
{
	const struct program *p = pt->p;
	const struct ir_type *t = &p->types.at[type_strip(p, pt->objects.at[o].type)];
	const struct ir_type *element = &p->types.at[type_strip(p, t->target)];
	return t->kind == TYPE_ARRAY && element->kind == TYPE_SCALAR &&
	       element->size < pt->pointer_size;
}

/* May a loop that begins there copy an object as a whole? Members that it walks through are arrays
 * of numbers, and so is most memory that a pointer in memory is for (text, bits). */
static bool may_hold_pointers(const struct pointers *pt, func_id f, ir_val start)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	ir_val v = ir_without_casts(pt->p, fn, start);
	sym_id s = ir_val_symbol(pt->p, v);
	if (s)
		return !is_array_of_numbers(pt, pt->symbol_object[s]);
	if (ir_val_tag(v) != VAL_INST)
		return true;
	uint8_t op = ir_inst_at(pt->p, fn, ir_val_index(v))->op;
	if (op == OP_LOCAL)
		return !is_array_of_numbers(pt, object_at_inst(pt, f, ir_val_index(v)));
	return op != OP_LOAD && op != OP_OFFSET;
}

/* A loop that copies piece by piece copies pointers. */
static void build_piece(struct pointers *pt, func_id f, const struct ir_inst *i)
{
	struct ir_walk to, from;
	bool copies = ir_piece(pt->p, &pt->p->funcs.at[f], i, &to, &from);
	for (uint32_t k = 0; copies && k < to.n * from.n; k++) {
		ir_val at = to.starts[k / from.n], source = from.starts[k % from.n];
		struct ref a = value(pt, f, at), b = value(pt, f, source);
		if (a.node && b.node && may_hold_pointers(pt, f, at) &&
		    may_hold_pointers(pt, f, source))
			con_add(pt, (struct con){.kind = CON_BLOCK,
						 .a = a, .b = b, .imm = BLOCK_ALL});
	}
}

static void build_rmw(struct pointers *pt, func_id f, uint32_t dst,
		      const struct ir_inst *i)
{
	struct ref a = value(pt, f, i->a);
	build_load(pt, dst, a, i->size);
	build_store(pt, a, value(pt, f, i->op == OP_CMPXCHG ? i->c : i->b), i->size);
}

static void build_any(struct pointers *pt, uint32_t dst, struct ref a)
{
	if (dst && a.node)
		con_add(pt, (struct con){.kind = CON_ANY, .dst = dst, .a = a});
}

static void build_arith(struct pointers *pt, func_id f, uint32_t inst,
			const struct ir_inst *i)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	uint32_t dst = pt->inst_ref[fn->inst_first + inst].node;
	ir_val from;
	int64_t bytes;
	if (is_step(pt, i, &from, &bytes) || !makes_node(pt, fn, i))
		return;
	build_any(pt, dst, value(pt, f, i->a));
	if (i->sub != ARITH_SUB)
		build_any(pt, dst, value(pt, f, i->b));
}

/* An index from null is an integer made a pointer. */
static void build_index(struct pointers *pt, func_id f, uint32_t dst,
			const struct ir_inst *i)
{
	struct ref a = value(pt, f, i->a);
	uint64_t stride = (uint64_t)(i->imm < 0 ? -i->imm : i->imm);
	if (!a.node && stride == 1)
		con_copy(pt, dst, value(pt, f, i->b));
	if (a.node)
		con_add(pt,
			(struct con){.kind = CON_INDEX,
				     .dst = dst,
				     .a = a,
				     .imm = stride > INT32_MAX ? 1 : (uint32_t)stride});
}

static void build_list(struct pointers *pt, func_id f, uint32_t dst,
		       const struct ir_inst *i, uint32_t first, uint32_t step)
{
	for (uint32_t k = first; k < i->arg_count; k += step)
		con_copy(pt, dst, value(pt, f, pt->p->operands.at[i->args + k]));
}

static void build_inst(struct pointers *pt, func_id f, uint32_t inst)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	const struct ir_inst *i = ir_inst_at(pt->p, fn, inst);
	uint32_t dst = pt->inst_ref[fn->inst_first + inst].node;
	switch (i->op) {
	case OP_INDEX:
		build_index(pt, f, dst, i);
		break;
	case OP_OFFSET:
		if (i->imm < 0)
			con_copy(pt, dst, ref_add(value(pt, f, i->a), i->imm));
		break;
	case OP_LOAD:
		if (dst)
			build_load(pt, dst, value(pt, f, i->a), i->size);
		break;
	case OP_STORE:
		build_store(pt, value(pt, f, i->a), value(pt, f, i->b), i->size);
		build_piece(pt, f, i);
		break;
	case OP_COPY:
		build_copy(pt, f, i);
		break;
	case OP_RMW:
	case OP_CMPXCHG:
		build_rmw(pt, f, dst, i);
		break;
	case OP_PHI:
		if (dst)
			build_list(pt, f, dst, i, 1, 2);
		break;
	case OP_SELECT:
		if (dst) {
			con_copy(pt, dst, value(pt, f, i->b));
			con_copy(pt, dst, value(pt, f, i->c));
		}
		break;
	case OP_ARITH:
		build_arith(pt, f, inst, i);
		break;
	case OP_OTHER:
	case OP_ASM:
		if (dst)
			build_list(pt, f, dst, i, 0, 1);
		break;
	case OP_CALL:
		build_call(pt, f, inst, i);
		break;
	case OP_RET:
		con_copy(pt, pt->return_node[f], value(pt, f, i->a));
		break;
	default:
		break;
	}
}

/* ---- the program ---- */

/* A variable that is defined elsewhere holds pointers to memory that is defined elsewhere: one
 * object for each variable, whoever looks. */
static void build_undefined(struct pointers *pt, sym_id s, struct ref self)
{
	enum { FARTHEST = 4096 };
	const struct ir_symbol *sym = &pt->p->symbols.at[s];
	uint64_t word = pt->pointer_size, size = sym->size < FARTHEST ? sym->size : FARTHEST;
	if (sym->flags & SYMF_DEFINED || sym->linkage == LINK_COMMON ||
	    (sym->size && sym->size < word) || ir_section_start(pt->p, s))
		return;
	struct ref memory = ref_of_object(pt, object_external(pt, s));
	if (!size) /* an array of any length: anywhere */
		con_store(pt, ref_add(self, FARTHEST), memory);
	for (uint64_t at = 0; at + word <= size || !at; at += word)
		con_store(pt, ref_add(self, (int64_t)at), memory);
}

static void build_initial_values(struct pointers *pt)
{
	const struct program *p = pt->p;
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *sym = &p->symbols.at[s];
		if (sym->kind != SYM_VARIABLE || !pt->symbol_object[s] ||
		    pt->symbol_object[s] == pt->strings || ir_resolve_alias(p, s) != s)
			continue;
		struct ref self = ref_of_object(pt, pt->symbol_object[s]);
		build_undefined(pt, s, self);
		for (uint32_t i = 0; i < sym->init_count; i++) {
			const struct ir_init *init = &p->inits.at[sym->init + i];
			ir_val v = ir_val_make(VAL_CONST, init->value);
			if (p->consts.at[init->value].sym)
				con_store(pt, ref_add(self, (int64_t)init->offset),
					  ref_of_value(pt, 0, v));
		}
	}
}

static void number_symbols(struct pointers *pt)
{
	for (obj_id o = 1; o < pt->objects.n; o++) {
		const struct pt_object *obj = &pt->objects.at[o];
		if (obj->kind == OBJ_VARIABLE || obj->kind == OBJ_FUNCTION ||
		    obj->kind == OBJ_STRINGS)
			ref_of_object(pt, o);
	}
}

/* The address of an indirect function is what its resolver returns. */
static void build_ifuncs(struct pointers *pt)
{
	const struct program *p = pt->p;
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *sym = &p->symbols.at[s];
		if (!(sym->flags & SYMF_IFUNC) || !pt->symbol_object[s])
			continue;
		func_id resolver = p->symbols.at[ir_resolve_alias(p, sym->target)].func;
		if (resolver)
			con_copy(pt, ref_of_object(pt, pt->symbol_object[s]).node,
				 (struct ref){pt->return_node[resolver], 0});
	}
}

/* '__start_X' is where the linker puts the first variable of section X: a pointer there gets
 * to all of them. */
static void build_section(struct pointers *pt, sym_id start)
{
	const struct program *p = pt->p;
	const char *wanted = ir_section_start(p, start);
	uint32_t node = ref_of_object(pt, pt->symbol_object[start]).node;
	for (sym_id v = 1; v < p->symbols.n; v++) {
		str_id section = p->symbols.at[v].section;
		if (section && pt->symbol_object[v] && strcmp(ir_str(p, section), wanted) == 0)
			con_copy(pt, node, ref_of_object(pt, pt->symbol_object[v]));
	}
}

static void build_sections(struct pointers *pt)
{
	for (sym_id s = 1; s < pt->p->symbols.n; s++)
		if (pt->symbol_object[s] && ir_section_start(pt->p, s))
			build_section(pt, s);
}

/* In a program without main, functions that nobody calls are its interface: a
 * caller gives them any object of the type they ask for, or memory of its own. */
static void build_entry(struct pointers *pt, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->param_count; i++) {
		uint32_t node = pt->param_node[fn->param_first + i];
		type_id kind = typed_kind(pt, pt->p->params.at[fn->param_first + i].type);
		if (!node || kind == NODE_NUMBER || kind == NODE_CODE)
			continue;
		if (is_record_kind(kind))
			vec_push(&pt->entry_params, node);
		else
			con_copy(pt, node, ref_of_object(pt, object_external(pt, 0)));
	}
}

/* What callers have put into their objects may be anything. */
static void build_callers(struct pointers *pt)
{
	enum { LARGEST = 1 << 16 };
	uint32_t anything = 0;
	for (sym_id s = 1; s < pt->p->symbols.n; s++) {
		const struct ir_symbol *y = &pt->p->symbols.at[s];
		if (!(y->flags & SYMF_CALLERS) || !pt->symbol_object[s])
			continue;
		if (!anything)
			vec_push(&pt->entry_params, anything = node_new(pt));
		for (uint32_t at = 0; at < y->size && at < LARGEST; at += pt->pointer_size)
			con_store(pt, ref_add(ref_of_object(pt, pt->symbol_object[s]), at),
				  (struct ref){anything, 0});
	}
}

static void build_entries(struct pointers *pt)
{
	const struct program *p = pt->p;
	if (!pt->is_open)
		return;
	build_callers(pt);
	bool *called = xcalloc(p->funcs.n + 1u, sizeof(*called));
	for (uint32_t i = 0; i < pt->body_calls.n; i++)
		called[pt->body_calls.at[i].callee] = true;
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_symbol *s = &p->symbols.at[p->funcs.at[f].sym];
		if (!called[f] && s->linkage != LINK_INTERNAL &&
		    !(s->flags & SYMF_ADDRESS_TAKEN))
			build_entry(pt, f);
	}
	free(called);
}

static void build_function(struct pointers *pt, func_id f)
{
	struct func_part *part = &pt->parts[f];
	part->node_first = pt->node_count;
	part->con_first = pt->cons.list.n;
	part->call_first = pt->body_calls.n;
	number_params(pt, f);
	number_values(pt, f);
	for (uint32_t i = 0; i < pt->p->funcs.at[f].inst_count; i++)
		build_inst(pt, f, i);
	part->node_end = pt->node_count;
	part->con_end = pt->cons.list.n;
	part->call_end = pt->body_calls.n;
}

void constraints_build(struct pointers *pt)
{
	const struct program *p = pt->p;
	pt->node_count = 1;
	pt->sink = &pt->cons;
	pt->tsd_in = node_new(pt);
	pt->tsd_out = node_new(pt);
	pt->thread_result = node_new(pt);
	effects_prepare(pt);
	pt->inst_ref = xcalloc(p->insts.n + 1u, sizeof(*pt->inst_ref));
	pt->param_node = xcalloc(p->params.n + 1u, sizeof(*pt->param_node));
	pt->return_node = xcalloc(p->funcs.n + 1u, sizeof(*pt->return_node));
	pt->parts = xcalloc(p->funcs.n + 1u, sizeof(*pt->parts));
	number_symbols(pt);
	build_initial_values(pt);
	for (func_id f = 1; f < p->funcs.n; f++)
		build_function(pt, f);
	pt->parts[0].con_end = pt->parts[1].con_first;
	build_ifuncs(pt);
	build_sections(pt);
	build_entries(pt);
}
