/* SPDX-License-Identifier: MIT */
/*
 * Cells at byte offsets, with folding that only ever grows coarser: when a
 * range or a period is added, cells that fall together report their targets as
 * equal and become one.
 */
#include "pointer/layout.h"

#include <string.h>

#include "base/number.h"

enum { MAX_RANGES = 48, FARTHEST = INT32_MAX / 4 };

uint32_t layout_new(struct layouts *l)
{
	if (!l->list.n)
		vec_push(&l->list, ((struct layout){0}));
	vec_push(&l->list, ((struct layout){0}));
	return l->list.n - 1;
}

void layouts_free(struct layouts *l)
{
	for (uint32_t i = 0; i < l->list.n; i++) {
		vec_free(&l->list.at[i].cells);
		vec_free(&l->list.at[i].ranges);
	}
	vec_free(&l->list);
	vec_free(&l->equal.list);
}

/* A shift that does not fit in a word cannot be meant: it is dropped, as
 * arithmetic beyond any object is. */
static int32_t clamp(int64_t off)
{
	return off > FARTHEST ? FARTHEST : off < -FARTHEST ? -FARTHEST : (int32_t)off;
}

uint32_t layout_find(struct layouts *l, uint32_t id, int64_t *off)
{
	uint32_t root = id;
	int64_t sum = 0;
	for (; l->list.at[root].parent; root = l->list.at[root].parent)
		sum += l->list.at[root].delta;
	*off += sum;
	while (id != root) {
		struct layout *x = &l->list.at[id];
		uint32_t next = x->parent;
		int32_t step = x->delta;
		x->parent = root;
		x->delta = clamp(sum);
		sum -= step;
		id = next;
	}
	return root;
}

int64_t layout_canon(const struct layout *l, int64_t off)
{
	if (l->period) {
		off %= (int64_t)l->period;
		off += off < 0 ? l->period : 0;
	}
	for (uint32_t i = 0; i < l->ranges.n; i++) {
		const struct layout_range *r = &l->ranges.at[i];
		if (off < r->start)
			break;
		if (off < r->end)
			off = r->start + (off - r->start) % (int64_t)r->stride;
	}
	return off;
}

/* ---- cells ---- */

