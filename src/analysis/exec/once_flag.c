/* SPDX-License-Identifier: MIT */
/* Flags that are set once: what a state holds that has found one zero, or set, under a mutex. */
#include "analysis/exec/once_flag.h"

#include "analysis/state/facts.h"
#include "analysis/whole/writers.h"

static bool holds_mutex(const struct state *s)
{
	for (uint32_t i = 0; i < s->locks.held_count; i++)
		if (s->locks.held[i].kind == LOCK_MUTEX &&
		    s->locks.held[i].mode == MODE_EXCLUSIVE)
			return true;
	return false;
}

static void add_found(struct frame *fr, struct state *s, struct held h, struct fact f,
		      struct state_list *out)
{
	struct state *found = state_copy(fr, s);
	lockset_insert(&found->locks, h);
	if (facts_add(fr, found, f))
		state_list_add(fr, out, found);
}

void once_flag_loaded(struct frame *fr, uint32_t inst, path_id address, path_id name,
		      uint32_t size, struct state_list *states)
{
	struct held h = {.lock = address, .kind = LOCK_SETTING, .depth = 1, .func = fr->func,
			 .inst = inst};
	struct fact zero = {.path = name, .signs = SIGN_ZERO, .exact = true};
	struct fact set = {.path = name, .signs = SIGN_NEGATIVE | SIGN_POSITIVE};
	struct state_list out = {0};
	if (!name || path_at(&fr->paths, name)->kind == PATH_INT ||
	    !writers_always_set(fr, address, size))
		return;
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *s = states->at[k];
		if (!holds_mutex(s) || lockset_find(&s->locks, address)) {
			state_list_add(fr, &out, s);
			continue;
		}
		h.kind = LOCK_SETTING;
		add_found(fr, s, h, zero, &out);
		h.kind = LOCK_SET;
		add_found(fr, s, h, set, &out);
	}
	*states = out;
}

bool once_flag_stored(struct state *s, path_id address)
{
	for (uint32_t i = 0; i < s->locks.held_count; i++) {
		struct held *h = &s->locks.held[i];
		if (h->lock != address || (h->kind != LOCK_SETTING && h->kind != LOCK_SET))
			continue;
		h->depth = h->kind == LOCK_SETTING ? 2 : 1;
		return true;
	}
	return false;
}
