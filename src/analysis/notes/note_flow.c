/* SPDX-License-Identifier: MIT */
/*
 * Control flow as later stages see it: the blocks of a function, where each leads, and on
 * what numbers that depends. A number is followed back to what was read from memory, what
 * a function has returned or was given, or a choice that was made by an earlier branch ('ok = 0; if
 * (x) ok = 1; if (ok) ...').
 *
 * And deeds: stores, what is done to semaphores, which others may wait for, and to threads. What
 * the values of stores are is known where they are constants.
 */
#include "analysis/notes/notes.h"
#include "ir/address.h"
#include "ir/bits.h"
#include "ir/convert.h"
#include "ir/step.h"
#include "model/model.h"
#include "pointer/pointer.h"

enum { MAX_DEPTH = 12 };

struct flowing {
	struct noter *n;
	uint32_t *term; /* [inst] 1 + its term; 0: not asked yet */
};

static uint32_t term_of(struct flowing *f, ir_val v, uint32_t depth);

static uint32_t add_term(struct flowing *f, struct flow_term t)
{
	vec_push(&f->n->flow_terms, t);
	return f->n->flow_terms.n - 1;
}

/* The comparison that has the operands the other way round. */
static uint8_t turned(uint8_t compare)
{
	static const uint8_t other[CMP_COUNT] = {
		[CMP_EQ] = CMP_EQ,   [CMP_NE] = CMP_NE,   [CMP_LT] = CMP_GT,
		[CMP_LE] = CMP_GE,   [CMP_GT] = CMP_LT,   [CMP_GE] = CMP_LE,
		[CMP_ULT] = CMP_UGT, [CMP_ULE] = CMP_UGE, [CMP_UGT] = CMP_ULT,
		[CMP_UGE] = CMP_ULE,
	};
	return other[compare];
}

static bool is_load(const struct flowing *f, ir_val v, bool plain)
{
	v = ir_without_casts(f->n->p, f->n->fn, v);
	const struct ir_inst *i =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(f->n->p, f->n->fn, ir_val_index(v)) : NULL;
	return i && i->op == OP_LOAD && !(plain && i->order);
}

/* Of a count with a number that is read from memory, as that of all is; no ticket. Not of pointers,
 * most likely: two that are asked which one is greater, or small ones. */
static bool is_of_counts(const struct flowing *f, const struct ir_inst *i)
{
	enum { WORD = 4 };
	uint32_t bytes = ir_val_size(f->n->p, f->n->fn, i->a);
	return is_load(f, i->a, false) && is_load(f, i->b, true) &&
	       ((i->sub != CMP_EQ && i->sub != CMP_NE) || (bytes && bytes <= WORD));
}

static uint32_t term_of_compare(struct flowing *f, const struct ir_inst *i,
				uint32_t depth)
{
	struct flow_term t = {.kind = TERM_COMPARE, .compare = i->sub};
	ir_val of = i->a;
	if (!ir_val_int(f->n->p, i->b, &t.number)) {
		bool open = !ir_val_int(f->n->p, i->a, &t.number);
		if (open && !is_of_counts(f, i))
			return 0;
		t.inst = open;
		if (!open || !(t.of = term_of(f, i->a, depth))) {
			of = i->b;
			t.compare = turned(i->sub);
		}
	}
	t.of = t.of ? t.of : term_of(f, of, depth);
	return t.of ? add_term(f, t) : 0;
}

