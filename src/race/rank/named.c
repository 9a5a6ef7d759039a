/* SPDX-License-Identifier: MIT */
/*
 * Who names the memory. What a list or a tree does is done to a part of something, and of
 * what is said by the function that passes its address: 'the links of a struct device'.
 * That one counts, with the locks that it holds, and not the helper nor the helper's own
 * helpers. Seen from a thread's entry the name may begin at anything that was cast on the
 * way; then what the callers themselves call it decides, the nearest first.
 */
#include "race/rank/fields.h"

enum { MAX_UP = 16 };

/* ---- what a function calls the memory that its callees touch ---- */

static uint32_t key_of(struct races *r, const struct chain *call, const struct access *a, bool add)
{
	uint32_t key[5] = {call->func, call->inst, a->func, a->inst, a->kind};
	return add ? intern_bytes(&r->names.passed_keys, key, sizeof(key))
		   : intern_find(&r->names.passed_keys, key, sizeof(key));
}

static uint32_t field_in_frame(struct races *r, func_id f, path_id path)
{
	return field_of(r, threads_close_outside(r->t, f, path));
}

/* Two fields under one call: it passes either. */
static void note_passed(struct races *r, func_id f, const struct access *a)
{
	const struct summary *s = summary_of(r->t, f);
	uint32_t id = key_of(r, &s->chains.at[a->chain], a, true);
	if (id >= r->names.passed.n) {
		while (r->names.passed.n < id)
			vec_push(&r->names.passed, 0);
		vec_push(&r->names.passed, a->path);
	} else if (r->names.passed.at[id] != a->path &&
		   field_in_frame(r, f, r->names.passed.at[id]) != field_in_frame(r, f, a->path)) {
		r->names.passed.at[id] = 0;
	}
}

static void note_all_passed(struct races *r, func_id f)
{
	const struct summary *s = summary_of(r->t, f);
	if (map_get(&r->names.knows_passed, f, 0))
		return;
	map_put(&r->names.knows_passed, f, 1);
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a =
			i < s->open.n ? &s->open.at[i] : &s->closed.at[i - s->open.n];
		if (a->chain)
			note_passed(r, f, a);
	}
}

/* The field, as the function with that call names it; 0: not known. */
static uint32_t field_passed(struct races *r, const struct chain *call, const struct access *a)
{
	note_all_passed(r, call->func);
	uint32_t id = key_of(r, call, a, false);
	path_id path = id < r->names.passed.n ? r->names.passed.at[id] : 0;
	return path ? field_in_frame(r, call->func, path) : 0;
}

/* ---- one access ---- */

static bool says_whose(struct races *r, uint32_t field)
{
	return field && !is_part_of_many(r, field);
}

/* Of the functions on the way down, the nearest that says more than the one at the end. */
struct naming who_names(struct races *r, const struct candidate *c)
{
	const struct access *a = c->access;
	const struct summary *s = summary_of(r->t, c->func);
	uint32_t here = field_of_access(r, a), seen = field_of(r, c->path), up[MAX_UP], n = 0;
	struct naming out = {whole_field(r, seen ? seen : here), a->func};
	bool same = seen == here || !seen;
	if (same && says_whose(r, here) && whole_field(r, here) == here)
		return out;
	for (uint32_t i = a->chain; i; i = s->chains.at[i].next)
		up[n++ % MAX_UP] = i;
	if (n && !(same && says_whose(r, here)))
		out.unit = s->chains.at[up[(n - 1) % MAX_UP]].func;
	bool known = says_whose(r, out.field);
	for (uint32_t k = 0; k < n && k < MAX_UP; k++) {
		const struct chain *call = &s->chains.at[up[(n - 1 - k) % MAX_UP]];
		uint32_t raw = field_passed(r, call, a), field = whole_field(r, raw);
		if (raw != here && says_whose(r, field) && (!known || field == out.field))
			return (struct naming){field, call->func};
	}
	return out;
}

void passed_names_release(struct passed_names *n)
{
	intern_free(&n->passed_keys);
	vec_free(&n->passed);
	map_free(&n->knows_passed);
}
