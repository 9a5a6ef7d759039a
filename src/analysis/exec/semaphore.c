/* SPDX-License-Identifier: MIT */
/*
 * Semaphores that are made of an atomic: who finds more than zero there, and exchanges it for one
 * less, has waited for it; one more is a post.
 *
 *	do v = load(s); while (v == 0 || !compare_exchange(s, v, v - 1)); ... fetch_add(s, 1);
 *
 * From here on they are like those of the library: race/veto/semaphore.c says which ones are
 * locks. A word to which something else is done is none (analysis/whole/modified.c).
 */
#include "analysis/exec/exec.h"
#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/whole/modified.h"

bool atomic_takes_one(const struct program *p, const struct ir_func *fn, const struct ir_inst *i)
{
	int64_t number = 0;
	if (i->op != OP_CMPXCHG || ir_val_tag(i->c) != VAL_INST)
		return false;
	const struct ir_inst *less = ir_inst_at(p, fn, ir_val_index(i->c));
	if (less->op != OP_ARITH || less->a != i->b || !ir_val_int(p, less->b, &number))
		return false;
	return i->order >= ORDER_ACQUIRE && i->order != ORDER_RELEASE &&
	       ((less->sub == ARITH_ADD && number == -1) ||
		(less->sub == ARITH_SUB && number == 1));
}

bool semaphore_is_at(struct frame *fr, path_id address)
{
	return fr->flags->counted && address &&
	       !(path_at(&fr->paths, address)->flags & PATHF_ANY) &&
	       modified_is_counted(fr->flags, frame_points_to(fr, address));
}

static void note_sync(struct frame *fr, uint32_t n, enum sync_kind kind, path_id address,
		      int64_t value)
{
	if (fr->recording)
		export_sync(fr, (struct sync){.kind = (uint8_t)kind, .object = address,
					      .value = value, .func = fr->func, .inst = n});
}

/* What a variable holds before it is stored to, if that is not zero: zero may be what is there
 * before it begins. */
static void note_beginning(struct frame *fr, uint32_t n, struct pt_loc at)
{
	const struct pt_object *o = pointers_object(fr->pt, at.obj);
	const struct ir_symbol *y = &fr->p->symbols.at[o->sym];
	path_id name = path_offset(&fr->paths, path_leaf(&fr->paths, PATH_SYMBOL, o->sym, 0),
				   at.offset);
	for (uint32_t i = 0; o->kind == OBJ_VARIABLE && i < y->init_count; i++) {
		const struct ir_init *x = &fr->p->inits.at[y->init + i];
		struct pt_loc to[2];
		int64_t number = INT64_MIN;
		pointers_move(fr->pt, (struct pt_loc){at.obj, 0}, (int64_t)x->offset, to);
		ir_val_int(fr->p, ir_val_make(VAL_CONST, x->value), &number);
		if (to[0].offset == at.offset && number)
			note_sync(fr, n, SYNC_SEM_INIT, name, number);
	}
}

void semaphore_taken(struct frame *fr, struct state *won, uint32_t n, path_id address)
{
	const struct pt_set *s = frame_points_to(fr, address);
	struct held h = {.lock = address, .mode = MODE_EXCLUSIVE, .kind = LOCK_SEMAPHORE,
			 .depth = 1, .func = fr->func, .inst = n};
	lockset_acquire(&won->locks, h, true);
	note_sync(fr, n, SYNC_SEM_WAIT, address, 0);
	for (uint32_t i = 0; i < s->locs.n; i++)
		note_beginning(fr, n, s->locs.at[i]);
}

void semaphore_posted(struct frame *fr, struct state *s, uint32_t n, path_id address)
{
	bool held = lockset_find(&s->locks, address);
	stale_release(fr, s, address);
	exec_lock_release(fr, s, address);
	note_sync(fr, n, SYNC_SEM_POST, address, held ? 0 : SYNC_NOT_HELD);
}

void semaphore_stored(struct frame *fr, uint32_t n, path_id address)
{
	int64_t number = INT64_MIN;
	ir_val_int(fr->p, ir_inst_at(fr->p, fr->fn, n)->b, &number);
	note_sync(fr, n, SYNC_SEM_INIT, address, number);
}
