/* SPDX-License-Identifier: MIT */
/* Names of values: which path stands for an operand or an instruction. */
#include "analysis/common.h"
#include "analysis/exec/frame.h"

#include <string.h>

#include "base/diag.h"

const struct summary *frame_callee(const struct frame *fr, func_id callee)
{
	const struct callgraph *g = fr->in->callgraph;
	uint32_t i = g->position[callee] - g->member_at[fr->component];
	if (fr->assumed && g->component[callee] == fr->component &&
	    (g->position[callee] >= g->position[fr->func] || (fr->apart && fr->apart[i])))
		return &fr->assumed[i];
	return &fr->done->at[callgraph_is_cut(g, fr->func, callee) ? 0 : callee];
}

path_id frame_value_leaf(struct frame *fr, uint32_t inst)
{
	if (!fr->leaf[inst])
		fr->leaf[inst] = path_leaf(&fr->paths, PATH_VALUE, fr->func, inst);
	return fr->leaf[inst];
}

static path_id const_path(struct frame *fr, const_id id)
{
	const struct ir_const *c = &fr->p->consts.at[id];
	if (!c->sym)
		return path_int(&fr->paths, c->value);
	sym_id s = ir_resolve_alias(fr->p, c->sym);
	return path_offset(&fr->paths, path_leaf(&fr->paths, PATH_SYMBOL, s, 0), c->value);
}

static path_id const_name(struct frame *fr, const_id id)
{
	struct named_const *c = &fr->consts[id % NAMED_CONSTS];
	if (!c->path || c->id != id)
		*c = (struct named_const){id, const_path(fr, id)};
	return c->path;
}

static path_id param_name(struct frame *fr, uint32_t i)
{
	if (i >= NAMED_PARAMS)
		return path_leaf(&fr->paths, PATH_FORMAL, i, 0);
	if (!fr->params[i])
		fr->params[i] = path_leaf(&fr->paths, PATH_FORMAL, i, 0);
	return fr->params[i];
}

path_id frame_value(struct frame *fr, ir_val v)
{
	uint32_t i = ir_val_index(v);
	switch (ir_val_tag(v)) {
	case VAL_INST:
		return fr->value[i] ? fr->value[i] : frame_value_leaf(fr, i);
	case VAL_PARAM:
		return param_name(fr, i);
	case VAL_CONST:
		return const_name(fr, i);
	case VAL_NONE:
	case VAL_UNKNOWN:
		break;
	}
	return 0;
}

path_id frame_loaded_from(struct frame *fr, path_id value)
{
	const struct path x = *path_at(&fr->paths, value);
	if (x.kind == PATH_LOAD)
		return x.a;
	if (x.kind != PATH_VALUE || x.a != fr->func || x.b & VALUE_PARAM)
		return 0;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, x.b);
	return i->op == OP_LOAD ? frame_value(fr, i->a) : 0;
}

const struct alternatives *frame_alternatives(const struct frame *fr, path_id id)
{
	const struct path *x = path_at(&fr->paths, id);
	if (x->kind != PATH_VALUE || x->a != fr->func || x->b & VALUE_PARAM)
		return NULL;
	const struct alternatives *alt = &fr->alternatives[x->b];
	return alt->opaque || !alt->count ? NULL : alt;
}

static bool alternatives_add(struct alternatives *alt, path_id v)
{
	for (uint32_t i = 0; i < alt->count; i++)
		if (alt->values[i] == v)
			return false;
	if (alt->count == MAX_VALUES) {
		alt->opaque = true;
		return true;
	}
	alt->values[alt->count++] = v;
	return true;
}

static void set_value(struct frame *fr, uint32_t inst, path_id v)
{
	if (fr->value[inst] && fr->value[inst] != v) {
		fr->values_changed = fr->changed[inst] = true;
		fr->renamed[inst] |= fr->named_value[inst];
	}
	fr->value[inst] = v;
}

path_id frame_opaque(struct frame *fr, uint32_t inst)
{
	fr->named_value[inst] = true;
	fr->alternatives[inst].opaque = true;
	set_value(fr, inst, frame_value_leaf(fr, inst));
	return fr->value[inst];
}

path_id frame_name(struct frame *fr, uint32_t inst, const path_id *values, uint32_t n,
		   bool unknown)
{
	struct alternatives *alt = &fr->alternatives[inst];
	path_id self = frame_value_leaf(fr, inst);
	for (uint32_t i = 0; i < n; i++)
		if (values[i] != self && !alt->opaque)
			alternatives_add(alt, values[i]);
	if (unknown || !n)
		alt->opaque = true;
	if (fr->named_value[inst] || alt->opaque || alt->count != 1) {
		fr->named_value[inst] = true;
		set_value(fr, inst, self);
	} else {
		set_value(fr, inst, alt->values[0]);
	}
	return fr->value[inst];
}

path_id frame_derive(struct frame *fr, uint32_t inst, path_id v)
{
	if (!v || fr->named_value[inst])
		return frame_opaque(fr, inst);
	set_value(fr, inst, v);
	return v;
}

path_id frame_bounded(struct frame *fr, path_id p, uint32_t inst)
{
	const struct path *x = path_at(&fr->paths, p);
	if (p && x->loads <= MAX_LOADS && x->steps <= MAX_STEPS)
		return p;
	if (p && fr->recording)
		fr->out->limits[LIMIT_PATH_DEPTH]++;
	return frame_opaque(fr, inst);
}

