/* SPDX-License-Identifier: MIT */
/*
 * Locals whose address stays in their function.
 *
 * A struct that is filled in and assigned, what the compiler makes of a compound literal, an array
 * that is only indexed: the address goes into loads, stores and copies as the place, and nowhere
 * else. No pointer from elsewhere points to it, not even one of which nothing is known but the
 * type, so that it is in no group (groups.c). Without this every such local without a type would
 * hold what is stored 'somewhere in memory of unknown type', and carry it to wherever it is copied.
 */
#include "pointer/internal.h"

/* The local that an address is in, by steps of this function; 0: none. */
static obj_id local_behind(const struct pointers *pt, func_id f, ir_val v)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t steps = 0; ir_val_tag(v) == VAL_INST && steps < fn->inst_count; steps++) {
		const struct ir_inst *i = ir_inst_at(pt->p, fn, ir_val_index(v));
		if (i->op == OP_LOCAL)
			return object_at_inst(pt, f, ir_val_index(v));
		if (i->op != OP_OFFSET && i->op != OP_INDEX)
			return 0;
		v = i->a;
	}
	return 0;
}

static void give_away(struct pointers *pt, func_id f, ir_val v)
{
	obj_id o = local_behind(pt, f, v);
	if (o)
		pt->info.at[o].kept = false;
}

/* Operands that are more than a place. */
static void visit(struct pointers *pt, func_id f, const struct ir_inst *i)
{
	switch (i->op) {
	case OP_OFFSET:
	case OP_LOAD:
	case OP_COPY:
	case OP_COMPARE:
	case OP_BRANCH:
		return;
	case OP_INDEX:
	case OP_STORE:
	case OP_SET:
	case OP_RMW:
	case OP_CMPXCHG:
		give_away(pt, f, i->b);
		give_away(pt, f, i->c);
		return;
	default:
		break;
	}
	give_away(pt, f, i->a);
	give_away(pt, f, i->b);
	give_away(pt, f, i->c);
	for (uint32_t k = 0; k < i->arg_count; k++) {
		if (!ir_arg_is_block(i->op, k))
			give_away(pt, f, pt->p->operands.at[i->args + k]);
	}
}

void kept_find(struct pointers *pt)
{
	for (obj_id o = 1; o < pt->objects.n; o++)
		pt->info.at[o].kept = pt->objects.at[o].kind == OBJ_LOCAL;
	for (func_id f = 1; f < pt->p->funcs.n; f++) {
		const struct ir_func *fn = &pt->p->funcs.at[f];
		for (uint32_t k = 0; k < fn->inst_count; k++)
			visit(pt, f, ir_inst_at(pt->p, fn, k));
	}
}
