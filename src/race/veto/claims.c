/* SPDX-License-Identifier: MIT */
/*
 * Objects that are claimed by a flag in them (analysis/exec/claimed.c): who has found the flag
 * free under a mutex, and has set it before that was released, has the object until he stores to
 * the flag again.
 *
 * That holds if whoever writes the flag has the object, or takes it by that, and does so under a
 * mutex. main may do as it likes as long as there are no others. Whether it is the same mutex
 * everywhere is not looked at: if not, there is a race on the flag, and that is reported; a claim
 * says nothing about the flag itself.
 */
#include "race/veto/veto.h"

/* Only main runs, and what it has started has started nobody. */
static bool is_alone(const struct races *r, const struct situation *s)
{
	uint32_t n;
	threads_set(r->t, s->running, &n);
	for (thread_id t = 2; t < r->t->list.n && !n; t++)
		if (thread_at(r->t, t)->creator != 1)
			return false;
	return !n && s->thread == 1 && thread_at(r->t, 1)->origin == ORIGIN_MAIN;
}

static bool has_claim(const struct races *r, const struct situation *s, path_id flag)
{
	uint32_t n;
	bool claim = false, locked = false;
	const struct guard *g = threads_guards(r->t, s->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		claim |= g[i].kind == LOCK_CLAIMED && g[i].lock == flag;
		locked |= g[i].kind == LOCK_MUTEX && g[i].mode == MODE_EXCLUSIVE;
	}
	return claim && locked;
}

/* Is the flag written by who has the object, and as a whole? */
static bool is_written_by_owner(const struct races *r, const struct candidate *c, uint32_t size)
{
	const struct situations *l = &r->lists.at[c->situations];
	for (uint32_t i = 0; i < l->count; i++) {
		const struct situation *s = &r->situations.at[l->first + i];
		bool whole = c->access->size == size && !(c->access->traits & TRAIT_BLOCK);
		if (!is_alone(r, s) && !(whole && has_claim(r, s, c->path)))
			return false;
	}
	return true;
}

/* The size of the flag, as those write it who have claimed it there. */
static uint32_t size_of_flag(const struct races *r, struct pt_loc at)
{
	for (uint32_t i = r->candidate_at[at.obj]; i < r->candidate_at[at.obj + 1]; i++) {
		const struct candidate x = nth_candidate(r, i), *c = &x;
		const struct situations *l = &r->lists.at[c->situations];
		if (c->access->kind == WRITE && c->offset == at.offset && l->count &&
		    has_claim(r, &r->situations.at[l->first], c->path))
			return c->access->size;
	}
	return 0;
}

static bool find_if_claimed(struct races *r, struct pt_loc at)
{
	uint32_t size = size_of_flag(r, at);
	if (!size || at.offset == PT_ANY)
		return false;
	for (uint32_t i = r->candidate_at[at.obj]; i < r->candidate_at[at.obj + 1]; i++) {
		const struct candidate x = nth_candidate(r, i), *c = &x;
		struct pt_loc l = {c->obj, c->offset};
		if (c->access->kind == WRITE &&
		    pt_loc_overlap(r->pt, at, size, l, c->access->size) &&
		    !is_written_by_owner(r, c, size))
			return false;
	}
	return true;
}

static bool is_claimed_only(struct races *r, struct pt_loc at)
{
	uint64_t key = map_key2(at.obj, at.offset);
	uint32_t known = map_get(&r->memo.claims, key, 2);
	if (known == 2)
		map_put(&r->memo.claims, key, known = find_if_claimed(r, at));
	return known;
}

bool is_claim(struct races *r, const struct instance *x, path_id flag)
{
	const struct pt_set *s = threads_points_to(r->t, flag);
	bool claimed = s->locs.n && !s->unknown && x->path != flag;
	for (uint32_t i = 0; i < s->locs.n && claimed; i++)
		claimed = is_claimed_only(r, s->locs.at[i]);
	return claimed;
}
