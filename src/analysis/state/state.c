/* SPDX-License-Identifier: MIT */
/*
 * States and lists of states. Property simulation: states of one block that
 * differ in their locks stay apart, those with the same locks are joined, and
 * beyond MAX_STATES all are joined into one.
 */
#include "analysis/state/state.h"

#include <string.h>

#include "analysis/state/dropped.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/exec/taken.h"
#include "base/diag.h"

struct state *state_new(struct frame *fr)
{
	struct state *s = ARENA_NEW(fr->scratch, struct state);
	s->shared = STATE_ARRAYS;
	return s;
}

struct state *state_copy(struct frame *fr, struct state *s)
{
	struct state *copy = arena_alloc(fr->scratch, sizeof(*copy));
	s->shared = STATE_ARRAYS;
	state_assign(copy, s);
	return copy;
}

void state_alone(struct state *s)
{
	s->shared = (uint8_t)((s->cells ? 0 : STATE_CELLS) | (s->facts ? 0 : STATE_FACTS) |
			      (s->clobbers ? 0 : STATE_CLOBBERS) |
			      (s->clobbered ? 0 : STATE_CLOBBERED) |
			      (s->escaped ? 0 : STATE_ESCAPED) | (s->seen ? 0 : STATE_SEEN));
}

static void *copy_array(struct frame *fr, const void *src, size_t n, size_t room, size_t size)
{
	char *at = arena_alloc(fr->scratch, (n + room) * size);
	if (n)
		memcpy(at, src, n * size);
	return at;
}

void state_own(struct frame *fr, struct state *s, enum state_array array)
{
	enum { ROOM = 4 };
	if (!(s->shared & array))
		return;
	s->shared &= (uint8_t)~array;
	switch (array) {
	case STATE_CELLS:
		s->cells = copy_array(fr, s->cells, s->cell_count, ROOM, sizeof(*s->cells));
		s->cell_cap = s->cell_count + ROOM;
		break;
	case STATE_FACTS:
		s->facts = copy_array(fr, s->facts, s->fact_count, MAX_FACTS - s->fact_count,
				      sizeof(*s->facts));
		break;
	case STATE_CLOBBERS:
		s->clobbers = copy_array(fr, s->clobbers, s->clobber_count, ROOM,
					 sizeof(*s->clobbers));
		s->clobber_cap = s->clobber_count + ROOM;
		break;
	case STATE_CLOBBERED:
		s->clobbered = copy_array(fr, s->clobbered, s->clobbered_count, ROOM,
					  sizeof(*s->clobbered));
		s->clobbered_cap = s->clobbered_count + ROOM;
		break;
	case STATE_SEEN:
		s->seen = copy_array(fr, s->seen, s->seen_count, MAX_SEEN - s->seen_count,
				     sizeof(*s->seen));
		break;
	default:
		s->escaped = copy_array(fr, s->escaped, s->escaped_words, 0,
					sizeof(*s->escaped));
		break;
	}
}

struct state *state_keep(struct frame *fr, const struct state *s)
{
	struct state *copy = arena_alloc(fr->scratch, sizeof(*copy));
	state_assign(copy, s);
	state_alone(copy);
	copy->shared = (uint8_t)~copy->shared & STATE_ARRAYS;
	for (unsigned array = STATE_CELLS; array < STATE_ARRAYS; array <<= 1)
		state_own(fr, copy, array);
	state_alone(copy);
	return copy;
}

static bool cell_add_value(struct cell *c, path_id v)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (c->values[i] == v)
			return false;
	if (c->unknown)
		return false;
	if (c->count == MAX_VALUES) {
		c->unknown = true;
		c->count = 0;
	} else {
		c->values[c->count++] = v;
	}
	return true;
}

static bool join_cell(struct cell *a, const struct cell *b)
{
	bool changed = false;
	if (b->unknown && !a->unknown) {
		a->unknown = true;
		a->count = 0;
		changed = true;
	}
	if (b->weak && !a->weak)
		a->weak = changed = true;
	if (a->read && !b->read) {
		a->read = false;
		changed = true;
	}
	for (uint32_t i = 0; i < b->count; i++)
		changed |= cell_add_value(a, b->values[i]);
	return changed;
}

