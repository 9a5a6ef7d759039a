/* SPDX-License-Identifier: MIT */
/* Interned sets of ids: sorted arrays, equal sets have equal ids. */
#include "thread/internal.h"

#include "base/sort.h"

const uint32_t *threads_set(const struct threads *t, set_id s, uint32_t *n)
{
	*n = 0;
	if (!s)
		return NULL;
	*n = t->sets.entries[s].size / (uint32_t)sizeof(uint32_t);
	return (const uint32_t *)(const void *)t->sets.entries[s].bytes;
}

set_id set_of(struct threads *t, uint32_t *at, uint32_t n)
{
	uint32_t kept = sort_u32_set(at, n);
	return intern_bytes(&t->sets, at, kept * sizeof(*at));
}

/* Both in order: so is what they have together, or in common. */
static uint32_t merge_sets(const uint32_t *x, uint32_t n, const uint32_t *y, uint32_t m,
			   uint32_t *out)
{
	uint32_t i = 0, k = 0, kept = 0;
	while (i < n && k < m) {
		out[kept++] = x[i] < y[k] ? x[i] : y[k];
		uint32_t last = out[kept - 1];
		i += x[i] == last;
		k += y[k] == last;
	}
	for (; i < n; i++)
		out[kept++] = x[i];
	for (; k < m; k++)
		out[kept++] = y[k];
	return kept;
}

uint32_t *set_scratch(struct threads *t, uint32_t n)
{
	vec_clear(&t->memo->scratch);
	vec_reserve(&t->memo->scratch, n);
	return t->memo->scratch.at;
}

set_id set_union(struct threads *t, set_id a, set_id b)
{
	uint32_t n, m;
	if (a == b || !b)
		return a;
	if (!a)
		return b;
	const uint32_t *x = threads_set(t, a, &n), *y = threads_set(t, b, &m);
	uint32_t *both = set_scratch(t, n + m);
	uint32_t kept = merge_sets(x, n, y, m, both);
	if (kept == n || kept == m)
		return kept == n ? a : b;
	return intern_bytes(&t->sets, both, kept * sizeof(*both));
}

set_id set_union_again(struct threads *t, set_id a, set_id b)
{
	uint32_t known = a == b ? a + 1 : map_get(&t->memo->unions, map_key2(a, b), 0);
	if (!known) {
		known = set_union(t, a, b) + 1;
		map_put(&t->memo->unions, map_key2(a, b), known);
	}
	return known - 1;
}

set_id set_intersect(struct threads *t, set_id a, set_id b)
{
	uint32_t n, m, kept = 0;
	if (a == b)
		return a;
	const uint32_t *x = threads_set(t, a, &n), *y = threads_set(t, b, &m);
	uint32_t *both = set_scratch(t, n);
	for (uint32_t i = 0, k = 0; i < n && k < m;) {
		if (x[i] == y[k])
			both[kept++] = x[i];
		uint32_t least = x[i] < y[k] ? x[i] : y[k];
		i += x[i] == least;
		k += y[k] == least;
	}
	return intern_bytes(&t->sets, both, kept * sizeof(*both));
}

bool set_has(const struct threads *t, set_id s, uint32_t id)
{
	uint32_t n;
	const uint32_t *x = threads_set(t, s, &n);
	return sort_u32_has(x, n, id);
}

bool set_within(const struct threads *t, set_id a, set_id b)
{
	uint32_t n, m, k = 0;
	if (a == b || !a)
		return true;
	const uint32_t *x = threads_set(t, a, &n), *y = threads_set(t, b, &m);
	if (n > m || x[0] < y[0] || x[n - 1] > y[m - 1])
		return false;
	for (uint32_t i = 0; i < n; i++, k++) {
		while (k < m && y[k] < x[i])
			k++;
		if (k == m || y[k] != x[i])
			return false;
	}
	return true;
}

set_id threads_add(struct threads *t, set_id s, uint32_t id)
{
	return set_has(t, s, id) ? s : set_union(t, s, set_of(t, &id, 1));
}

uint32_t answer_of(struct answers *a, const uint32_t *words, uint32_t n)
{
	uint32_t id = intern_bytes(&a->keys, words, n * sizeof(*words));
	while (a->at.n <= id)
		vec_push(&a->at, 0);
	return id;
}

void answers_free(struct answers *a)
{
	intern_free(&a->keys);
	vec_free(&a->at);
}