cell_id frame_find_alias(struct frame *fr, path_id address)
{
	while (fr->alias_of.n <= address)
		vec_push(&fr->alias_of, UINT32_MAX);
	struct pt_set set = {0};
	path_points_to(&fr->paths, address, fr->pt, fr->func, &fr->loads, &set);
	cell_id c = set.locs.n ? pointers_cell(fr->pt, set.locs.at[0]) : 0;
	for (uint32_t i = 1; i < set.locs.n; i++)
		if (pointers_cell(fr->pt, set.locs.at[i]) != c)
			c = ALIAS_MIXED;
	pt_set_free(&set);
	return fr->alias_of.at[address] = c;
}

void frame_hint_alias(struct frame *fr, path_id address, cell_id c)
{
	while (fr->alias_of.n <= address)
		vec_push(&fr->alias_of, UINT32_MAX);
	if (c && fr->alias_of.at[address] == UINT32_MAX)
		fr->alias_of.at[address] = c;
}

uint32_t frame_make_private(struct frame *fr, path_id leaf)
{
	uint32_t n = frame_private(fr, leaf);
	if (n != UINT32_MAX)
		return n;
	vec_push(&fr->privates, leaf);
	vec_push(&fr->carried, false);
	vec_push(&fr->given, false);
	while (fr->private_ids.n <= leaf)
		vec_push(&fr->private_ids, 0);
	fr->private_ids.at[leaf] = fr->privates.n;
	return fr->privates.n - 1;
}

void frame_mention(struct frame *fr, path_id p)
{
	while (p) {
		const struct path *x = path_at(&fr->paths, p);
		if (!(x->flags & PATHF_VALUE))
			return;
		if (x->kind == PATH_VALUE) {
			if (x->a == fr->func && !(x->b & VALUE_PARAM))
				fr->mentioned[x->b] = true;
			return;
		}
		if (path_has_two(x) && x->b)
			frame_mention(fr, x->b);
		p = x->a;
	}
}

const struct pt_set *frame_points_to(struct frame *fr, path_id p)
{
	uint32_t known = map_get(&fr->points_to_at, p, 0);
	if (p && p == fr->common_lock)
		return &fr->common->points_to;
	if (!known) {
		struct pt_set set = {0};
		path_points_to(&fr->paths, p, fr->pt, fr->func, &fr->loads, &set);
		vec_push(&fr->points_to, set);
		known = fr->points_to.n;
		map_put(&fr->points_to_at, p, known);
	}
	return &fr->points_to.at[known - 1];
}

const struct pt_set *frame_copies_of(struct frame *fr, path_id p)
{
	uint32_t known = map_get(&fr->copies_at, p, 0);
	if (p && p == fr->common_lock)
		return &fr->common->copies;
	if (!known) {
		struct pt_set set = {.copies = true};
		path_points_to(&fr->paths, p, fr->pt, fr->func, NULL, &set);
		vec_push(&fr->copies, set);
		known = fr->copies.n;
		map_put(&fr->copies_at, p, known);
	}
	return &fr->copies.at[known - 1];
}

bool frame_may_meet(struct frame *fr, path_id a, uint32_t size_a, path_id b, uint32_t size_b)
{
	enum { SEPARATE = 1, OVERLAP };
	uint64_t key = hash_combine(map_key2(a, b), map_key2(size_a, size_b)) >> 1;
	uint32_t known = map_get(&fr->overlaps, key, 0);
	if (known)
		return known == OVERLAP;
	frame_points_to(fr, b); /* so that it is there, and the other one stays where it is */
	const struct pt_set *x = frame_points_to(fr, a);
	bool overlap = pt_sets_overlap(fr->pt, x, size_a, frame_points_to(fr, b), size_b);
	map_put(&fr->overlaps, key, overlap ? OVERLAP : SEPARATE);
	return overlap;
}

void frame_forget_points_to(struct frame *fr)
{
	for (uint32_t i = 0; i < fr->points_to.n; i++)
		pt_set_free(&fr->points_to.at[i]);
	for (uint32_t i = 0; i < fr->copies.n; i++)
		pt_set_free(&fr->copies.at[i]);
	vec_clear(&fr->points_to);
	map_clear(&fr->points_to_at);
	vec_clear(&fr->copies);
	map_clear(&fr->copies_at);
}

bool frame_is_own(const struct frame *fr, path_id p, uint32_t inst)
{
	const struct path *x = path_at(&fr->paths, p), *root = path_at(&fr->paths, x->root);
	if (!p || x->loads || root->kind != PATH_HEAP || root->a != fr->func)
		return false;
	uint32_t from = frame_block_of(fr, root->b), to = frame_block_of(fr, inst);
	return fr->loop_of[from] == fr->loop_of[to] && flow_dominates(fr, from, to) &&
	       (from != to || root->b < inst);
}

bool frame_is_renewed(const struct frame *fr, path_id p)
{
	const struct path *root = path_at(&fr->paths, path_at(&fr->paths, p)->root);
	return p && root->kind == PATH_HEAP &&
	       (root->a != fr->func || frame_in_loop(fr, root->b));
}
