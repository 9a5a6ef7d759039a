/* SPDX-License-Identifier: MIT */
/*
 * What others may have changed meanwhile. Memory that was read or written under a
 * lock is anything once the lock has been released: constants stored there are no
 * longer known, and a number that is read again gets a new name, so that what
 * branches told about the old one says nothing about it. Likewise for everything at
 * a barrier and in functions that wait, for constants that some thread may write when a
 * thread is started, and for atomics at every load. But not where nobody else writes.
 *
 * Memory read without a lock is different: either nobody writes it, and what was
 * learned stays true (if (threads_on) lock; ... if (threads_on) unlock), or the race
 * on it is reported (docs/soundness.md). Pointers keep their names, which locks and
 * objects are known by; whether they are null is forgotten instead. But not those to
 * something that every thread has one of: another may have stored its own.
 */
#include <string.h>

#include "analysis/exec/exec.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/whole/modified.h"

static uint32_t lock_bit(path_id lock)
{
	return (uint32_t)1 << lock % 31;
}

static uint32_t locks_held(const struct state *s)
{
	uint32_t mask = 0;
	for (uint32_t i = 0; i < s->locks.held_count; i++)
		if (s->locks.held[i].kind != LOCK_ONCE)
			mask |= lock_bit(s->locks.held[i].lock);
	return mask;
}

static bool is_pointer(const struct frame *fr, ir_val v)
{
	enum { WORD = 8 };
	if (pointers_cell_of_address(fr->pt, fr->func, v))
		return true;
	return ir_val_tag(v) == VAL_INST && fr->is_address[ir_val_index(v)] &&
	       ir_inst_at(fr->p, fr->fn, ir_val_index(v))->size == WORD;
}

static void drop_fact(struct frame *fr, struct state *s, path_id p)
{
	for (uint32_t i = 0; i < s->fact_count; i++) {
		if (s->facts[i].path != p)
			continue;
		state_own(fr, s, STATE_FACTS);
		s->facts[i] = s->facts[--s->fact_count];
		return;
	}
}

static void forget_null(struct frame *fr, struct state *s, path_id address, uint32_t size)
{
	struct loaded l;
	memory_load(fr, s, address, size, &l);
	for (uint32_t i = 0; i < l.count; i++)
		drop_fact(fr, s, l.values[i]);
}

/* Does it hold the address of something that every thread, or every call, has one of? Others
 * may have stored theirs by now. */
static bool may_be_of_others(struct frame *fr, struct state *s, struct seen x)
{
	struct loaded l;
	cell_id c = frame_alias(fr, x.address);
	if (!c || c == ALIAS_MIXED || !modified_has(fr->by_threads, c))
		return false;
	memory_load(fr, s, x.address, x.size, &l);
	for (uint32_t i = 0; i < l.count; i++) {
		const struct path *y = path_at(&fr->paths, l.values[i]);
		const struct path *root = path_at(&fr->paths, y->root);
		if (!y->loads && root->kind == PATH_SYMBOL &&
		    fr->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL)
			return true;
		if (!y->loads && (root->kind == PATH_HEAP || root->kind == PATH_LOCAL))
			return true;
	}
	return false;
}

static void forget(struct frame *fr, struct state *s, struct seen x)
{
	if (fill_is_slot(fr, x.address) && !memory_is_known(s, x.address, x.size))
		return; /* its content has one name, and nothing is known of that */
	if (!x.pointer || memory_is_constant(fr, s, x.address, x.size) ||
	    may_be_of_others(fr, s, x))
		memory_forget(fr, s, x.address, x.size);
	else if (x.locks)
		forget_null(fr, s, x.address, x.size);
}

static struct seen *find_seen(struct state *s, path_id address, uint32_t size)
{
	for (uint32_t i = 0; i < s->seen_count; i++)
		if (s->seen[i].address == address && s->seen[i].size == size)
			return &s->seen[i];
	return NULL;
}

static void drop_seen(struct frame *fr, struct state *s, uint32_t i)
{
	state_own(fr, s, STATE_SEEN);
	memmove(&s->seen[i], &s->seen[i + 1], (--s->seen_count - i) * sizeof(*s->seen));
}

static void note_seen(struct frame *fr, struct state *s, struct seen x)
{
	struct seen *old = find_seen(s, x.address, x.size);
	if (old && !(x.locks & ~old->locks) && old->pointer >= x.pointer)
		return;
	state_own(fr, s, STATE_SEEN);
	old = find_seen(s, x.address, x.size);
	if (old) {
		old->locks |= x.locks;
		old->pointer |= x.pointer;
		return;
	}
	if (s->seen_count == MAX_SEEN) {
		struct seen first = s->seen[0];
		drop_seen(fr, s, 0);
		forget(fr, s, first);
	}
	s->seen[s->seen_count++] = x;
}

static bool is_followed(struct frame *fr, const struct state *s, path_id address, uint32_t size)
{
	return address && size && size <= 8 &&
	       !(path_at(&fr->paths, address)->flags & PATHF_ANY) &&
	       !memory_is_private(fr, s, address);
}

