/* SPDX-License-Identifier: MIT */
/* Notes as bytes: what is sorted, by the distance from the one before. */
#include "summary/coder.h"

/* A number that is not smaller than the last one. */
static void code_after(struct coder *c, uint32_t *x, uint32_t last)
{
	uint32_t distance = *x - last;
	code_up_to(c, &distance, UINT32_MAX - last);
	if (!c->b.out)
		*x = last + distance;
}

void code_pointee(struct coder *c, struct pointee *x)
{
	int64_t offset = x->offset;
	code_after(c, &x->inst, x == c->s->notes.pointees.at ? 0 : x[-1].inst);
	code_u32(c, &x->type);
	code_s64(c, &offset);
	code_bool(c, &x->moved);
	code_bool(c, &x->nearby);
	code_bool(c, &x->shared);
	code_u8(c, &x->params, UINT8_MAX);
	code_range(c, &x->through_first, &x->through_count, c->s->notes.through.n,
		   &c->next.through);
	c->b.bad |= offset < INT32_MIN || offset > INT32_MAX;
	if (!c->b.out)
		x->offset = (int32_t)offset;
}

void code_lock_note(struct coder *c, struct lock_note *x)
{
	code_after(c, &x->inst, x == c->s->notes.locks.at ? 0 : x[-1].inst);
	code_operand(c, &x->argument);
	code_operand(c, &x->base);
	code_operand(c, &x->cell);
	code_s64(c, &x->distance);
}

void code_found_note(struct coder *c, struct found_note *x)
{
	code_after(c, &x->address, x == c->s->notes.found.at ? 0 : x[-1].address);
	code_operand(c, &x->base);
	code_operand(c, &x->cell);
	code_s64(c, &x->distance);
}

void code_number_note(struct coder *c, struct number_note *x)
{
	code_after(c, &x->of, x == c->s->notes.numbers.at ? 0 : x[-1].of);
	code_u8(c, &x->kind, NUMBER_CONSTANT);
	code_u8(c, &x->depth, NUMBER_DEPTH - 1);
	if (x->kind == NUMBER_COUNTER)
		code_operand(c, &x->from);
	else
		code_u32(c, &x->from);
	code_s64(c, &x->add);
}

void code_taken_note(struct coder *c, struct taken_note *x)
{
	const struct taken_note *last = x == c->s->notes.taken.at ? NULL : x - 1;
	code_after(c, &x->inst, last ? last->inst : 0);
	code_after(c, &x->argument, last && last->inst == x->inst ? last->argument : 0);
	code_u32(c, &x->load);
	code_u32(c, &x->store);
	code_operand(c, &x->counter);
}

void code_indexed_note(struct coder *c, struct indexed_note *x)
{
	code_after(c, &x->inst, x == c->s->notes.indexed.at ? 0 : x[-1].inst);
	code_u32(c, &x->index);
}

void code_dealt_note(struct coder *c, struct dealt_note *x)
{
	code_after(c, &x->inst, x == c->s->notes.dealt.at ? 0 : x[-1].inst);
	code_u32(c, &x->most);
}

void code_flow_block(struct coder *c, struct flow_block *x)
{
	const struct notes *n = &c->s->notes;
	code_after(c, &x->first, x == n->flow.at ? 0 : x[-1].end);
	code_after(c, &x->end, x->first);
	code_range(c, &x->next_first, &x->next_count, n->flow_edges.n, &c->next.edges);
	code_index(c, &x->term, n->flow_terms.n);
	code_bool(c, &x->returns);
}

void code_flow_edge(struct coder *c, struct flow_edge *x)
{
	code_index(c, &x->to, c->s->notes.flow.n);
	code_index(c, &x->term, c->s->notes.flow_terms.n);
	code_u8(c, &x->compare, CMP_COUNT - 1);
	code_s64(c, &x->number);
}

void code_flow_term(struct coder *c, struct flow_term *x)
{
	const struct notes *n = &c->s->notes;
	code_u8(c, &x->kind, TERM_SHIFT);
	code_u8(c, &x->compare, CMP_COUNT - 1);
	code_u32(c, &x->inst);
	code_index(c, &x->of, n->flow_terms.n);
	code_operand(c, &x->address);
	code_range(c, &x->choice_first, &x->choice_count, n->flow_choices.n, &c->next.choices);
	code_s64(c, &x->number);
}

void code_flow_choice(struct coder *c, struct flow_choice *x)
{
	code_u32(c, &x->block);
	code_index(c, &x->term, c->s->notes.flow_terms.n);
	c->b.bad |= x->block != UINT32_MAX && x->block >= c->s->notes.flow.n;
}

void code_deed(struct coder *c, struct deed *x)
{
	int64_t step = x->step, expected = x->expected;
	bool known = x->known, chosen = x->chosen, own = x->own, not_zero = x->not_zero;
	code_after(c, &x->inst, x == c->s->notes.deeds.at ? 0 : x[-1].inst);
	code_operand(c, &x->address);
	code_u32(c, &x->size);
	code_u8(c, &x->kind, DEED_SELF);
	code_u8(c, &x->signs, SIGN_ANY);
	code_bool(c, &known);
	code_bool(c, &own);
	code_bool(c, &not_zero);
	code_s64(c, &step);
	code_s64(c, &x->number);
	code_bool(c, &chosen);
	code_s64(c, &expected);
	code_u64(c, &x->kept);
	code_u64(c, &x->loose);
	code_u32(c, &x->of);
	c->b.bad |= step < -1 || step > 1 || expected != (int8_t)expected;
	if (c->b.out)
		return;
	x->known = known;
	x->own = own;
	x->not_zero = not_zero;
	x->chosen = chosen;
	x->step = step > 0 ? 1 : step < 0 ? -1 : 0;
	x->expected = (int8_t)expected;
}
