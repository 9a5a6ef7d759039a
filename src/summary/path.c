/* SPDX-License-Identifier: MIT */
/*
 * The path table: hash-consed terms. A path is built from paths with lower ids,
 * so every walk over a path is a loop or a recursion bounded by 'steps', which
 * the analysis keeps small.
 */
#include "summary/path.h"

#include <string.h>

#include "base/diag.h"
#include "ir/convert.h"

enum { FIRST_SLOTS = 32 };

/* Paths are looked up at every step of the analysis: two multiplications have to do. */
static uint32_t path_hash(const struct path *x)
{
	uint64_t h = map_key2(x->a, x->b) * 0x9e3779b97f4a7c15u;
	h ^= h >> 32;
	h = (h + x->kind + (uint64_t)x->imm * 16) * 0xbf58476d1ce4e5b9u;
	return (uint32_t)(h >> 32);
}

static bool path_same(const struct path *x, const struct path *y)
{
	return x->kind == y->kind && x->a == y->a && x->b == y->b && x->imm == y->imm;
}

void paths_init(struct paths *t)
{
	*t = (struct paths){0};
	vec_push(&t->list, ((struct path){0}));
}

void paths_clear(struct paths *t)
{
	while (t->slot_cap > FIRST_SLOTS && t->slot_cap / 8 > t->list.n)
		t->slot_cap /= 2;
	t->list.n = 1;
	if (t->slots)
		memset(t->slots, 0, t->slot_cap * sizeof(*t->slots));
}

void paths_free(struct paths *t)
{
	vec_free(&t->list);
	free(t->slots);
	*t = (struct paths){0};
}

static uint32_t find_slot(const struct paths *t, const struct path *x)
{
	uint32_t mask = t->slot_cap - 1;
	uint32_t i = path_hash(x) & mask;
	while (t->slots[i] && !path_same(&t->list.at[t->slots[i]], x))
		i = (i + 1) & mask;
	return i;
}

static void grow(struct paths *t)
{
	t->slot_cap = t->slot_cap ? t->slot_cap * 2 : FIRST_SLOTS;
	t->slots = xrealloc(t->slots, t->slot_cap * sizeof(*t->slots));
	memset(t->slots, 0, t->slot_cap * sizeof(*t->slots));
	for (path_id id = 1; id < t->list.n; id++)
		t->slots[find_slot(t, &t->list.at[id])] = id;
}

static path_id intern(struct paths *t, struct path x)
{
	if ((uint64_t)(t->list.n + 1) * 4 > (uint64_t)t->slot_cap * 3)
		grow(t);
	uint32_t slot = find_slot(t, &x);
	if (!t->slots[slot]) {
		t->slots[slot] = t->list.n;
		vec_push(&t->list, x);
	}
	path_id id = t->slots[slot];
	if (!t->list.at[id].root) {
		t->list.at[id].root = id;
		t->list.at[id].leaves |= (uint32_t)1 << id % 32;
	}
	return id;
}

path_id path_int(struct paths *t, int64_t value)
{
	return intern(t, (struct path){.kind = PATH_INT, .imm = value});
}

path_id path_leaf(struct paths *t, enum path_kind kind, uint32_t a, uint32_t b)
{
	struct path x = {.kind = (uint8_t)kind, .a = a, .b = b};
	if (kind == PATH_FORMAL)
		x.flags = PATHF_OPEN;
	if (kind == PATH_VALUE)
		x.flags = PATHF_VALUE;
	return intern(t, x);
}

/* x is one step deeper than that. */
static void deepen(struct path *x, const struct path *below)
{
	if (x->steps <= below->steps)
		x->steps = below->steps < UINT8_MAX ? (uint8_t)(below->steps + 1) : UINT8_MAX;
}

static struct path step_on(const struct paths *t, enum path_kind kind, path_id base)
{
	const struct path *b = path_at(t, base);
	struct path x = {.kind = (uint8_t)kind, .flags = b->flags, .loads = b->loads,
			 .a = base, .root = b->root, .leaves = b->leaves};
	deepen(&x, b);
	return x;
}

