/* SPDX-License-Identifier: MIT */
/*
 * A part of the array for each thread. The thread with index t works on
 * a[begin(t)] .. a[end(t) - 1], and end(t) is at most begin(t + 1): then no two of
 * them meet. The ends are polynomials over t and things that stay the same; t grows
 * them, so it is enough to look at neighbours.
 *
 * A decreasing begin would make every part empty; that factors of an index are not
 * negative is assumed (docs/soundness.md).
 */
#include "base/number.h"
#include "race/veto/veto.h"

enum { MAX_TERMS = 8, MAX_FACTORS = 3, MAX_DEPTH = 12 };

struct term {
	int64_t factor;
	uint32_t n;
	path_id atoms[MAX_FACTORS]; /* sorted */
};

struct sum {
	struct term at[MAX_TERMS];
	uint32_t n;
	bool bad; /* not known */
};

/* Where an index may be: both ends included. */
struct interval {
	struct sum low, high;
};

/* ---- sums ---- */

static bool same_atoms(const struct term *x, const struct term *y)
{
	bool same = x->n == y->n;
	for (uint32_t i = 0; same && i < x->n; i++)
		same = x->atoms[i] == y->atoms[i];
	return same;
}

static void add_term(struct sum *s, struct term x)
{
	for (uint32_t i = 0; i < s->n; i++) {
		if (!same_atoms(&s->at[i], &x))
			continue;
		s->at[i].factor += x.factor;
		if (s->at[i].factor == 0)
			s->at[i] = s->at[--s->n];
		return;
	}
	if (x.factor == 0)
		return;
	if (s->n == MAX_TERMS)
		s->bad = true;
	else
		s->at[s->n++] = x;
}

static struct sum constant(int64_t value)
{
	struct sum s = {.n = 0};
	add_term(&s, (struct term){.factor = value});
	return s;
}

static struct sum sum_add(struct sum a, const struct sum *b, int64_t times)
{
	a.bad |= b->bad;
	for (uint32_t i = 0; i < b->n; i++) {
		struct term x = b->at[i];
		if (__builtin_mul_overflow(x.factor, times, &x.factor) ||
		    x.factor > INT32_MAX || x.factor < -(int64_t)INT32_MAX)
			a.bad = true;
		else
			add_term(&a, x);
	}
	return a;
}

static struct term term_product(const struct term *x, const struct term *y, bool *bad)
{
	struct term z = *x;
	*bad |= __builtin_mul_overflow(x->factor, y->factor, &z.factor);
	for (uint32_t i = 0; i < y->n; i++) {
		uint32_t k = z.n;
		if (z.n == MAX_FACTORS) {
			*bad = true;
			return z;
		}
		for (; k > 0 && z.atoms[k - 1] > y->atoms[i]; k--)
			z.atoms[k] = z.atoms[k - 1];
		z.atoms[k] = y->atoms[i];
		z.n++;
	}
	return z;
}

static struct sum sum_product(const struct sum *a, const struct sum *b)
{
	struct sum s = {.bad = a->bad || b->bad};
	for (uint32_t i = 0; i < a->n; i++) {
		for (uint32_t k = 0; k < b->n; k++)
			add_term(&s, term_product(&a->at[i], &b->at[k], &s.bad));
	}
	return s;
}

static bool is_at_least(const struct sum *s, int64_t least)
{
	if (s->bad || s->n > 1 || (s->n == 1 && s->at[0].n))
		return false;
	return (s->n ? s->at[0].factor : 0) >= least;
}

/* ---- from paths ---- */

struct reading {
	struct races *r;
	func_id func;  /* creates the threads */
	path_id index; /* the RANGE that differs from thread to thread */
	bool next;     /* read it as the one of the next thread */
};

static struct interval read_interval(struct reading *x, path_id id, uint32_t depth);

static struct interval exactly(struct sum s)
{
	return (struct interval){.low = s, .high = s};
}

static struct interval not_known(void)
{
	return exactly((struct sum){.bad = true});
}

static bool is_exact(const struct interval *i)
{
	struct sum d = sum_add(i->high, &i->low, -1);
	return !d.bad && d.n == 0;
}

bool is_in_cycle(const struct races *r, func_id f, uint32_t inst, uint32_t without)
{
	return notes_in_cycle(&summary_of(r->t, f)->notes, inst, without);
}

