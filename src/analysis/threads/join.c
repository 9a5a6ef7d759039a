/* SPDX-License-Identifier: MIT */
/*
 * Joins: which of the threads that were started here has certainly ended. A thread is
 * known by the id that its creation returned or by the memory where the id was stored,
 * one element of an array for each round of a counting loop; a loop that joins all of
 * them does so when it is left.
 */
#include "analysis/threads/join.h"

#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/result/range.h"

path_id join_id_name(struct frame *fr, uint32_t inst, path_id id)
{
	const struct ir_inst *call = ir_inst_at(fr->p, fr->fn, inst);
	for (uint32_t i = 0; i < call->arg_count; i++) {
		ir_val v = fr->p->operands.at[call->args + i];
		while (ir_val_tag(v) == VAL_INST) {
			const struct ir_inst *d = ir_inst_at(fr->p, fr->fn, ir_val_index(v));
			if (d->op == OP_CAST)
				v = d->a;
			else if (d->op == OP_LOAD && frame_value(fr, v) == id)
				return path_load(&fr->paths, frame_value(fr, d->a));
			else
				break;
		}
	}
	return id;
}

bool join_is_noted(const struct state *s, path_id id)
{
	for (uint32_t i = 0; i < s->joined_count; i++)
		if (s->joined[i] == id)
			return true;
	return false;
}

/* The thread with that id has been joined here, whichever it is. */
void join_note(struct state *s, path_id id)
{
	if (!join_is_noted(s, id) && s->joined_count < MAX_JOINED)
		s->joined[s->joined_count++] = id;
}

/* None of the fork's threads runs any more. */
static void end_fork(struct state *s, uint32_t number)
{
	s->running &= ~((uint64_t)1 << number);
	s->multiple &= ~((uint64_t)1 << number);
}

/* The first and the last value of a RANGE that is all the numbers in between. */
static bool range_ends(const struct frame *fr, path_id p, int64_t *first, int64_t *last)
{
	const struct path *x = path_at(&fr->paths, p);
	const struct path *a = path_at(&fr->paths, x->a), *b = path_at(&fr->paths, x->b);
	if (x->kind != PATH_RANGE || a->kind != PATH_INT || b->kind != PATH_INT || x->imm != 1)
		return false;
	*first = a->imm;
	*last = b->imm - 1;
	return true;
}

/* Does the pattern, in which a RANGE stands for each of its values, cover p: the
 * same with a narrower RANGE, or with a constant index in it? */
static bool range_covers(const struct frame *fr, path_id pattern, path_id p)
{
	const struct paths *t = &fr->paths;
	int64_t first, last, from, to, gap = 0;
	if (!pattern || !(path_at(t, pattern)->flags & PATHF_RANGE))
		return false;
	while (pattern && p && path_at(t, pattern)->flags & PATHF_RANGE) {
		const struct path *x = path_at(t, pattern), *y = path_at(t, p);
		if (pattern == p)
			return gap == 0;
		if (x->kind == PATH_INDEX && path_at(t, x->b)->kind == PATH_RANGE) {
			if (y->kind == PATH_INDEX && y->imm == x->imm && y->a == x->a && y->b)
				return gap == 0 && range_ends(fr, x->b, &first, &last) &&
				       range_ends(fr, y->b, &from, &to) && first <= from &&
				       to <= last;
			path_id base;
			int64_t at = path_split_offset(t, p, &base) + gap;
			at -= path_split_offset(t, x->a, &pattern);
			return base == pattern && x->imm > 0 && at % x->imm == 0 &&
			       range_ends(fr, x->b, &first, &last) &&
			       at / x->imm >= first && at / x->imm <= last;
		}
		if (x->kind == PATH_OFFSET) {
			gap -= x->imm;
			pattern = x->a;
			if (y->kind == PATH_OFFSET) {
				gap += y->imm;
				p = y->a;
			}
		} else if (x->kind == y->kind && x->kind == PATH_LOAD && gap == 0) {
			pattern = x->a;
			p = y->a;
		} else {
			return false;
		}
	}
	return pattern && pattern == p && gap == 0;
}

