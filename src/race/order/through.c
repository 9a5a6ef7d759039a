/* SPDX-License-Identifier: MIT */
/*
 * What a condition lets through. Where a branch asks for the result of a call, only those
 * ways through the callee count that return such a result; where it asks for a number that
 * was chosen by an earlier branch, only the ways on which it was chosen so.
 *
 * A branch asks for what was read, returned or chosen some time before. What has been set since
 * then (since.c) is not cleared by it.
 */
#include "race/order/walk.h"

enum { MAX_TERMS = 16, MAX_ASKED = 512, MANY_FUNCTIONS = 50000, FEW_ASKED = 32 };

static bool has_signs(const struct numbers *n, uint8_t signs)
{
	struct numbers zero = {UINT64_MAX, 0, CMP_EQ, false},
		       negative = {UINT64_MAX, 0, CMP_LT, false},
		       positive = {UINT64_MAX, 0, CMP_GT, false},
		       other = {UINT64_MAX, 0, CMP_NE, false},
		       most = {UINT64_MAX, 0, CMP_GE, false};
	switch (signs) {
	case SIGN_ZERO:
		return numbers_within(n, &zero);
	case SIGN_NEGATIVE:
		return numbers_within(n, &negative);
	case SIGN_POSITIVE:
		return numbers_within(n, &positive);
	case SIGN_NEGATIVE | SIGN_POSITIVE:
		return numbers_within(n, &other);
	case SIGN_ZERO | SIGN_POSITIVE:
		return numbers_within(n, &most);
	default:
		return false;
	}
}

/* Bits that are cleared when what the instruction has read, or returned, is one of these.
 * 'lasting': for good. */
static uint64_t found_by(const struct walk *k, func_id f, uint32_t inst,
			 const struct numbers *x, uint64_t *lasting)
{
	const struct flow_site *at = k->w->sites.at;
	uint64_t bits = *lasting = 0;
	if (!k->g->sited[f])
		return 0;
	for (uint32_t i = first_site(k->w, f, inst);
	     i < k->w->sites.n && at[i].func == f && at[i].inst == inst; i++) {
		if (at[i].sets || !(at[i].read ? numbers_within(x, &at[i].numbers)
					       : has_signs(x, at[i].signs)))
			continue;
		bits |= at[i].bits;
		*lasting |= at[i].lasting ? at[i].bits : 0;
	}
	return bits;
}

/* Bits that the call leaves as they are, whatever is done there. */
static uint64_t kept_by(const struct walk *k, func_id f, uint32_t inst)
{
	const struct flow_site *at = k->w->sites.at;
	uint64_t bits = 0;
	for (uint32_t i = k->g->sited[f] ? first_site(k->w, f, inst) : k->w->sites.n;
	     i < k->w->sites.n && at[i].func == f && at[i].inst == inst; i++)
		bits |= at[i].keeps ? at[i].bits : 0;
	return bits;
}

/* Bits that are cleared by going that way, whatever is found. */
static uint64_t left_by(const struct walk *k, func_id f, uint32_t end, uint32_t to)
{
	const struct flow_site *at = k->w->sites.at;
	uint64_t bits = 0;
	for (uint32_t i = k->g->sited[f] ? first_site(k->w, f, end - 1) : k->w->sites.n;
	     i < k->w->sites.n && at[i].func == f && at[i].inst == end - 1; i++)
		bits |= at[i].leaving == to + 1 ? at[i].bits : 0;
	return bits;
}

/* A question: is the term one of these numbers, at the end of a block of f? */
struct question {
	func_id f;
	uint32_t term, end;
	struct numbers x;
	uint32_t terms, calls; /* how many lie before it */
};

static uint64_t through(struct walk *k, struct question q);

/* What comes from the one block to the other. */
static uint64_t along(struct walk *k, const struct question *q, uint32_t from, uint32_t to)
{
	const struct notes *n = notes_of(k, q->f);
	const struct flow_block *b = &n->flow.at[from];
	const struct flow_state *after = states_after(k, q->f) + from;
	uint64_t come = (after->pass | after->made) & ~left_by(k, q->f, b->end, to), bits = 0;
	for (uint32_t i = 0; i < b->next_count && come & ~bits; i++) {
		const struct flow_edge *e = &n->flow_edges.at[b->next_first + i];
		if (e->to == to)
			bits |= come & through(k, (struct question){
						  q->f, e->term, b->end,
						  {UINT64_MAX, e->number, e->compare, false},
						  q->terms, q->calls});
	}
	return bits;
}

/* The ways on which the number was chosen. */
static uint64_t through_choice(struct walk *k, const struct flow_term *t, struct question q)
{
	const struct notes *n = notes_of(k, q.f);
	uint32_t here = notes_block(n, t->inst);
	uint64_t bits = set_since(k, q.f, t->inst, q.end);
	for (uint32_t i = 0; i < t->choice_count; i++) {
		const struct flow_choice *c = &n->flow_choices.at[t->choice_first + i];
		uint64_t come = along(k, &q, c->block, here);
		struct question chosen = q;
		chosen.term = c->term;
		chosen.end = n->flow.at[c->block].end;
		if (come & ~bits)
			bits |= come & through(k, chosen);
	}
	return bits;
}

/* The ways through g that return such a number, besides 'bits': with what was so on entry, and with
 * what is done in g itself. */
