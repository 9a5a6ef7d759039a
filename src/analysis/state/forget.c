/* SPDX-License-Identifier: MIT */
/*
 * Names that mean another value from now on, because a loop comes to them again: what a
 * state knows by these names is over.
 */
#include <string.h>

#include "analysis/state/facts.h"
#include "analysis/state/memory.h"

bool names_are_part(const struct paths *t, const struct names *n, path_id p)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (path_mentions(t, p, n->at[i]))
			return true;
	return false;
}

static void forget_locks(const struct frame *fr, struct state *s, const struct names *names)
{
	for (uint32_t i = 0; i < s->locks.held_count;) {
		if (names_mention(&fr->paths, names, s->locks.held[i].lock)) {
			memmove(&s->locks.held[i], &s->locks.held[i + 1],
				(s->locks.held_count - i - 1) * sizeof(struct held));
			s->locks.held_count--;
		} else {
			i++;
		}
	}
	for (uint32_t i = s->locks.lost_count; i-- > 0;)
		if (names_mention(&fr->paths, names, s->locks.lost[i].lock))
			lockset_forget_lost(&s->locks, s->locks.lost[i].lock);
}

static bool cell_mentions(const struct frame *fr, const struct cell *c,
			  const struct names *names)
{
	bool mentions = names_mention(&fr->paths, names, c->address);
	for (uint32_t k = 0; k < c->count && !mentions; k++)
		mentions = names_mention(&fr->paths, names, c->values[k]);
	return mentions;
}

static void forget_cells(struct frame *fr, struct state *s, const struct names *names)
{
	uint32_t kept = 0;
	while (kept < s->cell_count && !cell_mentions(fr, &s->cells[kept], names))
		kept++;
	if (kept == s->cell_count)
		return;
	state_own(fr, s, STATE_CELLS);
	for (uint32_t i = kept; i < s->cell_count; i++) {
		struct cell c = s->cells[i];
		if (names_mention(&fr->paths, names, c.address)) {
			memory_forget_cell(fr, s, &c); /* it is still there, without a name */
			continue;
		}
		if (cell_mentions(fr, &c, names)) {
			c.unknown = true;
			c.count = 0;
		}
		s->cells[kept++] = c;
	}
	s->cell_count = kept;
}

static bool fact_mentions(const struct frame *fr, const struct fact *f,
			  const struct names *names)
{
	return names_mention(&fr->paths, names, f->path) ||
	       names_mention(&fr->paths, names, f->same);
}

static void forget_facts(struct frame *fr, struct state *s, const struct names *names)
{
	uint32_t kept = 0;
	while (kept < s->fact_count && !fact_mentions(fr, &s->facts[kept], names))
		kept++;
	if (kept == s->fact_count)
		return;
	state_own(fr, s, STATE_FACTS);
	for (uint32_t i = kept; i < s->fact_count; i++)
		if (!fact_mentions(fr, &s->facts[i], names))
			s->facts[kept++] = s->facts[i];
	s->fact_count = kept;
}

static void forget_absent(const struct frame *fr, struct state *s, const struct names *names)
{
	uint8_t kept = 0;
	for (uint32_t i = 0; i < s->absent_count; i++)
		if (!names_mention(&fr->paths, names, s->absent[i].index))
			s->absent[kept++] = s->absent[i];
	s->absent_count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->joined_count; i++)
		if (!names_mention(&fr->paths, names, s->joined[i]))
			s->joined[kept++] = s->joined[i];
	s->joined_count = kept;
	for (uint32_t i = s->locks.owned_count; i-- > 0;)
		if (names_mention(&fr->paths, names, s->locks.owned[i].value) ||
		    names_mention(&fr->paths, names, s->locks.owned[i].lock))
			lockset_disown(&s->locks, s->locks.owned[i].value);
}

void state_forget(struct frame *fr, struct state *s, const path_id *leaves, uint32_t n)
{
	struct names names = {.at = leaves, .n = n, .least = UINT32_MAX};
	for (uint32_t i = 0; i < n; i++) {
		names.leaves |= path_at(&fr->paths, leaves[i])->leaves;
		names.least = leaves[i] < names.least ? leaves[i] : names.least;
	}
	for (uint32_t i = 0; i < n && s->running; i++)
		join_renamed(fr, s, leaves[i]);
	forget_locks(fr, s, &names);
	forget_cells(fr, s, &names);
	forget_absent(fr, s, &names);
	stale_forget(fr, s, &names);
	forget_facts(fr, s, &names);
}

/* Does it mention a value of the round of that loop that is over? Those at its head are
 * of the next one already. */
static bool is_over(const struct frame *fr, uint32_t loop, path_id p)
{
	return flow_mentions_loop(fr, loop, p, false);
}

static void end_cells(struct frame *fr, struct state *s, uint32_t loop)
{
	uint32_t kept = 0;
	while (kept < s->cell_count && !is_over(fr, loop, s->cells[kept].address))
		kept++;
	if (kept == s->cell_count)
		return;
	state_own(fr, s, STATE_CELLS);
	for (uint32_t i = kept; i < s->cell_count; i++) {
		struct cell c = s->cells[i];
		if (is_over(fr, loop, c.address))
			memory_forget_cell(fr, s, &c);
		else
			s->cells[kept++] = c;
	}
	s->cell_count = kept;
}

static void end_seen(struct frame *fr, struct state *s, uint32_t loop)
{
	uint8_t kept = 0;
	while (kept < s->seen_count && !is_over(fr, loop, s->seen[kept].address))
		kept++;
	if (kept == s->seen_count)
		return;
	state_own(fr, s, STATE_SEEN);
	for (uint32_t i = kept; i < s->seen_count; i++)
		if (!is_over(fr, loop, s->seen[i].address))
			s->seen[kept++] = s->seen[i];
	s->seen_count = kept;
}

void state_end_round(struct frame *fr, struct state *s, uint32_t loop)
{
	end_cells(fr, s, loop);
	end_seen(fr, s, loop);
}

void state_renew(struct frame *fr, struct state *s, path_id leaf, uint32_t number)
{
	const struct path *x = path_at(&fr->paths, leaf);
	uint32_t bit = number * ESCAPED_BITS;
	uint64_t over = 1 << ESCAPED_NEWEST;
	state_forget(fr, s, &leaf, 1);
	if (!state_escaped_bit(s, number, ESCAPED_NEWEST))
		return;
	if (!fr->carried.at[number])
		over |= 1 << ESCAPED_ANY;
	else if (x->a != fr->func || x->kind != PATH_HEAP)
		return; /* one name for what all calls of the function return that makes it */
	state_own(fr, s, STATE_ESCAPED);
	s->escaped[bit / 64] &= ~(over << bit % 64);
}