static uint32_t cell_position(const struct layout *l, int32_t off)
{
	uint32_t low = 0, high = l->cells.n;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (l->cells.at[middle].off < off)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct layout_cell *layout_cell(struct layouts *all, uint32_t root, int64_t off)
{
	struct layout *l = &all->list.at[root];
	int32_t at = clamp(layout_canon(l, off));
	uint32_t i = cell_position(l, at);
	if (i < l->cells.n && l->cells.at[i].off == at)
		return &l->cells.at[i];
	vec_reserve(&l->cells, l->cells.n + 1u);
	memmove(&l->cells.at[i + 1], &l->cells.at[i],
		(l->cells.n - i) * sizeof(*l->cells.at));
	l->cells.n++;
	l->cells.at[i] = (struct layout_cell){at, {0}};
	return &l->cells.at[i];
}

static void add_target(struct layouts *all, uint32_t root, int64_t off,
		       struct place target)
{
	struct layout_cell *c = layout_cell(all, root, off);
	if (!c->target.class_id)
		c->target = target;
	else if (target.class_id)
		vec_push(&all->equal.list, ((struct place_pair){c->target, target}));
}

/* Folding has changed: put every cell where it belongs now. */
static void rebuild(struct layouts *all, uint32_t root)
{
	struct layout *l = &all->list.at[root];
	struct layout_cell *old = l->cells.at;
	uint32_t n = l->cells.n;
	bool moved = false;
	for (uint32_t i = 0; i < n && !moved; i++)
		moved = layout_canon(l, old[i].off) != old[i].off;
	if (!moved)
		return;
	l->cells.at = NULL;
	l->cells.n = l->cells.cap = 0;
	for (uint32_t i = 0; i < n; i++)
		add_target(all, root, old[i].off, old[i].target);
	free(old);
}

/* ---- folding ---- */

static int64_t in_period(int64_t off, uint64_t period)
{
	int64_t m = off % (int64_t)period;
	return m < 0 ? m + (int64_t)period : m;
}

/* The period under which every range either fits in one turn or repeats with it. */
static uint64_t common_period(const struct layout *l, uint64_t p)
{
	for (bool again = true; again;) {
		again = false;
		for (uint32_t i = 0; i < l->ranges.n; i++) {
			const struct layout_range *r = &l->ranges.at[i];
			int64_t length = r->end - r->start;
			bool fits = length <= (int64_t)p &&
				    in_period(r->start, p) + length <= (int64_t)p;
			uint64_t smaller = fits ? p : number_gcd(p, r->stride);
			again |= smaller != p;
			p = smaller;
		}
	}
	return p;
}

void layout_add_period(struct layouts *all, uint32_t root, uint64_t period)
{
	struct layout *l = &all->list.at[root];
	uint64_t p = number_gcd(l->period, period);
	VEC(struct layout_range) again = {0};
	if (p == l->period || p > FARTHEST)
		return;
	p = common_period(l, p);
	if (p < all->pointer_size)
		p = 1;
	all->collapsed += p <= all->pointer_size && (!l->period || l->period > p);
	for (uint32_t i = 0; i < l->ranges.n; i++) {
		struct layout_range r = l->ranges.at[i];
		int64_t length = r.end - r.start;
		r.start = in_period(r.start, p);
		r.end = r.start + length;
		if (r.end <= (int64_t)p)
			vec_push(&again, r);
	}
	l->period = (uint32_t)p;
	l->ranges.n = 0; /* added again one by one: they may overlap now */
	rebuild(all, root);
	for (uint32_t i = 0; i < again.n; i++)
		layout_add_range(all, root, again.at[i]);
	vec_free(&again);
}

static bool inside_element(const struct layout_range *in, const struct layout_range *of)
{
	if (in->start < of->start || in->start >= of->end)
		return false;
	int64_t at = (in->start - of->start) % (int64_t)of->stride;
	return at + (in->end - in->start) <= (int64_t)of->stride;
}

static int64_t element_start(const struct layout_range *of, int64_t off)
{
	return of->start + (off - of->start) % (int64_t)of->stride;
}

enum meeting { STAYS, TAKEN_OVER, MOVED };

/* Reconciles r with an existing range: that stays as it is, or r takes over what
 * it said, or it moves to the first element of r and has to be added again. */
static enum meeting meet(struct layout_range *r, struct layout_range *old)
{
	if (r->start >= old->end || old->start >= r->end)
		return STAYS;
	if (inside_element(r, old)) {
		int64_t length = r->end - r->start;
		r->start = element_start(old, r->start);
		r->end = r->start + length;
		return STAYS;
	}
	if (inside_element(old, r)) {
		int64_t length = old->end - old->start, start = old->start;
		old->start = element_start(r, old->start);
		old->end = old->start + length;
		return old->start == start ? STAYS : MOVED;
	}
	int64_t apart =
		r->start > old->start ? r->start - old->start : old->start - r->start;
	r->stride = (uint32_t)number_gcd(number_gcd(r->stride, old->stride), (uint64_t)apart);
	r->start = r->start < old->start ? r->start : old->start;
	r->end = r->end > old->end ? r->end : old->end;
	return TAKEN_OVER;
}

/* Outer before inner, by start. */
static bool comes_before(const struct layout_range *a, const struct layout_range *b)
{
	return a->start < b->start || (a->start == b->start && a->stride >= b->stride);
}

static void insert_range(struct layout *l, struct layout_range r)
{
	uint32_t i = l->ranges.n;
	vec_push(&l->ranges, r);
	for (; i > 0 && !comes_before(&l->ranges.at[i - 1], &r); i--)
		l->ranges.at[i] = l->ranges.at[i - 1];
	l->ranges.at[i] = r;
}

struct range_list {
	VEC(struct layout_range) list;
};

/* Adds r, taking out what it changes; ranges that moved go to 'moved'. */
static void settle_range(struct layout *l, struct layout_range r,
			 struct range_list *moved)
{
	for (uint32_t i = 0; i < l->ranges.n;) {
		struct layout_range *old = &l->ranges.at[i];
		enum meeting m = meet(&r, old);
		if (m == STAYS) {
			i++;
			continue;
		}
		if (m == MOVED)
			vec_push(&moved->list, *old);
		memmove(old, old + 1, (l->ranges.n - i - 1) * sizeof(r));
		l->ranges.n--;
		i = 0;
	}
	insert_range(l, r);
}

/* Where a range lies in the period; false when the period says it all. */
static bool range_in_period(struct layouts *all, uint32_t root, struct layout_range *r)
{
	struct layout *l = &all->list.at[root];
	int64_t length = r->end - r->start;
	if (!l->period)
		return true;
	r->start = in_period(r->start, l->period);
	r->end = r->start + length;
	if (r->end <= l->period)
		return true;
	layout_add_period(all, root, r->stride);
	return false;
}

void layout_add_range(struct layouts *all, uint32_t root, struct layout_range r)
{
	struct range_list todo = {0};
	struct layout *l = &all->list.at[root];
	if (!r.stride || r.end - r.start <= (int64_t)r.stride ||
	    !range_in_period(all, root, &r))
		return;
	vec_push(&todo.list, r);
	while (todo.list.n)
		settle_range(l, vec_pop(&todo.list), &todo);
	vec_free(&todo.list);
	if (l->ranges.n >= MAX_RANGES)
		layout_add_period(all, root, 1);
	rebuild(all, root);
}

/* ---- merging ---- */

void layout_merge(struct layouts *all, uint32_t a, int64_t a_off, uint32_t b,
		  int64_t b_off)
{
	a = layout_find(all, a, &a_off);
	b = layout_find(all, b, &b_off);
	if (a == b) {
		struct layout *l = &all->list.at[a];
		int64_t x = layout_canon(l, a_off), y = layout_canon(l, b_off);
		if (x != y)
			layout_add_period(all, a, (uint64_t)(x > y ? x - y : y - x));
		return;
	}
	if (all->list.at[a].cells.n < all->list.at[b].cells.n) {
		uint32_t t = a;
		int64_t t_off = a_off;
		a = b;
		a_off = b_off;
		b = t;
		b_off = t_off;
	}
	struct layout from = all->list.at[b];
	int64_t delta = a_off - b_off;
	all->list.at[b] = (struct layout){.parent = a, .delta = clamp(delta)};
	if (from.period)
		layout_add_period(all, a, from.period);
	for (uint32_t i = 0; i < from.ranges.n; i++) {
		struct layout_range r = from.ranges.at[i];
		r.start += delta;
		r.end += r.end >= FOLD_END ? 0 : delta;
		layout_add_range(all, a, r);
	}
	for (uint32_t i = 0; i < from.cells.n; i++)
		add_target(all, a, from.cells.at[i].off + delta, from.cells.at[i].target);
	vec_free(&from.cells);
	vec_free(&from.ranges);
}
