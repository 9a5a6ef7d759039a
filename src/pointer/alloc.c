/* SPDX-License-Identifier: MIT */
/*
 * Allocation wrappers: functions that return memory allocated for this call
 * and keep no pointer to it. Each of their call sites is then an object of its
 * own, as if the wrapper were malloc.
 *
 * One pass over each function, callees first. Values that may be the same
 * pointer (through casts, offsets, phis and pointer-sized locals) are put in one
 * group; a group knows where its values come from and whether one of them is
 * kept: stored, passed on to someone who keeps it, or lost from sight. The
 * function allocates when the group of its result comes from allocations only
 * and is not kept. Storing the pointer inside its own object (an empty list
 * head) is not keeping it, but is remembered.
 */
#include "pointer/alloc.h"

#include <string.h>

enum group_flag {
	GROUP_OTHER = 1, /* may come from somewhere we do not follow */
	GROUP_KEPT = 2,
	GROUP_SELF = 4, /* stored inside its own object */
	GROUP_ALLOC = 8,
	GROUP_ADDRESS = 16, /* used to access memory, or passed on */
	GROUP_HOOK = 32, /* may come from a call through a pointer */
};

static uint32_t slot_inst(const struct scan *s, uint32_t inst)
{
	return s->fn->param_count + inst;
}

static uint32_t slot_content(const struct scan *s, uint32_t inst)
{
	return s->fn->param_count + s->fn->inst_count + inst;
}

static uint32_t find(struct scan *s, uint32_t x)
{
	while (s->parent[x] != x) {
		s->parent[x] = s->parent[s->parent[x]];
		x = s->parent[x];
	}
	return x;
}

static void join(struct scan *s, uint32_t a, uint32_t b)
{
	a = find(s, a);
	b = find(s, b);
	if (a == b)
		return;
	if (b < a) {
		uint32_t t = a;
		a = b;
		b = t;
	}
	s->parent[b] = a;
	s->flags[a] |= s->flags[b];
}

static void mark(struct scan *s, uint32_t slot, uint8_t flags)
{
	s->flags[find(s, slot)] |= flags;
}

/* The slot of a value, or UINT32_MAX for null and other constants; *other is
 * set when it is an address we do not follow. */
static uint32_t slot_of(const struct scan *s, ir_val v, bool *other)
{
	*other = false;
	switch (ir_val_tag(v)) {
	case VAL_PARAM:
		return ir_val_index(v);
	case VAL_INST:
		return slot_inst(s, ir_val_index(v));
	case VAL_CONST:
		*other = s->p->consts.at[ir_val_index(v)].sym != 0;
		return UINT32_MAX;
	default:
		return UINT32_MAX;
	}
}

static void join_value(struct scan *s, uint32_t slot, ir_val v)
{
	bool other;
	uint32_t from = slot_of(s, v, &other);
	if (from != UINT32_MAX)
		join(s, slot, from);
	else if (other)
		mark(s, slot, GROUP_OTHER);
}

static void mark_value(struct scan *s, ir_val v, uint8_t flags)
{
	bool other;
	uint32_t slot = slot_of(s, v, &other);
	if (slot != UINT32_MAX)
		mark(s, slot, flags);
}

/* ---- pointer-sized locals that are only loaded and stored ---- */

static uint32_t local_of(const struct scan *s, ir_val v)
{
	if (ir_val_tag(v) != VAL_INST)
		return UINT32_MAX;
	const struct ir_inst *i = ir_inst_at(s->p, s->fn, ir_val_index(v));
	return i->op == OP_LOCAL && i->size == s->pt->pointer_size ? ir_val_index(v)
								   : UINT32_MAX;
}

static void local_escapes(struct scan *s, ir_val v)
{
	uint32_t i = local_of(s, v);
	if (i != UINT32_MAX)
		s->opaque[i] = true;
}

static uint32_t followed_local(const struct scan *s, ir_val v)
{
	uint32_t i = local_of(s, v);
	return i != UINT32_MAX && !s->opaque[i] ? i : UINT32_MAX;
}

sym_id scan_callee(const struct scan *s, const struct ir_inst *i)
{
	return ir_val_symbol(s->p, i->a);
}

static const struct model *call_model(const struct scan *s, const struct ir_inst *i)
{
	sym_id callee = scan_callee(s, i);
	return callee ? s->pt->models[callee] : NULL;
}

