/* SPDX-License-Identifier: MIT */
/*
 * Atomic read-modify-write: what the result tells. Who takes a flag from zero has it as a
 * lock; who compares and exchanges has published the new value, or has not.
 */
#include "analysis/exec.h"
#include "analysis/facts.h"
#include "analysis/memory.h"
#include "analysis/modified.h"

/* test-and-set: xchg with non-zero, or compare 0 and exchange */
bool atomic_takes_flag(const struct program *p, const struct ir_inst *i)
{
	int64_t expected = 1, set = 0;
	if (i->op == OP_RMW)
		return i->sub == RMW_XCHG && i->order >= ORDER_ACQUIRE &&
		       ir_val_int(p, i->b, &set) && set != 0;
	return i->op == OP_CMPXCHG && i->order >= ORDER_ACQUIRE &&
	       ir_val_int(p, i->b, &expected) && expected == 0 &&
	       ir_val_int(p, i->c, &set) && set != 0;
}

bool atomic_may_take_flag(const struct program *p, const struct ir_inst *i)
{
	int64_t set;
	return i->op == OP_STORE && ir_val_int(p, i->b, &set) && set != 0;
}

/* Is it zero, as was found since the named lock that makes the section atomic was taken?
 * For a function that is atomic as a whole its callers have taken it. */
static bool was_found_zero(struct frame *fr, struct state *s, path_id address, uint32_t size)
{
	const struct model *m = fr->models[fr->fn->sym];
	struct loaded l;
	bool seen = m && m->flags & MODELF_LOCKED;
	for (uint32_t i = 0; i < s->locks.held_count; i++)
		seen |= path_at(&fr->paths, s->locks.held[i].lock)->kind == PATH_NAMED &&
			stale_was_seen(s, address, size, s->locks.held[i].lock);
	if (!seen)
		return false;
	memory_load(fr, s, address, size, &l);
	return l.count == 1 && !l.unknown && facts_of(fr, s, l.values[0]).signs == SIGN_ZERO;
}

bool atomic_store_takes(struct frame *fr, struct state *s, uint32_t n, path_id address)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
	if (!address || path_at(&fr->paths, address)->flags & PATHF_ANY ||
	    !atomic_may_take_flag(fr->p, i) || lockset_find(&s->locks, address) ||
	    !modified_has(fr->flags, frame_alias(fr, address)) ||
	    !was_found_zero(fr, s, address, i->size))
		return false;
	lockset_acquire(&s->locks, (struct held){.lock = address, .mode = MODE_EXCLUSIVE,
						 .depth = 1, .func = fr->func, .inst = n},
			true);
	return true;
}

/* What somebody may have taken as a lock is given back, by us or for a caller. */
void atomic_give_flag(struct frame *fr, struct state *s, path_id address)
{
	cell_id c = frame_alias(fr, address);
	bool flag = c == ALIAS_MIXED ? fr->flags->n > 0 : c && modified_has(fr->flags, c);
	/* the class may be large: what does the address mean by itself? */
	flag = flag && modified_has_place(fr->flags, frame_points_to(fr, address));
	if (!address || !(flag || lockset_find(&s->locks, address)) ||
	    memory_is_private(fr, s, address))
		return;
	stale_release(fr, s, address);
	exec_lock_release(fr, s, address);
}

/*
 * Atomic read-modify-write. When it takes a flag from zero to non-zero, the one
 * thread that saw zero has the flag to itself until somebody stores to it: it
 * holds a lock named by the flag's address (docs/soundness.md).
 */
static void exec_flag_or_number(struct frame *fr, uint32_t n, const struct ir_inst *i,
				struct state_list *states)
{
	path_id address = frame_value(fr, i->a), result = frame_opaque(fr, n);
	bool flag = atomic_takes_flag(fr->p, i) && address &&
		    !(path_at(&fr->paths, address)->flags & PATHF_ANY);
	struct state_list out = {0};
	frame_mention(fr, address);
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *s = states->at[k];
		exec_access(fr, s, n, address, i->size, WRITE,
			    (uint8_t)(exec_flags(i) | ACCESSF_ATOMIC), fence_order(fr, n));
		memory_smash(fr, s, address, i->size);
		memory_escape(fr, s, frame_value(fr, i->b));
		memory_escape(fr, s, i->op == OP_CMPXCHG ? frame_value(fr, i->c) : 0);
		if (!flag) {
			atomic_give_flag(fr, s, address);
			continue;
		}
		struct state *won = state_copy(fr, s);
		struct held h = {.lock = address, .mode = MODE_EXCLUSIVE, .depth = 1,
				 .func = fr->func, .inst = n};
		facts_add(fr, s, (struct fact){.path = result,
					       .signs = SIGN_NEGATIVE | SIGN_POSITIVE});
		facts_add(fr, won, (struct fact){.path = result, .signs = SIGN_ZERO,
						 .exact = true});
		lockset_acquire(&won->locks, h, true);
		state_list_add(fr, &out, s);
		state_list_add(fr, &out, won);
	}
	if (flag && states->n)
		*states = out;
}

/* What branches will find out: did the exchange find what it expected? */
static struct fact found_expected(struct frame *fr, path_id found, path_id expected, bool did)
{
	if (path_at(&fr->paths, expected)->kind == PATH_INT)
		return (struct fact){.path = found, .exact = did,
				     .signs = did ? SIGN_ZERO : SIGN_NEGATIVE | SIGN_POSITIVE};
	return (struct fact){.path = path_math(&fr->paths, found, expected, MATH_EQUAL),
			     .exact = true, .value = did,
			     .signs = did ? SIGN_POSITIVE : SIGN_ZERO};
}

/*
 * New memory is published by an exchange that compares first: where that fails, nobody
 * has seen it, and it may be prepared for the next try.
 */
static bool exec_publish(struct frame *fr, uint32_t n, const struct ir_inst *i,
			 struct state_list *states)
{
	path_id address = frame_value(fr, i->a), expected = frame_value(fr, i->b);
	path_id value = i->op == OP_CMPXCHG ? frame_value(fr, i->c) : 0;
	const struct path *x = path_at(&fr->paths, expected);
	struct state_list out = {.at = ARENA_ARRAY(fr->scratch, struct state *, MAX_STATES)};
	if (!value || !expected || states->n * 2 > MAX_STATES || (x->kind == PATH_INT && x->imm))
		return false;
	for (uint32_t k = 0; k < states->n; k++)
		if (!memory_is_private(fr, states->at[k], value) ||
		    path_at(&fr->paths, value)->kind == PATH_INT)
			return false;
	path_id found = frame_opaque(fr, n);
	frame_mention(fr, address);
	frame_mention(fr, found);
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *s = states->at[k];
		exec_access(fr, s, n, address, i->size, WRITE,
			    (uint8_t)(exec_flags(i) | ACCESSF_ATOMIC), fence_order(fr, n));
		memory_escape(fr, s, expected);
		memory_smash(fr, s, address, i->size);
		s->published = 0;
		struct state *won = state_copy(fr, s);
		memory_escape(fr, won, value);
		won->published = n + 1;
		facts_add(fr, s, found_expected(fr, found, expected, false));
		facts_add(fr, won, found_expected(fr, found, expected, true));
		out.at[out.n++] = s;
		out.at[out.n++] = won;
	}
	*states = out;
	return true;
}

void exec_atomic(struct frame *fr, uint32_t n, const struct ir_inst *i,
			struct state_list *states)
{
	if (!exec_publish(fr, n, i, states))
		exec_flag_or_number(fr, n, i, states);
}