/* Cells of a state, one after another: two states mostly have theirs in the same order,
 * so the one after the last that was found is tried first. */
struct search {
	const struct state *s;
	uint64_t present; /* a bit for each address, by hash */
	uint64_t found;	  /* a bit for each cell, by place */
	uint32_t near;
};

static uint64_t address_bit(path_id address)
{
	return (uint64_t)1 << address % 64;
}

static struct search search_cells(const struct state *s)
{
	_Static_assert(MAX_CELLS <= 64, "a bit for each");
	struct search f = {.s = s};
	for (uint32_t i = 0; i < s->cell_count; i++)
		f.present |= address_bit(s->cells[i].address);
	return f;
}

static const struct cell *find_cell(struct search *f, path_id address, uint32_t size)
{
	const struct state *s = f->s;
	uint32_t n = s->cell_count, at = f->near;
	for (uint32_t i = 0; i < n && f->present & address_bit(address); i++, at++) {
		at = at < n ? at : 0;
		if (s->cells[at].address == address && s->cells[at].size == size) {
			f->near = at + 1;
			f->found |= (uint64_t)1 << at;
			return &s->cells[at];
		}
	}
	return NULL;
}

/* A cell known on one side only: on the other it holds its entry value, unless
 * something there may have changed it; or there is none, as its pointer is null:
 * if (out) *out = v. */
static bool join_missing(struct frame *fr, struct cell *c, const struct state *other)
{
	struct cell before = *c;
	if (join_is_nowhere(fr, other, c->address))
		return false;
	bool touched = memory_is_clobbered(fr, other, c->alias);
	for (uint32_t i = 0; i < other->cell_count && !touched; i++)
		touched = !other->cells[i].read &&
			  (other->cells[i].alias == c->alias || c->alias == ALIAS_MIXED ||
			   other->cells[i].alias == ALIAS_MIXED);
	if (touched && !c->unknown) {
		c->unknown = true;
		c->count = 0;
	}
	c->weak = true;
	return before.unknown != c->unknown || before.weak != c->weak;
}

static bool has_id(const uint32_t *set, uint32_t n, uint32_t x)
{
	for (uint32_t i = 0; i < n; i++)
		if (set[i] == x)
			return true;
	return false;
}

static bool join_cells(struct frame *fr, struct state *a, const struct state *b)
{
	bool changed = false;
	uint32_t n = a->cell_count;
	if (n == b->cell_count && (a->cells == b->cells || !n ||
				   memcmp(a->cells, b->cells, n * sizeof(*a->cells)) == 0))
		return false;
	state_own(fr, a, STATE_CELLS);
	struct search theirs = search_cells(b);
	for (uint32_t i = 0; i < n; i++) {
		const struct cell *other = find_cell(&theirs, a->cells[i].address,
						     a->cells[i].size);
		changed |= other ? join_cell(&a->cells[i], other)
				 : join_missing(fr, &a->cells[i], b);
	}
	for (uint32_t i = 0; i < b->cell_count; i++) {
		if (theirs.found >> i & 1)
			continue;
		struct cell c = b->cells[i];
		if (a->cell_count >= MAX_CELLS) {
			changed |= !c.read && !memory_is_clobbered(fr, a, c.alias);
			memory_forget_cell(fr, a, &c);
			continue;
		}
		join_missing(fr, &c, a);
		if (a->cell_count == a->cell_cap) {
			uint32_t cap = a->cell_cap * 2 + 8;
			struct cell *more = ARENA_ARRAY(fr->scratch, struct cell, cap);
			if (a->cell_count)
				memcpy(more, a->cells, a->cell_count * sizeof(c));
			a->cells = more;
			a->cell_cap = cap;
		}
		a->cells[a->cell_count++] = c;
		changed = true;
	}
	return changed;
}

/* The pointers that are null in the one, and in the other null too or not there: they could only be
 * found by one that is null. So 't && *t' is false if *t is null, as far as there is a *t. */
