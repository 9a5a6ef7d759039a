/* SPDX-License-Identifier: MIT */
/*
 * Static single assignment for locals: joins are placed at the iterated dominance
 * frontier of the blocks that store (Cytron et al. 1991), where the local is
 * live; then a walk over the dominator tree carries the current values along.
 * Joins of one value are removed.
 *
 * An address that was kept in a promoted local becomes visible by that, so it is
 * tried again until nothing more can be promoted.
 */
#include "front/llvm/promote.h"

#include <string.h>

#define resize(v, count) (vec_reserve((v), (count)), (void)((v)->n = (count)))
#define fill(v, count, byte) \
	(resize(v, count), (void)((count) && memset((v)->at, (byte), (count) * sizeof(*(v)->at))))

/* ---- which locals ---- */

static void find_locals(struct bitcode *m, struct promotion *p)
{
	const struct bc_function *f = &m->function;
	vec_clear(&p->locals);
	fill(&p->local_of, m->values.n - p->base, 0);
	for (uint32_t i = 0; i < f->blocks.at[0].n; i++) {
		const struct bc_inst *inst = &f->insts.at[i];
		if (inst->op != INST_ALLOCA)
			continue;
		struct promoted_local l = {.value = inst->value,
					   .type = inst->extra,
					   .declarations = BC_NONE};
		vec_push(&p->locals, l);
		p->local_of.at[inst->value - p->base] = p->locals.n;
	}
}

static struct promoted_local *local_at(const struct promotion *p, bc_value v)
{
	v = promoted_value(p, v);
	uint32_t l = v - p->base < p->local_of.n ? p->local_of.at[v - p->base] : 0;
	return l ? &p->locals.at[l - 1] : NULL;
}

/* Load and store of all of it. */
static bool is_plain_access(const struct bc_inst *i, const struct promoted_local *l)
{
	if (i->flags & BCF_VOLATILE)
		return false;
	return (i->op == INST_LOAD && i->type == l->type) ||
	       (i->op == INST_STORE && i->extra == l->type);
}

static void note_declaration(struct promotion *p, struct promoted_local *l,
			     const struct bc_inst *i)
{
	struct declaration d = {BC_NONE, i->extra, i->more};
	uint32_t *end = &l->declarations;
	while (*end != BC_NONE)
		end = &p->declarations.at[*end].next;
	*end = p->declarations.n;
	vec_push(&p->declarations, d);
}

static void note_operands(const struct bc_function *f, struct promotion *p,
			  const struct bc_inst *i, uint32_t from)
{
	for (uint32_t k = from; k < i->n; k++) {
		struct promoted_local *l = local_at(p, f->operands.at[i->first + k]);
		if (l)
			l->bad = true;
	}
}

static void note_uses(const struct bc_function *f, struct promotion *p,
		      const struct bc_inst *i, promote_ignores *ignores, void *context)
{
	if (i->op == INST_NOTHING || i->op == INST_ASSIGN || i->n == 0)
		return;
	const bc_value *operands = &f->operands.at[i->first];
	if (i->op == INST_CALL && ignores(context, operands[0]))
		return;
	struct promoted_local *l = local_at(p, operands[0]);
	if (i->op == INST_VARIABLE) {
		if (l && i->sub)
			note_declaration(p, l, i);
	} else if (i->op == INST_STORE || i->op == INST_LOAD) {
		if (l && !is_plain_access(i, l))
			l->bad = true;
		struct promoted_local *kept = i->n > 1 ? local_at(p, operands[1]) : NULL;
		if (kept)
			kept->bad = true;
		if (kept && l)
			kept->address_kept = true;
	} else {
		note_operands(f, p, i, 0);
	}
}

static void note_join(struct promotion *p, const struct join *j)
{
	for (uint32_t i = 0; i < j->n && !j->gone; i++) {
		struct promoted_local *l = local_at(p, p->join_operands.at[j->first + i]);
		if (l)
			l->bad = true;
	}
}

