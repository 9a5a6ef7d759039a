/* SPDX-License-Identifier: MIT */
/*
 * What a state no longer knows by name: cells that somebody may have written. Those that
 * callees modify are not listed one by one, their components are; the others are a set in
 * order, and sets are added to each other as wholes.
 */
#include <string.h>

#include "analysis/state/memory.h"
#include "base/sort.h"

bool clobber_modifies(const struct summary *m, cell_id c)
{
	if (m->modified_any || c == ALIAS_MIXED)
		return m->modified_any || m->modified.n > 0;
	return sort_u32_has(m->modified.at, m->modified.n, c);
}

/* The functions of a component all have the same modified cells. */
static const struct summary *some_member(const struct frame *fr, uint32_t component)
{
	const struct callgraph *g = fr->in->callgraph;
	if (component == fr->component && fr->assumed)
		return &fr->assumed[0];
	return &fr->done->at[g->members[g->member_at[component]]];
}

bool memory_is_modified_by(const struct frame *fr, uint32_t component, cell_id c)
{
	return clobber_modifies(some_member(fr, component), c);
}

static bool is_modified(const struct frame *fr, const struct state *s, cell_id c)
{
	for (uint32_t i = 0; i < s->clobber_count; i++)
		if (memory_is_modified_by(fr, s->clobbers[i], c))
			return true;
	return false;
}

bool memory_is_clobbered(const struct frame *fr, const struct state *s, cell_id c)
{
	return s->clobbered_all || (c == ALIAS_MIXED && s->clobbered_count) ||
	       sort_u32_has(s->clobbered, s->clobbered_count, c) || is_modified(fr, s, c);
}

/* ---- single cells ---- */

/* Room for n more, in an array of our own. */
static void make_room(struct frame *fr, struct state *s, uint32_t n)
{
	uint32_t need = s->clobbered_count + n;
	if (!(s->shared & STATE_CLOBBERED) && need <= s->clobbered_cap)
		return;
	uint32_t cap = need + need / 2 + 4;
	cell_id *more = arena_alloc(fr->scratch, cap * sizeof(*more));
	if (s->clobbered_count)
		memcpy(more, s->clobbered, s->clobbered_count * sizeof(*more));
	s->clobbered = more;
	s->clobbered_cap = cap;
	s->shared &= (uint8_t)~STATE_CLOBBERED;
}

/* Those of a set in order that the state does not list, in fr->news; true if that says
 * more than the components do. They are listed then, too, so as not to be asked for again. */
static bool find_news(struct frame *fr, const struct state *s, const cell_id *at, uint32_t n)
{
	uint32_t k = 0;
	bool more = false;
	vec_clear(&fr->news);
	for (uint32_t i = 0; i < n; i++) {
		while (k < s->clobbered_count && s->clobbered[k] < at[i])
			k++;
		if (k < s->clobbered_count && s->clobbered[k] == at[i])
			continue;
		vec_push(&fr->news, at[i]);
		more = more || !is_modified(fr, s, at[i]);
	}
	return more;
}

bool memory_clobber_cells(struct frame *fr, struct state *s, const cell_id *at, uint32_t n)
{
	if (s->clobbered_all || !n ||
	    (n == s->clobbered_count && !memcmp(at, s->clobbered, n * sizeof(*at))))
		return false;
	bool more = find_news(fr, s, at, n);
	uint32_t left = fr->news.n, old = s->clobbered_count;
	if (!left)
		return false;
	make_room(fr, s, left);
	s->clobbered_count += left;
	for (uint32_t to = s->clobbered_count; left;) {
		bool ours = old && s->clobbered[old - 1] > fr->news.at[left - 1];
		s->clobbered[--to] = ours ? s->clobbered[--old] : fr->news.at[--left];
	}
	return more;
}

bool memory_clobber_cell(struct frame *fr, struct state *s, cell_id c)
{
	if (c == ALIAS_MIXED && !s->clobbered_all)
		return s->clobbered_all = true;
	return memory_clobber_cells(fr, s, &c, 1);
}

static void visit_covered(void *context, cell_id c)
{
	vec_push(&((struct frame *)context)->news, c);
}

/* The cells that bytes from there on may be, in order. */
static struct id_set find_covered(struct frame *fr, path_id address, uint32_t size)
{
	const struct pt_set *set = frame_points_to(fr, address);
	vec_clear(&fr->news);
	for (uint32_t i = 0; i < set->locs.n; i++)
		pointers_cells(fr->pt, set->locs.at[i], size, visit_covered, fr);
	struct id_set x = {.n = sort_u32_set(fr->news.at, fr->news.n)};
	x.at = arena_alloc(fr->lasting, x.n * sizeof(*x.at));
	if (x.n)
		memcpy(x.at, fr->news.at, x.n * sizeof(*x.at));
	return x;
}

/* What was only read is as it was, for who reads it again. */
void memory_forget_cell(struct frame *fr, struct state *s, const struct cell *c)
{
	if (c->read)
		return;
	uint64_t key = map_key2(c->size, c->address);
	memory_clobber_cell(fr, s, c->alias);
	if (c->size == 1 || s->clobbered_all)
		return;
	uint32_t at = map_get(&fr->covered_at, key, fr->covered.n);
	if (at == fr->covered.n) {
		vec_push(&fr->covered, find_covered(fr, c->address, c->size));
		map_put(&fr->covered_at, key, at);
	}
	memory_clobber_cells(fr, s, fr->covered.at[at].at, fr->covered.at[at].n);
}

/* ---- what callees modify ---- */

bool memory_clobber_component(struct frame *fr, struct state *s, uint32_t component)
{
	if (s->clobber_count && s->clobbers[0] == fr->component)
		return false;
	for (uint32_t i = 0; i < s->clobber_count; i++)
		if (s->clobbers[i] == component)
			return false;
	state_own(fr, s, STATE_CLOBBERS);
	if (component == fr->component || s->clobber_count == MAX_CLOBBERS) {
		component = fr->component;
		s->clobber_count = 0;
	}
	if (s->clobber_count == s->clobber_cap) {
		uint32_t cap = s->clobber_cap * 2 + 8;
		uint32_t *more = ARENA_ARRAY(fr->scratch, uint32_t, cap);
		if (s->clobber_count)
			memcpy(more, s->clobbers, s->clobber_count * sizeof(*more));
		s->clobbers = more;
		s->clobber_cap = cap;
	}
	s->clobbers[s->clobber_count++] = component;
	return true;
}