/* A value that the creating function has computed once, or was given. */
static bool is_fixed(const struct reading *x, path_id id)
{
	const struct path *y = path_at(&x->r->t->paths, id);
	return y->kind == PATH_VALUE && y->a == x->func &&
	       (y->b & VALUE_PARAM || !is_in_cycle(x->r, y->a, y->b, UINT32_MAX));
}

/* The same for all threads, as long as they run. */
static struct interval read_atom(struct reading *x, path_id id)
{
	struct sum s = {.n = 0};
	if (path_at(&x->r->t->paths, id)->kind == PATH_LOAD && !is_certain(x->r, id))
		return not_known();
	add_term(&s, (struct term){1, 1, {id}});
	return exactly(s);
}

/* The path for the next thread; 0 when it has something that is not followed. */
static path_id for_next(struct reading *x, path_id id, uint32_t depth)
{
	struct paths *p = &x->r->t->paths;
	const struct path y = *path_at(p, id);
	if (id == x->index)
		return x->next ? path_offset(p, id, y.imm) : id;
	if (y.kind == PATH_VALUE)
		return is_fixed(x, id) ? id : 0;
	if (!depth || y.flags & PATHF_ANY)
		return 0;
	if (!(y.flags & (PATHF_RANGE | PATHF_VALUE)))
		return y.kind == PATH_LOAD && !is_certain(x->r, id) ? 0 : id;
	path_id a = for_next(x, y.a, depth - 1);
	if (y.kind == PATH_OFFSET)
		return path_offset(p, a, y.imm);
	return y.kind == PATH_MATH
		       ? path_math(p, a, for_next(x, y.b, depth - 1), (enum path_math)y.imm)
		       : 0;
}

/* A quotient or the like is an atom of its own: nothing is known but its formula. It
 * grows with t where t is only in what is divided. */
static struct interval read_formula(struct reading *x, path_id id, uint32_t depth)
{
	const struct path *y = path_at(&x->r->t->paths, id);
	struct sum s = {.n = 0};
	bool grows = (y->imm == MATH_DIV || y->imm == MATH_SHR) &&
		     !(path_at(&x->r->t->paths, y->b)->flags & PATHF_RANGE);
	if (y->flags & PATHF_RANGE && !grows)
		return not_known();
	path_id atom = for_next(x, id, depth);
	if (!atom)
		return not_known();
	add_term(&s, (struct term){1, 1, {atom}});
	return exactly(s);
}

/* Is x == y only for the last thread? */
static bool is_last_only(struct reading *x, path_id equal)
{
	const struct paths *p = &x->r->t->paths;
	const struct path e = *path_at(p, equal), t = *path_at(p, x->index);
	if (e.kind != PATH_MATH || e.imm != MATH_EQUAL || t.imm != 1)
		return false;
	struct reading plain = {.r = x->r, .func = x->func, .index = x->index};
	struct interval a = read_interval(&plain, e.a, MAX_DEPTH);
	struct interval b = read_interval(&plain, e.b, MAX_DEPTH);
	struct interval count = read_interval(&plain, t.b, MAX_DEPTH);
	struct interval index = read_interval(&plain, x->index, MAX_DEPTH);
	struct sum d = sum_add(a.low, &b.low, -1);
	for (int way = 0; way < 2; way++) {
		struct sum rest = sum_add(d, &index.low, way ? 1 : -1);
		rest = sum_add(rest, &count.low, way ? -1 : 1);
		if (is_exact(&a) && is_exact(&b) && is_exact(&count) &&
		    is_at_least(&rest, way ? -1 : 1) && rest.n == 1 &&
		    rest.at[0].factor == (way ? -1 : 1))
			return true;
	}
	return false;
}

static struct interval read_product(const struct interval *a, const struct interval *b)
{
	struct interval out = {.low = sum_product(&a->low, &b->low),
			       .high = sum_product(&a->high, &b->high)};
	if (!is_exact(a) && !is_exact(b))
		return not_known();
	return out;
}