static uint32_t created_in(const struct frame *fr, const struct fork *f)
{
	return frame_block_of(fr, f->via ? f->via - 1 : f->inst);
}

/* Is the thread's id in the cell (or one of the cells) of that name? */
static bool is_stored_in(struct frame *fr, const struct state *s, uint32_t i, path_id id)
{
	const struct fork *f = &fr->forks.at[i];
	path_id cell = f->id_address ? path_load(&fr->paths, f->id_address) : 0;
	if (s->lost >> i & 1)
		return false;
	return (handle_is_same(fr, cell, id) && !(s->multiple >> i & 1)) ||
	       range_covers(fr, id, cell) ||
	       join_is_counted(fr, id, cell, created_in(fr, f));
}

bool join_is_nameless(const struct fork *f)
{
	return f->flags & FORKF_CALLEE && !f->id && !f->id_address;
}

uint32_t join_fork_count(const struct frame *fr)
{
	return fr->forks.n < MAX_FORKS ? fr->forks.n : MAX_FORKS - 1;
}

/* Memory that this call has made: other calls of the function have their own. */
static bool is_of_this_call(const struct frame *fr, path_id at)
{
	const struct path *x = path_at(&fr->paths, at), *root = path_at(&fr->paths, x->root);
	return !x->loads && root->a == fr->func &&
	       (root->kind == PATH_LOCAL || root->kind == PATH_HEAP);
}

/* Ids that functions below store we do not know where: over others that are in memory which
 * they write. */
static void lose_ids_below(struct frame *fr, struct state *s, func_id below)
{
	uint32_t component = fr->in->callgraph->component[below];
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		path_id at = fr->forks.at[i].id_address;
		cell_id cell = at ? frame_alias(fr, at) : 0;
		if (s->running >> i & 1 && at && !is_of_this_call(fr, at) &&
		    (!cell || cell == ALIAS_MIXED ||
		     memory_is_modified_by(fr, component, cell)))
			s->lost |= (uint64_t)1 << i;
	}
}

/* May one round of the loop come from the one block to the other? */
static bool is_same_round(struct frame *fr, uint32_t loop, uint32_t from, uint32_t to)
{
	uint32_t n = 0, header = fr->loops.at[loop].header;
	uint32_t *stack = arena_alloc(fr->scratch, (fr->fn->block_count + 1) * sizeof(*stack));
	bool *seen = arena_zalloc(fr->scratch, fr->fn->block_count + 1);
	for (stack[n++] = to; n > 0;) {
		uint32_t b = stack[--n];
		if (b == from)
			return true;
		for (uint32_t k = fr->pred_at[b]; b != header && k < fr->pred_at[b + 1]; k++) {
			if (seen[fr->preds[k]])
				continue;
			seen[fr->preds[k]] = true;
			stack[n++] = fr->preds[k];
		}
	}
	return false;
}

/* for (...) if (large) create(&ids[i], &attr, ...); else create(&ids[i], NULL, ...): each round
 * does one of the two, and the next has another element. */
static bool are_of_other_rounds(struct frame *fr, uint32_t a, uint32_t b)
{
	const struct fork *x = &fr->forks.at[a], *y = &fr->forks.at[b];
	if (x->via || y->via || x->id_address != y->id_address)
		return false;
	uint32_t from = frame_block_of(fr, x->inst), to = frame_block_of(fr, y->inst);
	uint32_t loop = fr->loop_of[from];
	return loop != NO_LOOP && loop == fr->loop_of[to] && range_goes_on(fr, a, 0) &&
	       range_goes_on(fr, b, 0) &&
	       !is_same_round(fr, loop, from, to) && !is_same_round(fr, loop, to, from);
}

static void lose_id(struct frame *fr, struct state *s, uint32_t number)
{
	s->lost |= summary_fork_bit(number);
	fr->forks.at[number].flags |= FORKF_ID_LOST;
}

