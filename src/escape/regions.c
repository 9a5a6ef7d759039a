/* SPDX-License-Identifier: MIT */
/*
 * Arrays inside a node. Two regions are nested (one lies in an element of the
 * other), disjoint, or become one whose stride divides both. Where the type of
 * the memory is known, an index stays in the array it starts in, and byte
 * arithmetic in the member (docs/soundness.md, 'out-of-bounds arithmetic').
 */
#include "escape/graph.h"

#include "base/number.h"
#include "base/sort.h"
#include "ir/names.h"

static int32_t mod(int64_t x, uint32_t stride)
{
	int64_t m = x % (int64_t)stride;
	return (int32_t)(m < 0 ? m + stride : m);
}

static bool is_bounded(const struct region *r)
{
	return r->start > -REGION_FAR;
}

static int32_t base_of(const struct region *r)
{
	return is_bounded(r) ? r->start : r->anchor;
}

static int32_t fold_in(const struct region *r, int32_t off)
{
	if (off < r->start || off >= r->end)
		return off;
	return base_of(r) + mod((int64_t)off - base_of(r), r->stride);
}

int32_t region_fold(const struct graph *g, uint32_t root, int32_t off)
{
	for (uint32_t i = g->nodes.at[root].regions; i; i = g->regions.at[i].next)
		off = fold_in(&g->regions.at[i], off);
	return off;
}

/* Adds the offsets that r folds onto 'off'; false: there are too many. */
static bool unfold_in(const struct region *r, int64_t off, struct offsets *out)
{
	int64_t low = out->low, end = out->end, step = out->end - out->low;
	if (off >= r->start && off < r->end) {
		int64_t past = off - base_of(r);
		if (past < 0 || past >= r->stride)
			return true;
		low = low > r->start ? low : r->start;
		end = end < r->end ? end : r->end;
		step = r->stride;
		off = low + mod(off - low, r->stride);
	}
	for (; off >= low && off < end; off += step) {
		if (out->n == MAX_OFFSETS)
			return false;
		out->at[out->n++] = (uint32_t)(off - out->low);
	}
	return true;
}

/* The same for a list of regions, the last of them first. */
static bool unfold(const struct graph *g, uint32_t region, int32_t off, struct offsets *out)
{
	const struct region *r = &g->regions.at[region];
	struct offsets next;
	if (!r->next)
		return unfold_in(r, off, out);
	next.low = -REGION_FAR;
	next.end = REGION_FAR;
	next.n = 0;
	if (!unfold(g, r->next, off, &next))
		return false;
	for (uint32_t i = 0; i < next.n; i++) {
		if (!unfold_in(r, next.low + next.at[i], out))
			return false;
	}
	return true;
}

bool region_unfold(const struct graph *g, uint32_t root, int32_t off, struct offsets *out)
{
	out->n = 0;
	if (!unfold(g, g->nodes.at[root].regions, off, out))
		return false;
	sort_u32(out->at, out->n);
	return true;
}

struct region region_shift(struct region r, int32_t delta)
{
	bool bounds = is_bounded(&r);
	r.anchor += delta;
	r.start += bounds ? delta : 0;
	r.end += bounds ? delta : 0;
	return r;
}

/* ---- bounds by type ---- */

struct bounds {
	int64_t start, end;
};

static type_id member_at(const struct program *p, const struct ir_type *t, int64_t *off)
{
	for (uint32_t i = 0; i < t->member_count; i++) {
		const struct ir_member *m = &p->members.at[t->members + i];
		int64_t size = (int64_t)p->types.at[type_strip(p, m->type)].size;
		if (*off < m->offset || *off >= m->offset + size)
			continue;
		*off -= m->offset;
		return m->type;
	}
	return 0;
}

/*
 * The innermost array or member around 'off'. A pointer to the start of a struct
 * may mean the struct or its first member, so there only an array of just that
 * stride is taken for a narrower one.
 */
static struct bounds find_bounds(const struct program *p, type_id type, int64_t off,
				 int64_t stride)
{
	type_id t = type_strip(p, type);
	struct bounds b = {0, (int64_t)p->types.at[t].size};
	int64_t base = 0;
	for (bool more = true; more;) {
		const struct ir_type *x = &p->types.at[t];
		int64_t inner = off;
		if (x->kind == TYPE_ARRAY) {
			t = type_strip(p, x->target);
			int64_t each = (int64_t)p->types.at[t].size;
			if (!each || !x->size || each < stride)
				break;
			if (off > 0 || (each == stride && stride > 1))
				b = (struct bounds){base, base + (int64_t)x->size};
			inner = off % each;
			more = each > stride;
		} else if (x->kind == TYPE_STRUCT) {
			t = type_strip(p, member_at(p, x, &inner));
			if (!t)
				break;
			if (off > 0)
				b = (struct bounds){base + off - inner,
						    base + off - inner +
							    (int64_t)p->types.at[t].size};
		} else {
			break;
		}
		base += off - inner;
		off = inner;
	}
	return b;
}

