/* SPDX-License-Identifier: MIT */
/*
 * Facts: what branches have told about values, as a set of signs and maybe a
 * constant. They are keyed by path, so a parameter, a field or a result tested
 * twice is recognised as the same condition.
 */
#include "analysis/state/facts.h"

#include "analysis/exec/exec.h"
#include "analysis/exec/taken.h"
#include "ir/convert.h"

uint8_t facts_signs_of_int(int64_t v)
{
	return v < 0 ? SIGN_NEGATIVE : v == 0 ? SIGN_ZERO : SIGN_POSITIVE;
}

static bool never_null(const struct path *x)
{
	return x->kind == PATH_SYMBOL || x->kind == PATH_LOCAL || x->kind == PATH_HEAP;
}

/* Zero minus something: an error that is returned as a negative number. */
static bool is_minus(const struct frame *fr, path_id p)
{
	const struct path *x = path_at(&fr->paths, p);
	if (x->kind != PATH_MATH || x->imm != MATH_SUB)
		return false;
	const struct path *from = path_at(&fr->paths, x->a);
	return from->kind == PATH_INT && from->imm == 0;
}

/* What is known of x by what is known of -x. The least number is minus itself. */
static struct fact fact_of_minus(struct fact f, path_id x)
{
	uint8_t signs = f.signs & SIGN_ZERO;
	if (f.signs & SIGN_NEGATIVE)
		signs |= SIGN_NEGATIVE | SIGN_POSITIVE;
	if (f.signs & SIGN_POSITIVE)
		signs |= SIGN_NEGATIVE;
	bool exact = f.exact && f.value > INT32_MIN && f.value <= INT32_MAX;
	return (struct fact){.path = x, .signs = signs, .exact = exact,
			     .value = exact ? -f.value : 0};
}

static uint32_t bytes_of(const struct frame *fr, const struct path *x)
{
	return (uint32_t)path_at(&fr->paths, x->b)->imm;
}

static bool is_unsigned(const struct path *x)
{
	return x->kind == PATH_MATH && x->imm == MATH_UNSIGNED;
}

/* What is known of x without its sign, by what is known of x. */
static struct fact fact_without_sign(struct fact f, path_id p, uint32_t bytes)
{
	uint8_t signs = f.signs & (SIGN_ZERO | SIGN_POSITIVE);
	if (f.signs & SIGN_NEGATIVE)
		signs |= SIGN_POSITIVE;
	return (struct fact){.path = p, .signs = signs, .exact = f.exact,
			     .value = f.exact ? ir_unsigned_bytes(f.value, bytes) : 0};
}

/* What is known of x, which has so many bytes, by what is known of it without its sign. */
static struct fact fact_with_sign(struct fact f, path_id x, uint32_t bytes)
{
	uint8_t signs = f.signs & SIGN_ZERO;
	bool possible = !f.exact || ir_unsigned_bytes(f.value, bytes) == f.value;
	if (f.signs & SIGN_POSITIVE)
		signs |= SIGN_NEGATIVE | SIGN_POSITIVE;
	return (struct fact){.path = x, .signs = possible ? signs : 0, .exact = f.exact,
			     .value = f.exact ? ir_low_bytes(f.value, bytes) : 0};
}

struct fact facts_of(const struct frame *fr, const struct state *s, path_id p)
{
	const struct path *x = path_at(&fr->paths, p);
	if (is_minus(fr, p))
		return fact_of_minus(facts_of(fr, s, x->b), p);
	if (is_unsigned(x))
		return fact_without_sign(facts_of(fr, s, x->a), p, bytes_of(fr, x));
	if (x->kind == PATH_INT)
		return (struct fact){.path = p, .signs = facts_signs_of_int(x->imm), .exact = true,
				     .value = x->imm};
	for (uint32_t i = 0; i < s->fact_count; i++)
		if (s->facts[i].path == p)
			return s->facts[i];
	if (x->kind == PATH_SYMBOL || x->kind == PATH_LOCAL ||
	    (x->kind == PATH_OFFSET && x->imm > 0 && never_null(path_at(&fr->paths, x->a))))
		return (struct fact){.path = p, .signs = SIGN_POSITIVE};
	if (x->kind == PATH_VALUE && x->a == fr->func && !(x->b & VALUE_PARAM) &&
	    fr->counts_up[x->b])
		return (struct fact){.path = p, .signs = SIGN_ZERO | SIGN_POSITIVE};
	return (struct fact){.path = p, .signs = SIGN_ANY};
}

