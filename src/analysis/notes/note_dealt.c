/* SPDX-License-Identifier: MIT */
/*
 * Pointers of which a loop has fewer than rounds. What is found in a table by i % 2 is one of two,
 * by i / 2 each is found twice; and a variable that only some rounds set keeps in the others what
 * it had. If each round gives it to a thread, some threads have the same.
 */
#include "analysis/notes/notes.h"
#include "ir/address.h"

enum { FEW = 4 };

static const struct ir_inst *inst_at(const struct noter *n, ir_val v)
{
	return ir_val_tag(v) == VAL_INST ? ir_inst_at(n->p, n->fn, ir_val_index(v)) : NULL;
}

/* How many values the index has, as in struct dealt_note; false: that is not known. */
static bool find_most(const struct noter *n, ir_val index, uint32_t *most)
{
	const struct ir_inst *i = inst_at(n, ir_without_casts(n->p, n->fn, index));
	int64_t by;
	if (!i || i->op != OP_ARITH || !ir_val_int(n->p, i->b, &by) || by < 1 || by > INT16_MAX)
		return false;
	const struct ir_inst *of = inst_at(n, ir_without_casts(n->p, n->fn, i->a));
	bool halves = (i->sub == ARITH_DIV && by > 1) || i->sub == ARITH_SHR;
	*most = i->sub == ARITH_REM ? (uint32_t)by : i->sub == ARITH_AND ? (uint32_t)by + 1 : 0;
	return *most || (halves && of && of->op == OP_PHI);
}

/* Does the choice come, by choices only, from itself? */
static bool comes_from(const struct noter *n, ir_val v, ir_val choice, uint32_t depth)
{
	const struct ir_inst *i = inst_at(n, v);
	for (uint32_t k = 1; depth && i && i->op == OP_PHI && k < i->arg_count; k += 2) {
		ir_val from = n->p->operands.at[i->args + k];
		if (from == choice || comes_from(n, from, choice, depth - 1))
			return true;
	}
	return false;
}

void note_dealt(struct noter *n, uint32_t inst)
{
	ir_val value = ir_val_make(VAL_INST, inst);
	const struct ir_inst *i = inst_at(n, ir_loaded_from(n->p, n->fn, value));
	uint32_t most = 0;
	if (comes_from(n, value, value, FEW) ||
	    (i && i->op == OP_INDEX && find_most(n, i->b, &most)))
		vec_push(&n->dealt, ((struct dealt_note){inst, most}));
}