static uint32_t null_if_there(const struct frame *fr, const struct state *a,
			      const struct state *b, struct fact out[MAX_FACTS])
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < a->fact_count + b->fact_count && n < MAX_FACTS; i++) {
		bool ours = i < a->fact_count;
		struct fact f = ours ? a->facts[i] : b->facts[i - a->fact_count];
		if (f.signs == SIGN_ZERO && join_is_vacuous(fr, ours ? b : a, f.path))
			out[n++] = (struct fact){.path = f.path, .signs = SIGN_ZERO,
						 .exact = f.exact, .value = f.value};
	}
	return n;
}

static const struct fact *find_fact(const struct fact *facts, uint32_t n, path_id p)
{
	for (uint32_t i = 0; i < n; i++)
		if (facts[i].path == p)
			return &facts[i];
	return NULL;
}

static bool join_facts(struct frame *fr, struct state *a, const struct state *b)
{
	uint32_t kept = 0;
	bool changed = false;
	if (a->fact_count == b->fact_count &&
	    (a->facts == b->facts || !a->fact_count ||
	     memcmp(a->facts, b->facts, a->fact_count * sizeof(*a->facts)) == 0))
		return false;
	struct fact more[MAX_FACTS];
	uint32_t n = null_if_there(fr, a, b, more);
	state_own(fr, a, STATE_FACTS);
	for (uint32_t i = 0; i < a->fact_count; i++) {
		struct fact f = a->facts[i];
		const struct fact *other = NULL;
		const struct fact *said = find_fact(more, n, f.path);
		if (said) {
			changed |= f.signs != SIGN_ZERO || f.same;
			a->facts[kept++] = *said;
			continue;
		}
		if (i < b->fact_count && b->facts[i].path == f.path)
			other = &b->facts[i];
		for (uint32_t k = 0; k < b->fact_count && !other; k++)
			if (b->facts[k].path == f.path)
				other = &b->facts[k];
		uint8_t signs = other ? f.signs | other->signs : SIGN_ANY;
		bool exact = f.exact && other && other->exact && other->value == f.value;
		path_id same = other && other->same == f.same ? f.same : 0;
		changed |= signs != f.signs || exact != f.exact || same != f.same;
		if (signs == SIGN_ANY && !same)
			continue;
		f.signs = signs;
		f.exact = exact;
		f.same = same;
		a->facts[kept++] = f;
	}
	for (uint32_t i = 0; i < n && kept < MAX_FACTS; i++) {
		if (find_fact(a->facts, kept, more[i].path))
			continue;
		if (!a->facts)
			a->facts = ARENA_ARRAY(fr->scratch, struct fact, MAX_FACTS);
		a->facts[kept++] = more[i];
		changed = true;
	}
	a->fact_count = kept;
	return changed;
}

static bool join_clobbers(struct frame *fr, struct state *a, const struct state *b)
{
	bool changed = b->clobbered_all && !a->clobbered_all;
	a->clobbered_all |= b->clobbered_all;
	if (a->clobbered_all)
		return changed; /* nothing more to forget */
	for (uint32_t i = 0; a->clobbers != b->clobbers && i < b->clobber_count; i++)
		changed |= memory_clobber_component(fr, a, b->clobbers[i]);
	if (a->clobbered != b->clobbered)
		changed |= memory_clobber_cells(fr, a, b->clobbered, b->clobbered_count);
	return changed;
}

static bool join_escaped(struct frame *fr, struct state *a, const struct state *b)
{
	bool changed = false;
	if (a->escaped == b->escaped && a->escaped_words == b->escaped_words)
		return false;
	state_own(fr, a, STATE_ESCAPED);
	if (a->escaped_words < b->escaped_words) {
		uint64_t *more = ARENA_ARRAY(fr->scratch, uint64_t, b->escaped_words);
		if (a->escaped_words)
			memcpy(more, a->escaped, a->escaped_words * sizeof(*more));
		a->escaped = more;
		a->escaped_words = b->escaped_words;
	}
	for (uint32_t i = 0; i < b->escaped_words; i++) {
		changed |= (b->escaped[i] & ~a->escaped[i]) != 0;
		a->escaped[i] |= b->escaped[i];
	}
	return changed;
}