path_id path_offset(struct paths *t, path_id base, int64_t bytes)
{
	const struct path *b = path_at(t, base);
	if (!base || bytes == 0)
		return base;
	if (b->kind == PATH_INT)
		return path_int(t, (int64_t)((uint64_t)b->imm + (uint64_t)bytes));
	if (b->kind == PATH_OFFSET)
		return path_offset(t, b->a, (int64_t)((uint64_t)b->imm + (uint64_t)bytes));
	struct path x = step_on(t, PATH_OFFSET, base);
	x.imm = bytes;
	return intern(t, x);
}

path_id path_index(struct paths *t, path_id base, path_id index, uint64_t stride)
{
	if (!base)
		return 0;
	if (index && path_at(t, index)->kind == PATH_INT)
		return path_offset(t, base,
				   (int64_t)((uint64_t)path_at(t, index)->imm * stride));
	struct path x = step_on(t, PATH_INDEX, base);
	x.b = index;
	x.imm = (int64_t)stride;
	x.flags |= index ? path_at(t, index)->flags : PATHF_ANY;
	x.leaves |= path_at(t, index)->leaves;
	deepen(&x, path_at(t, index));
	return intern(t, x);
}

bool path_is_some(const struct paths *t, path_id id)
{
	const struct path *x = path_at(t, id);
	return x->kind == PATH_INDEX && !x->b && !x->imm;
}

path_id path_some(struct paths *t, path_id base)
{
	return path_is_some(t, base) ? base : path_index(t, base, 0, 0);
}

path_id path_of_some(const struct paths *t, path_id id)
{
	return path_is_some(t, id) ? path_at(t, id)->a : id;
}

path_id path_load(struct paths *t, path_id address)
{
	if (!address)
		return 0;
	struct path x = step_on(t, PATH_LOAD, address);
	if (x.loads < UINT8_MAX)
		x.loads++;
	return intern(t, x);
}

static path_id number_new(struct paths *t, enum path_kind kind, path_id a, path_id b,
			  int64_t imm)
{
	struct path x = {.kind = (uint8_t)kind, .a = a, .b = b, .imm = imm};
	if (!a || !b)
		return 0;
	x.flags = (uint8_t)(path_at(t, a)->flags | path_at(t, b)->flags);
	x.leaves = path_at(t, a)->leaves | path_at(t, b)->leaves;
	x.flags |= kind == PATH_RANGE ? PATHF_RANGE : kind == PATH_SPAN ? PATHF_ANY : 0;
	deepen(&x, path_at(t, a));
	deepen(&x, path_at(t, b));
	return intern(t, x);
}

path_id path_range(struct paths *t, path_id first, path_id bound, int64_t step)
{
	return number_new(t, PATH_RANGE, first, bound, step);
}

/* Constants are computed; false: not with these. */
static bool fold(enum path_math op, int64_t x, int64_t y, int64_t *out)
{
	uint64_t a = (uint64_t)x, b = (uint64_t)y;
	bool divides = y > 0 && x >= 0;
	switch (op) {
	case MATH_ADD: *out = (int64_t)(a + b); return true;
	case MATH_SUB: *out = (int64_t)(a - b); return true;
	case MATH_MUL: *out = (int64_t)(a * b); return true;
	case MATH_AND: *out = (int64_t)(a & b); return true;
	case MATH_DIV: *out = divides ? x / y : 0; return divides;
	case MATH_REM: *out = divides ? x % y : 0; return divides;
	case MATH_SHL: *out = b < 32 ? (int64_t)(a << b) : 0; return b < 32;
	case MATH_SHR: *out = b < 64 && x >= 0 ? x >> b : 0; return b < 64 && x >= 0;
	case MATH_EQUAL: *out = x == y; return true;
	case MATH_LESS: *out = x < y; return true;
	case MATH_BELOW: *out = a < b; return true;
	case MATH_UNSIGNED: *out = ir_unsigned_bytes(x, (uint32_t)y); return true;
	case MATH_LOW: *out = ir_low_bytes(x, (uint32_t)y); return true;
	default: return false;
	}
}

/* Is it at least 0, and less than the limit? Nobody creates so many threads that two bytes are not
 * enough to number them. */