bool facts_add(struct frame *fr, struct state *s, struct fact f)
{
	for (const struct path *x; x = path_at(&fr->paths, f.path), is_unsigned(x);)
		f = fact_with_sign(f, x->a, bytes_of(fr, x));
	while (is_minus(fr, f.path))
		f = fact_of_minus(f, path_at(&fr->paths, f.path)->b);
	if (f.signs == SIGN_ZERO && s->running)
		join_nobody(fr, s, f.path);
	if (fill_is_content(fr, f.path))
		return true; /* null now, and something the next time */
	struct fact old = facts_of(fr, s, f.path);
	if (old.exact && f.exact && old.value != f.value)
		return false;
	if (f.exact)
		f.signs &= facts_signs_of_int(f.value);
	f.signs &= old.signs;
	if (!f.signs)
		return false;
	if (old.exact && !f.exact) {
		f.exact = true;
		f.value = old.value;
	}
	if (!f.same)
		f.same = old.same;
	if (!f.path || path_at(&fr->paths, f.path)->kind == PATH_INT ||
	    (f.signs == SIGN_ANY && !f.same))
		return true;
	frame_mention(fr, f.path);
	if (f.signs == SIGN_ZERO && s->locks.held_count)
		null_lock_forget(fr, s, f.path);
	state_own(fr, s, STATE_FACTS);
	for (uint32_t i = 0; i < s->fact_count; i++) {
		if (s->facts[i].path == f.path) {
			s->facts[i] = f;
			return true;
		}
	}
	if (!s->facts)
		s->facts = ARENA_ARRAY(fr->scratch, struct fact, MAX_FACTS);
	if (s->fact_count < MAX_FACTS)
		s->facts[s->fact_count++] = f;
	return true;
}

static enum ir_compare negated(enum ir_compare c)
{
	static const enum ir_compare other[CMP_COUNT] = {
		[CMP_EQ] = CMP_NE,   [CMP_NE] = CMP_EQ,	  [CMP_LT] = CMP_GE,
		[CMP_LE] = CMP_GT,   [CMP_GT] = CMP_LE,	  [CMP_GE] = CMP_LT,
		[CMP_ULT] = CMP_UGE, [CMP_ULE] = CMP_UGT, [CMP_UGT] = CMP_ULE,
		[CMP_UGE] = CMP_ULT,
	};
	return other[c];
}

static enum ir_compare swapped(enum ir_compare c)
{
	static const enum ir_compare other[CMP_COUNT] = {
		[CMP_EQ] = CMP_EQ,   [CMP_NE] = CMP_NE,	  [CMP_LT] = CMP_GT,
		[CMP_LE] = CMP_GE,   [CMP_GT] = CMP_LT,	  [CMP_GE] = CMP_LE,
		[CMP_ULT] = CMP_UGT, [CMP_ULE] = CMP_UGE, [CMP_UGT] = CMP_ULT,
		[CMP_UGE] = CMP_ULE,
	};
	return other[c];
}

/* The signs that x may have when x c k is true. */
static uint8_t signs_when(enum ir_compare c, int64_t k)
{
	switch (c) {
	case CMP_EQ: return facts_signs_of_int(k);
	case CMP_NE: return k == 0 ? SIGN_NEGATIVE | SIGN_POSITIVE : SIGN_ANY;
	case CMP_LT: return k <= 0 ? SIGN_NEGATIVE
				   : k == 1 ? SIGN_NEGATIVE | SIGN_ZERO : SIGN_ANY;
	case CMP_LE: return k < 0 ? SIGN_NEGATIVE
				  : k == 0 ? SIGN_NEGATIVE | SIGN_ZERO : SIGN_ANY;
	case CMP_GT: return k >= 0 ? SIGN_POSITIVE
				   : k == -1 ? SIGN_ZERO | SIGN_POSITIVE : SIGN_ANY;
	case CMP_GE: return k > 0 ? SIGN_POSITIVE
				  : k == 0 ? SIGN_ZERO | SIGN_POSITIVE : SIGN_ANY;
	case CMP_UGT: return SIGN_NEGATIVE | SIGN_POSITIVE;
	case CMP_UGE: return k ? SIGN_NEGATIVE | SIGN_POSITIVE : SIGN_ANY;
	case CMP_ULT: return k == 1 ? SIGN_ZERO : SIGN_ANY;
	case CMP_ULE: return k == 0 ? SIGN_ZERO : SIGN_ANY;
	default: return SIGN_ANY;
	}
}

/* ---- comparisons that signs do not tell ---- */

