/* SPDX-License-Identifier: MIT */
/* RANGEs of counting loops in paths: a[i] of each round is one of a[first .. bound - 1]. */
#include "analysis/result/range.h"

struct range_context {
	struct frame *fr;
	uint32_t loop;
};

/* for (i = 0; i < 1; i++), as in what a macro makes of one element */
static bool is_one_round(const struct frame *fr, path_id first, path_id bound, int64_t step)
{
	const struct path *x = path_at(&fr->paths, first), *y = path_at(&fr->paths, bound);
	return x->kind == PATH_INT && y->kind == PATH_INT && x->imm < y->imm &&
	       y->imm <= x->imm + step;
}

static path_id range_of(struct frame *fr, const struct loop *l)
{
	path_id first = frame_value(fr, l->first);
	path_id bound = path_offset(&fr->paths, frame_value(fr, l->bound), l->bound_add);
	if (first && bound && is_one_round(fr, first, bound, l->step))
		return first;
	return first && bound ? path_range(&fr->paths, first, bound, l->step) : 0;
}

static path_id range_leaf(void *context, struct paths *to, const struct paths *from,
			  path_id id)
{
	struct range_context *c = context;
	const struct path *x = path_at(from, id);
	(void)to;
	if (x->kind != PATH_VALUE || x->a != c->fr->func || x->b & VALUE_PARAM)
		return id;
	for (uint32_t l = c->loop; l != NO_LOOP; l = c->fr->loops.at[l].parent) {
		if (c->fr->loops.at[l].induction == x->b + 1) {
			path_id r = range_of(c->fr, &c->fr->loops.at[l]);
			return r ? r : id;
		}
	}
	return id;
}

static path_id own_range(struct frame *fr, uint32_t inst)
{
	uint32_t l = fr->loop_of[frame_block_of(fr, inst)];
	return l != NO_LOOP && fr->loops.at[l].induction ? range_of(fr, &fr->loops.at[l]) : 0;
}

/* A RANGE in the path that is 'own', or that is not. */
static bool has_range(const struct paths *t, path_id p, path_id own, bool wanted)
{
	const struct path *x = path_at(t, p);
	if (!p || !(x->flags & PATHF_RANGE))
		return false;
	if (x->kind == PATH_RANGE)
		return (p == own) == wanted;
	return has_range(t, x->a, own, wanted) ||
	       (path_has_two(x) && has_range(t, x->b, own, wanted));
}

bool range_has_own(struct frame *fr, path_id p, uint32_t inst)
{
	path_id own = own_range(fr, inst);
	return own && has_range(&fr->paths, p, own, true);
}

bool range_has_other(struct frame *fr, path_id p, uint32_t inst)
{
	return has_range(&fr->paths, p, own_range(fr, inst), false);
}

uint32_t range_count(const struct paths *t, path_id p)
{
	const struct path *x = path_at(t, p);
	if (!p || !(x->flags & PATHF_RANGE))
		return 0;
	if (x->kind == PATH_RANGE)
		return 1;
	uint32_t a = range_count(t, x->a);
	uint32_t b = path_has_two(x) ? range_count(t, x->b) : 0;
	bool strides = path_at(t, x->a)->kind == PATH_MATH || path_at(t, x->b)->kind == PATH_MATH;
	if (x->kind != PATH_MATH)
		return a + b;
	if (x->imm != MATH_ADD && x->imm != MATH_SUB && x->imm != MATH_MUL && x->imm != MATH_SHL)
		return 0;
	return a && b && !strides ? 0 : a + b; /* i + j; not row * width + j */
}

/* while (create(...) != 0): is the loop left once the call has returned 0? */
static bool is_retried(const struct frame *fr, uint32_t inst, uint32_t loop)
{
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, frame_block_of(fr, inst));
	int64_t k;
	if (t->op != OP_BRANCH || ir_val_tag(t->a) != VAL_INST)
		return false;
	const struct ir_inst *c = ir_inst_at(fr->p, fr->fn, ir_val_index(t->a));
	if (c->op != OP_COMPARE || (c->sub != CMP_EQ && c->sub != CMP_NE) ||
	    c->a != ir_val_make(VAL_INST, inst) || !ir_val_int(fr->p, c->b, &k))
		return false;
	uint32_t to = (k == 0) == (c->sub == CMP_EQ) ? t->b : t->c;
	return !flow_loop_contains(fr, loop, to);
}

/* Loops that go on to another element in each round: the innermost, or if that is entered
 * while such threads are running, that around it as well. */
bool range_goes_on(struct frame *fr, uint32_t fork, uint32_t inner)
{
	const struct fork *f = &fr->forks.at[fork];
	uint32_t inst = f->via ? f->via - 1 : f->inst;
	uint32_t n = range_count(&fr->paths, f->id_address);
	uint32_t l = fr->loop_of[frame_block_of(fr, inst)];
	path_id p = f->id_address;
	while (l != NO_LOOP && !f->via && is_retried(fr, inst, l))
		l = fr->loops.at[l].parent;
	for (; l != NO_LOOP; l = fr->loops.at[l].parent) {
		const struct loop *x = &fr->loops.at[l];
		path_id own = x->induction ? range_of(fr, x) : 0;
		if (!own || !has_range(&fr->paths, p, own, true) || ++inner > n)
			return false;
		if (!(x->entered & summary_fork_bit(fork)))
			return true;
	}
	return false;
}

static path_id range_leaf_of(void *context, struct paths *to, const struct paths *from,
			     path_id id)
{
	struct range_context *c = context;
	const struct path *x = path_at(from, id);
	const struct loop *l = &c->fr->loops.at[c->loop];
	(void)to;
	if (x->kind != PATH_VALUE || x->a != c->fr->func || l->induction != x->b + 1)
		return id;
	path_id r = range_of(c->fr, l);
	return r ? r : id;
}

path_id range_of_loop(struct frame *fr, path_id p, uint32_t loop)
{
	struct range_context c = {fr, loop};
	struct path_binder binder = {.leaf = range_leaf_of, .context = &c};
	if (!p || loop == NO_LOOP || !(path_at(&fr->paths, p)->flags & PATHF_VALUE))
		return p;
	return path_import(&fr->paths, &fr->paths, p, &binder);
}

path_id range_around(struct frame *fr, path_id p, uint32_t inst)
{
	struct range_context c = {fr, fr->loop_of[frame_block_of(fr, inst)]};
	struct path_binder binder = {.leaf = range_leaf, .context = &c};
	if (!p || c.loop == NO_LOOP || !(path_at(&fr->paths, p)->flags & PATHF_VALUE))
		return p;
	return path_import(&fr->paths, &fr->paths, p, &binder);
}