/* The argument through which a model hands out fresh memory, or -1. */
static int alloc_out(const struct model *m)
{
	const struct effect *e = m ? model_effect(m, EFFECT_ALLOC) : NULL;
	return e && e->third >= 0 ? e->third : -1;
}

static void find_opaque(struct scan *s, const struct ir_inst *i)
{
	int out = i->op == OP_CALL ? alloc_out(call_model(s, i)) : -1;
	if (i->op != OP_LOAD && i->op != OP_STORE)
		local_escapes(s, i->a);
	if (i->op != OP_BRANCH && i->op != OP_JUMP)
		local_escapes(s, i->b);
	if (i->op != OP_BRANCH)
		local_escapes(s, i->c);
	if (i->op == OP_SWITCH || i->op == OP_GOTO)
		return;
	for (uint32_t k = 0; k < i->arg_count; k++) {
		if ((int)k != out && (i->op != OP_PHI || k % 2))
			local_escapes(s, s->p->operands.at[i->args + k]);
	}
}

/* ---- where values come from ---- */

ir_val scan_arg(const struct scan *s, const struct ir_inst *i, int k)
{
	return k >= 0 && (uint32_t)k < i->arg_count
		       ? s->p->operands.at[i->args + (uint32_t)k]
		       : 0;
}

static void fresh_result(struct scan *s, uint32_t slot, uint32_t inst)
{
	mark(s, slot, GROUP_ALLOC);
	vec_push(&s->fresh, inst);
}

static void flow_model(struct scan *s, uint32_t inst, const struct ir_inst *i,
		       const struct model *m)
{
	bool known = false;
	for (uint32_t k = 0; k < m->effect_count; k++) {
		const struct effect *e = &m->effects[k];
		uint32_t local;
		s->pt->allocators[s->f].across |= (e->flags & EFFECTF_ACROSS) != 0;
		if (e->kind == EFFECT_ALLOC && e->third < 0) {
			fresh_result(s, slot_inst(s, inst), inst);
			known = true;
		} else if (e->kind == EFFECT_ALLOC) {
			local = followed_local(s, scan_arg(s, i, e->third));
			if (local != UINT32_MAX)
				fresh_result(s, slot_content(s, local), inst);
		} else if (e->kind == EFFECT_REALLOC) {
			fresh_result(s, slot_inst(s, inst), inst);
			join_value(s, slot_inst(s, inst), scan_arg(s, i, e->arg));
			known = true;
		} else if (e->kind == EFFECT_RETURNS && !(e->flags & EFFECTF_DEREF)) {
			join_value(s, slot_inst(s, inst), scan_arg(s, i, e->arg));
			known = true;
		}
	}
	if (!known)
		mark(s, slot_inst(s, inst), GROUP_OTHER);
}

/* Through a pointer: an allocation, if its default is one or it stands beside one. */
static void flow_pointer(struct scan *s, uint32_t inst, const struct ir_inst *i)
{
	if (!hook_may_be(s->pt, s->f, inst) || i->size != s->pt->pointer_size) {
		mark(s, slot_inst(s, inst), GROUP_OTHER);
		return;
	}
	mark(s, slot_inst(s, inst), GROUP_HOOK);
	vec_push(&s->fresh, inst);
	if (hook_default(s->pt, s->f, i))
		mark(s, slot_inst(s, inst), GROUP_ALLOC);
}

static void flow_call(struct scan *s, uint32_t inst, const struct ir_inst *i)
{
	sym_id callee = scan_callee(s, i);
	func_id body = callee ? s->p->symbols.at[callee].func : 0;
	if (callee && s->pt->models[callee]) {
		flow_model(s, inst, i, s->pt->models[callee]);
		return;
	}
	if (!callee) {
		flow_pointer(s, inst, i);
		return;
	}
	if (!body || !s->known[body] || body == s->f) {
		mark(s, slot_inst(s, inst), GROUP_OTHER);
		return;
	}
	const struct allocator *a = &s->pt->allocators[body];
	s->pt->allocators[s->f].across |= a->across;
	uint32_t returned = s->facts[body].returned;
	for (uint32_t k = 0; k < i->arg_count && k < 32; k++) {
		if (returned >> k & 1)
			join_value(s, slot_inst(s, inst), scan_arg(s, i, (int)k));
	}
	if (a->kind != ALLOC_NONE)
		fresh_result(s, slot_inst(s, inst), inst);
	else
		mark(s, slot_inst(s, inst), GROUP_OTHER);
}