/* 'x c k' as a formula that is true or not: whichever way it was written. */
struct formula {
	enum path_math op;
	int64_t k;
	bool truth;
};

static struct formula formula_of(enum ir_compare c, int64_t k)
{
	int64_t next = (int64_t)((uint64_t)k + 1);
	switch (c) {
	case CMP_LT: return (struct formula){MATH_LESS, k, true};
	case CMP_GE: return (struct formula){MATH_LESS, k, false};
	case CMP_LE: return (struct formula){MATH_LESS, next, true};
	case CMP_GT: return (struct formula){MATH_LESS, next, false};
	case CMP_ULT: return (struct formula){MATH_BELOW, k, true};
	case CMP_UGE: return (struct formula){MATH_BELOW, k, false};
	case CMP_ULE: return (struct formula){MATH_BELOW, next, true};
	case CMP_UGT: return (struct formula){MATH_BELOW, next, false};
	default: return (struct formula){MATH_EQUAL, k, c == CMP_EQ};
	}
}

static uint64_t formula_bit(struct formula f)
{
	return (uint64_t)1 << ((uint64_t)f.k * 3 + f.op) % 64;
}

/* A comparison with a constant that there is only once, and whose result decides one
 * branch, says nothing to later ones. */
void facts_begin(struct frame *fr)
{
	uint64_t once = 0;
	int64_t k;
	fr->compared = 0;
	for (uint32_t n = 0; n < fr->fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
		const struct ir_inst *c = i;
		if (i->op == OP_CAST && ir_val_tag(i->a) == VAL_INST)
			c = ir_inst_at(fr->p, fr->fn, ir_val_index(i->a));
		if (c->op != OP_COMPARE || !ir_val_int(fr->p, c->b, &k))
			continue;
		uint64_t bit = formula_bit(formula_of(c->sub, k));
		fr->compared |= once & bit;
		once |= bit;
	}
}

static bool assume_formula(struct frame *fr, struct state *s, path_id x, enum ir_compare c,
			   int64_t k)
{
	struct formula f = formula_of(c, k);
	bool told = !(signs_when(c, k) & signs_when(negated(c), k));
	if (told || !(fr->compared & formula_bit(f)) || !x ||
	    path_at(&fr->paths, x)->flags & PATHF_ANY)
		return true;
	path_id name = path_math(&fr->paths, x, path_int(&fr->paths, f.k), f.op);
	return facts_add(fr, s, (struct fact){.path = name, .exact = !f.truth,
					      .signs = f.truth ? SIGN_POSITIVE : SIGN_ZERO});
}

/* Names do not tell an int from the longer number that it was made of: what is known exactly
 * does. */
static int64_t number_of(const struct frame *fr, ir_val v, int64_t known)
{
	uint32_t size = ir_val_size(fr->p, fr->fn, v), bytes = 0;
	const struct ir_inst *i =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(fr->p, fr->fn, ir_val_index(v)) : NULL;
	if (i && i->op == OP_CAST &&
	    ir_conversion(fr->p, fr->fn, i, &bytes) == CONVERT_UNSIGNED)
		return ir_unsigned_bytes(known, bytes);
	return size ? ir_low_bytes(known, size) : known;
}

static bool assume_compare(struct frame *fr, struct state *s, ir_val v, enum ir_compare c,
			   int64_t k)
{
	path_id x = frame_value(fr, v);
	struct fact old = facts_of(fr, s, x);
	if (old.exact)
		return ir_compares(c, number_of(fr, v, old.value), k);
	struct fact f = {.path = x, .signs = signs_when(c, k)};
	if (c == CMP_EQ) {
		f.exact = true;
		f.value = k;
	}
	return facts_add(fr, s, f) && assume_formula(fr, s, x, c, k);
}

/* Is it the address of a variable, or lies so far from what a formal points to? */
static bool is_place(const struct frame *fr, path_id p)
{
	path_id base;
	path_split_offset(&fr->paths, p, &base);
	uint8_t kind = path_at(&fr->paths, base)->kind;
	return kind == PATH_SYMBOL || kind == PATH_FORMAL;
}

/* That the two are the same: a place comes last. */
static path_id equality(struct frame *fr, path_id x, path_id y)
{
	bool swap = is_place(fr, x) && !is_place(fr, y);
	return path_math(&fr->paths, swap ? y : x, swap ? x : y, MATH_EQUAL);
}

/* A pointer that is compared with a place that others point to as well: a sentinel, or the
 * head of a list. */
