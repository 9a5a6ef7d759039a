/* SPDX-License-Identifier: MIT */
#include "ir/address.h"

ir_val ir_base_of(const struct program *p, const struct ir_func *f, ir_val v, unsigned through,
		  int64_t *bytes)
{
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
		if (i->op == OP_OFFSET)
			*bytes += i->imm;
		else if (!(i->op == OP_CAST && through & BASE_CASTS) &&
			 !(i->op == OP_INDEX && through & BASE_INDICES))
			break;
		v = i->a;
	}
	return v;
}

ir_val ir_without_casts(const struct program *p, const struct ir_func *f, ir_val v)
{
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
		if (i->op != OP_CAST || i->sub == CAST_OTHER)
			break;
		v = i->a;
	}
	return v;
}

ir_val ir_loaded_from(const struct program *p, const struct ir_func *f, ir_val v)
{
	if (ir_val_tag(v) != VAL_INST)
		return 0;
	const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
	return i->op == OP_LOAD ? i->a : 0;
}

uint32_t ir_copied_argument(const struct program *p, const struct ir_func *f, uint32_t call,
			    uint32_t n)
{
	const struct ir_inst *c = ir_inst_at(p, f, call);
	ir_val v = c->op == OP_CALL && n < c->arg_count ? p->operands.at[c->args + n] : 0;
	if (ir_val_tag(v) != VAL_INST)
		return 0;
	const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
	return i->op == OP_LOCAL && i->flags & INSTF_BYVAL ? i->size : 0;
}