static bool is_below(const struct paths *t, path_id id, int64_t limit)
{
	const struct path *x = path_at(t, id), *a = path_at(t, x->a), *b = path_at(t, x->b);
	if (x->kind == PATH_RANGE)
		return a->kind == PATH_INT && a->imm >= 0 && x->imm > 0 &&
		       (b->kind == PATH_INT ? b->imm <= limit : limit > INT16_MAX);
	if (x->kind != PATH_MATH)
		return false;
	if (x->imm == MATH_EQUAL || x->imm == MATH_LESS || x->imm == MATH_BELOW)
		return true;
	return x->imm == MATH_AND && b->kind == PATH_INT && b->imm >= 0 && b->imm < limit;
}

/* The number itself, where the conversion does not change it; 0: it may. */
static path_id converted(const struct paths *t, path_id a, path_id bytes, enum path_math op)
{
	const struct path *x = path_at(t, a), *n = path_at(t, bytes);
	int64_t limit = n->kind == PATH_INT && n->imm > 0 && n->imm < 8
				? INT64_C(1) << (8 * n->imm - 1)
				: 0;
	bool turned = x->kind == PATH_MATH && x->b == bytes &&
		      x->imm == (op == MATH_LOW ? MATH_UNSIGNED : MATH_LOW);
	if (turned && (op == MATH_LOW || is_below(t, x->a, 2 * limit)))
		return x->a;
	return is_below(t, a, limit) ? a : 0;
}

/* What these bits are of, before it was converted: that leaves them as they are. */
static path_id before_conversion(const struct paths *t, path_id a, int64_t bits)
{
	const struct path *x = path_at(t, a), *bytes = path_at(t, x->b);
	bool same = x->kind == PATH_MATH && (x->imm == MATH_LOW || x->imm == MATH_UNSIGNED) &&
		    bytes->kind == PATH_INT && bytes->imm > 0 &&
		    (bytes->imm >= 8 || (bits >= 0 && bits < INT64_C(1) << (8 * bytes->imm)));
	return same ? x->a : a;
}

path_id path_math(struct paths *t, path_id a, path_id b, enum path_math op)
{
	int64_t value;
	const struct path *x = path_at(t, a), *y = path_at(t, b);
	if (!a || !b)
		return 0;
	if (x->kind == PATH_INT && y->kind == PATH_INT && fold(op, x->imm, y->imm, &value))
		return path_int(t, value);
	if (op == MATH_UNLESS && y->kind == PATH_INT)
		return y->imm ? 0 : a;
	if (y->kind == PATH_INT && (op == MATH_ADD || op == MATH_SUB))
		return path_offset(t, a, op == MATH_ADD ? y->imm : -y->imm);
	if (x->kind == PATH_INT && op == MATH_ADD)
		return path_offset(t, b, x->imm);
	if (x->kind == PATH_INT && op == MATH_MUL)
		return path_math(t, b, a, op);
	if (op == MATH_AND && y->kind == PATH_INT && before_conversion(t, a, y->imm) != a)
		return path_math(t, before_conversion(t, a, y->imm), b, op);
	if (op == MATH_LOW || op == MATH_UNSIGNED) {
		path_id same = converted(t, a, b, op);
		if (same)
			return same;
	}
	return number_new(t, PATH_MATH, a, b, op);
}

path_id path_usually(const struct paths *t, path_id p)
{
	const struct path *x = path_at(t, p);
	return x->kind == PATH_MATH && x->imm == MATH_UNLESS ? x->a : 0;
}

path_id path_span(struct paths *t, path_id first, path_id bound, int64_t step)
{
	return number_new(t, PATH_SPAN, first, bound, step);
}

path_id path_number(struct paths *t, enum path_kind kind, path_id a, path_id b, int64_t imm)
{
	return kind == PATH_MATH ? path_math(t, a, b, (enum path_math)imm)
				 : number_new(t, kind, a, b, imm);
}

path_id path_loaded_from(const struct paths *t, path_id id)
{
	path_id base;
	path_split_offset(t, path_of_some(t, id), &base);
	return path_at(t, base)->kind == PATH_LOAD ? path_at(t, base)->a : 0;
}

bool path_has_part(const struct paths *t, path_id id, path_id leaf)
{
	while (path_may_mention(t, id, leaf)) {
		const struct path *x = path_at(t, id);
		if (id == leaf)
			return true;
		if (!path_is_step(x))
			return false;
		if (path_has_two(x) && x->b &&
		    path_mentions(t, x->b, leaf))
			return true;
		id = x->a;
	}
	return false;
}