/* Ids of others that were stored where this fork stores its own. */
static void lose_other_ids(struct frame *fr, struct state *s, uint32_t number)
{
	const struct fork *f = &fr->forks.at[number];
	path_id at = f->id_address;
	if (f->flags & FORKF_REST)
		lose_ids_below(fr, s, f->callee);
	for (uint32_t i = 0; i < join_fork_count(fr) && at; i++) {
		const struct fork *y = &fr->forks.at[i];
		path_id other = y->id_address;
		bool together = f->id && f->id == y->id && f->via == y->via;
		if (i != number && !together && s->running >> i & 1 && other &&
		    (handle_is_same(fr, other, at) || range_covers(fr, at, other) ||
		     range_covers(fr, other, at) ||
		     join_may_be_over(fr, at, other, created_in(fr, y))) &&
		    !are_of_other_rounds(fr, number, i))
			lose_id(fr, s, i);
	}
}

/* ---- pointers to the memory with the id ---- */

/* Is the memory with the id there if the thread runs, by the name that it has? */
static bool is_there(const struct fork *f)
{
	return !f->via || f->id_sure;
}

/* Is it the same memory as long as the function runs? All that calls of one function have made has
 * one name. */
static bool is_named_once(const struct frame *fr, path_id p, uint32_t fork)
{
	path_id root = path_at(&fr->paths, p)->root;
	const struct path *x = path_at(&fr->paths, root);
	if (x->kind != PATH_HEAP || x->a == fr->func)
		return (x->kind == PATH_HEAP || x->kind == PATH_VALUE) && x->a == fr->func &&
		       !(x->b & VALUE_PARAM) && !frame_in_loop(fr, x->b);
	for (uint32_t i = 0; i < join_fork_count(fr); i++)
		if (i != fork && path_at(&fr->paths, fr->forks.at[i].id_address)->root == root)
			return false;
	const struct fork *f = &fr->forks.at[fork];
	return !frame_in_loop(fr, f->via ? f->via - 1 : f->inst);
}

static bool is_found_by(struct frame *fr, const struct state *s, const struct fork *f,
			path_id pointer)
{
	for (path_id p = f->id_address; path_is_step(path_at(&fr->paths, p));) {
		const struct path x = *path_at(&fr->paths, p);
		if (x.kind != PATH_OFFSET && x.kind != PATH_LOAD)
			return false;
		p = x.a;
		if (handle_is_same(fr, p, pointer) ||
		    (x.kind == PATH_LOAD && handle_is_in(fr, s, x.a, pointer)) ||
		    (x.kind == PATH_LOAD && frame_loaded_from(fr, pointer) == x.a &&
		     handle_is_kept_in(fr, x.a)))
			return true;
	}
	return handle_is_same(fr, f->id_address, pointer);
}

void join_nobody(struct frame *fr, struct state *s, path_id pointer)
{
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		uint64_t bit = (uint64_t)1 << i;
		if (s->running & bit & ~(s->multiple | s->lost) && is_there(&fr->forks.at[i]) &&
		    is_named_once(fr, pointer, i) &&
		    is_found_by(fr, s, &fr->forks.at[i], pointer))
			end_fork(s, i);
	}
}

/* What an id is stored in is there. */
static void note_not_null(struct frame *fr, struct state *s, path_id id_address)
{
	path_id base = 0;
	if (id_address && !(path_at(&fr->paths, id_address)->flags & PATHF_RANGE))
		path_split_offset(&fr->paths, id_address, &base);
	if (base)
		facts_add(fr, s, (struct fact){.path = base,
					       .signs = SIGN_NEGATIVE | SIGN_POSITIVE});
}

void join_started(struct frame *fr, struct state *s, uint32_t number, uint32_t inner)
{
	const struct fork *f = &fr->forks.at[number];
	uint64_t bit = summary_fork_bit(number);
	bool member = f->flags & FORKF_MEMBER;
	if ((!f->id_address && !member) || f->flags & FORKF_ID_PUT)
		s->lost |= bit; /* until it is put there */
	else if (!(s->running & bit))
		s->lost &= ~bit;
	else if (path_at(&fr->paths, f->id_address)->flags & PATHF_RANGE &&
		 !range_goes_on(fr, number, inner))
		s->lost |= bit;
	s->started |= bit;
	if (!f->via)
		note_not_null(fr, s, f->id_address);
	if (!member)
		lose_other_ids(fr, s, number);
}