/* True when there is any to promote. */
static bool choose_locals(struct bitcode *m, struct promotion *p,
			  promote_ignores *ignores, void *context)
{
	const struct bc_function *f = &m->function;
	bool any = false;
	for (uint32_t i = 0; i < p->locals.n; i++) {
		struct promoted_local *l = &p->locals.at[i];
		l->bad = l->promoted;
		l->address_kept = false;
		l->declarations = BC_NONE;
	}
	for (uint32_t i = 0; i < f->insts.n; i++)
		note_uses(f, p, &f->insts.at[i], ignores, context);
	for (uint32_t i = 0; i < p->joins.n; i++)
		note_join(p, &p->joins.at[i]);
	for (uint32_t i = 0; i < p->locals.n; i++)
		any = any || !p->locals.at[i].bad;
	return any;
}

/* ---- where they are read and written ---- */

static uint32_t chosen(const struct promotion *p, bc_value v)
{
	const struct promoted_local *l = local_at(p, v);
	return l && !l->bad ? (uint32_t)(l - p->locals.at) : BC_NONE;
}

static void note_block(const struct bc_function *f, struct promotion *p, uint32_t block)
{
	const struct bc_block *k = &f->blocks.at[block];
	for (uint32_t i = k->first; i < k->first + k->n; i++) {
		const struct bc_inst *inst = &f->insts.at[i];
		if (inst->op != INST_LOAD && inst->op != INST_STORE)
			continue;
		uint32_t l = chosen(p, f->operands.at[inst->first]);
		if (l == BC_NONE || p->seen_def.at[l] == block + 1)
			continue;
		struct block_fact fact = {l, block};
		if (inst->op == INST_STORE) {
			p->seen_def.at[l] = block + 1;
			p->locals.at[l].def_count++;
			vec_push(&p->defs, fact);
		} else if (p->seen_use.at[l] != block + 1) {
			p->seen_use.at[l] = block + 1;
			p->locals.at[l].use_count++;
			vec_push(&p->uses, fact);
		}
	}
}

/* The facts by local: ranges of use_block and def_block. */
static void sort_facts(struct promotion *p)
{
	uint32_t uses = 0, defs = 0;
	for (uint32_t i = 0; i < p->locals.n; i++) {
		struct promoted_local *l = &p->locals.at[i];
		l->uses_at = uses;
		l->defs_at = defs;
		uses += l->use_count;
		defs += l->def_count;
		l->use_count = l->def_count = 0;
	}
	resize(&p->use_block, uses);
	resize(&p->def_block, defs);
	for (uint32_t i = 0; i < p->uses.n; i++) {
		struct promoted_local *l = &p->locals.at[p->uses.at[i].local];
		p->use_block.at[l->uses_at + l->use_count++] = p->uses.at[i].block;
	}
	for (uint32_t i = 0; i < p->defs.n; i++) {
		struct promoted_local *l = &p->locals.at[p->defs.at[i].local];
		p->def_block.at[l->defs_at + l->def_count++] = p->defs.at[i].block;
	}
}

static void find_facts(const struct bc_function *f, struct promotion *p)
{
	vec_clear(&p->uses);
	vec_clear(&p->defs);
	fill(&p->seen_use, p->locals.n, 0);
	fill(&p->seen_def, p->locals.n, 0);
	for (uint32_t i = 0; i < p->locals.n; i++)
		p->locals.at[i].use_count = p->locals.at[i].def_count = 0;
	for (uint32_t i = 0; i < p->flow.order.n; i++)
		note_block(f, p, p->flow.order.at[i]);
	sort_facts(p);
}

/* ---- joins ---- */

/* Nothing to join: never read across blocks, or written in one block that every
 * such read comes after. */
static bool needs_no_join(const struct promotion *p, const struct promoted_local *l)
{
	if (l->use_count == 0 || l->def_count == 0)
		return true;
	if (l->def_count > 1)
		return false;
	uint32_t def = p->def_block.at[l->defs_at];
	for (uint32_t i = 0; i < l->use_count; i++) {
		uint32_t use = p->use_block.at[l->uses_at + i];
		if (use == def || !flow_dominates(&p->flow, def, use))
			return false;
	}
	return true;
}