static bool may_be_excepted(struct frame *fr, path_id equal)
{
	const struct path *x = path_at(&fr->paths, equal);
	return is_place(fr, x->b) && !(x->flags & (PATHF_ANY | PATHF_RANGE)) &&
	       frame_alias(fr, x->b) && frame_alias(fr, x->b) == frame_alias(fr, x->a);
}

path_id facts_excepted(struct frame *fr, const struct state *s, path_id pointer)
{
	for (uint32_t i = 0; i < s->fact_count; i++) {
		const struct path *x = path_at(&fr->paths, s->facts[i].path);
		if (x->kind == PATH_MATH && x->imm == MATH_EQUAL && x->a == pointer &&
		    s->facts[i].signs == SIGN_ZERO && is_place(fr, x->b))
			return x->b;
	}
	return 0;
}

static void found_equal(struct frame *fr, struct state *s, ir_val a, ir_val b)
{
	atomic_found_equal(fr, s, a, b);
	taken_by_equality(fr, s, frame_value(fr, a), frame_value(fr, b));
}

/* i % n, i & 7: which of them an element is whose index it belongs to (analysis/result/span.c) */
static bool is_remainder(const struct frame *fr, path_id p)
{
	const struct path *x = path_at(&fr->paths, p);
	return x->kind == PATH_MATH && (x->imm == MATH_REM || x->imm == MATH_AND);
}

/* pthread_equal(a, b) */
static void assume_same_id(struct frame *fr, struct state *s, ir_val call, bool truth)
{
	const struct model *m = pointers_called_model(fr->pt, fr->func, ir_val_index(call));
	const struct effect *e = m ? model_effect(m, EFFECT_SAME_ID) : NULL;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, ir_val_index(call));
	if (!e || e->arg < 0 || e->other < 0 || (uint32_t)e->arg >= i->arg_count ||
	    (uint32_t)e->other >= i->arg_count || truth != (e->when != RESULT_ZERO))
		return;
	found_equal(fr, s, fr->p->operands.at[i->args + (uint32_t)e->arg],
		    fr->p->operands.at[i->args + (uint32_t)e->other]);
}

/* Is it zero if the number was before, and only then? */
static bool keeps_truth(struct frame *fr, const struct state *s, const struct ir_inst *i)
{
	enum { WORD = 4 };
	uint32_t bytes = 0;
	switch (ir_conversion(fr->p, fr->fn, i, &bytes)) {
	case CONVERT_LOW:
		return bytes >= WORD && !facts_of(fr, s, frame_value(fr, i->a)).exact;
	case CONVERT_NOT_KNOWN:
		return i->sub == CAST_SEXT;
	default:
		return true;
	}
}

static bool assume_inst(struct frame *fr, struct state *s, const struct ir_inst *i, bool truth,
			bool *handled)
{
	int64_t k;
	*handled = true;
	if (i->op == OP_CAST && keeps_truth(fr, s, i))
		return facts_assume(fr, s, i->a, truth);
	if (i->op == OP_ARITH && i->sub == ARITH_XOR && ir_val_int(fr->p, i->b, &k) &&
	    i->size <= 1 && (k & 1))
		return facts_assume(fr, s, i->a, !truth);
	if (ir_is_minus(fr->p, i))
		return facts_assume(fr, s, i->b, truth);
	if (i->op == OP_COMPARE) {
		enum ir_compare c = truth ? i->sub : negated(i->sub);
		if (ir_val_int(fr->p, i->b, &k)) {
			if (k == 0 && (c == CMP_EQ || c == CMP_NE) &&
			    ir_val_tag(i->a) == VAL_INST)
				return facts_assume(fr, s, i->a, c == CMP_NE);
			return assume_compare(fr, s, i->a, c, k);
		}
		if (ir_val_int(fr->p, i->a, &k))
			return assume_compare(fr, s, i->b, swapped(c), k);
		path_id x = frame_value(fr, i->a), y = frame_value(fr, i->b);
		struct fact fx = facts_of(fr, s, x), fy = facts_of(fr, s, y);
		if (fy.exact)
			return assume_compare(fr, s, i->a, c, number_of(fr, i->b, fy.value));
		if (fx.exact)
			return assume_compare(fr, s, i->b, swapped(c),
					      number_of(fr, i->a, fx.value));
		if ((c == CMP_EQ || c == CMP_NE) && x && y && x != y) {
			path_id equal = equality(fr, x, y);
			struct fact known = facts_of(fr, s, equal);
			if (known.signs != SIGN_ANY)
				return (known.signs == SIGN_ZERO) == (c == CMP_NE);
			if (c == CMP_EQ)
				found_equal(fr, s, i->a, i->b);
			if (c == CMP_EQ && (is_remainder(fr, x) || is_remainder(fr, y)))
				facts_add(fr, s, (struct fact){.path = equal, .exact = true,
							       .value = 1,
							       .signs = SIGN_POSITIVE});
			if (c == CMP_NE && may_be_excepted(fr, equal))
				facts_add(fr, s, (struct fact){.path = equal, .exact = true,
							       .signs = SIGN_ZERO});
		}
		return !(x && x == y && !(path_at(&fr->paths, x)->flags & PATHF_ANY) &&
			 (c == CMP_NE || c == CMP_LT || c == CMP_GT || c == CMP_ULT ||
			  c == CMP_UGT));
	}
	*handled = false;
	return true;
}