static struct phase phase_of(const struct state *s, path_id barrier)
{
	for (uint32_t i = 0; i < s->phase_count; i++)
		if (s->phases[i].barrier == barrier)
			return s->phases[i];
	return (struct phase){.barrier = barrier};
}

/* Counts that differ at a join become 'any number above the smaller', in steps: a
 * loop that waits twice a round has waited an even number of times. */
static bool join_phases(struct state *a, const struct state *b)
{
	bool changed = false;
	for (uint32_t i = 0; i < b->phase_count; i++) {
		struct phase mine = phase_of(a, b->phases[i].barrier);
		if (!mine.most && b->phases[i].most && a->phase_count < MAX_PHASES)
			a->phases[a->phase_count++] = mine;
	}
	for (uint32_t i = 0; i < a->phase_count; i++) {
		struct phase *x = &a->phases[i], y = phase_of(b, x->barrier);
		uint32_t least = x->least < y.least ? x->least : y.least;
		uint32_t most = x->most == y.most ? x->most : UINT32_MAX;
		uint32_t every = phase_step_joined(x, &y);
		changed |= least != x->least || most != x->most || every != phase_step(x);
		x->every = every;
		x->least = least;
		x->most = most;
	}
	return changed;
}

static bool is_absent(const struct state *s, struct absent x)
{
	for (uint32_t i = 0; i < s->absent_count; i++)
		if (s->absent[i].inst == x.inst && s->absent[i].index == x.index)
			return true;
	return false;
}

/* Not there in both; where none of the call's threads is there, that one is not either. */
static bool join_absent(const struct frame *fr, struct state *a, const struct state *b)
{
	uint8_t kept = 0, had = a->absent_count;
	struct absent more[MAX_ABSENT];
	uint32_t n = 0;
	for (uint32_t i = 0; i < b->absent_count; i++)
		if (!is_absent(a, b->absent[i]) &&
		    !counter_has_threads(fr, a->running, b->absent[i].inst))
			more[n++] = b->absent[i];
	for (uint32_t i = 0; i < had; i++)
		if (is_absent(b, a->absent[i]) ||
		    !counter_has_threads(fr, b->running, a->absent[i].inst))
			a->absent[kept++] = a->absent[i];
	bool changed = kept != had || (n && kept < MAX_ABSENT);
	for (uint32_t i = 0; i < n && kept < MAX_ABSENT; i++)
		a->absent[kept++] = more[i];
	a->absent_count = kept;
	return changed;
}

void state_absent(struct frame *fr, struct state *s, uint32_t inst, path_id index)
{
	struct absent x = {inst, index};
	frame_mention(fr, index);
	if (!is_absent(s, x) && s->absent_count < MAX_ABSENT)
		s->absent[s->absent_count++] = x;
}

void state_present(struct state *s, uint32_t inst)
{
	uint8_t kept = 0;
	for (uint32_t i = 0; i < s->absent_count; i++)
		if (s->absent[i].inst != inst)
			s->absent[kept++] = s->absent[i];
	s->absent_count = kept;
}

/* Joined by both, or by one, and the other knows that there is nobody to join. */
static bool join_joined(struct frame *fr, struct state *a, const struct state *b)
{
	path_id both[MAX_JOINED];
	uint8_t n = 0;
	for (uint32_t i = 0; i < a->joined_count + (uint32_t)b->joined_count; i++) {
		bool ours = i < a->joined_count;
		path_id joined = ours ? a->joined[i] : b->joined[i - a->joined_count];
		path_id said = join_said(fr, ours ? b : a, joined);
		if (said && n < MAX_JOINED && !has_id(both, n, said))
			both[n++] = said;
	}
	bool changed = n != a->joined_count;
	for (uint8_t i = 0; i < n; i++) {
		changed |= i < a->joined_count && a->joined[i] != both[i];
		a->joined[i] = both[i];
	}
	a->joined_count = n;
	return changed;
}