struct region region_make(const struct graph *g, uint32_t root, int32_t anchor,
			  uint32_t stride)
{
	const struct graph_node *n = &g->nodes.at[root];
	struct region r = {anchor, -REGION_FAR, REGION_FAR, stride, 0};
	int64_t size = n->type ? (int64_t)g->p->types.at[type_strip(g->p, n->type)].size : 0;
	int64_t off = (int64_t)anchor - n->type_off;
	if (off < 0 || off >= size || stride >= size || size >= REGION_FAR / 2)
		return r;
	struct bounds b = find_bounds(g->p, n->type, off, stride);
	r.start = (int32_t)(b.start + n->type_off);
	r.end = (int32_t)(b.end + n->type_off);
	return r;
}

/* ---- sets of regions ---- */

struct region_set {
	struct region at[4 * MAX_REGIONS];
	uint32_t n;
	bool full;
};

/* Does r lie in one element of q? Then it is moved to the first. */
static bool nest(struct region *r, const struct region *q)
{
	if (!is_bounded(r) || r->stride >= q->stride || r->start < q->start || r->end > q->end)
		return false;
	int32_t k = mod((int64_t)r->start - base_of(q), q->stride);
	if ((int64_t)k + (r->end - r->start) > (int64_t)q->stride)
		return false;
	int32_t shift = base_of(q) + k - r->start;
	r->start += shift;
	r->end += shift;
	r->anchor += shift;
	return true;
}

static struct region merged(const struct region *r, const struct region *q)
{
	struct region m = *r;
	m.stride = (uint32_t)number_gcd(r->stride, q->stride);
	m.anchor = q->anchor < r->anchor ? q->anchor : r->anchor;
	m.start = q->start < r->start ? q->start : r->start;
	m.end = q->end > r->end ? q->end : r->end;
	return m;
}

static void insert(struct region_set *s, struct region r)
{
	for (uint32_t i = 0; i < s->n;) {
		struct region *q = &s->at[i];
		if (r.end <= q->start || q->end <= r.start || nest(&r, q) || nest(q, &r)) {
			i++;
			continue;
		}
		r = merged(&r, q);
		s->at[i] = s->at[--s->n];
		i = 0;
	}
	if (s->n == MAX_REGIONS)
		s->full = true;
	else
		s->at[s->n++] = r;
}

static void sort(struct region_set *s)
{
	for (uint32_t i = 1; i < s->n; i++) {
		for (uint32_t k = i; k > 0; k--) {
			struct region *a = &s->at[k - 1], *b = &s->at[k], t = *a;
			if (a->stride > b->stride ||
			    (a->stride == b->stride && a->start <= b->start))
				break;
			*a = *b;
			*b = t;
		}
	}
}

static void store(struct graph *g, uint32_t root, const struct region_set *s)
{
	uint32_t next = 0;
	for (uint32_t i = s->n; i-- > 0;) {
		vec_push(&g->regions, s->at[i]);
		g->regions.at[g->regions.n - 1].next = next;
		next = g->regions.n - 1;
	}
	g->nodes.at[root].regions = next;
}

/* What the type of the node says now. Offsets have been folded towards the anchor
 * so far: that is inside. */
static struct region bounded(const struct graph *g, uint32_t root, struct region r)
{
	return is_bounded(&r) || !r.stride ? r : region_make(g, root, r.anchor, r.stride);
}

void regions_add(struct graph *g, uint32_t root, const struct region *more, uint32_t n)
{
	struct region_set s = {.n = 0};
	struct region all = {0, -REGION_FAR, REGION_FAR, 1, 0};
	for (uint32_t i = g->nodes.at[root].regions; i; i = g->regions.at[i].next) {
		all.anchor = g->regions.at[i].anchor;
		insert(&s, bounded(g, root, g->regions.at[i]));
	}
	for (uint32_t i = 0; i < n; i++)
		insert(&s, bounded(g, root, more[i]));
	if (s.full) {
		s.at[0] = all;
		s.n = 1;
	}
	sort(&s);
	store(g, root, &s);
}