/* Has each thread that is created here, and that others may be created after, its id put there?
 * In a loop: no round goes from the creation to the next without the store. */
static bool is_put_each_time(const struct frame *fr, uint32_t create, uint32_t store)
{
	uint32_t from = frame_block_of(fr, create), to = frame_block_of(fr, store);
	uint32_t loop = fr->loop_of[from];
	if (loop != fr->loop_of[to])
		return false;
	if (from == to)
		return create < store;
	return flow_dominates(fr, from, to) &&
	       (loop == NO_LOOP || flow_in_every_round(fr, loop, to));
}

void join_put(struct frame *fr, struct state *s, uint32_t store, path_id address, path_id v)
{
	if (!address || !v || path_at(&fr->paths, v)->kind != PATH_VALUE)
		return;
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		struct fork *f = &fr->forks.at[i];
		uint64_t bit = (uint64_t)1 << i;
		path_id at = range_around(fr, address, store);
		if (f->id != v || !(s->running & bit) ||
		    (f->id_address && (f->id_address != at || !(f->flags & FORKF_ID_PUT))) ||
		    !is_put_each_time(fr, f->via ? f->via - 1 : f->inst, store))
			continue;
		f->id_address = at;
		f->flags |= FORKF_ID_PUT;
		if (!(s->multiple & bit) || range_goes_on(fr, i, 0))
			s->lost &= ~bit;
		lose_other_ids(fr, s, i);
	}
}

/* Are the bytes from there on, size 0: all, those of the id? */
static bool is_over_id(struct frame *fr, path_id id_address, path_id address, uint64_t size)
{
	enum { ID_SIZE = 8 };
	path_id base, other;
	int64_t id = path_split_offset(&fr->paths, id_address, &base);
	int64_t at = path_split_offset(&fr->paths, address, &other);
	if (handle_is_same(fr, base, other))
		return id + ID_SIZE > at && (!size || id < at + (int64_t)size);
	return range_covers(fr, id_address, address);
}

/* A number is no id of another thread. */
void join_overwritten(struct frame *fr, struct state *s, path_id address, uint64_t size, path_id v)
{
	if (!s->running || !address || path_at(&fr->paths, v)->kind == PATH_INT)
		return;
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		const struct fork *f = &fr->forks.at[i];
		if (!(s->running & ~s->lost & summary_fork_bit(i)) || !f->id_address ||
		    (v && ((v == f->id && !(f->flags & FORKF_MEMBER)) ||
			   v == path_load(&fr->paths, f->id_address))))
			continue;
		if (is_over_id(fr, f->id_address, address, size))
			lose_id(fr, s, i);
	}
}

void join_filled(struct frame *fr, struct state *s, path_id address, uint64_t size)
{
	for (uint32_t i = 0; i < join_fork_count(fr) && address; i++) {
		path_id at = fr->forks.at[i].id_address;
		if (s->running & ~s->lost & summary_fork_bit(i) && at &&
		    (size || handle_is_same(fr, at, address)) &&
		    is_over_id(fr, at, address, size))
			lose_id(fr, s, i);
	}
}

/* Is the id what is still in the cell where it was found? Who loads it from there again finds the
 * same. What was there when the function was entered may be there on ways without the thread. */
static bool is_found_again(struct frame *fr, struct state *s, const struct fork *f, path_id leaf)
{
	struct loaded l;
	if (f->id != leaf || !f->id_address ||
	    path_at(&fr->paths, f->id_address)->flags & PATHF_RANGE ||
	    path_mentions(&fr->paths, f->id_address, leaf))
		return false;
	memory_load(fr, s, f->id_address, sizeof(void *), &l);
	bool same = !l.unknown && l.count;
	for (uint32_t i = 0; i < l.count; i++)
		same &= l.values[i] == leaf ||
			l.values[i] == path_load(&fr->paths, f->id_address);
	return same;
}

void join_renamed(struct frame *fr, struct state *s, path_id leaf)
{
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		const struct fork *f = &fr->forks.at[i];
		if (s->running >> i & 1 && f->flags & FORKF_MEMBER &&
		    path_mentions(&fr->paths, f->id, leaf) && !is_found_again(fr, s, f, leaf))
			lose_id(fr, s, i);
	}
}

