/* SPDX-License-Identifier: MIT */
/*
 * Where an access inside of counting loops may be, told to those outside: the index
 * of 'for (i = begin; i < end; i++)' becomes SPAN (begin, end). Who has the two
 * ends of two threads can see that each has a part of the array for itself.
 *
 * An index that also names a lock, a joined thread or an absent one stays a VALUE:
 * that it is the same in both places says more.
 */
#include "analysis/result/range.h"

struct choice {
	uint32_t block, top; /* of the phi, and where its two ways part */
	const struct ir_inst *branch, *compare;
};

/* The VALUE is a phi of two ways that part at a comparison. */
static bool find_choice(const struct frame *fr, const struct path *x, struct choice *c)
{
	const struct ir_inst *phi = ir_inst_at(fr->p, fr->fn, x->b);
	if (phi->op != OP_PHI || phi->arg_count != 4)
		return false;
	c->block = frame_block_of(fr, x->b);
	c->top = fr->idom[c->block];
	c->branch = ir_terminator(fr->p, fr->fn, c->top);
	if (c->branch->op != OP_BRANCH || ir_val_tag(c->branch->a) != VAL_INST)
		return false;
	c->compare = ir_inst_at(fr->p, fr->fn, ir_val_index(c->branch->a));
	return c->compare->op == OP_COMPARE && fr->loop_of[c->block] == fr->loop_of[c->top];
}

/* The value that comes in when the branch goes to 'target', or when it does not. */
static path_id value_by_way(struct frame *fr, const struct choice *c, const struct path *x,
			    uint32_t target, bool taken)
{
	const struct ir_inst *phi = ir_inst_at(fr->p, fr->fn, x->b);
	path_id found = 0;
	for (uint32_t k = 0; k < 4; k += 2) {
		uint32_t from = fr->p->operands.at[phi->args + k];
		bool by = from == c->top ? target == c->block : flow_dominates(fr, target, from);
		if (by != taken)
			continue;
		if (found)
			return 0;
		found = frame_value(fr, fr->p->operands.at[phi->args + k + 1]);
	}
	return found;
}

static bool is_pointer(const struct frame *fr, uint32_t inst)
{
	struct pt_set set = {0};
	pointers_of_value(fr->pt, fr->func, ir_val_make(VAL_INST, inst), &set);
	bool pointer = set.locs.n || set.unknown;
	pt_set_free(&set);
	return pointer;
}

/* 'b unless x == y' for 'x == y ? a : b'. */
path_id span_choice(struct frame *fr, path_id p)
{
	const struct path x = *path_at(&fr->paths, p);
	struct choice c;
	if (x.kind != PATH_VALUE || x.a != fr->func || x.b & VALUE_PARAM ||
	    !find_choice(fr, &x, &c) || is_pointer(fr, x.b) ||
	    (c.compare->sub != CMP_EQ && c.compare->sub != CMP_NE))
		return p;
	uint32_t equal = c.compare->sub == CMP_EQ ? c.branch->b : c.branch->c;
	path_id usual = value_by_way(fr, &c, &x, equal, false);
	if (!usual || path_mentions(&fr->paths, usual, p) ||
	    !value_by_way(fr, &c, &x, equal, true))
		return p;
	path_id when = path_math(&fr->paths, frame_value(fr, c.compare->a),
				 frame_value(fr, c.compare->b), MATH_EQUAL);
	path_id result = path_math(&fr->paths, usual, when, MATH_UNLESS);
	return result ? result : p;
}

/* 'if (end > n) end = n': at most what it was. */
static path_id at_most(struct frame *fr, path_id p)
{
	const struct path x = *path_at(&fr->paths, p);
	struct choice c;
	if (x.kind != PATH_VALUE || x.a != fr->func || x.b & VALUE_PARAM ||
	    !find_choice(fr, &x, &c))
		return p;
	uint8_t op = c.compare->sub;
	if (op != CMP_GT && op != CMP_GE && op != CMP_UGT && op != CMP_UGE)
		return p;
	path_id large = frame_value(fr, c.compare->a), small = frame_value(fr, c.compare->b);
	bool cut = value_by_way(fr, &c, &x, c.branch->b, true) == small &&
		   value_by_way(fr, &c, &x, c.branch->b, false) == large;
	return cut && !path_mentions(&fr->paths, large, p) ? large : p;
}

struct spanning {
	struct frame *fr;
	const struct state *s;
	const struct lockset *locks;
	uint32_t block, loop;
	bool formula; /* the index is computed from several */
};

static bool names_more(const struct spanning *c, path_id leaf)
{
	const struct paths *t = &c->fr->paths;
	for (uint32_t i = 0; i < c->locks->held_count; i++)
		if (path_mentions(t, c->locks->held[i].lock, leaf))
			return true;
	for (uint32_t i = 0; i < c->s->absent_count; i++)
		if (path_mentions(t, c->s->absent[i].index, leaf))
			return true;
	for (uint32_t i = 0; i < c->s->joined_count; i++)
		if (path_mentions(t, c->s->joined[i], leaf))
			return true;
	return false;
}