static uint32_t term_of_arith(struct flowing *f, const struct ir_inst *i, uint32_t depth)
{
	struct flow_term t = {.kind = TERM_ADD};
	bool minus = ir_is_minus(f->n->p, i);
	if (!minus && !ir_val_int(f->n->p, i->b, &t.number))
		return 0;
	if (minus)
		t.kind = TERM_MINUS;
	else if (i->sub == ARITH_SUB)
		t.number = (int64_t)(0 - (uint64_t)t.number);
	else if (i->sub == ARITH_AND)
		t.kind = TERM_AND;
	else if (i->sub == ARITH_SHR)
		t = (struct flow_term){.kind = TERM_SHIFT, .inst = i->size, .number = t.number};
	else if (i->sub == ARITH_XOR && i->size <= 1 && t.number & 1)
		t = (struct flow_term){.kind = TERM_COMPARE, .compare = CMP_EQ};
	else if (i->sub != ARITH_ADD)
		return 0;
	t.of = term_of(f, minus ? i->b : i->a, depth);
	return t.of ? add_term(f, t) : 0;
}

/* An int is taken to be enough for what is made one. */
static uint32_t term_of_cast(struct flowing *f, const struct ir_inst *i, uint32_t depth)
{
	enum { WORD = 4 };
	uint32_t bytes = 0, of;
	switch (ir_conversion(f->n->p, f->n->fn, i, &bytes)) {
	case CONVERT_SAME:
		return term_of(f, i->a, depth);
	case CONVERT_UNSIGNED:
		of = term_of(f, i->a, depth);
		return of ? add_term(f, (struct flow_term){.kind = TERM_UNSIGNED,
							   .of = of,
							   .number = bytes})
			  : 0;
	case CONVERT_LOW:
		of = term_of(f, i->a, depth);
		return of && bytes < WORD ? add_term(f, (struct flow_term){.kind = TERM_LOW,
									   .of = of,
									   .number = bytes})
					  : of;
	case CONVERT_NOT_KNOWN:
		break;
	}
	return 0;
}

/* As term_of, of a value that is chosen where control goes from that block to the other, or
 * returned by it. */
static uint32_t term_chosen(struct flowing *f, ir_val v, uint32_t from, uint32_t to,
			    uint32_t depth)
{
	struct flow_term t = {.kind = TERM_KNOWN, .of = term_of(f, v, depth)};
	return t.of && note_known(f->n, from, to, v, &t) ? add_term(f, t) : t.of;
}

/* The choices of one term lie together: those of others are found first. */
static uint32_t term_of_choice(struct flowing *f, const struct ir_inst *i, uint32_t inst,
			       uint32_t depth)
{
	enum { MAX_CHOICES = 32 };
	struct flow_choice at[MAX_CHOICES];
	uint32_t n = 0;
	if (i->arg_count / 2 > MAX_CHOICES)
		return 0;
	uint32_t number =
		add_term(f, (struct flow_term){.kind = TERM_CHOICE, .inst = inst});
	f->term[inst] = number + 1;
	uint32_t here = ir_block_of(f->n->p, f->n->fn, inst);
	for (uint32_t k = 0; k + 1 < i->arg_count; k += 2) {
		const uint32_t *from = &f->n->p->operands.at[i->args + k];
		at[n++] = (struct flow_choice){from[0],
					       term_chosen(f, from[1], from[0], here, depth)};
	}
	f->n->flow_terms.at[number].choice_first = f->n->flow_choices.n;
	f->n->flow_terms.at[number].choice_count = n;
	for (uint32_t k = 0; k < n; k++)
		vec_push(&f->n->flow_choices, at[k]);
	return number;
}

static uint32_t term_of_inst(struct flowing *f, uint32_t inst, uint32_t depth)
{
	const struct ir_inst *i = ir_inst_at(f->n->p, f->n->fn, inst);
	switch (i->op) {
	case OP_LOAD:
	case OP_RMW:
	case OP_CMPXCHG:
		return i->size > 8 ? 0
				   : add_term(f, (struct flow_term){.kind = TERM_LOAD,
								    .inst = inst,
								    .address = i->a,
								    .number = i->size});
	case OP_CALL:
		return add_term(f, (struct flow_term){.kind = TERM_CALL, .inst = inst});
	case OP_PHI:
		return term_of_choice(f, i, inst, depth + 1);
	case OP_COMPARE:
		return term_of_compare(f, i, depth + 1);
	case OP_ARITH:
		return term_of_arith(f, i, depth + 1);
	case OP_CAST:
		return term_of_cast(f, i, depth + 1);
	default:
		return 0;
	}
}