static void find_live(struct promotion *p, const struct promoted_local *l, uint32_t mark)
{
	const struct flow *f = &p->flow;
	for (uint32_t i = 0; i < l->def_count; i++)
		p->defined.at[p->def_block.at[l->defs_at + i]] = mark;
	vec_clear(&p->work);
	for (uint32_t i = 0; i < l->use_count; i++) {
		p->live.at[p->use_block.at[l->uses_at + i]] = mark;
		vec_push(&p->work, p->use_block.at[l->uses_at + i]);
	}
	while (p->work.n) {
		uint32_t b = vec_pop(&p->work);
		for (uint32_t k = f->pred_at.at[b]; k < f->pred_at.at[b + 1]; k++) {
			uint32_t pred = f->preds.at[k];
			if (!flow_reached(f, pred) || p->live.at[pred] == mark ||
			    p->defined.at[pred] == mark)
				continue;
			p->live.at[pred] = mark;
			vec_push(&p->work, pred);
		}
	}
}

static void add_join(struct bitcode *m, struct promotion *p, uint32_t local,
		     uint32_t block)
{
	const struct flow *f = &p->flow;
	struct join j = {.block = block,
			 .local = local,
			 .value = m->values.n,
			 .first = p->join_operands.n,
			 .n = f->pred_at.at[block + 1] - f->pred_at.at[block],
			 .declarations = p->locals.at[local].declarations};
	struct bc_value_info v = {BC_JOIN, p->locals.at[local].type, p->joins.n};
	vec_push(&m->values, v);
	vec_push(&p->replaced, BC_NONE);
	vec_push(&p->local_of, 0);
	vec_push(&p->joins, j);
	for (uint32_t i = 0; i < j.n; i++)
		vec_push(&p->join_operands, BC_UNDEF);
}

static void place_joins(struct bitcode *m, struct promotion *p, uint32_t local)
{
	const struct promoted_local *l = &p->locals.at[local];
	const struct flow *f = &p->flow;
	uint32_t mark = local + 1;
	if (needs_no_join(p, l))
		return;
	find_live(p, l, mark);
	vec_clear(&p->work);
	for (uint32_t i = 0; i < l->def_count; i++)
		vec_push(&p->work, p->def_block.at[l->defs_at + i]);
	while (p->work.n) {
		uint32_t b = vec_pop(&p->work);
		for (uint32_t k = f->frontier_at.at[b]; k < f->frontier_at.at[b + 1]; k++) {
			uint32_t at = f->frontier.at[k];
			if (p->placed.at[at] == mark || p->live.at[at] != mark)
				continue;
			p->placed.at[at] = mark;
			add_join(m, p, local, at);
			vec_push(&p->work, at);
		}
	}
}

/* The joins of each block, in the order in which they were made. */
static void index_joins(struct promotion *p)
{
	uint32_t n = p->flow.n;
	fill(&p->joins_of_at, n + 1, 0);
	for (uint32_t i = 0; i < p->joins.n; i++)
		p->joins_of_at.at[p->joins.at[i].block + 1] += !p->joins.at[i].gone;
	for (uint32_t b = 0; b < n; b++)
		p->joins_of_at.at[b + 1] += p->joins_of_at.at[b];
	resize(&p->joins_of, p->joins_of_at.at[n]);
	resize(&p->work, n);
	memcpy(p->work.at, p->joins_of_at.at, n * sizeof(uint32_t));
	for (uint32_t i = 0; i < p->joins.n; i++) {
		if (!p->joins.at[i].gone)
			p->joins_of.at[p->work.at[p->joins.at[i].block]++] = i;
	}
}

/* ---- renaming ---- */

static void set_current(struct promotion *p, uint32_t local, bc_value v)
{
	struct block_fact old = {local, p->current.at[local]};
	vec_push(&p->undo, old);
	p->current.at[local] = v;
}

static void replace(struct promotion *p, bc_value v, bc_value by)
{
	p->replaced.at[v - p->base] = by;
}

static void rename_access(struct bc_function *f, struct promotion *p, struct bc_inst *i)
{
	uint32_t l = chosen(p, f->operands.at[i->first]);
	if (l == BC_NONE)
		return;
	if (i->op == INST_LOAD) {
		replace(p, i->value, p->current.at[l]);
		i->op = INST_NOTHING;
		return;
	}
	struct promoted_local *local = &p->locals.at[l];
	local->stored = promoted_value(p, f->operands.at[i->first + 1]);
	local->stores++;
	set_current(p, l, local->stored);
	i->op = INST_ASSIGN;
	i->extra = local->declarations;
}