static uint64_t through_returns(struct walk *k, func_id g, struct numbers x, uint64_t bits,
				uint32_t calls)
{
	const struct notes *n = notes_of(k, g);
	const struct flow_state *after = states_after(k, g);
	for (uint32_t i = k->g->return_at[g]; i < k->g->return_at[g + 1]; i++) {
		uint32_t b = k->g->returns[i];
		uint64_t come = after[b].pass | after[b].made;
		if (come & ~bits)
			bits |= come &
				through(k, (struct question){g, n->flow.at[b].term,
							     n->flow.at[b].end, x, 0, calls});
	}
	return bits;
}

/* The ways through the functions that are called which return such a number. */
static uint64_t through_call(struct walk *k, uint32_t inst, struct question q)
{
	uint32_t edges;
	const struct call_edge *e = calls_at(k->r, q.f, inst, &edges);
	bool called = false;
	uint64_t bits = set_since(k, q.f, inst, q.end) | kept_by(k, q.f, inst), found, lasting;
	for (uint32_t i = 0; i < edges; i++)
		called |= e[i].kind < EDGE_CREATE;
	found = found_by(k, q.f, inst, &q.x, &lasting);
	if (!called)
		return (bits & ~lasting) | ~found;
	for (uint32_t i = 0; i < edges; i++) {
		if (!e[i].whole || q.calls == MAX_CALLS || !k->w->states[e[i].callee])
			return UINT64_MAX;
		bits = through_returns(k, e[i].callee, q.x, bits, q.calls + 1);
	}
	return bits;
}

static uint64_t through_compare(struct walk *k, const struct flow_term *t, struct question q)
{
	struct question yes = q, no = q;
	uint64_t bits = 0;
	yes.x = (struct numbers){UINT64_MAX, t->number, t->compare, t->inst};
	no.x = (struct numbers){UINT64_MAX, t->number, ir_compare_not(t->compare), t->inst};
	if (numbers_have(&q.x, 1))
		bits |= through(k, yes);
	if (numbers_have(&q.x, 0))
		bits |= through(k, no);
	return bits;
}

/* Bits that are still set where the term was found to be one of these numbers. */
static uint64_t through(struct walk *k, struct question q)
{
	const struct flow_term *t = &notes_of(k, q.f)->flow_terms.at[q.term];
	struct numbers known;
	uint64_t found, lasting;
	if (!q.term || q.terms == MAX_TERMS || ++k->asked > MAX_ASKED)
		return UINT64_MAX;
	q.terms++;
	q.term = t->of;
	switch ((enum term_kind)t->kind) {
	case TERM_NUMBER:
		return numbers_have(&q.x, t->number) ? UINT64_MAX : 0;
	case TERM_LOAD:
		found = found_by(k, q.f, t->inst, &q.x, &lasting);
		return found ? ~found | (set_since(k, q.f, t->inst, q.end) & ~lasting)
			     : UINT64_MAX;
	case TERM_CALL:
		q.terms--;
		return through_call(k, t->inst, q);
	case TERM_CHOICE:
		return through_choice(k, t, q);
	case TERM_COMPARE:
		return through_compare(k, t, q);
	case TERM_ADD:
		return numbers_less(&q.x, t->number) ? through(k, q) : UINT64_MAX;
	case TERM_AND:
		q.x.mask &= (uint64_t)t->number;
		return through(k, q);
	case TERM_MINUS:
		return numbers_minus(&q.x) ? through(k, q) : UINT64_MAX;
	case TERM_KNOWN:
		known = (struct numbers){UINT64_MAX, t->number, t->compare, false};
		return numbers_part(&q.x, &known) ? 0 : through(k, q);
	case TERM_UNSIGNED:
		return numbers_signed(&q.x, (uint32_t)t->number) ? through(k, q) : UINT64_MAX;
	case TERM_SHIFT:
		return numbers_shifted(&q.x, t->number, t->inst) ? through(k, q) : UINT64_MAX;
	case TERM_LOW:
		return numbers_of_low(&q.x, (uint32_t)t->number) ? through(k, q) : UINT64_MAX;
	case TERM_PARAM:
		return ~found_by(k, q.f, site_of_parameter(t->inst), &q.x, &lasting);
	case TERM_UNKNOWN:
		break;
	}
	return UINT64_MAX;
}

bool term_is_simple(const struct notes *n, uint32_t term)
{
	const struct flow_term *t = &n->flow_terms.at[term];
	for (uint32_t i = 0; term && i < MAX_TERMS; i++, t = &n->flow_terms.at[t->of])
		if (t->kind == TERM_UNKNOWN || t->kind == TERM_LOAD || t->kind == TERM_PARAM)
			return true;
		else if (t->kind != TERM_COMPARE && t->kind != TERM_ADD && t->kind != TERM_AND &&
			 t->kind != TERM_MINUS && t->kind < TERM_KNOWN)
			return false;
	return true;
}

uint64_t through_edge(struct walk *k, func_id f, uint32_t end, const struct flow_edge *e)
{
	k->asked = k->r->in->summaries->n > MANY_FUNCTIONS ? MAX_ASKED - FEW_ASKED : 0;
	struct numbers asked = {UINT64_MAX, e->number, e->compare, false};
	return ~left_by(k, f, end, e->to) &
	       through(k, (struct question){f, e->term, end, asked, 0, 0});
}