bool facts_assume(struct frame *fr, struct state *s, ir_val v, bool truth)
{
	bool handled = false;
	if (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, ir_val_index(v));
		if (i->op == OP_CALL)
			assume_same_id(fr, s, v, truth);
		bool possible = assume_inst(fr, s, i, truth, &handled);
		if (handled)
			return possible;
	}
	path_id x = frame_value(fr, v);
	return !x || assume_compare(fr, s, v, truth ? CMP_NE : CMP_EQ, 0);
}

bool facts_assume_number(struct frame *fr, struct state *s, ir_val v, int64_t number)
{
	struct fact f = facts_of(fr, s, frame_value(fr, v));
	if (f.exact)
		return number_of(fr, v, f.value) == number;
	return facts_add(fr, s, (struct fact){.path = f.path,
					      .signs = facts_signs_of_int(number),
					      .exact = true,
					      .value = number});
}

/* A truth value that was computed from what this state knows. */
static bool is_computed_truth(const struct frame *fr, ir_val v)
{
	if (ir_val_tag(v) != VAL_INST)
		return false;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, ir_val_index(v));
	return i->op == OP_COMPARE || (i->op == OP_CAST && i->sub != CAST_OTHER) ||
	       (i->op == OP_ARITH && i->sub == ARITH_XOR && i->size <= 1);
}

struct fact facts_of_value(struct frame *fr, struct state *s, ir_val v)
{
	struct fact f = facts_of(fr, s, frame_value(fr, v));
	if (!f.path || f.signs != SIGN_ANY || !is_computed_truth(fr, v))
		return f;
	bool compared = ir_inst_at(fr->p, fr->fn, ir_val_index(v))->op == OP_COMPARE;
	if (!facts_assume(fr, state_copy(fr, s), v, true))
		f.signs = SIGN_ZERO;
	else if (!facts_assume(fr, state_copy(fr, s), v, false))
		f.signs = compared ? SIGN_POSITIVE : SIGN_NEGATIVE | SIGN_POSITIVE;
	return f;
}

bool facts_may_target(struct frame *fr, path_id p, sym_id target)
{
	const struct path *x = path_at(&fr->paths, p);
	struct pt_set set = {0};
	sym_id found[64];
	bool may = false;
	if (x->kind == PATH_SYMBOL)
		return ir_resolve_alias(fr->p, x->a) == ir_resolve_alias(fr->p, target);
	if (x->kind == PATH_INT)
		return false;
	if (path_is_open(&fr->paths, p) || x->flags & PATHF_VALUE)
		return true; /* not known here */
	path_points_to(&fr->paths, p, fr->pt, fr->func, NULL, &set);
	uint32_t n = pointers_functions(fr->pt, &set, found, 64);
	for (uint32_t i = 0; i < n && i < 64; i++)
		may |= found[i] == target;
	may |= n == 0 || n > 64 || set.unknown;
	pt_set_free(&set);
	return may;
}

static bool is_lock_named(const struct frame *fr, const struct state *s, path_id v)
{
	for (uint32_t i = 0; i < s->locks.held_count; i++)
		if (path_mentions(&fr->paths, s->locks.held[i].lock, v))
			return true;
	return false;
}

path_id facts_locked_name(struct frame *fr, const struct state *s, path_id p)
{
	for (uint32_t i = 0; i < s->fact_count && s->locks.held_count && p; i++) {
		struct fact f = s->facts[i];
		if (f.same && path_at(&fr->paths, f.path)->kind == PATH_VALUE &&
		    path_mentions(&fr->paths, p, f.path) && is_lock_named(fr, s, f.same))
			p = path_substitute(&fr->paths, p, f.path, f.same);
	}
	return p;
}