void join_running(const struct frame *fr, struct state *s, uint32_t number, bool many)
{
	uint64_t bit = summary_fork_bit(number);
	if ((s->running & bit || many) && !(fr->forks.at[number].flags & FORKF_MEMBER))
		s->multiple |= bit;
	s->running |= bit;
}

/* Joins every running fork that is certainly named by this id. */
static void join_named(struct frame *fr, struct state *s, path_id id)
{
	bool found = false;
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		bool member = fr->forks.at[i].flags & FORKF_MEMBER;
		bool one = !((s->multiple | (member ? s->lost : 0)) >> i & 1);
		if ((fr->forks.at[i].id == id && one) || is_stored_in(fr, s, i, id)) {
			end_fork(s, i);
			found = true;
		}
	}
	if (!found)
		join_note(s, id);
}

/* The loop was left before it was known that it joins: as if it had not been. */
static void leave_loop_again(struct frame *fr, const struct loop *l)
{
	uint32_t to = l->exit_to, preds = fr->pred_at[to + 1] - fr->pred_at[to];
	if (fr->recording || fr->visits[to] || preds != 1)
		return;
	fr->in_states[to] = (struct state_list){0};
	fr->pending[to] = false;
	fr->pending[l->header] = true;
}

static void add_loop_join(struct frame *fr, uint32_t loop, path_id id, struct condition when)
{
	for (uint32_t i = 0; i < fr->loop_joins.n; i++)
		if (fr->loop_joins.at[i].loop == loop && fr->loop_joins.at[i].id == id)
			return;
	vec_push(&fr->loop_joins, ((struct loop_join){loop, id, when}));
	leave_loop_again(fr, &fr->loops.at[loop]);
}

/* Does each round of the loop around it go through the whole of the inner one? */
static bool is_whole_in_every_round(const struct frame *fr, uint32_t inner, uint32_t loop)
{
	uint32_t to = fr->loops.at[inner].exit_to;
	return fr->loops.at[loop].bound && fr->loops.at[loop].exit_from != UINT32_MAX &&
	       fr->pred_at[to + 1] - fr->pred_at[to] == 1 && flow_in_every_round(fr, loop, to);
}

/* The index inside the name of an id's cell. */
static path_id index_of(const struct frame *fr, path_id cell)
{
	for (; cell && path_at(&fr->paths, cell)->kind >= PATH_OFFSET;
	     cell = path_at(&fr->paths, cell)->a)
		if (path_at(&fr->paths, cell)->kind == PATH_INDEX)
			return path_at(&fr->paths, cell)->b;
	return 0;
}

/* All the cells that the loop comes by when it goes down, from a[first] to a[last]. What stands in
 * front of a[i] is a part of a[i - 1]. */
static path_id range_of_fall(struct frame *fr, path_id cell, uint32_t loop, bool likely)
{
	const struct loop *l = &fr->loops.at[loop];
	struct paths *t = &fr->paths;
	path_id at, number = 0;
	path_id first = l->falling ? frame_value(fr, l->falls_from) : 0;
	if (first && l->falls_there)
		first = path_load(t, first);
	if (!first || (l->falls_likely && !likely) || path_at(t, cell)->kind != PATH_LOAD)
		return cell;
	int64_t bytes = path_split_offset(t, path_at(t, cell)->a, &at);
	const struct path x = *path_at(t, at);
	if (x.kind != PATH_INDEX)
		return cell;
	int64_t more = path_split_offset(t, x.b, &number);
	if (number != frame_value_leaf(fr, l->falling - 1))
		return cell;
	if (bytes < 0 && bytes >= -x.imm) {
		bytes += x.imm;
		more--;
	}
	path_id all = path_range(t, path_int(t, l->falls_to + more),
				 path_offset(t, first, more + 1), 1);
	return path_load(t, path_offset(t, path_index(t, x.a, all, (uint64_t)x.imm), bytes));
}

