/* SPDX-License-Identifier: MIT */
#include "ir/piece.h"

#include "ir/address.h"

enum { WORD = 8 };

struct piece {
	const struct program *p;
	const struct ir_func *f;
};

static const struct ir_inst *inst_of(const struct piece *x, ir_val v)
{
	return ir_val_tag(v) == VAL_INST ? ir_inst_at(x->p, x->f, ir_val_index(v)) : NULL;
}

static ir_val base_of(const struct piece *x, ir_val v, int64_t *bytes)
{
	*bytes = 0;
	return ir_base_of(x->p, x->f, v, BASE_CASTS, bytes);
}

/* From one byte to the next; they may be copied several at a time. */
static bool is_step(int64_t bytes)
{
	return bytes != 0 && bytes >= -WORD && bytes <= WORD;
}

static bool add_start(struct ir_walk *w, ir_val v)
{
	if (w->n < IR_PIECE_STARTS)
		w->starts[w->n++] = v;
	else
		return false;
	return true;
}

/* A pointer that is moved in each round: what comes from the round before begins nothing. */
static bool walk_of_phi(const struct piece *x, ir_val phi, struct ir_walk *w)
{
	const struct ir_inst *i = inst_of(x, phi);
	bool goes_on = false;
	int64_t bytes;
	for (uint32_t k = 1; k < i->arg_count; k += 2) {
		ir_val v = x->p->operands.at[i->args + k];
		if (base_of(x, v, &bytes) == phi)
			goes_on |= is_step(bytes);
		else if (!add_start(w, v))
			return false;
	}
	return goes_on;
}

/* An element of what is indexed; or of what is moved. */
static bool find_walk(const struct piece *x, ir_val address, struct ir_walk *w)
{
	int64_t bytes;
	ir_val v = base_of(x, address, &bytes);
	const struct ir_inst *i = inst_of(x, v);
	*w = (struct ir_walk){.n = 0};
	if (i && i->op == OP_INDEX)
		return is_step(i->imm) && add_start(w, i->a);
	return i && i->op == OP_PHI && walk_of_phi(x, v, w);
}

static bool is_zero_test(const struct piece *x, const struct ir_inst *i)
{
	int64_t n;
	return i->op == OP_COMPARE && ir_val_int(x->p, i->b, &n) && n == 0;
}

static bool is_character(const struct piece *x, ir_val loaded)
{
	for (uint32_t k = 0; k < x->f->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(x->p, x->f, k);
		if (is_zero_test(x, i) && ir_without_casts(x->p, x->f, i->a) == loaded)
			return true;
	}
	return false;
}

bool ir_piece(const struct program *p, const struct ir_func *f, const struct ir_inst *store,
	      struct ir_walk *to, struct ir_walk *from)
{
	struct piece x = {p, f};
	if (store->op != OP_STORE || store->size != 1)
		return false;
	ir_val loaded = ir_without_casts(p, f, store->b);
	const struct ir_inst *load = inst_of(&x, loaded);
	return load && load->op == OP_LOAD && load->size == 1 && find_walk(&x, store->a, to) &&
	       find_walk(&x, load->a, from) && !is_character(&x, loaded);
}
