/* SPDX-License-Identifier: MIT */
/*
 * Slots that are given away by a flag in them:
 *
 *	lock(m); if (!s->used) { s->used = 1; mine = s; } unlock(m);
 *	... mine->data ...
 *	lock(m); mine->used = 0; unlock(m);
 *
 * Who has found the flag zero, or whatever one number stands for free, and sets it before the lock
 * is released under which he has looked, has the slot until he stores to the flag again: a lock
 * that is named by the flag's address (LOCK_CLAIMED). It excludes others who have claimed the same
 * slot, and nobody else. That nobody changes the flag who has neither claimed the slot nor does so
 * just then, and that it is always done under a lock, is asked once all writes are known
 * (race/veto/claims.c). Which stores come into question is found before (analysis/whole/claims.c).
 *
 * One variable for all is no slot: race/order/states.c.
 */
#include "analysis/exec/claimed.h"

#include "analysis/exec/exec.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/whole/claims.h"

/* Has it been read since the mutex was taken; or by a function that has released none, and may
 * have been called with one? */
static bool was_seen_locked(const struct state *s, path_id address, uint32_t size)
{
	const struct lockset *l = &s->locks;
	for (uint32_t i = 0; i < l->held_count; i++)
		if (l->held[i].kind == LOCK_MUTEX && l->held[i].mode == MODE_EXCLUSIVE &&
		    stale_was_seen(s, address, size, l->held[i].lock))
			return true;
	return !l->held_count && !l->dropped_count && !l->dropped_any;
}

static bool is_number(struct frame *fr, struct state *s, path_id address, uint32_t size,
		      int64_t number)
{
	struct loaded l;
	memory_load(fr, s, address, size, &l);
	if (l.count != 1 || l.unknown)
		return false;
	struct fact f = facts_of(fr, s, l.values[0]);
	return number ? f.exact && f.value == number : f.signs == SIGN_ZERO;
}

bool claim_by_store(struct frame *fr, struct state *s, uint32_t inst, path_id address)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	int64_t set = 0, free = 0;
	if (!fr->claims->places.n || !address || path_at(&fr->paths, address)->flags & PATHF_ANY ||
	    i->order != ORDER_PLAIN || !ir_val_int(fr->p, i->b, &set) ||
	    !claims_have(fr->claims, frame_points_to(fr, address), &free) || set == free ||
	    lockset_find(&s->locks, address) || memory_is_private(fr, s, address) ||
	    !was_seen_locked(s, address, i->size) || !is_number(fr, s, address, i->size, free))
		return false;
	lockset_acquire(&s->locks, (struct held){.lock = address, .mode = MODE_EXCLUSIVE,
						 .kind = LOCK_CLAIMED, .depth = 1,
						 .func = fr->func, .inst = inst},
			true);
	return true;
}

void claim_given_by_store(struct frame *fr, struct state *s, uint32_t inst, path_id address)
{
	struct lockset *l = &s->locks;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	int64_t set;
	address = facts_locked_name(fr, s, address);
	if (!fr->claims->places.n || !address || !ir_val_int(fr->p, i->b, &set) ||
	    memory_is_private(fr, s, address) ||
	    !claims_may_have(fr->claims, frame_points_to(fr, address)))
		return;
	if (lockset_find(l, address)) {
		lockset_release(l, address);
		return;
	}
	for (uint32_t k = l->held_count; k-- > 0;)
		if (l->held[k].kind == LOCK_CLAIMED &&
		    exec_locks_may_alias(fr, address, l->held[k].lock))
			lockset_forget(l, l->held[k].lock);
	l->unclaimed = true;
}
