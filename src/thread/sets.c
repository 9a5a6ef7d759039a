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

set_id set_union(struct threads *t, set_id a, set_id b)
{
	VEC(uint32_t) both = {0};
	uint32_t n;
	if (a == b || !b)
		return a;
	if (!a)
		return b;
	const uint32_t *x = threads_set(t, a, &n);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&both, x[i]);
	x = threads_set(t, b, &n);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&both, x[i]);
	set_id s = set_of(t, both.at, both.n);
	vec_free(&both);
	return s;
}

set_id set_intersect(struct threads *t, set_id a, set_id b)
{
	VEC(uint32_t) both = {0};
	uint32_t n;
	const uint32_t *x = threads_set(t, a, &n);
	if (a == b)
		return a;
	for (uint32_t i = 0; i < n; i++) {
		if (set_has(t, b, x[i]))
			vec_push(&both, x[i]);
	}
	set_id s = set_of(t, both.at, both.n);
	vec_free(&both);
	return s;
}

bool set_has(const struct threads *t, set_id s, uint32_t id)
{
	uint32_t n;
	const uint32_t *x = threads_set(t, s, &n);
	return sort_u32_has(x, n, id);
}

bool set_within(const struct threads *t, set_id a, set_id b)
{
	uint32_t n;
	const uint32_t *x = threads_set(t, a, &n);
	for (uint32_t i = 0; a != b && i < n; i++) {
		if (!set_has(t, b, x[i]))
			return false;
	}
	return true;
}

set_id threads_add(struct threads *t, set_id s, uint32_t id)
{
	return set_has(t, s, id) ? s : set_union(t, s, set_of(t, &id, 1));
}