static path_id span_of_loop(struct spanning *c, const struct loop *l, path_id leaf)
{
	struct paths *t = &c->fr->paths;
	path_id first = frame_value(c->fr, l->first), bound = frame_value(c->fr, l->bound);
	bound = at_most(c->fr, span_choice(c->fr, bound));
	bound = path_offset(t, bound, l->bound_add);
	if (!first || !bound || path_at(t, first)->flags & (PATHF_VALUE | PATHF_ANY))
		return leaf;
	if (path_at(t, bound)->flags & (PATHF_VALUE | PATHF_ANY))
		bound = path_int(t, INT64_MAX);
	bool constant = path_at(t, first)->kind == PATH_INT;
	bool told = path_at(t, bound)->kind == PATH_INT || path_at(t, bound)->flags & PATHF_OPEN;
	if (constant && !told && !c->formula)
		return leaf;
	return names_more(c, leaf) ? leaf : path_span(t, first, bound, l->step);
}

/* first + some number * stride */
static path_id in_steps(struct spanning *c, path_id first, path_id stride, path_id leaf)
{
	struct paths *t = &c->fr->paths;
	if (!first || !stride || names_more(c, leaf) ||
	    (path_at(t, first)->flags | path_at(t, stride)->flags) & (PATHF_VALUE | PATHF_ANY))
		return leaf;
	path_id some = path_span(t, path_int(t, 0), path_int(t, INT64_MAX), 1);
	return path_math(t, first, path_math(t, some, stride, MATH_MUL), MATH_ADD);
}

/* What x % n or x & (n - 1) is the remainder of, by n; 0: it is none. */
static path_id divisor_of(struct paths *t, path_id remainder, path_id of)
{
	const struct path *x = path_at(t, remainder);
	const struct path *mask = path_at(t, x->kind == PATH_MATH ? x->b : 0);
	if (x->kind != PATH_MATH || x->a != of)
		return 0;
	if (x->imm == MATH_AND && mask->kind == PATH_INT && mask->imm > 0 &&
	    !(mask->imm & (mask->imm + 1)))
		return path_int(t, mask->imm + 1);
	return x->imm == MATH_REM ? x->b : 0;
}

/* if (i % n == id) */
static path_id by_remainder(struct spanning *c, path_id leaf)
{
	struct paths *t = &c->fr->paths;
	for (uint32_t i = 0; i < c->s->fact_count; i++) {
		const struct fact *f = &c->s->facts[i];
		const struct path x = *path_at(t, f->path);
		if (x.kind != PATH_MATH || x.imm != MATH_EQUAL || f->signs & SIGN_ZERO)
			continue;
		path_id by = divisor_of(t, x.a, leaf), of = by ? x.b : x.a;
		by = by ? by : divisor_of(t, x.b, leaf);
		if (by)
			return in_steps(c, of, by, leaf);
	}
	return leaf;
}

static path_id span_leaf(void *context, struct paths *to, const struct paths *from, path_id id)
{
	struct spanning *c = context;
	const struct path x = *path_at(from, id);
	(void)to;
	if (x.kind != PATH_VALUE || x.a != c->fr->func || x.b & VALUE_PARAM)
		return id;
	path_id known = by_remainder(c, id);
	if (known != id)
		return known;
	for (uint32_t l = c->loop; l != NO_LOOP; l = c->fr->loops.at[l].parent) {
		const struct loop *loop = &c->fr->loops.at[l];
		if (loop->induction == x.b + 1 &&
		    loop->header != c->block) /* where it is not tested yet */
			return span_of_loop(c, loop, id);
		if (loop->striding == x.b + 1)
			return in_steps(c, frame_value(c->fr, loop->strides_from),
					frame_value(c->fr, loop->stride), id);
	}
	return id;
}

static bool has_formula(const struct frame *fr, path_id p)
{
	for (; path_at(&fr->paths, p)->kind >= PATH_OFFSET; p = path_at(&fr->paths, p)->a) {
		const struct path *x = path_at(&fr->paths, p);
		path_id base;
		if (x->kind != PATH_INDEX || !x->b)
			continue;
		path_split_offset(&fr->paths, x->b, &base);
		if (path_at(&fr->paths, base)->kind == PATH_MATH)
			return true;
	}
	return false;
}

path_id span_path(struct frame *fr, const struct state *s, const struct lockset *locks,
		  path_id p, uint32_t inst)
{
	uint32_t block = frame_block_of(fr, inst);
	struct spanning c = {fr, s, locks, block, fr->loop_of[block], false};
	struct path_binder binder = {.leaf = span_leaf, .context = &c};
	path_id root = path_at(&fr->paths, p)->root;
	if (c.loop == NO_LOOP || !(path_at(&fr->paths, p)->flags & PATHF_VALUE) ||
	    path_at(&fr->paths, root)->kind == PATH_VALUE)
		return p;
	c.formula = has_formula(fr, p);
	path_id spanned = path_import(&fr->paths, &fr->paths, p, &binder);
	return spanned ? spanned : p;
}