static bool join_signals(struct state *a, const struct state *b)
{
	struct signal_mask mask = a->mask, saved = a->saved;
	uint64_t replaced = a->replaced;
	uint32_t at = a->saved_at;
	a->mask = mask_join(a->mask, b->mask);
	a->saved = mask_join(a->saved, b->saved);
	a->saved_at = at == b->saved_at ? at : 0;
	a->replaced &= b->replaced;
	return replaced != a->replaced || !mask_equal(mask, a->mask) || at != a->saved_at ||
	       (at && !mask_equal(saved, a->saved));
}

static bool join_order(struct frame *fr, struct state *a, const struct state *b)
{
	bool changed = join_absent(fr, a, b);
	changed |= ((b->running & ~a->running) | (b->multiple & ~a->multiple) |
			(b->started & ~a->started) | (b->lost & ~a->lost)) != 0;
	a->running |= b->running;
	a->started |= b->started;
	a->multiple |= b->multiple;
	a->lost |= b->lost;
	changed |= ((b->escaped_formals.direct & ~a->escaped_formals.direct) |
		    (b->escaped_formals.behind & ~a->escaped_formals.behind)) != 0;
	formals_add(&a->escaped_formals, &b->escaped_formals);
	changed |= (b->put_formals & ~a->put_formals) != 0;
	a->put_formals |= b->put_formals;
	changed |= a->alone && !b->alone;
	a->alone &= b->alone;
	changed |= join_signals(a, b);
	if (a->published != b->published) {
		changed |= a->published != 0;
		a->published = 0;
	}
	changed |= join_joined(fr, a, b);
	return changed | join_phases(a, b);
}

static bool join_locks(struct frame *fr, struct state *into, const struct state *s)
{
	struct lockset locks;
	if (!into->locks.owned_count && !s->locks.owned_count)
		return dropped_join(fr, &into->locks, &s->locks);
	uint8_t before = into->locks.owned_count;
	lockset_copy(&locks, &s->locks);
	taken_agree(fr, into, s, &locks);
	bool added = into->locks.owned_count != before;
	return dropped_join(fr, &into->locks, &locks) || added;
}

bool state_join(struct frame *fr, struct state *into, const struct state *s)
{
	bool changed = join_locks(fr, into, s);
	changed |= join_cells(fr, into, s);
	changed |= join_order(fr, into, s); /* asks for facts */
	changed |= join_facts(fr, into, s);
	changed |= join_clobbers(fr, into, s);
	changed |= join_escaped(fr, into, s);
	changed |= stale_join(fr, into, s);
	return changed;
}

static bool same_held(const struct state *a, const struct state *b)
{
	const struct lockset *x = &a->locks, *y = &b->locks;
	if (x->held_count != y->held_count)
		return false;
	for (uint32_t i = 0; i < x->held_count; i++)
		if (x->held[i].lock != y->held[i].lock ||
		    x->held[i].mode != y->held[i].mode ||
		    x->held[i].kind != y->held[i].kind ||
		    x->held[i].depth != y->held[i].depth)
			return false;
	return true;
}

bool state_same_locks(const struct state *a, const struct state *b)
{
	const struct lockset *x = &a->locks, *y = &b->locks;
	return x->dropped_count == y->dropped_count && x->dropped_any == y->dropped_any &&
	       same_held(a, b) &&
	       memcmp(x->dropped, y->dropped, x->dropped_count * sizeof(path_id)) == 0;
}

bool state_similar_locks(const struct frame *fr, const struct state *a, const struct state *b)
{
	return same_held(a, b) && dropped_same(&fr->paths, &a->locks, &b->locks);
}

static bool join_all(struct frame *fr, struct state_list *l, const struct state *s)
{
	bool changed = l->n > 1;
	for (uint32_t i = 1; i < l->n; i++)
		state_join(fr, l->at[0], l->at[i]);
	l->n = 1;
	if (fr->recording)
		fr->out->limits[LIMIT_STATES]++;
	return state_join(fr, l->at[0], s) | changed;
}