static void note_loop_join(struct frame *fr, uint32_t inst, path_id cell)
{
	uint32_t block = frame_block_of(fr, inst), loop = fr->loop_of[block];
	path_id all = fr->loops.at[loop].bound ? range_of_loop(fr, cell, loop)
					       : range_of_fall(fr, cell, loop, false);
	path_id more;
	struct condition when = {0, false};
	if (all == cell ||
	    fr->loops.at[loop].exit_from == UINT32_MAX ||
	    (!flow_in_every_round(fr, loop, block) && !rounds_condition(fr, inst, loop, &when)))
		return;
	add_loop_join(fr, loop, all, when);
	for (uint32_t inner = loop; !when.test; inner = loop, all = more) {
		loop = fr->loops.at[inner].parent;
		more = range_of_loop(fr, all, loop);
		if (more == all || !is_whole_in_every_round(fr, inner, loop))
			return;
		add_loop_join(fr, loop, more, when);
	}
}

/* The path with 'index' where it has a RANGE; 0 when it has none. */
static path_id at_index(struct frame *fr, path_id p, path_id index)
{
	const struct path x = *path_at(&fr->paths, p);
	if (!p || !(x.flags & PATHF_RANGE))
		return 0;
	if (x.kind == PATH_RANGE)
		return index;
	if (x.kind == PATH_OFFSET)
		return path_offset(&fr->paths, at_index(fr, x.a, index), x.imm);
	if (x.kind == PATH_LOAD)
		return path_load(&fr->paths, at_index(fr, x.a, index));
	if (x.kind == PATH_INDEX && x.b && path_at(&fr->paths, x.b)->flags & PATHF_RANGE)
		return path_index(&fr->paths, x.a, at_index(fr, x.b, index),
				  (uint64_t)x.imm);
	if (x.kind == PATH_INDEX)
		return path_index(&fr->paths, at_index(fr, x.a, index), x.b,
				  (uint64_t)x.imm);
	return 0;
}

/* One of the threads of a loop is joined: that one is gone. */
static void note_absent(struct frame *fr, struct state *s, path_id cell)
{
	path_id index = index_of(fr, cell);
	for (uint32_t i = 0; i < fr->forks.n && index; i++) {
		const struct fork *f = &fr->forks.at[i];
		path_id one = f->id_address ? at_index(fr, f->id_address, index) : 0;
		if (one && path_load(&fr->paths, one) == cell)
			state_absent(fr, s, f->via ? f->via - 1 : f->inst, index);
	}
}

/* Has a thread been started here whose id is in that cell? Then it is not the one of before. */
static bool is_overwritten(struct frame *fr, const struct state *s, path_id cell)
{
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		path_id at = fr->forks.at[i].id_address;
		if (s->started >> i & 1 && at &&
		    handle_is_same(fr, path_load(&fr->paths, at), cell))
			return true;
	}
	return false;
}

static void note_cell(struct frame *fr, path_id cell)
{
	for (uint32_t i = 0; i < fr->joined_cells.n; i++)
		if (fr->joined_cells.at[i] == cell)
			return;
	if (fr->joined_cells.n < MAX_JOINED && path_at(&fr->paths, cell)->kind == PATH_LOAD)
		vec_push(&fr->joined_cells, cell);
}

/* Where the ids are that the loops around the join come by. */
static path_id ids_around(struct frame *fr, uint32_t inst, path_id cell)
{
	uint32_t loop = fr->loop_of[frame_block_of(fr, inst)];
	path_id one = path_at(&fr->paths, cell)->a, all = range_around(fr, one, inst);
	if (all != one || loop == NO_LOOP)
		return all;
	return path_at(&fr->paths, range_of_fall(fr, cell, loop, true))->a;
}

/* The cell, if on this way the pointer to it is known to be another one. */
static path_id known_cell(struct frame *fr, const struct state *s, path_id cell)
{
	for (uint32_t i = 0; i < s->fact_count; i++) {
		const struct fact *f = &s->facts[i];
		if (f->same && f->path != cell && path_mentions(&fr->paths, cell, f->path))
			cell = path_substitute(&fr->paths, cell, f->path, f->same);
	}
	return cell;
}

