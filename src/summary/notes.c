/* SPDX-License-Identifier: MIT */
/* Reading notes. */
#include "summary/notes.h"

#include <stdlib.h>

void notes_free(struct notes *n)
{
	free(n->pointees.at);
	free(n->through.at);
	free(n->locks.at);
	free(n->found.at);
	free(n->numbers.at);
	free(n->taken.at);
	free(n->indexed.at);
	free(n->dealt.at);
	free(n->flow.at);
	free(n->flow_edges.at);
	free(n->flow_terms.at);
	free(n->flow_choices.at);
	free(n->deeds.at);
	*n = (struct notes){0};
}

uint32_t notes_block(const struct notes *n, uint32_t inst)
{
	uint32_t low = 0, high = n->flow.n;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if (n->flow.at[mid].end <= inst)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Along one edge or more, not through the block 'without'. */
static bool leads_to(const struct notes *n, uint32_t start, uint32_t end, uint32_t without)
{
	bool *seen = xcalloc(n->flow.n + 1u, sizeof(*seen)), found = false;
	VEC(uint32_t) work = {0};
	seen[without] = true;
	if (!seen[start] && start < n->flow.n)
		vec_push(&work, start);
	while (work.n && !found) {
		const struct flow_block *b = &n->flow.at[vec_pop(&work)];
		for (uint32_t i = 0; i < b->next_count; i++) {
			uint32_t to = n->flow_edges.at[b->next_first + i].to;
			found |= to == end;
			if (!seen[to])
				vec_push(&work, to);
			seen[to] = true;
		}
	}
	vec_free(&work);
	free(seen);
	return found;
}

bool notes_in_cycle(const struct notes *n, uint32_t inst, uint32_t without)
{
	uint32_t start = notes_block(n, inst);
	return leads_to(n, start, start, notes_block(n, without));
}

bool notes_leads_to(const struct notes *n, uint32_t from, uint32_t to)
{
	uint32_t start = notes_block(n, from), end = notes_block(n, to);
	return (start == end && from < to) ||
	       leads_to(n, start, end, notes_block(n, UINT32_MAX));
}

/* ---- by instruction ---- */

/* All of them begin with it. The first that is not before it. */
static uint32_t find_first(const void *list, uint32_t n, size_t size, uint32_t inst)
{
	const char *at = list;
	uint32_t low = 0, high = n;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if (*(const uint32_t *)(const void *)(at + mid * size) < inst)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static const void *find(const void *list, uint32_t n, size_t size, uint32_t inst)
{
	uint32_t i = find_first(list, n, size, inst);
	const char *at = (const char *)list + i * size;
	return i < n && *(const uint32_t *)(const void *)at == inst ? at : NULL;
}

const struct pointee *notes_pointee(const struct notes *n, uint32_t inst)
{
	return find(n->pointees.at, n->pointees.n, sizeof(*n->pointees.at), inst);
}

const struct lock_note *notes_lock(const struct notes *n, uint32_t inst)
{
	return find(n->locks.at, n->locks.n, sizeof(*n->locks.at), inst);
}

const struct found_note *notes_found(const struct notes *n, uint32_t address)
{
	return find(n->found.at, n->found.n, sizeof(*n->found.at), address);
}

const struct indexed_note *notes_indexed(const struct notes *n, uint32_t inst)
{
	return find(n->indexed.at, n->indexed.n, sizeof(*n->indexed.at), inst);
}

const struct dealt_note *notes_dealt(const struct notes *n, uint32_t inst)
{
	return find(n->dealt.at, n->dealt.n, sizeof(*n->dealt.at), inst);
}

const struct deed *notes_stored(const struct notes *n, uint32_t inst)
{
	uint32_t i = find_first(n->deeds.at, n->deeds.n, sizeof(*n->deeds.at), inst);
	while (i < n->deeds.n && n->deeds.at[i].inst == inst && n->deeds.at[i].kind != DEED_STORE)
		i++;
	return i < n->deeds.n && n->deeds.at[i].inst == inst ? &n->deeds.at[i] : NULL;
}

const struct number_note *notes_numbers(const struct notes *n, uint32_t of, uint32_t *count)
{
	uint32_t i = find_first(n->numbers.at, n->numbers.n, sizeof(*n->numbers.at), of);
	uint32_t end = i;
	while (end < n->numbers.n && n->numbers.at[end].of == of)
		end++;
	*count = end - i;
	return *count ? &n->numbers.at[i] : NULL;
}

const struct taken_note *notes_taken(const struct notes *n, uint32_t inst, uint32_t argument,
				     uint32_t *count)
{
	uint32_t i = find_first(n->taken.at, n->taken.n, sizeof(*n->taken.at), inst);
	while (i < n->taken.n && n->taken.at[i].inst == inst &&
	       n->taken.at[i].argument < argument)
		i++;
	uint32_t end = i;
	while (end < n->taken.n && n->taken.at[end].inst == inst &&
	       n->taken.at[end].argument == argument)
		end++;
	*count = end - i;
	return *count ? &n->taken.at[i] : NULL;
}