bool path_has_value(const struct paths *t, path_id id,
		    bool (*is)(const void *context, const struct path *value), const void *context)
{
	while (id && path_at(t, id)->flags & PATHF_VALUE) {
		const struct path *x = path_at(t, id);
		if (x->kind == PATH_VALUE)
			return is(context, x);
		if (!path_is_step(x))
			return false;
		if (path_has_two(x) && path_has_value(t, x->b, is, context))
			return true;
		id = x->a;
	}
	return false;
}

static bool is_value_of(const void *context, const struct path *value)
{
	const func_id *f = context;
	return value->a == *f && !(value->b & VALUE_PARAM);
}

uint64_t path_formals(const struct paths *t, path_id id)
{
	uint64_t set = 0;
	while (id && path_is_open(t, id)) {
		const struct path *x = path_at(t, id);
		if (x->kind == PATH_FORMAL)
			return set | (x->a < 64 ? UINT64_C(1) << x->a : 0);
		if (path_has_two(x))
			set |= path_formals(t, x->b);
		id = x->a;
	}
	return set;
}

bool path_mentions_value_of(const struct paths *t, path_id id, func_id f)
{
	return path_has_value(t, id, is_value_of, &f);
}

static int order(uint64_t x, uint64_t y)
{
	return x < y ? -1 : x > y;
}

int path_compare(const struct paths *t, path_id a, const struct paths *u, path_id b)
{
	for (;;) {
		if (!a || !b || (t == u && a == b))
			return t == u && a == b ? 0 : order(a != 0, b != 0);
		const struct path *x = path_at(t, a), *y = path_at(u, b);
		int c = order(x->kind, y->kind);
		if (!c && x->imm != y->imm)
			c = x->imm < y->imm ? -1 : 1;
		if (c)
			return c;
		if (!path_is_step(x)) {
			c = order(x->a, y->a);
			return c ? c : order(x->b, y->b);
		}
		if (path_has_two(x)) {
			c = path_compare(t, x->b, u, y->b);
			if (c)
				return c;
		}
		a = x->a;
		b = y->a;
	}
}

static path_id import_step(struct paths *to, const struct paths *from, const struct path *x,
			   const struct path_binder *binder)
{
	path_id base = path_import(to, from, x->a, binder);
	if (!base)
		return 0;
	switch (x->kind) {
	case PATH_OFFSET:
		return path_offset(to, base, x->imm);
	case PATH_LOAD:
		return binder->load ? binder->load(binder->context, to, base)
				    : path_load(to, base);
	case PATH_INDEX:
		return path_index(to, base, path_import(to, from, x->b, binder),
				  (uint64_t)x->imm);
	case PATH_RANGE:
	case PATH_MATH:
	case PATH_SPAN:
		return path_number(to, x->kind, base, path_import(to, from, x->b, binder),
				   x->imm);
	default:
		BUG("path kind %d", x->kind);
	}
}

path_id path_import(struct paths *to, const struct paths *from, path_id id,
		    const struct path_binder *binder)
{
	struct path_bound *known = binder->memo ? &binder->memo->at[id] : NULL;
	if (!id)
		return 0;
	if (known && known->stamp == binder->memo->stamp)
		return known->path;
	struct path x = *path_at(from, id);
	path_id p = path_is_step(&x) ? import_step(to, from, &x, binder)
				     : binder->leaf(binder->context, to, from, id);
	if (known)
		*known = (struct path_bound){binder->memo->stamp, p};
	return p;
}

static path_id copy_leaf(void *context, struct paths *to, const struct paths *from, path_id id)
{
	const struct path *x = path_at(from, id);
	(void)context;
	if (x->kind == PATH_INT)
		return path_int(to, x->imm);
	return path_leaf(to, x->kind, x->a, x->b);
}

path_id path_copy(struct paths *to, const struct paths *from, path_id id)
{
	static const struct path_binder plain = {.leaf = copy_leaf};
	return path_import(to, from, id, &plain);
}