void join_thread(struct frame *fr, struct state *s, uint32_t inst, path_id id,
		 path_id cell)
{
	if (!id)
		return;
	path_id same = facts_of(fr, s, id).same;
	bool loop = frame_in_loop(fr, inst);
	cell = cell ? cell : join_id_name(fr, inst, id);
	if (fr->recording && path_at(&fr->paths, cell)->kind == PATH_LOAD) {
		path_id all = ids_around(fr, inst, cell);
		export_sync(fr, (struct sync){.kind = SYNC_JOIN, .func = fr->func, .inst = inst,
					      .object = all});
	}
	note_absent(fr, s, cell);
	bool loaded = path_at(&fr->paths, id)->kind == PATH_LOAD;
	path_id handle = handle_name(fr, s, inst, loaded ? id : cell);
	if (handle && handle != id && handle != cell)
		join_named(fr, s, handle);
	if (same)
		id = same;
	bool ranges = (path_at(&fr->paths, id)->flags | path_at(&fr->paths, cell)->flags) &
		      PATHF_RANGE;
	join_named(fr, s, id);
	if (cell != id && (ranges || !loop))
		join_named(fr, s, cell);
	path_id known = ranges || loop ? cell : known_cell(fr, s, cell);
	if (known != cell && known != id)
		join_named(fr, s, known);
	if (loop)
		note_loop_join(fr, inst, cell);
	if (!ranges && !is_overwritten(fr, s, cell))
		join_note(s, cell);
	if (!ranges && !loop)
		note_cell(fr, cell);
}

void join_weakly(struct frame *fr, struct state *s, uint32_t inst, path_id id, bool none)
{
	path_id weak = none ? join_unless_none(fr, id) : join_unless_null(fr, id);
	if (!weak || frame_in_loop(fr, inst))
		return;
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		if (is_there(&fr->forks.at[i]) && is_stored_in(fr, s, i, id) &&
		    (!none || id_is_kept_in(fr, fr->forks.at[i].id_address)))
			end_fork(s, i);
	}
	if (!is_overwritten(fr, s, id))
		join_note(s, weak);
}

void join_told(struct frame *fr, struct state *s, bool in_loop, path_id id)
{
	if (!in_loop)
		join_named(fr, s, id);
	if (!is_overwritten(fr, s, id))
		join_note(s, id);
}

/* Is it the first round of that loop when control goes this way? */
static bool is_first_round(const struct frame *fr, const struct loop *l, uint32_t from,
			   uint32_t to)
{
	struct condition x;
	int64_t first, value;
	if (!l->induction || !condition_of_edge(fr->p, fr->fn, from, to, &x) ||
	    ir_val_tag(x.test) != VAL_INST || l->step != 1)
		return false; /* large steps may come back to the first value */
	const struct ir_inst *c = ir_inst_at(fr->p, fr->fn, ir_val_index(x.test));
	return c->op == OP_COMPARE && c->sub == (x.when ? CMP_EQ : CMP_NE) &&
	       c->a == ir_val_make(VAL_INST, l->induction - 1) &&
	       ir_val_int(fr->p, c->b, &value) && ir_val_int(fr->p, l->first, &first) &&
	       value == first;
}

/* if (i == 0) in a loop that counts from 0: none of the threads that are created further down
 * is running yet, unless it was when the loop was entered. */
void join_first_round(struct frame *fr, struct state *s, uint32_t from, uint32_t to)
{
	uint32_t l = fr->loop_of[from];
	if (l == NO_LOOP || !s->running || !is_first_round(fr, &fr->loops.at[l], from, to))
		return;
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		const struct fork *k = &fr->forks.at[i];
		uint32_t at = frame_block_of(fr, k->via ? k->via - 1 : k->inst);
		if (fr->loops.at[l].entered >> i & 1 || join_is_nameless(k) ||
		    !flow_loop_contains(fr, l, at) ||
		    fr->position[at] <= fr->position[from])
			continue;
		end_fork(s, i);
	}
}

