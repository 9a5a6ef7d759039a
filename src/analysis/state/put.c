/* SPDX-License-Identifier: MIT */
#include "analysis/state/put.h"

#include "analysis/state/memory.h"

enum { MAX_CASES_DEEP = 3, MAX_LINKS = 256 };

static path_id base_of(const struct frame *fr, path_id p)
{
	path_id base;
	path_split_offset(&fr->paths, p, &base);
	return base;
}

static void add(struct frame *fr, obj_id obj, uint32_t inst)
{
	for (uint32_t i = 0; i < fr->puts.n; i++)
		if (fr->puts.at[i].obj == obj && fr->puts.at[i].inst == inst)
			return;
	vec_push(&fr->puts, ((struct put){obj, inst}));
}

static void add_all(struct frame *fr, path_id value, uint32_t inst)
{
	const struct pt_set *s = frame_points_to(fr, value);
	for (uint32_t i = 0; i < s->locs.n; i++)
		add(fr, s->locs.at[i].obj, inst);
}

void put_again(struct frame *fr, path_id value)
{
	if (fr->recording && value && path_at(&fr->paths, value)->kind != PATH_INT)
		add_all(fr, value, PUT_AGAIN);
}

void put_contents(struct frame *fr, path_id block)
{
	if (fr->recording && block)
		put_again(fr, path_load(&fr->paths, path_index(&fr->paths, block, 0, 1)));
}

static bool is_owned(const struct state *s, path_id value)
{
	for (uint32_t i = 0; i < s->locks.owned_count; i++)
		if (s->locks.owned[i].value == value && !s->locks.owned[i].by_id)
			return true;
	return false;
}

static uint64_t bit_of_formal(const struct path *formal)
{
	return (uint64_t)1 << (formal->a < 63 ? formal->a : 63);
}

/* Has it just been made, or taken out? Of a formal that is the matter of who calls. 'before': as
 * it was before the instruction. */
static bool is_ones_own(struct frame *fr, const struct state *before, const struct state *s,
			path_id value, uint32_t depth)
{
	const struct path *x = path_at(&fr->paths, value);
	if (x->kind == PATH_INT || memory_is_private(fr, before, value) ||
	    is_owned(before, value) || is_owned(s, value))
		return true;
	if (x->kind == PATH_FORMAL)
		return !(before->put_formals & bit_of_formal(x));
	path_id at = frame_loaded_from(fr, value);
	if (at && is_owned(s, base_of(fr, at)))
		return true; /* a link of what was taken out */
	const struct alternatives *alt = depth ? frame_alternatives(fr, value) : NULL;
	bool all = alt && !alt->opaque && alt->count;
	for (uint32_t i = 0; all && i < alt->count; i++)
		all = alt->values[i] != value &&
		      is_ones_own(fr, before, s, base_of(fr, alt->values[i]), depth - 1);
	return all;
}

/* '*a = (*a)->next', as a function that was called has done it. */
static bool is_next(struct frame *fr, path_id address, path_id value)
{
	path_id at = frame_loaded_from(fr, value);
	return address && at && base_of(fr, at) == path_load(&fr->paths, address);
}

/* It is in two places from now on; unless what it is put in takes the place where it was found:
 * 'new->next = head; head = new'. That is seen at the end. */
static void note_found(struct frame *fr, path_id address, path_id base)
{
	path_id from = frame_loaded_from(fr, base);
	if (address && from && fr->links.n < MAX_LINKS)
		vec_push(&fr->links, ((struct link){base, from, base_of(fr, address)}));
	else
		add_all(fr, base, PUT_AGAIN);
}

static bool is_replaced(const struct frame *fr, const struct link *l)
{
	for (uint32_t i = 0; i < fr->heads.n; i++)
		if (fr->heads.at[i].from == l->from && fr->heads.at[i].value == l->into)
			return true;
	return false;
}

void put_end(struct frame *fr)
{
	for (uint32_t i = 0; i < fr->links.n; i++)
		if (!is_replaced(fr, &fr->links.at[i]))
			add_all(fr, fr->links.at[i].value, PUT_AGAIN);
}

static void note_recorded(struct frame *fr, struct state *s, path_id address, path_id base)
{
	const struct state *before = fr->before ? fr->before : s;
	bool variable = path_at(&fr->paths, base)->kind == PATH_SYMBOL;
	if (variable)
		add_all(fr, base, fr->at);
	else if (!is_next(fr, address, base) &&
		 !is_ones_own(fr, before, s, base, MAX_CASES_DEEP))
		note_found(fr, address, base);
	if (address)
		vec_push(&fr->heads, ((struct link){base, address, 0}));
}

void put_noted(struct frame *fr, struct state *s, path_id address, path_id value)
{
	path_id base = value ? base_of(fr, value) : 0;
	if (!base || path_at(&fr->paths, base)->kind == PATH_INT ||
	    (address && base_of(fr, address) == base))
		return;
	if (fr->recording)
		note_recorded(fr, s, address, base);
	if (path_at(&fr->paths, base)->kind == PATH_FORMAL)
		s->put_formals |= bit_of_formal(path_at(&fr->paths, base));
}