path_id path_copy_step(struct paths *to, const struct path *x, path_id a, path_id b)
{
	struct path y = *x;
	y.root = y.leaves = 0;
	if (!path_is_step(x))
		return intern(to, y);
	y.a = a;
	y.root = path_is_number(x) ? 0 : path_at(to, a)->root;
	y.leaves = path_at(to, a)->leaves;
	if (path_has_two(x)) {
		y.b = b;
		y.leaves |= path_at(to, b)->leaves;
	}
	return intern(to, y);
}

struct substitution {
	path_id from, to;
};

static path_id substitute_leaf(void *context, struct paths *to, const struct paths *from,
			       path_id id)
{
	const struct substitution *x = context;
	(void)to;
	(void)from;
	return id == x->from ? x->to : id;
}

path_id path_substitute(struct paths *t, path_id id, path_id leaf, path_id by)
{
	struct substitution x = {leaf, by};
	struct path_binder binder = {.leaf = substitute_leaf, .context = &x};
	if (!id || !path_mentions(t, id, leaf))
		return id;
	return path_import(t, t, id, &binder);
}

static path_id outside_leaf(void *context, struct paths *to, const struct paths *from,
			    path_id id)
{
	const struct path *x = path_at(from, id);
	if (x->kind == PATH_FORMAL)
		return path_leaf(to, PATH_VALUE, *(const func_id *)context, VALUE_PARAM + x->a);
	if (x->kind == PATH_INT)
		return path_int(to, x->imm);
	return path_leaf(to, x->kind, x->a, x->b);
}

path_id path_from_outside(struct paths *to, const struct paths *from, path_id id, func_id f,
			  const struct path_memo *memo)
{
	struct path_binder binder = {.memo = memo, .leaf = outside_leaf, .context = &f};
	if (to == from && !path_is_open(from, id))
		return id;
	return path_import(to, from, id, &binder);
}

static void leaf_points_to(const struct path *x, const struct pointers *pt, func_id owner,
			   struct pt_set *out)
{
	obj_id o = 0;
	out->locs.n = 0;
	out->unknown = false;
	switch (x->kind) {
	case PATH_FORMAL:
		pointers_of_value(pt, owner, ir_val_make(VAL_PARAM, x->a), out);
		return;
	case PATH_VALUE:
		pointers_of_value(pt, x->a,
				  x->b & VALUE_PARAM
					  ? ir_val_make(VAL_PARAM, x->b & ~VALUE_PARAM)
					  : ir_val_make(VAL_INST, x->b),
				  out);
		return;
	case PATH_SYMBOL:
		pointers_of_symbol(pt, x->a, out);
		return;
	case PATH_LOCAL:
	case PATH_HEAP:
		o = pointers_object_at(pt, x->a, x->b);
		break;
	default:
		break;
	}
	if (o)
		pointers_add_object(pt, o, out);
}

static void step_points_to(const struct path *x, const struct pointers *pt,
			   struct pt_loads *known, const struct pt_set *from, struct pt_set *out)
{
	if (x->kind == PATH_OFFSET)
		pointers_offset(pt, from, x->imm, out);
	else if (x->kind == PATH_INDEX)
		pointers_index(pt, from, (uint64_t)x->imm, out);
	else if (known)
		pointers_load_again(pt, known, from, out);
	else
		pointers_load(pt, from, out);
}

void path_points_by(const struct paths *t, path_id id, const struct pointers *pt,
		    const struct pt_set *base, struct pt_set *out)
{
	const struct path *x = path_at(t, id);
	if (base)
		step_points_to(x, pt, NULL, base, out);
	else
		leaf_points_to(x, pt, 0, out);
}

void path_points_to(const struct paths *t, path_id id, const struct pointers *pt,
		    func_id owner, struct pt_loads *known, struct pt_set *out)
{
	path_id steps[UINT8_MAX + 1];
	uint32_t n = 0;
	struct pt_set other = {.copies = out->copies}, from, *result = out;
	while (id && path_is_step(path_at(t, id)) && !path_is_number(path_at(t, id)) &&
	       n <= UINT8_MAX) {
		steps[n++] = id;
		id = path_at(t, id)->a;
	}
	leaf_points_to(path_at(t, id), pt, owner, result);
	while (n > 0) {
		from = *result;
		step_points_to(path_at(t, steps[--n]), pt, known, &from, &other);
		*result = other;
		other = from;
	}
	pt_set_free(&other);
}