/* Whatever locks a joined state had, it now covers s too. */
static bool covered(const struct state_list *l, const struct state *s)
{
	return l->n == 1 && l->cap == UINT32_MAX && s;
}

bool state_has_joined(const struct state *a, const struct state *b)
{
	for (uint32_t i = 0; i < b->joined_count; i++)
		if (!join_is_noted(a, b->joined[i]))
			return false;
	return true;
}

/* Has a joined every thread that b has, as far as there is one? */
static bool has_or_need_not(struct frame *fr, const struct state *a, const struct state *b)
{
	for (uint32_t i = 0; i < b->joined_count; i++)
		if (!join_is_noted(a, b->joined[i]) && !handle_is_null(fr, a, b->joined[i]))
			return false;
	return true;
}

/* Told apart as far as there is room: did pthread_create succeed, also in this round
 * of a loop? Was there a thread to join, has an exchange published something? */
static bool same_threads(struct frame *fr, const struct state *a, const struct state *b)
{
	return a->running == b->running && a->alone == b->alone &&
	       a->absent_count == b->absent_count && a->published == b->published &&
	       has_or_need_not(fr, a, b) && has_or_need_not(fr, b, a);
}

/* Need not be told apart. */
static bool are_alike(struct frame *fr, const struct state *a, const struct state *b)
{
	return (state_same_locks(a, b) && same_threads(fr, a, b)) || state_is_covered(fr, a, b) ||
	       state_is_covered(fr, b, a);
}

/* Joins s to the i-th, which may have become like another by that. */
static bool join_one(struct frame *fr, struct state_list *l, uint32_t i, struct state *s)
{
	bool changed = state_join(fr, l->at[i], s);
	for (uint32_t k = 0; k < l->n && changed; k++) {
		if (k == i || !are_alike(fr, l->at[i], l->at[k]))
			continue;
		uint32_t low = i < k ? i : k, high = i < k ? k : i;
		state_join(fr, l->at[low], l->at[high]);
		memmove(&l->at[high], &l->at[high + 1], (--l->n - high) * sizeof(*l->at));
		i = low;
		k = UINT32_MAX; /* from the first again */
	}
	return changed;
}

bool state_list_add(struct frame *fr, struct state_list *l, struct state *s)
{
	if (covered(l, s))
		return state_join(fr, l->at[0], s);
	for (uint32_t i = 0; i < l->n; i++)
		if (state_same_locks(l->at[i], s) && same_threads(fr, l->at[i], s))
			return join_one(fr, l, i, s);
	for (uint32_t i = 0; i < l->n; i++)
		if ((l->n == MAX_STATES && state_similar_locks(fr, l->at[i], s)) ||
		    state_is_covered(fr, s, l->at[i]) || state_is_covered(fr, l->at[i], s))
			return join_one(fr, l, i, s);
	for (uint32_t i = 0; i < l->n; i++) {
		if (!same_threads(fr, l->at[i], s) || !null_lock_agree(fr, l->at[i], s))
			continue;
		state_join(fr, l->at[i], s);
		return true;
	}
	if (!l->at)
		l->at = ARENA_ARRAY(fr->scratch, struct state *, MAX_STATES);
	if (l->n == MAX_STATES) {
		l->cap = UINT32_MAX; /* from now on one state, or it would not end */
		return join_all(fr, l, s);
	}
	l->at[l->n++] = l->lasting ? state_keep(fr, s) : s;
	return true;
}

void state_list_halve(struct frame *fr, struct state_list *l)
{
	uint32_t most = MAX_STATES / 2;
	for (uint32_t i = 0; i < l->n && l->n > most; i++) {
		for (uint32_t k = i + 1; k < l->n && l->n > most;) {
			if (!state_same_locks(l->at[i], l->at[k])) {
				k++;
				continue;
			}
			struct state *both = state_copy(fr, l->at[i]);
			state_join(fr, both, l->at[k]);
			l->at[i] = both;
			l->at[k] = l->at[--l->n];
		}
	}
}
