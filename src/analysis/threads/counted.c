/* SPDX-License-Identifier: MIT */
/*
 * Threads that are created one by one, under conditions, and counted in a local variable:
 *
 *	if (a) create(&ids[n++]); if (b) create(&ids[n++]); for (i = 0; i < n; i++) join(ids[i]);
 *
 * The last value of the count is not known, but those that it may have are: where each of them
 * that comes from a creation is larger than the index there, the loop has joined that thread.
 * Likewise an id does not lie where one was put before, if its index is larger.
 */
#include "analysis/exec/frame.h"
#include "analysis/threads/join.h"

bool join_leads_to(struct frame *fr, uint32_t from, uint32_t to)
{
	uint32_t n = 0;
	uint32_t *stack = arena_alloc(fr->scratch, (fr->fn->block_count + 1) * sizeof(*stack));
	bool *seen = arena_zalloc(fr->scratch, fr->fn->block_count + 1);
	for (stack[n++] = to; n > 0;) {
		uint32_t b = stack[--n];
		if (b == from)
			return true;
		for (uint32_t k = fr->pred_at[b]; k < fr->pred_at[b + 1]; k++) {
			if (seen[fr->preds[k]])
				continue;
			seen[fr->preds[k]] = true;
			stack[n++] = fr->preds[k];
		}
	}
	return false;
}

/* Is the number larger than the index, on all ways that come from where the thread was created? */
static bool is_past(struct frame *fr, path_id number, path_id index, uint32_t created,
		    uint32_t depth)
{
	struct paths *t = &fr->paths;
	path_id base, from;
	int64_t more = path_split_offset(t, number, &base);
	int64_t least = path_split_offset(t, index, &from);
	const struct path x = *path_at(t, base);
	if (x.kind == PATH_INT && path_at(t, from)->kind == PATH_INT)
		return x.imm + more > path_at(t, from)->imm + least;
	if (base == from)
		return more > least;
	if (!depth || x.kind != PATH_VALUE || x.a != fr->func || x.b & VALUE_PARAM)
		return false;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, x.b);
	uint32_t here = frame_block_of(fr, x.b);
	bool before = join_leads_to(fr, here, created);
	bool around = here == created ? fr->loop_of[here] != NO_LOOP
				      : before && join_leads_to(fr, created, here);
	if (i->op != OP_PHI || around)
		return false;
	for (uint32_t k = 0; k + 1 < i->arg_count; k += 2) {
		path_id value = frame_value(fr, fr->p->operands.at[i->args + k + 1]);
		if ((before || join_leads_to(fr, created, fr->p->operands.at[i->args + k])) &&
		    (!value || !is_past(fr, path_offset(t, value, more), index, created,
					depth - 1)))
			return false;
	}
	return true;
}

/* The index by which the cell is an element of that array; 0: it is none. */
static path_id index_in(struct frame *fr, path_id cell, path_id array, int64_t stride)
{
	struct paths *t = &fr->paths;
	const struct path x = *path_at(t, cell);
	path_id base, of;
	if (x.kind == PATH_INDEX && x.imm == stride && x.a == array)
		return x.b;
	int64_t at = path_split_offset(t, cell, &base) - path_split_offset(t, array, &of);
	return base == of && stride > 0 && at >= 0 && at % stride == 0 ? path_int(t, at / stride)
								      : 0;
}

bool join_is_counted(struct frame *fr, path_id id, path_id cell, uint32_t created)
{
	enum { DEPTH = 8 };
	const struct paths *t = &fr->paths;
	const struct path *load = path_at(t, id), *stored = path_at(t, cell);
	if (load->kind != PATH_LOAD || stored->kind != PATH_LOAD ||
	    path_at(t, load->a)->kind != PATH_INDEX || fr->loop_of[created] != NO_LOOP)
		return false;
	const struct path pattern = *path_at(t, load->a);
	const struct path range = *path_at(t, pattern.b);
	const struct path *first = path_at(t, range.a);
	if (range.kind != PATH_RANGE || range.imm != 1 || first->kind != PATH_INT || first->imm)
		return false;
	path_id index = index_in(fr, stored->a, pattern.a, pattern.imm);
	return index && is_past(fr, range.b, index, created, DEPTH);
}

/* An element of an array, and the bytes from its start. */
struct element {
	path_id array, index;
	int64_t stride, at;
};

static bool is_element(const struct paths *t, path_id p, struct element *out)
{
	path_id base;
	int64_t at = path_split_offset(t, p, &base);
	const struct path x = *path_at(t, base);
	if (x.kind != PATH_INDEX || x.imm <= 0)
		return false;
	*out = (struct element){x.a, x.b, x.imm, at};
	return true;
}

/* The index of the same bytes of an element of that array. */
static bool is_index_of(struct frame *fr, const struct element *e, path_id p, path_id *index)
{
	struct element x;
	if (is_element(&fr->paths, p, &x)) {
		*index = x.index;
		return x.array == e->array && x.stride == e->stride && x.at == e->at;
	}
	*index = index_in(fr, path_offset(&fr->paths, p, -e->at), e->array, e->stride);
	return *index;
}

bool join_may_be_over(struct frame *fr, path_id at, path_id other, uint32_t created)
{
	enum { DEPTH = 8 };
	const struct paths *t = &fr->paths;
	struct element e;
	path_id index, before;
	if ((path_at(t, at)->flags | path_at(t, other)->flags) & PATHF_RANGE)
		return false; /* range_covers() */
	if (is_element(t, at, &e))
		index = e.index;
	else if (!is_element(t, other, &e) || !is_index_of(fr, &e, at, &index))
		return false;
	return is_index_of(fr, &e, other, &before) &&
	       (!index || !before || !is_past(fr, index, before, created, DEPTH));
}