static void pass_to(struct promotion *p, uint32_t block, uint32_t edge)
{
	for (uint32_t k = p->joins_of_at.at[block]; k < p->joins_of_at.at[block + 1]; k++) {
		const struct join *j = &p->joins.at[p->joins_of.at[k]];
		if (!p->locals.at[j->local].bad)
			p->join_operands.at[j->first + edge - p->flow.pred_at.at[block]] =
				p->current.at[j->local];
	}
}

static void rename_block(struct bc_function *f, struct promotion *p, uint32_t block)
{
	const struct bc_block *k = &f->blocks.at[block];
	for (uint32_t i = p->joins_of_at.at[block]; i < p->joins_of_at.at[block + 1]; i++) {
		const struct join *j = &p->joins.at[p->joins_of.at[i]];
		if (!p->locals.at[j->local].bad)
			set_current(p, j->local, j->value);
	}
	for (uint32_t i = k->first; i < k->first + k->n; i++) {
		if (f->insts.at[i].op == INST_LOAD || f->insts.at[i].op == INST_STORE)
			rename_access(f, p, &f->insts.at[i]);
	}
	const struct bc_inst *end = &f->insts.at[k->first + k->n - 1];
	for (uint32_t i = 0; i < end->to_count; i++)
		pass_to(p, f->targets.at[end->to + i], p->flow.slot.at[end->to + i]);
}

static void undo_to(struct promotion *p, uint32_t mark)
{
	while (p->undo.n > mark) {
		struct block_fact old = vec_pop(&p->undo);
		p->current.at[old.local] = old.block;
	}
}

/* Down the dominator tree, with a stack of (next child, its end, undo mark). */
static void rename_all(struct bc_function *f, struct promotion *p)
{
	fill(&p->current, p->locals.n, 0);
	for (uint32_t i = 0; i < p->locals.n; i++)
		p->current.at[i] = BC_UNDEF;
	vec_clear(&p->undo);
	vec_clear(&p->stack);
	uint32_t block = 0;
	for (;;) {
		uint32_t mark = p->undo.n;
		rename_block(f, p, block);
		vec_push(&p->stack, mark);
		vec_push(&p->stack, p->flow.child_at.at[block + 1]);
		vec_push(&p->stack, p->flow.child_at.at[block]);
		while (p->stack.n && vec_last(&p->stack) == p->stack.at[p->stack.n - 2]) {
			undo_to(p, p->stack.at[p->stack.n - 3]);
			p->stack.n -= 3;
		}
		if (p->stack.n == 0)
			return;
		block = p->flow.children.at[vec_last(&p->stack)++];
	}
}

static void forget_access(struct bc_function *f, struct promotion *p, struct bc_inst *i)
{
	bool access = i->op == INST_LOAD || i->op == INST_STORE;
	uint32_t l = access ? chosen(p, f->operands.at[i->first]) : BC_NONE;
	if (l == BC_NONE)
		return;
	const struct promoted_local *local = &p->locals.at[l];
	if (i->op == INST_LOAD)
		replace(p, i->value, local->stores == 1 ? local->stored : BC_UNDEF);
	i->op = INST_NOTHING;
}

/* Where control never comes, locals have no value, except those that only ever
 * have one. */
static void rename_unreached(struct bc_function *f, struct promotion *p)
{
	for (uint32_t b = 0; b < f->blocks.n; b++) {
		const struct bc_block *k = &f->blocks.at[b];
		for (uint32_t i = 0; i < k->n && !flow_reached(&p->flow, b); i++)
			forget_access(f, p, &f->insts.at[k->first + i]);
	}
}

/* ---- joins of one value ---- */