static void flow_list(struct scan *s, uint32_t inst, const struct ir_inst *i,
		      uint32_t first, uint32_t step)
{
	for (uint32_t k = first; k < i->arg_count; k += step)
		join_value(s, slot_inst(s, inst), s->p->operands.at[i->args + k]);
}

static void flow(struct scan *s, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(s->p, s->fn, inst);
	uint32_t self = slot_inst(s, inst), local;
	switch (i->op) {
	case OP_OFFSET:
	case OP_INDEX:
	case OP_CAST:
		join_value(s, self, i->a);
		break;
	case OP_ARITH:
		join_value(s, self, i->a);
		if (i->sub != ARITH_SUB)
			join_value(s, self, i->b);
		break;
	case OP_SELECT:
		join_value(s, self, i->b);
		join_value(s, self, i->c);
		break;
	case OP_PHI:
		flow_list(s, inst, i, 1, 2);
		break;
	case OP_OTHER:
		flow_list(s, inst, i, 0, 1);
		break;
	case OP_LOAD:
		if ((local = followed_local(s, i->a)) != UINT32_MAX)
			join(s, self, slot_content(s, local));
		else
			mark(s, self, GROUP_OTHER);
		break;
	case OP_STORE:
		if ((local = followed_local(s, i->a)) != UINT32_MAX)
			join_value(s, slot_content(s, local), i->b);
		break;
	case OP_CALL:
		flow_call(s, inst, i);
		break;
	case OP_RET:
		break;
	default:
		mark(s, self, GROUP_OTHER);
		break;
	}
}

/* ---- who keeps them ---- */

static void keep_stored(struct scan *s, ir_val address, ir_val value)
{
	bool other;
	uint32_t a = slot_of(s, address, &other), b = slot_of(s, value, &other);
	if (b == UINT32_MAX || followed_local(s, address) != UINT32_MAX)
		return;
	bool self = a != UINT32_MAX && find(s, a) == find(s, b);
	mark(s, b, self ? GROUP_SELF : GROUP_KEPT);
}

static bool passes_argument(const struct effect *e, int k)
{
	for (uint32_t i = 0; i < e->pass_count; i++) {
		if (e->passes[i] == k)
			return true;
	}
	return false;
}

static bool effect_keeps(const struct effect *e, int k)
{
	switch (e->kind) {
	case EFFECT_CREATE:
	case EFFECT_CALL_NOW:
	case EFFECT_CALL_LATER:
	case EFFECT_ONCE:
	case EFFECT_SIGNAL_HANDLER:
		return e->other == k || passes_argument(e, k);
	case EFFECT_STORES:
	case EFFECT_TSD_SET:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		return e->other == k;
	case EFFECT_KEEPS:
		return e->arg == k && !effect_is_message(e);
	case EFFECT_THREAD_EXIT:
		return e->arg == k;
	default:
		return false;
	}
}

static bool model_keeps(const struct model *m, int k)
{
	for (uint32_t i = 0; i < m->effect_count; i++) {
		if (effect_keeps(&m->effects[i], k))
			return true;
	}
	return false;
}

static uint8_t keep_by_call(const struct scan *s, const struct ir_inst *i, uint32_t k)
{
	sym_id callee = scan_callee(s, i);
	func_id body = callee ? s->p->symbols.at[callee].func : 0;
	const struct model *m = callee ? s->pt->models[callee] : NULL;
	if (m) {
		bool resized = model_effect(m, EFFECT_REALLOC) != NULL;
		return model_keeps(m, (int)k) ? GROUP_KEPT : resized ? 0 : GROUP_ADDRESS;
	}
	if (!body || !s->known[body] || body == s->f || k >= 32 ||
	    k >= s->p->funcs.at[body].param_count)
		return GROUP_KEPT;
	const struct param_facts *facts = &s->facts[body];
	if (facts->kept >> k & 1)
		return GROUP_KEPT;
	if (s->pt->allocators[body].arg_mask >> k & 1)
		return 0;
	return facts->self >> k & 1 ? GROUP_SELF | GROUP_ADDRESS : GROUP_ADDRESS;
}