/* Memory of this program alone: no library's variable, nothing that other processes have. */
static bool is_of_program(struct frame *fr, path_id address)
{
	const struct pt_set *set = frame_points_to(fr, address);
	for (uint32_t i = 0; i < set->locs.n; i++) {
		const struct pt_object *o = pointers_object(fr->pt, set->locs.at[i].obj);
		bool variable = o->kind == OBJ_VARIABLE &&
				fr->p->symbols.at[o->sym].flags & SYMF_DEFINED;
		if (o->across || (!variable && o->kind != OBJ_HEAP && o->kind != OBJ_LOCAL))
			return false;
	}
	return set->locs.n && !set->unknown;
}

/* Nobody else writes there, ever since there is somebody else. Not elements by numbers that have no
 * better name: what is taken out of an array is another one each time. */
static bool is_fixed(struct frame *fr, path_id address)
{
	cell_id c = frame_alias(fr, address);
	return !(path_at(&fr->paths, address)->flags & PATHF_VALUE) && c &&
	       c != ALIAS_MIXED && !modified_has(fr->by_others, c) &&
	       is_of_program(fr, address);
}

bool stale_was_seen(const struct state *s, path_id address, uint32_t size, path_id lock)
{
	for (uint32_t i = 0; i < s->seen_count; i++)
		if (s->seen[i].address == address && s->seen[i].size == size)
			return s->seen[i].locks & lock_bit(lock);
	return false;
}

void stale_load(struct frame *fr, struct state *s, uint32_t inst, path_id address)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	struct seen x = {address, i->size, locks_held(s),
			 is_pointer(fr, ir_val_make(VAL_INST, inst))};
	if (!is_followed(fr, s, address, i->size))
		return;
	if (i->order != ORDER_PLAIN || i->flags & INSTF_VOLATILE) {
		if (i->order != ORDER_PLAIN || memory_is_constant(fr, s, address, i->size))
			forget(fr, s, x);
		return;
	}
	if (is_fixed(fr, address))
		return;
	/* read under a lock for the first time: it may have changed since entry */
	if (x.locks && !find_seen(s, address, i->size) &&
	    (x.pointer ? may_be_of_others(fr, s, x) : !memory_is_known(s, address, i->size)))
		memory_forget(fr, s, address, i->size);
	note_seen(fr, s, x);
}

void stale_store(struct frame *fr, struct state *s, path_id address, const struct ir_inst *i)
{
	if (is_followed(fr, s, address, i->size) && !is_fixed(fr, address))
		note_seen(fr, s, (struct seen){address, i->size, locks_held(s),
					       is_pointer(fr, i->b)});
}

void stale_release(struct frame *fr, struct state *s, path_id lock)
{
	bool ours = lock && lockset_find(&s->locks, lock);
	for (uint32_t i = s->seen_count; i-- > 0;) {
		struct seen x = s->seen[i];
		if (ours && !(x.locks & lock_bit(lock)))
			continue;
		drop_seen(fr, s, i);
		forget(fr, s, x);
	}
}

static void forget_constants(struct frame *fr, struct state *s, const struct modified *only)
{
	for (uint32_t i = 0; i < s->cell_count; i++) {
		struct cell c = s->cells[i];
		bool named = c.alias && c.alias != ALIAS_MIXED;
		if (memory_holds_constant(fr, &c) && !memory_is_private(fr, s, c.address) &&
		    !(only && named && !modified_has(only, c.alias)))
			memory_forget(fr, s, c.address, c.size);
	}
}

void stale_constants(struct frame *fr, struct state *s)
{
	forget_constants(fr, s, NULL);
}

void stale_started(struct frame *fr, struct state *s)
{
	forget_constants(fr, s, fr->by_threads);
}

bool stale_join(struct frame *fr, struct state *a, const struct state *b)
{
	bool changed = false;
	if (a->seen_count == b->seen_count &&
	    (a->seen == b->seen || !a->seen_count ||
	     memcmp(a->seen, b->seen, a->seen_count * sizeof(*a->seen)) == 0))
		return false;
	for (uint32_t i = 0; i < b->seen_count; i++) {
		struct seen x = b->seen[i], *mine = NULL;
		if (i < a->seen_count && a->seen[i].address == x.address &&
		    a->seen[i].size == x.size)
			mine = &a->seen[i];
		else
			mine = find_seen(a, x.address, x.size);
		if (mine && !(x.locks & ~mine->locks) && mine->pointer >= x.pointer)
			continue;
		if (!mine && a->seen_count == MAX_SEEN) {
			if (memory_is_unknown(a, x.address, x.size))
				continue;
			memory_forget(fr, a, x.address, x.size);
		} else {
			note_seen(fr, a, x);
		}
		changed = true;
	}
	return changed;
}

void stale_forget(struct frame *fr, struct state *s, const struct names *names)
{
	for (uint32_t i = s->seen_count; i-- > 0;)
		if (names_mention(&fr->paths, names, s->seen[i].address))
			drop_seen(fr, s, i);
}