static uint32_t term_of(struct flowing *f, ir_val v, uint32_t depth)
{
	struct flow_term number = {.kind = TERM_NUMBER};
	if (ir_val_int(f->n->p, v, &number.number))
		return add_term(f, number);
	if (ir_val_tag(v) == VAL_PARAM)
		return add_term(f, (struct flow_term){.kind = TERM_PARAM,
						      .inst = ir_val_index(v)});
	if (ir_val_tag(v) != VAL_INST || depth > MAX_DEPTH)
		return 0;
	uint32_t *known = &f->term[ir_val_index(v)];
	if (!*known) {
		uint32_t t = term_of_inst(f, ir_val_index(v), depth);
		*known = t + 1;
	}
	return *known - 1;
}

static void add_edge(struct flowing *f, uint32_t to, uint32_t term, uint8_t compare,
		     int64_t number)
{
	vec_push(&f->n->flow_edges, ((struct flow_edge){to, term, compare, number}));
}

static void add_edges(struct flowing *f, uint32_t block, const struct ir_inst *t,
		      uint32_t term)
{
	const struct ir_ways *next = &note_edges(f->n)->next;
	if (t->op == OP_BRANCH) {
		add_edge(f, t->b, term, CMP_NE, 0);
		add_edge(f, t->c, term, CMP_EQ, 0);
		return;
	}
	for (uint32_t k = 0; t->op == OP_SWITCH && k + 1 < t->arg_count; k += 2) {
		int64_t number = 0;
		bool one =
			ir_val_int(f->n->p, f->n->p->operands.at[t->args + k], &number);
		add_edge(f, f->n->p->operands.at[t->args + k + 1], one ? term : 0, CMP_EQ,
			 number);
	}
	for (uint32_t e = next->at[block]; t->op != OP_SWITCH && e < next->at[block + 1];
	     e++)
		add_edge(f, next->to[e], 0, 0, 0);
}

void note_flow(struct noter *n)
{
	struct flowing f = {n, ARENA_ARRAY(n->scratch, uint32_t, n->fn->inst_count)};
	add_term(&f, (struct flow_term){0});
	for (uint32_t b = 0; b < n->fn->block_count; b++) {
		const struct ir_block *k = ir_block_at(n->p, n->fn, b);
		const struct ir_inst *t = ir_terminator(n->p, n->fn, b);
		bool asks = t->op == OP_BRANCH || t->op == OP_SWITCH || t->op == OP_RET;
		uint32_t term = !asks		   ? 0
				: t->op == OP_RET ? term_chosen(&f, t->a, b, UINT32_MAX, 0)
						  : term_of(&f, t->a, 0);
		struct flow_block x = {k->inst_first,
				       k->inst_first + k->inst_count,
				       n->flow_edges.n,
				       0,
				       t->op == OP_RET ? term : 0,
				       t->op == OP_RET};
		add_edges(&f, b, t, term);
		x.next_count = n->flow_edges.n - x.next_first;
		vec_push(&n->flow, x);
	}
}

/* ---- deeds ---- */

static uint8_t signs_of(enum result_class when)
{
	switch (when) {
	case RESULT_ZERO:
		return SIGN_ZERO;
	case RESULT_NONZERO:
		return SIGN_NEGATIVE | SIGN_POSITIVE;
	case RESULT_NEGATIVE:
		return SIGN_NEGATIVE;
	case RESULT_NONNEGATIVE:
		return SIGN_ZERO | SIGN_POSITIVE;
	case RESULT_ANY:
		break;
	}
	return SIGN_ANY;
}