static void keep(struct scan *s, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(s->p, s->fn, inst);
	bool other;
	switch (i->op) {
	case OP_LOAD:
		mark_value(s, i->a, GROUP_ADDRESS);
		break;
	case OP_STORE:
	case OP_RMW:
		mark_value(s, i->a, GROUP_ADDRESS);
		keep_stored(s, i->a, i->b);
		break;
	case OP_CMPXCHG:
		mark_value(s, i->a, GROUP_ADDRESS);
		keep_stored(s, i->a, i->c);
		break;
	case OP_COPY:
		mark_value(s, i->a, GROUP_ADDRESS);
		mark_value(s, i->b, GROUP_ADDRESS);
		break;
	case OP_CALL:
		for (uint32_t k = 0; k < i->arg_count; k++)
			mark_value(s, s->p->operands.at[i->args + k],
				   keep_by_call(s, i, k));
		break;
	case OP_ASM:
		for (uint32_t k = 0; k < i->arg_count; k++)
			mark_value(s, s->p->operands.at[i->args + k], GROUP_KEPT);
		break;
	case OP_RET: {
		uint32_t slot = slot_of(s, i->a, &other);
		s->returns_other |= other;
		if (slot != UINT32_MAX)
			vec_push(&s->results, slot);
		break;
	}
	default:
		break;
	}
}

/* ---- what it makes of the function ---- */

/* How far into the object the returned pointer is, when that is simple. */
static int32_t offset_of_call(const struct scan *s, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(s->p, s->fn, inst);
	sym_id callee = scan_callee(s, i);
	func_id body =
		callee && !s->pt->models[callee] ? s->p->symbols.at[callee].func : 0;
	return body ? s->pt->allocators[body].offset : 0;
}

static int64_t offset_of_result(const struct scan *s, ir_val v)
{
	int64_t off = 0;
	for (int steps = 0; steps < 16 && ir_val_tag(v) == VAL_INST; steps++) {
		const struct ir_inst *i = ir_inst_at(s->p, s->fn, ir_val_index(v));
		if (i->op == OP_OFFSET) {
			off += i->imm;
			v = i->a;
		} else if (i->op == OP_CAST) {
			v = i->a;
		} else if (i->op == OP_PHI) {
			int64_t n;
			ir_val only = 0;
			for (uint32_t k = 1; k < i->arg_count; k += 2) {
				ir_val w = s->p->operands.at[i->args + k];
				if (!ir_val_int(s->p, w, &n))
					only = w;
			}
			v = only;
		} else if (i->op == OP_CALL) {
			return off + offset_of_call(s, ir_val_index(v));
		} else {
			return off;
		}
	}
	return off;
}

static void find_inner(struct scan *s, uint32_t group, struct allocator *a)
{
	for (uint32_t k = 0; k < s->fresh.n; k++) {
		uint32_t slot = slot_inst(s, s->fresh.at[k]);
		const struct ir_inst *i = ir_inst_at(s->p, s->fn, s->fresh.at[k]);
		int out = alloc_out(call_model(s, i));
		if (out >= 0)
			slot = slot_content(s, local_of(s, scan_arg(s, i, out)));
		if (find(s, slot) != group)
			continue;
		if (a->inner_count == MAX_INNER) {
			a->inner_count = 0; /* too many: not worth cloning */
			return;
		}
		a->inner[a->inner_count++] = s->fresh.at[k];
	}
}

static void add_hooks(struct scan *s, const struct allocator *a)
{
	for (uint32_t k = 0; k < a->inner_count; k++)
		if (!scan_callee(s, ir_inst_at(s->p, s->fn, a->inner[k])))
			hook_add(s->pt, s->f, a->inner[k]);
}

static void judge_result(struct scan *s, struct allocator *a)
{
	if (!s->results.n)
		return;
	for (uint32_t k = 1; k < s->results.n; k++)
		join(s, s->results.at[0], s->results.at[k]);
	uint32_t group = find(s, s->results.at[0]);
	uint8_t flags = s->flags[group];
	struct param_facts *facts = &s->facts[s->f];
	for (uint32_t k = 0; k < s->fn->param_count && k < 32; k++)
		facts->returned |= find(s, k) == group ? 1u << k : 0;
	if (!(flags & GROUP_ALLOC) || flags & (GROUP_OTHER | GROUP_KEPT) ||
	    s->returns_other)
		return;
	if (facts->returned && flags & (GROUP_ADDRESS | GROUP_SELF | GROUP_HOOK))
		return;
	for (uint32_t k = 32; k < s->fn->param_count; k++) {
		if (find(s, k) == group)
			return;
	}
	find_inner(s, group, a);
	if (!a->inner_count)
		return;
	add_hooks(s, a);
	a->kind = facts->returned ? ALLOC_RESIZE : ALLOC_FRESH;
	a->arg_mask = facts->returned;
	a->self_store = flags & GROUP_SELF;
	scan_size(s, a);
}