/* Where the RANGE inside the name of the cells ends. */
static path_id end_of(const struct frame *fr, path_id id)
{
	path_id index = index_of(fr, id);
	const struct path *x = path_at(&fr->paths, index);
	return x->kind == PATH_RANGE ? x->b : 0;
}

/* One of the two, whichever way control came. */
static bool is_either(const struct frame *fr, path_id p, path_id x, path_id y)
{
	const struct alternatives *alt = frame_alternatives(fr, p);
	if (!p || !alt || alt->opaque || !alt->count)
		return false;
	for (uint32_t i = 0; i < alt->count; i++)
		if (alt->values[i] != x && alt->values[i] != y)
			return false;
	return true;
}

/* A phi behind the creations that is one of the two, if control has come from them: on other ways
 * there is nobody to join. */
static bool is_either_behind(struct frame *fr, path_id p, path_id x, path_id y, uint32_t created,
			     uint32_t depth)
{
	const struct path v = *path_at(&fr->paths, p);
	if (p == x || p == y)
		return true;
	if (!depth || v.kind != PATH_VALUE || v.a != fr->func || v.b & VALUE_PARAM)
		return false;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, v.b);
	if (i->op != OP_PHI || join_leads_to(fr, frame_block_of(fr, v.b), created))
		return false;
	for (uint32_t k = 0; k + 1 < i->arg_count; k += 2) {
		path_id value = frame_value(fr, fr->p->operands.at[i->args + k + 1]);
		if (!is_either_behind(fr, value, x, y, created, depth - 1) &&
		    join_leads_to(fr, created, fr->p->operands.at[i->args + k]))
			return false;
	}
	return true;
}

/*
 * while (n < most && create(&ids[n]) == 0) n++; for (i = 0; i < n; i++) join(ids[i]);
 * Whichever way the first loop was left, there is no thread of index n: who joins up to
 * n joins as far as the loop could have come. Likewise
 * for (i = 0; i < n; i++) if (create(&ids[i])) { n = i; break; }
 * where n is then what it was, or that index. Or
 * for (i = 0; i < n; i++) { if (create(&ids[i])) goto out; made++; }
 * where 'made' is equal to the index, and has another value only if nothing was created.
 */
static path_id as_far_as_created(struct frame *fr, const struct state *s, path_id id)
{
	for (uint32_t i = 0; i < s->absent_count; i++) {
		uint32_t loop = fr->loop_of[frame_block_of(fr, s->absent[i].inst)];
		const struct loop *l = &fr->loops.at[loop];
		if (loop == NO_LOOP || !l->induction || !l->bound ||
		    s->absent[i].index != frame_value_leaf(fr, l->induction - 1))
			continue;
		path_id bound = path_offset(&fr->paths, frame_value(fr, l->bound), l->bound_add);
		path_id end = end_of(fr, id);
		uint32_t created = frame_block_of(fr, s->absent[i].inst);
		if (bound && (is_either(fr, end, s->absent[i].index, bound) ||
			      is_either_behind(fr, end, s->absent[i].index, bound, created, 3)))
			id = path_substitute(&fr->paths, id, end, bound);
		else if (bound)
			id = path_substitute(&fr->paths, id, s->absent[i].index, bound);
	}
	return id;
}

/* Of the threads with these ids those that exist only where the loop joins. */
static void join_when(struct frame *fr, struct state *s, const struct loop_join *j)
{
	path_id id = as_far_as_created(fr, s, j->id);
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		const struct fork *f = &fr->forks.at[i];
		uint32_t create = f->via ? f->via - 1 : f->inst;
		if (!(s->running >> i & 1) || !is_stored_in(fr, s, i, id) ||
		    !rounds_join_all(fr, i, create, j->loop, &j->when))
			continue;
		end_fork(s, i);
	}
}

void join_loop_exit(struct frame *fr, struct state *s, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < fr->loop_joins.n; i++) {
		const struct loop_join *j = &fr->loop_joins.at[i];
		const struct loop *l = &fr->loops.at[j->loop];
		if (l->exit_from != from || l->exit_to != to)
			continue;
		if (j->when.test)
			join_when(fr, s, j);
		else
			join_named(fr, s, as_far_as_created(fr, s, j->id));
	}
}