/* Whoever waits for ever succeeds. */
static bool is_certain(const struct noter *n, const struct ir_inst *i,
		       const struct effect *e)
{
	int64_t time;
	return e->forever >= 0 && (uint32_t)e->forever < i->arg_count &&
	       ir_val_int(n->p, n->p->operands.at[i->args + (uint32_t)e->forever],
			  &time) &&
	       (time == -1 || time == UINT32_MAX);
}

static ir_val argument(const struct noter *n, const struct ir_inst *i, int arg)
{
	return arg >= 0 && (uint32_t)arg < i->arg_count
		       ? n->p->operands.at[i->args + (uint32_t)arg]
		       : 0;
}

static bool is_own_id(const struct noter *n, ir_val v)
{
	v = ir_without_casts(n->p, n->fn, v);
	const struct model *m =
		ir_val_tag(v) == VAL_INST
			? pointers_called_model(n->in->pointers, n->func, ir_val_index(v))
			: NULL;
	return m && model_effect(m, EFFECT_OWN_ID);
}

static ir_val place_of_id(const struct noter *n, ir_val id)
{
	return id ? ir_loaded_from(n->p, n->fn, ir_without_casts(n->p, n->fn, id)) : 0;
}

/* What is done to threads by the place where their id is. */
static void note_thread(struct noter *n, uint32_t inst, const struct ir_inst *i,
			const struct effect *e)
{
	ir_val a = argument(n, i, e->arg), b = argument(n, i, e->other);
	struct deed d = {.inst = inst, .signs = signs_of(e->when)};
	if (e->kind == EFFECT_CREATE) {
		d.kind = DEED_CREATE;
		d.address = argument(n, i, e->third);
	} else if (e->kind == EFFECT_JOIN) {
		d.kind = DEED_JOIN;
		d.address = e->flags & EFFECTF_BY_ADDRESS ? a : place_of_id(n, a);
	} else if (e->kind == EFFECT_SAME_ID && a && b) {
		d.kind = DEED_SELF;
		d.address = is_own_id(n, b)   ? place_of_id(n, a)
			    : is_own_id(n, a) ? place_of_id(n, b)
					      : 0;
	}
	if (d.address)
		vec_push(&n->deeds, d);
}

static void note_effect(struct noter *n, uint32_t inst, const struct ir_inst *i,
			const struct effect *e)
{
	struct deed d = {.inst = inst, .kind = DEED_RELEASE};
	bool post = e->kind == EFFECT_SEM_POST, wait = e->kind == EFFECT_SEM_WAIT;
	bool acquire = e->kind == EFFECT_ACQUIRE && e->mode == MODE_EXCLUSIVE;
	if (e->kind != EFFECT_RELEASE && e->kind != EFFECT_COND_WAIT && !post && !wait && !acquire)
		return;
	if (e->kind == EFFECT_RELEASE || e->kind == EFFECT_COND_WAIT)
		d.address = argument(n, i, e->kind == EFFECT_RELEASE ? e->arg : e->other);
	if (post || wait || acquire) {
		d.kind = post ? DEED_POST : wait ? DEED_WAIT : DEED_ACQUIRE;
		d.address = argument(n, i, e->arg);
		if (!d.address)
			return;
		d.signs = is_certain(n, i, e) ? SIGN_ANY : signs_of(e->when);
	}
	vec_push(&n->deeds, d);
}

static void note_call(struct noter *n, uint32_t inst, const struct ir_inst *i)
{
	const struct model *m = pointers_called_model(n->in->pointers, n->func, inst);
	for (uint32_t k = 0; m && k < m->effect_count; k++) {
		note_effect(n, inst, i, &m->effects[k]);
		note_thread(n, inst, i, &m->effects[k]);
	}
}