static void judge_params(struct scan *s)
{
	struct param_facts *facts = &s->facts[s->f];
	for (uint32_t k = 0; k < s->fn->param_count && k < 32; k++) {
		uint8_t flags = s->flags[find(s, k)];
		facts->kept |= flags & GROUP_KEPT ? 1u << k : 0;
		facts->self |= flags & GROUP_SELF ? 1u << k : 0;
	}
}

static void judge_offset(struct scan *s, struct allocator *a)
{
	for (uint32_t i = 0; a->kind == ALLOC_FRESH && i < s->fn->inst_count; i++) {
		const struct ir_inst *inst = ir_inst_at(s->p, s->fn, i);
		int64_t n;
		if (inst->op == OP_RET && !ir_val_int(s->p, inst->a, &n))
			a->offset = (int32_t)offset_of_result(s, inst->a);
	}
}

static void scan_function(struct scan *s, func_id f)
{
	s->f = f;
	s->fn = &s->p->funcs.at[f];
	uint32_t n = s->fn->param_count + 2 * s->fn->inst_count;
	s->returns_other = false;
	vec_clear(&s->fresh);
	vec_clear(&s->results);
	for (uint32_t i = 0; i < n; i++) {
		s->parent[i] = i;
		s->flags[i] = 0;
	}
	for (uint32_t i = 0; i < s->fn->inst_count; i++)
		s->opaque[i] = false;
	for (uint32_t i = 0; i < s->fn->inst_count; i++)
		find_opaque(s, ir_inst_at(s->p, s->fn, i));
	for (uint32_t i = 0; i < s->fn->inst_count; i++)
		flow(s, i);
	for (uint32_t i = 0; i < s->fn->inst_count; i++)
		keep(s, i);
	judge_params(s);
	judge_result(s, &s->pt->allocators[f]);
	judge_offset(s, &s->pt->allocators[f]);
}

static void forget_function(struct scan *s, func_id f)
{
	s->facts[f] = (struct param_facts){0};
	s->pt->allocators[f] = (struct allocator){.size_param = -1, .count_param = -1};
}

/* A recursion: what was found about its functions while nothing was known of the others is
 * true, and others can be seen with it; malloc's wrapper that logs, and the log that allocates
 * by another wrapper. */
static void scan_recursion(struct scan *s, const uint32_t *functions, uint32_t n)
{
	enum { MAX_ROUNDS = 4 };
	bool more = n > 1;
	for (uint32_t round = 0; more && round < MAX_ROUNDS; round++) {
		more = false;
		for (uint32_t i = 0; i < n; i++) {
			func_id f = functions[i];
			if (s->pt->allocators[f].kind != ALLOC_NONE)
				continue;
			struct param_facts before = s->facts[f];
			forget_function(s, f);
			scan_function(s, f);
			more |= s->pt->allocators[f].kind != ALLOC_NONE ||
				memcmp(&before, &s->facts[f], sizeof(before)) != 0;
		}
	}
}

static void scan_all(struct scan *s, const uint32_t *order, uint32_t n)
{
	for (uint32_t first = 0, end; first < n; first = end) {
		end = first;
		while (end < n && s->component[order[end]] == s->component[order[first]])
			if (order[end++])
				scan_function(s, order[end - 1]);
		for (uint32_t i = first; i < end; i++)
			s->known[order[i]] = true;
		scan_recursion(s, order + first, end - first);
	}
}

void allocators_find(struct pointers *pt)
{
	const struct program *p = pt->p;
	uint32_t *component, n = p->funcs.n, most = 0;
	uint32_t *order = order_functions(p, &component);
	struct scan s = {.pt = pt, .p = p, .component = component};
	s.facts = xcalloc(n + 1u, sizeof(*s.facts));
	for (func_id f = 1; f < n; f++) {
		uint32_t slots =
			p->funcs.at[f].param_count + 2 * p->funcs.at[f].inst_count;
		most = slots > most ? slots : most;
		forget_function(&s, f);
	}
	s.parent = xcalloc(most + 1u, sizeof(*s.parent));
	s.flags = xcalloc(most + 1u, sizeof(*s.flags));
	s.opaque = xcalloc(most + 1u, sizeof(*s.opaque));
	s.known = xcalloc(n + 1u, sizeof(*s.known));
	scan_all(&s, order, n);
	free(s.known);
	vec_free(&s.fresh);
	vec_free(&s.results);
	free(s.parent);
	free(s.flags);
	free(s.opaque);
	free(s.facts);
	free(order);
	free(component);
}