static struct interval read_math(struct reading *x, path_id id, uint32_t depth)
{
	const struct path y = *path_at(&x->r->t->paths, id);
	struct interval a, b, out = not_known();
	if (y.imm != MATH_ADD && y.imm != MATH_SUB && y.imm != MATH_MUL &&
	    y.imm != MATH_UNLESS)
		return read_formula(x, id, depth);
	a = read_interval(x, y.a, depth - 1);
	if (y.imm == MATH_UNLESS) /* nobody comes after the last */
		return is_last_only(x, y.b) ? a : not_known();
	b = read_interval(x, y.b, depth - 1);
	switch (y.imm) {
	case MATH_ADD:
		out.low = sum_add(a.low, &b.low, 1);
		out.high = sum_add(a.high, &b.high, 1);
		return out;
	case MATH_SUB:
		out.low = sum_add(a.low, &b.high, -1);
		out.high = sum_add(a.high, &b.low, -1);
		return out;
	default:
		return read_product(&a, &b);
	}
}

static struct interval read_span(struct reading *x, const struct path *y, uint32_t depth)
{
	struct sum one = constant(1);
	struct interval first = read_interval(x, y->a, depth - 1);
	struct interval bound = read_interval(x, y->b, depth - 1);
	struct interval out = {.low = first.low, .high = sum_add(bound.high, &one, -1)};
	return out;
}

static struct interval read_interval(struct reading *x, path_id id, uint32_t depth)
{
	const struct path y = *path_at(&x->r->t->paths, id);
	struct sum s = {.n = 0}, by = constant(y.imm);
	if (!depth || !id)
		return not_known();
	if (id == x->index) {
		add_term(&s, (struct term){1, 1, {id}});
		return exactly(x->next ? sum_add(s, &by, 1) : s);
	}
	switch (y.kind) {
	case PATH_INT:
		return y.imm > INT32_MAX || y.imm < INT32_MIN ? not_known() : exactly(by);
	case PATH_OFFSET: {
		struct interval a = read_interval(x, y.a, depth - 1);
		a.low = sum_add(a.low, &by, 1);
		a.high = sum_add(a.high, &by, 1);
		return a;
	}
	case PATH_MATH:
		return read_math(x, id, depth);
	case PATH_SPAN:
		return read_span(x, &y, depth);
	case PATH_VALUE:
		return is_fixed(x, id) ? read_atom(x, id) : not_known();
	default:
		return y.flags & (PATHF_RANGE | PATHF_ANY | PATHF_VALUE) ? not_known()
									  : read_atom(x, id);
	}
}

/* ---- two threads ---- */

/* Does the sum not shrink when t grows? */
static bool grows(const struct races *r, const struct sum *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t with = 0;
		for (uint32_t k = 0; k < s->at[i].n; k++)
			with += path_at(&r->t->paths, s->at[i].atoms[k])->flags / PATHF_RANGE % 2;
		if (with > 1 || (with && s->at[i].factor < 0))
			return false;
	}
	return !s->bad;
}

/* All that the thread t touches by a lies before what thread t + 1 touches by b. */
static bool lies_before(struct races *r, func_id by, path_id index, path_id a, path_id b)
{
	struct reading here = {.r = r, .func = by, .index = index};
	struct reading next = {.r = r, .func = by, .index = index, .next = true};
	struct interval x = read_interval(&here, a, MAX_DEPTH);
	struct interval y = read_interval(&next, b, MAX_DEPTH);
	struct sum gap = sum_add(y.low, &x.high, -1);
	return grows(r, &y.low) && is_at_least(&gap, 1);
}

/* for (i = t; i < n; i += threads) */
static bool takes_turns(struct races *r, path_id index, path_id a, path_id b)
{
	const struct paths *p = &r->t->paths;
	const struct path *t = path_at(p, index), *x = path_at(p, a), *y = path_at(p, b);
	if (x->kind != PATH_SPAN || y->kind != PATH_SPAN || x->imm != y->imm || t->imm != 1 ||
	    path_at(p, t->a)->kind != PATH_INT || path_at(p, t->b)->kind != PATH_INT ||
	    path_at(p, t->b)->imm - path_at(p, t->a)->imm > x->imm)
		return false;
	path_id from_x, from_y;
	int64_t k = path_split_offset(p, x->a, &from_x), m = path_split_offset(p, y->a, &from_y);
	return from_x == index && from_y == index && k == m;
}

/* The index is 'times' the thread's, plus 'add', plus a multiple of 'step'; and of the number of
 * threads, if 'turns'. */
struct residue {
	int64_t times, add;
	uint64_t step;
	bool turns;
};