/* Memory that no other thread can have, and no caller by another name. */
static bool is_private(const struct noter *n, ir_val address)
{
	int64_t bytes = 0;
	ir_val base = ir_base_of(n->p, n->fn, address, BASE_CASTS | BASE_INDICES, &bytes);
	obj_id o =
		ir_val_tag(base) == VAL_INST
			? pointers_object_at(n->in->pointers, n->func, ir_val_index(base))
			: 0;
	return o && !pointers_may_be_shared(n->in->pointers, o) &&
	       !(pointers_object(n->in->pointers, o)->kind == OBJ_HEAP &&
		 pointers_is_allocator(n->in->pointers, n->func));
}

static void note_exchange(const struct noter *n, const struct ir_inst *i, struct deed *d)
{
	int64_t expected;
	if (!ir_val_int(n->p, i->b, &expected) || expected != (int8_t)expected)
		return;
	d->chosen = true;
	d->expected = (int8_t)expected;
	d->known = ir_val_int(n->p, i->c, &d->number);
}

/* 'bad = create(...)', 'there = create(...) == 0': the number that it is after a result of zero. */
static void note_result(const struct noter *n, ir_val v, struct deed *d)
{
	int64_t number;
	bool compared = false;
	uint8_t compare = CMP_EQ;
	v = ir_without_casts(n->p, n->fn, v);
	const struct ir_inst *i =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(n->p, n->fn, ir_val_index(v)) : NULL;
	if (i && i->op == OP_COMPARE && (i->sub == CMP_EQ || i->sub == CMP_NE) &&
	    ir_val_int(n->p, i->b, &number) && number == 0) {
		compared = true;
		compare = i->sub;
		v = ir_without_casts(n->p, n->fn, i->a);
		i = ir_val_tag(v) == VAL_INST ? ir_inst_at(n->p, n->fn, ir_val_index(v)) : NULL;
	}
	if (!i || i->op != OP_CALL)
		return;
	d->of = 1 + ir_val_index(v);
	d->number = compared && compare == CMP_EQ;
}

/* What is known of a store, if not all. */
static void note_part(const struct noter *n, uint32_t inst, const struct ir_inst *i,
		      struct deed *d)
{
	struct ir_bits bits = ir_bits_of(n->p, n->fn, inst);
	int64_t step = ir_step_of(n->p, n->fn, inst);
	d->kept = bits.kept;
	d->loose = bits.loose;
	d->number = (int64_t)bits.ones;
	d->step = step > 0 ? 1 : step < 0 ? -1 : 0;
	if (step)
		d->number = step;
	else if (i->op == OP_STORE)
		note_result(n, i->b, d);
}

void note_deeds(struct noter *n)
{
	for (uint32_t inst = 0; inst < n->fn->inst_count; inst++) {
		const struct ir_inst *i = ir_inst_at(n->p, n->fn, inst);
		struct deed d = {.inst = inst, .address = i->a, .kind = DEED_STORE};
		int64_t size = 0;
		if (i->op == OP_CALL) {
			note_call(n, inst, i);
			continue;
		}
		if (i->op == OP_STORE || i->op == OP_RMW || i->op == OP_CMPXCHG)
			d.size = i->size;
		else if (i->op == OP_COPY || i->op == OP_SET)
			d.size = ir_val_int(n->p, i->c, &size) && size > 0 &&
						 size < UINT32_MAX
					 ? (uint32_t)size
					 : 0;
		else
			continue;
		if (i->op == OP_STORE || (i->op == OP_RMW && i->sub == RMW_XCHG) ||
		    i->op == OP_SET)
			d.known = ir_val_int(n->p, i->b, &d.number);
		d.own = i->op == OP_STORE && is_own_id(n, i->b);
		if (i->op == OP_CMPXCHG)
			note_exchange(n, i, &d);
		if (i->op == OP_SET && d.number)
			d.known = false;
		if (!d.known)
			note_part(n, inst, i, &d);
		if (is_private(n, i->a))
			continue;
		d.not_zero = i->op == OP_STORE && !d.known && i->size == sizeof(void *) &&
			     note_not_zero(n, inst, i->b);
		vec_push(&n->deeds, d);
	}
}