static uint32_t block_of(const struct bc_function *f, uint32_t inst)
{
	uint32_t low = 0, high = f->blocks.n;
	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;
		if (f->blocks.at[middle].first <= inst)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Whether v has its value whenever control comes to the block. */
static bool is_known_at(const struct bitcode *m, const struct promotion *p, bc_value v,
			uint32_t block)
{
	const struct bc_value_info *info = &m->values.at[v];
	if (info->kind != BC_INST && info->kind != BC_JOIN)
		return true;
	uint32_t at = info->kind == BC_JOIN ? p->joins.at[info->index].block
					    : block_of(&m->function, info->index);
	return at != block && flow_reached(&p->flow, at) &&
	       flow_dominates(&p->flow, at, block);
}

/* The only value that comes in, or BC_NONE when there are several. A local
 * without value may be thought to have any. */
static bc_value only_operand(const struct bitcode *m, const struct promotion *p,
			     const struct join *j)
{
	bc_value only = BC_UNDEF;
	bool undefined = false;
	for (uint32_t i = 0; i < j->n; i++) {
		bc_value v = promoted_value(p, p->join_operands.at[j->first + i]);
		if (v == BC_UNDEF) {
			undefined = true;
		} else if (v != j->value) {
			if (only != BC_UNDEF && v != only)
				return BC_NONE;
			only = v;
		}
	}
	if (only != BC_UNDEF && undefined && !is_known_at(m, p, only, j->block))
		return BC_NONE;
	return only;
}

static void simplify_joins(const struct bitcode *m, struct promotion *p)
{
	bool changed = true;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < p->joins.n; i++) {
			struct join *j = &p->joins.at[i];
			bc_value only = j->gone ? BC_NONE : only_operand(m, p, j);
			if (only == BC_NONE)
				continue;
			replace(p, j->value, only);
			j->gone = changed = true;
		}
	}
}

/* ---- all of it ---- */

static void forget_declarations(struct bc_function *f, const struct promotion *p)
{
	for (uint32_t i = 0; i < f->insts.n; i++) {
		struct bc_inst *inst = &f->insts.at[i];
		if (inst->op == INST_VARIABLE && inst->sub &&
		    chosen(p, f->operands.at[inst->first]) != BC_NONE)
			inst->op = INST_NOTHING;
	}
}

/* True when another local may have become one that can be promoted. */
static bool promote_round(struct bitcode *m, struct promotion *p)
{
	struct bc_function *f = &m->function;
	bool again = false;
	find_facts(f, p);
	fill(&p->live, f->blocks.n, 0);
	fill(&p->defined, f->blocks.n, 0);
	fill(&p->placed, f->blocks.n, 0);
	for (uint32_t i = 0; i < p->locals.n; i++) {
		if (!p->locals.at[i].bad)
			place_joins(m, p, i);
	}
	index_joins(p);
	rename_all(f, p);
	rename_unreached(f, p);
	forget_declarations(f, p);
	simplify_joins(m, p);
	for (uint32_t i = 0; i < p->locals.n; i++) {
		struct promoted_local *l = &p->locals.at[i];
		again = again || l->address_kept;
		if (l->bad)
			continue;
		l->promoted = true;
		f->insts.at[m->values.at[l->value].index].op = INST_NOTHING;
	}
	return again;
}

void promote_locals(struct bitcode *m, struct promotion *p, promote_ignores *ignores,
		    void *context)
{
	bool again = true;
	vec_clear(&p->joins);
	vec_clear(&p->join_operands);
	vec_clear(&p->declarations);
	p->base = m->module_values;
	fill(&p->replaced, m->values.n - p->base, 0xff);
	find_locals(m, p);
	flow_build(&p->flow, &m->function);
	if (!m->trusted && !flow_is_sound(&p->flow, m))
		bitcode_fail(m, "a value is used where it is not known");
	while (again && choose_locals(m, p, ignores, context))
		again = promote_round(m, p);
	index_joins(p);
}

void promotion_free(struct promotion *p)
{
	flow_free(&p->flow);
	vec_free(&p->locals);
	vec_free(&p->declarations);
	vec_free(&p->local_of);
	vec_free(&p->replaced);
	vec_free(&p->joins);
	vec_free(&p->join_operands);
	vec_free(&p->joins_of_at);
	vec_free(&p->joins_of);
	vec_free(&p->uses);
	vec_free(&p->defs);
	vec_free(&p->use_block);
	vec_free(&p->def_block);
	vec_free(&p->seen_use);
	vec_free(&p->seen_def);
	vec_free(&p->live);
	vec_free(&p->defined);
	vec_free(&p->placed);
	vec_free(&p->work);
	vec_free(&p->current);
	vec_free(&p->undo);
	vec_free(&p->stack);
}
