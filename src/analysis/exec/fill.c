/* SPDX-License-Identifier: MIT */
/*
 * Slots that are filled once (analysis/whole/filled.c): what is found there has one name, LOAD of
 * the slot, in whichever function and however often it is read. That it is null, or is not, is
 * said by no fact, as somebody may fill it any time. Who has filled it has its value under that
 * name, too: a lock that was made lazily is held and released by it.
 */
#include "analysis/exec/exec.h"

#include "analysis/state/facts.h"
#include "analysis/whole/exchange.h"

/* Is whatever the address points to such a slot? Of a formal only objects count that have a name:
 * which object it is will be known where callers pass it. */
static bool is_slot(struct frame *fr, path_id address)
{
	const struct pt_set *set = frame_points_to(fr, address);
	uint32_t found = 0;
	for (uint32_t i = 0; i < set->locs.n; i++) {
		if (filled_slots_has(&fr->done->filled, set->locs.at[i]))
			found++;
		else if (!path_is_open(&fr->paths, address) ||
			 pointers_object(fr->pt, set->locs.at[i].obj)->kind != OBJ_CLASS)
			return false;
	}
	return found && !set->unknown;
}

bool fill_is_slot(struct frame *fr, path_id address)
{
	enum { UNKNOWN, NO, YES };
	const struct filled_slots *all = &fr->done->filled;
	if (!filled_slots_any(all) || !address)
		return false;
	uint32_t known = map_get(&fr->filled, address, UNKNOWN);
	if (known == UNKNOWN) {
		const struct path *x = path_at(&fr->paths, address);
		bool slot = !(x->flags & PATHF_ANY) && x->loads < MAX_LOADS &&
			    x->steps < MAX_STEPS && is_slot(fr, address);
		map_put(&fr->filled, address, known = slot ? YES : NO);
	}
	return known == YES;
}

bool fill_is_content(struct frame *fr, path_id p)
{
	const struct path *x = path_at(&fr->paths, p);
	return x->kind == PATH_LOAD && fill_is_slot(fr, x->a);
}

static bool may_be_new(const struct frame *fr, uint32_t inst, path_id leaf)
{
	const struct alternatives *alt = &fr->alternatives[inst];
	bool is = fr->value[inst] && path_at(&fr->paths, fr->value[inst])->root == leaf;
	for (uint32_t i = 0; i < alt->count; i++)
		is |= path_at(&fr->paths, alt->values[i])->root == leaf;
	return is;
}

/* Is the name that of one object at a time? New memory that callees have made has one name for all
 * calls that may return it, and that of an earlier round has the name of the next. */
static bool is_one_object(const struct frame *fr, path_id value)
{
	path_id leaf = path_at(&fr->paths, value)->root;
	const struct path *x = path_at(&fr->paths, leaf);
	uint32_t number = frame_private(fr, leaf), calls = 0;
	if (x->kind != PATH_HEAP)
		return true;
	for (uint32_t n = 0; n < fr->fn->inst_count && x->a != fr->func; n++)
		calls += ir_inst_at(fr->p, fr->fn, n)->op == OP_CALL && may_be_new(fr, n, leaf);
	return (x->a == fr->func || calls == 1) &&
	       !(number != UINT32_MAX && fr->carried.at[number]);
}

void fill_done(struct frame *fr, struct state *s, path_id address, path_id value)
{
	path_id content = path_load(&fr->paths, address);
	if (!is_one_object(fr, value))
		return;
	frame_mention(fr, content);
	facts_add(fr, s, (struct fact){.path = value, .signs = SIGN_NEGATIVE | SIGN_POSITIVE,
				       .same = content});
}

path_id fill_name(struct frame *fr, const struct state *s, path_id p)
{
	path_id base;
	if (!p || !filled_slots_any(&fr->done->filled))
		return p;
	int64_t bytes = path_split_offset(&fr->paths, p, &base);
	path_id same = facts_of(fr, s, p).same;
	if (same && fill_is_content(fr, same))
		return same;
	same = facts_of(fr, s, base).same;
	return same && fill_is_content(fr, same) ? path_offset(&fr->paths, same, bytes) : p;
}

void fill_by_call(struct frame *fr, uint32_t inst, struct state_list *states)
{
	struct exchange x;
	if (!filled_slots_any(&fr->done->filled) || states->n * 2 > MAX_STATES ||
	    !exchange_at(fr->exchanges, fr->func, inst, &x) || !x.from_null ||
	    x.gives == EXCHANGE_SILENT)
		return;
	path_id address = path_offset(&fr->paths, frame_value(fr, x.address), x.offset);
	path_id value = frame_value(fr, x.value), result = frame_value_leaf(fr, inst);
	bool found = x.gives == EXCHANGE_FOUND;
	const uint8_t other = SIGN_NEGATIVE | SIGN_POSITIVE;
	struct state_list out = {.at = ARENA_ARRAY(fr->scratch, struct state *, MAX_STATES)};
	if (!value || frame_value(fr, ir_val_make(VAL_INST, inst)) != result ||
	    !fill_is_slot(fr, address))
		return;
	frame_mention(fr, result);
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *s = states->at[k], *won = state_copy(fr, s);
		struct fact f = {.path = result};
		won->published = inst + 1;
		s->published = 0;
		fill_done(fr, won, address, value);
		f.signs = found ? SIGN_ZERO : other;
		facts_add(fr, won, f);
		f.signs = found ? other : SIGN_ZERO;
		f.same = found ? path_load(&fr->paths, address) : 0;
		facts_add(fr, s, f);
		out.at[out.n++] = s;
		out.at[out.n++] = won;
	}
	*states = out;
}