/* Some number times the bound of the thread's index. */
static bool is_turn(const struct paths *p, path_id index, const struct path *product)
{
	path_id bound = path_at(p, index)->b;
	return (product->a == bound || product->b == bound) &&
	       path_at(p, bound)->kind != PATH_INT;
}

static bool read_residue(const struct paths *p, path_id index, path_id id, int64_t by,
			 struct residue *out, uint32_t depth)
{
	const struct path *x = path_at(p, id);
	if (!depth || by > INT16_MAX)
		return false;
	if (id == index) {
		out->times += by;
		return true;
	}
	if (x->kind == PATH_INT || x->kind == PATH_OFFSET) {
		if (x->imm > INT32_MAX || x->imm < INT32_MIN)
			return false;
		out->add += by * x->imm;
		return x->kind == PATH_INT ||
		       read_residue(p, index, x->a, by, out, depth - 1);
	}
	if (x->kind == PATH_MATH && x->imm == MATH_ADD)
		return read_residue(p, index, x->a, by, out, depth - 1) &&
		       read_residue(p, index, x->b, by, out, depth - 1);
	const struct path *factor = path_at(p, x->b);
	if (x->kind == PATH_MATH && x->imm == MATH_MUL && factor->kind == PATH_INT &&
	    factor->imm > 0 && factor->imm <= INT16_MAX)
		return read_residue(p, index, x->a, by * factor->imm, out, depth - 1);
	if (x->kind == PATH_MATH && x->imm == MATH_MUL && is_turn(p, index, x)) {
		out->turns = true;
		return true;
	}
	out->step = number_gcd((uint64_t)by, out->step); /* some number, so many times */
	return true;
}

/* a[t + some number * threads], where there are as many threads as the variable says. */
static bool takes_every(struct races *r, func_id by, path_id index, path_id a, path_id b)
{
	const struct paths *p = &r->t->paths;
	struct reading here = {.r = r, .func = by, .index = index};
	const struct path *t = path_at(p, index), *first = path_at(p, t->a);
	struct residue x = {0}, y = {0};
	return t->imm == 1 && first->kind == PATH_INT && first->imm >= 0 &&
	       (is_certain(r, t->b) || is_fixed(&here, t->b)) &&
	       read_residue(p, index, a, 1, &x, MAX_DEPTH) &&
	       read_residue(p, index, b, 1, &y, MAX_DEPTH) && x.turns && y.turns && !x.step &&
	       !y.step && x.times == 1 && y.times == 1 && x.add == y.add;
}

/* a[row * columns + t]: at least as many columns as threads. */
static bool has_column(struct races *r, path_id index, path_id a, path_id b)
{
	const struct paths *p = &r->t->paths;
	const struct path *t = path_at(p, index);
	const struct path *first = path_at(p, t->a), *end = path_at(p, t->b);
	struct residue x = {0}, y = {0};
	if (t->imm != 1 || first->kind != PATH_INT || end->kind != PATH_INT ||
	    !read_residue(p, index, a, 1, &x, MAX_DEPTH) ||
	    !read_residue(p, index, b, 1, &y, MAX_DEPTH) || x.times != y.times ||
	    x.times < 1 || x.add != y.add || x.turns || y.turns)
		return false;
	uint64_t columns = number_gcd(x.step, y.step) / (uint64_t)x.times;
	return end->imm - first->imm <= (int64_t)columns;
}

bool own_part(struct races *r, func_id by, path_id index, path_id a, path_id b)
{
	if (takes_turns(r, index, a, b) || takes_every(r, by, index, a, b) ||
	    has_column(r, index, a, b))
		return true;
	return lies_before(r, by, index, a, b) && lies_before(r, by, index, b, a);
}

/* a[2 * x] and a[2 * y + 1] */
bool other_turns(const struct races *r, path_id a, path_id b)
{
	const struct paths *p = &r->t->paths;
	struct residue x = {0}, y = {0};
	if (!a || !b || !read_residue(p, 0, a, 1, &x, MAX_DEPTH) ||
	    !read_residue(p, 0, b, 1, &y, MAX_DEPTH))
		return false;
	uint64_t step = number_gcd(x.step, y.step);
	int64_t apart = x.add > y.add ? x.add - y.add : y.add - x.add;
	return step > 1 && (uint64_t)apart % step != 0;
}
