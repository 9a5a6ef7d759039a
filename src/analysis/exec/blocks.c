/* SPDX-License-Identifier: MIT */
/*
 * The blocks of one function: executed in the states that reach them until these do not
 * change, and recorded once they are final.
 */
#include <string.h>

#include "analysis/exec/exec.h"
#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/whole/running_flag.h"
#include "analysis/exec/taken.h"

#ifdef CHEQUER_STRESS
enum { MAX_VISITS = 40, LARGE_LOOP = 8 };
#else
enum { MAX_VISITS = 40, LARGE_LOOP = 256 };
#endif

/* Which operand of the phi comes from that block; 'near': that of the last phi. The
 * number of operands: none. */
static uint32_t phi_operand(const struct frame *fr, const struct ir_inst *i, uint32_t from,
			    uint32_t near)
{
	const ir_val *args = &fr->p->operands.at[i->args];
	if (near + 1 < i->arg_count && args[near] == from)
		return near;
	for (uint32_t a = 0; a + 1 < i->arg_count; a += 2)
		if (args[a] == from)
			return a;
	return i->arg_count;
}

/* The phis, the first instructions of the block, mean other values from now on. */
static void forget_phis(struct frame *fr, struct state *s, const struct ir_block *b,
			uint32_t phis)
{
	path_id *leaves = ARENA_ARRAY(fr->scratch, path_id, phis);
	uint32_t n = 0;
	for (uint32_t k = b->inst_first; k < b->inst_first + phis; k++)
		if (fr->mentioned[k])
			leaves[n++] = frame_value_leaf(fr, k);
	state_forget(fr, s, leaves, n);
}

/* Is a lock held that is named by the value, which comes into a phi here? Then the phi has
 * that name as well. */
static path_id name_of_locked(const struct frame *fr, const struct state *s, path_id v,
			      uint32_t from, uint32_t to)
{
	if (!v || fr->position[from] >= fr->position[to] ||
	    !(path_at(&fr->paths, v)->flags & PATHF_VALUE))
		return 0;
	for (uint32_t i = 0; i < s->locks.held_count; i++)
		if (path_mentions(&fr->paths, s->locks.held[i].lock, v))
			return v;
	return 0;
}

/* Locks that are named by a value which the next round has in a phi. */
static void rename_locks(struct frame *fr, const struct state *s, ir_val v, uint32_t phi,
			 struct lockset *to)
{
	path_id name = frame_value(fr, v), same = name ? facts_of(fr, s, name).same : 0;
	name = same ? same : name;
	if (!name || !(path_at(&fr->paths, name)->flags & PATHF_VALUE))
		return;
	for (uint32_t i = 0; i < s->locks.held_count && to->held_count < LOCKSET_HELD; i++) {
		struct held h = s->locks.held[i];
		if (!path_mentions(&fr->paths, h.lock, name))
			continue;
		h.lock = path_substitute(&fr->paths, h.lock, name, frame_value_leaf(fr, phi));
		to->held[to->held_count++] = h;
		frame_mention(fr, h.lock);
	}
}

/* By one name only, or who releases it would have it still. */
static void add_renamed(struct state *s, struct held h)
{
	for (uint32_t i = 0; i < s->locks.held_count; i++)
		if (s->locks.held[i].func == h.func && s->locks.held[i].inst == h.inst)
			return;
	lockset_insert(&s->locks, h);
}

/* What each phi of block 'to' is on the edge from 'from'. */
static void enter_block(struct frame *fr, struct state *s, uint32_t from, uint32_t to)
{
	const struct ir_block *b = ir_block_at(fr->p, fr->fn, to);
	struct fact facts[MAX_FACTS];
	struct lockset taken;
	uint32_t n = 0, phis = 0, at = 0;
	bool mentioned = false;
	bool again = fr->position[from] >= fr->position[to];
	taken.owned_count = taken.held_count = 0;
	for (; phis < b->inst_count; phis++) {
		uint32_t k = b->inst_first + phis;
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, k);
		if (i->op != OP_PHI)
			break;
		mentioned |= fr->mentioned[k];
		at = phi_operand(fr, i, from, at);
		if (at < i->arg_count && s->locks.owned_count)
			taken_renamed(fr, &s->locks,
				      frame_value(fr, fr->p->operands.at[i->args + at + 1]),
				      &taken, frame_value_leaf(fr, k));
		if (at < i->arg_count && s->locks.held_count && again)
			rename_locks(fr, s, fr->p->operands.at[i->args + at + 1], k, &taken);
		if (at == i->arg_count || n == MAX_FACTS || fr->unsteady[k])
			continue;
		ir_val v = fr->p->operands.at[i->args + at + 1];
		struct fact f = facts_of_value(fr, s, v);
		if (again)
			f.same = 0; /* by names that mean something new then */
		else if (!f.same && fill_is_content(fr, frame_value(fr, v)))
			f.same = frame_value(fr, v);
		else if (!f.same && s->locks.held_count)
			f.same = name_of_locked(fr, s, frame_value(fr, v), from, to);
		bool known = f.path && (f.signs != SIGN_ANY || f.same);
		f.path = frame_value_leaf(fr, k);
		if (known)
			facts[n++] = f;
	}
	if (mentioned && fr->loop_of[to] != NO_LOOP)
		forget_phis(fr, s, b, phis);
	for (uint32_t i = 0; i < n; i++)
		facts_add(fr, s, facts[i]);
	for (uint32_t i = 0; i < taken.owned_count; i++)
		lockset_own(&s->locks, taken.owned[i]);
	for (uint32_t i = 0; i < taken.held_count; i++)
		add_renamed(s, taken.held[i]);
}

static void note_entered(struct frame *fr, const struct state *s, uint32_t from, uint32_t to)
{
	uint32_t l = fr->loop_of[to], inside = fr->loop_of[from];
	if (l == NO_LOOP || fr->loops.at[l].header != to)
		return;
	while (inside != NO_LOOP && inside != l)
		inside = fr->loops.at[inside].parent;
	if (inside != NO_LOOP || !(s->running & ~fr->loops.at[l].entered))
		return;
	fr->loops.at[l].entered |= s->running;
	for (uint32_t b = 0; b < fr->fn->block_count; b++) /* it matters in the first round */
		if (fr->in_states[b].n && flow_loop_contains(fr, l, b))
			fr->pending[b] = true;
}

/* It lies among no loops. */
static bool is_once(const struct frame *fr, uint32_t block)
{
	return fr->region_end[fr->position[block]] == fr->position[block];
}

static bool take_edge(struct frame *fr, struct state *s, uint32_t from, uint32_t to)
{
	join_loop_exit(fr, s, from, to);
	join_first_round(fr, s, from, to);
	enter_block(fr, s, from, to);
	if (fr->position[from] >= fr->position[to] && fr->loop_of[to] != NO_LOOP)
		state_end_round(fr, s, fr->loop_of[to]);
	note_entered(fr, s, from, to);
	counter_begins(fr, s, to, OP_PHI);
	struct arena *scratch = fr->scratch;
	fr->scratch = fr->lasting;
	fr->in_states[to].lasting = !is_once(fr, from) || !is_once(fr, to);
	bool changed = state_list_add(fr, &fr->in_states[to], s);
	fr->scratch = scratch;
	return changed;
}

/* Has the switch a case of its own for the number? */
static bool has_case(const struct frame *fr, const struct ir_inst *t, int64_t number)
{
	int64_t k;
	for (uint32_t e = 0; e + 1 < t->arg_count; e += 2)
		if (ir_val_int(fr->p, fr->p->operands.at[t->args + e], &k) && k == number)
			return true;
	return false;
}

static bool edge_possible(struct frame *fr, struct state *s, uint32_t block,
			  const struct ir_inst *t, uint32_t edge)
{
	int64_t k;
	if (t->op == OP_BRANCH && t->b != t->c) {
		running_flag_tested(fr, s, block, edge == 0);
		return facts_assume(fr, s, t->a, edge == 0);
	}
	if (t->op != OP_SWITCH)
		return true;
	ir_val c = fr->p->operands.at[t->args + edge * 2];
	if (ir_val_tag(c) == VAL_NONE) {
		struct fact f = facts_of(fr, s, frame_value(fr, t->a));
		return !f.exact || !has_case(fr, t, f.value);
	}
	if (!ir_val_int(fr->p, c, &k) || !frame_value(fr, t->a))
		return true;
	return facts_assume_number(fr, s, t->a, k);
}

static void leave_block(struct frame *fr, uint32_t b, struct state_list *states)
{
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, b);
	const uint32_t *to = &fr->next.to[fr->next.at[b]];
	uint32_t n = fr->next.at[b + 1] - fr->next.at[b];
	for (uint32_t k = 0; k < states->n; k++) {
		for (uint32_t e = 0; e < n; e++) {
			struct state *s = states->at[k];
			if (e + 1 < n)
				s = state_copy(fr, s);
			if (edge_possible(fr, s, b, t, e) && take_edge(fr, s, b, to[e]))
				fr->pending[to[e]] = true;
		}
	}
}

static void copy_states(struct frame *fr, uint32_t b, struct state_list *out)
{
	*out = (struct state_list){0};
	for (uint32_t k = 0; k < fr->in_states[b].n; k++)
		state_list_add(fr, out, state_copy(fr, fr->in_states[b].at[k]));
}

/* Of a block that is executed once all is kept; of others, what goes to its successors. */
static void begin_block(struct frame *fr)
{
	arena_reset(fr->passing);
	fr->scratch = fr->passing;
}

/* Nothing that was made meanwhile is left but what was kept. */
static void end_block(struct frame *fr, uint32_t b)
{
	fr->scratch = fr->lasting;
	for (uint32_t k = 0; k < fr->in_states[b].n; k++)
		state_alone(fr->in_states[b].at[k]);
}

/* Executes the block in the states that reach it, for the last time; what it does is
 * recorded. */
static void record_block(struct frame *fr, uint32_t b, struct state_list *states)
{
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, b);
	fr->recording = true;
	*states = (struct state_list){.at = fr->in_states[b].at, .n = fr->in_states[b].n};
	exec_block(fr, b, states);
	for (uint32_t k = 0; k < states->n && t->op == OP_RET; k++)
		export_return(fr, states->at[k], t->a);
	fr->recording = false;
}

/* A block that lies in no loop is executed once, and recorded then. */
static void run_block(struct frame *fr, uint32_t b, bool once)
{
	struct state_list states;
	fr->pending[b] = false;
	if (fr->visits[b]++ > MAX_VISITS)
		fr->in_states[b].cap = UINT32_MAX;
	fr->blocks_run++;
	if (once) {
		record_block(fr, b, &states);
		leave_block(fr, b, &states);
		return;
	}
	begin_block(fr);
	copy_states(fr, b, &states);
	exec_block(fr, b, &states);
	leave_block(fr, b, &states);
	end_block(fr, b);
}

static void forget_changes(struct frame *fr)
{
	fr->values_changed = fr->carried_changed = false;
	memset(fr->changed, 0, fr->fn->inst_count);
}

/* The loops that end here have settled. */
static void record_region(struct frame *fr, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++) {
		struct state_list states;
		if (!fr->in_states[fr->order[i]].n)
			continue;
		begin_block(fr);
		record_block(fr, fr->order[i], &states);
		end_block(fr, fr->order[i]);
	}
	if (fr->values_changed)
		forget_changes(fr);
}

/* Where to go on: a loop is gone through to its end before it is gone through again,
 * the inner before the outer. */
static uint32_t next_position(const struct frame *fr, uint32_t at)
{
	for (uint32_t l = fr->loop_ending[at]; l != NO_LOOP; l = fr->loops.at[l].next_ending)
		if (fr->pending[fr->loops.at[l].header])
			return fr->position[fr->loops.at[l].header];
	return at + 1;
}

/*
 * What was there when the loops from 'first' on were come to.
 *
 * When a value turns out to be one thing in one round and another in the next, it gets
 * a name of its own, and the blocks that use it are executed again with that name. What
 * was found under the old name stays: it is true of the rounds in which the value was
 * that. Where threads are created that would make two of one, so that part starts
 * again from the beginning.
 */
struct beginning {
	uint32_t first, end;	  /* positions; end is behind the loops */
	struct state_list *lists; /* by position from 'first' on; NULL: no threads */
	uint32_t forks, contains, loop_joins;
	uint32_t restarts;
	uint32_t limits[LIMIT_COUNT];
};

static struct state_list copy_list(struct frame *fr, const struct state_list *l)
{
	struct state_list copy = *l;
	if (l->n)
		copy.at = ARENA_ARRAY(fr->scratch, struct state *, MAX_STATES);
	for (uint32_t k = 0; k < l->n; k++)
		copy.at[k] = state_keep(fr, l->at[k]);
	return copy;
}

static struct beginning begin_region(struct frame *fr, uint32_t first, uint32_t end)
{
	struct beginning x = {.first = first, .end = end, .forks = fr->forks.n,
			      .contains = fr->contains.n, .loop_joins = fr->loop_joins.n};
	memcpy(x.limits, fr->out->limits, sizeof(x.limits));
	if (!fr->out->may_fork)
		return x;
	x.lists = ARENA_ARRAY(fr->scratch, struct state_list, fr->order_count - first);
	for (uint32_t i = first; i < fr->order_count; i++)
		if (fr->in_states[fr->order[i]].n)
			x.lists[i - first] = copy_list(fr, &fr->in_states[fr->order[i]]);
	return x;
}

/* What has turned out to need a name of its own keeps it. */
static void forget_names(struct frame *fr, uint32_t block)
{
	const struct ir_block *b = ir_block_at(fr->p, fr->fn, block);
	memset(&fr->value[b->inst_first], 0, b->inst_count * sizeof(*fr->value));
	memset(&fr->alternatives[b->inst_first], 0, b->inst_count * sizeof(*fr->alternatives));
}

static void restart_region(struct frame *fr, const struct beginning *x)
{
	for (uint32_t i = x->first; i < fr->order_count; i++) {
		uint32_t b = fr->order[i];
		fr->in_states[b] = copy_list(fr, &x->lists[i - x->first]);
		fr->pending[b] = fr->in_states[b].n > 0;
		if (i < x->end) {
			fr->visits[b] = 0;
			forget_names(fr, b);
		}
	}
	fr->forks.n = x->forks;
	fr->contains.n = x->contains;
	fr->loop_joins.n = x->loop_joins;
	memcpy(fr->out->limits, x->limits, sizeof(x->limits));
}

/* Were threads created since, that are known by what they were given? */
static bool has_created(const struct frame *fr, const struct beginning *x)
{
	for (uint32_t i = x->forks; i < fr->forks.n && x->lists; i++)
		if (!(fr->forks.at[i].flags & FORKF_REST))
			return true;
	return false;
}

static bool has_changed(const struct frame *fr, ir_val v)
{
	return ir_val_tag(v) == VAL_INST && fr->changed[ir_val_index(v)];
}

static bool uses_changed(const struct frame *fr, const struct ir_inst *i)
{
	bool uses = has_changed(fr, i->a) ||
		    (i->op != OP_BRANCH && (has_changed(fr, i->b) || has_changed(fr, i->c)));
	for (uint32_t n = 0; n < i->arg_count && !uses; n++)
		uses = !ir_arg_is_block(i->op, n) &&
		       has_changed(fr, fr->p->operands.at[i->args + n]);
	return uses;
}

static bool is_computed(const struct ir_inst *i)
{
	return i->op == OP_PHI || i->op == OP_OFFSET || i->op == OP_INDEX ||
	       i->op == OP_SELECT || i->op == OP_COMPARE || i->op == OP_ARITH ||
	       i->op == OP_CAST;
}

/* The block has to be executed again if it uses such a value; true if a value computed
 * there is another one to be heeded. */
static bool mark_uses(struct frame *fr, uint32_t block)
{
	const struct ir_block *b = ir_block_at(fr->p, fr->fn, block);
	bool more = false;
	for (uint32_t k = b->inst_first; k < b->inst_first + b->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, k);
		if (!uses_changed(fr, i))
			continue;
		fr->pending[block] = true;
		more |= is_computed(i) && !fr->changed[k];
		fr->changed[k] |= is_computed(i);
	}
	return more;
}

/* All blocks that use a value whose name has changed; just all, when it cannot be told. */
static void mark_changed(struct frame *fr, const struct beginning *x)
{
	bool more = true, all = fr->carried_changed || fr->loop_joins.n > x->loop_joins;
	fr->loop_joins.n = x->loop_joins; /* by the old names */
	while (more && !all) {
		more = false;
		for (uint32_t i = x->first; i < x->end; i++)
			if (fr->in_states[fr->order[i]].n)
				more |= mark_uses(fr, fr->order[i]);
	}
	for (uint32_t i = x->first; i < x->end && all; i++)
		fr->pending[fr->order[i]] = fr->in_states[fr->order[i]].n > 0;
}

/* Where to go on when names have changed: at the end of a sweep, so that it is done once
 * for all of them; 'next' when they have not. */
static uint32_t go_again(struct frame *fr, struct beginning *x, uint32_t at, uint32_t next)
{
	if (!fr->values_changed || (next != x->end && (next > at || x->restarts)))
		return next;
	bool created = has_created(fr, x);
	if (next != x->end && !created)
		return next;
	bool again = x->restarts < MAX_RESTARTS;
	x->restarts++;
	fr->restarts_run++;
	if (again && created)
		restart_region(fr, x);
	else if (again)
		mark_changed(fr, x);
	forget_changes(fr);
	return again ? x->first : next;
}

/*
 * A loop like that of an interpreter comes back from each of its cases in states of its
 * own, which end up joined for lack of room after many rounds: there they are joined
 * at its head from the beginning.
 */
static void join_at_head(struct frame *fr, uint32_t block)
{
	struct state_list *l = &fr->in_states[block];
	for (uint32_t i = 1; i < l->n; i++)
		state_join(fr, l->at[0], l->at[i]);
	l->n = l->n > 0;
	l->cap = UINT32_MAX;
	fr->out->limits[LIMIT_STATES]++;
}

/* Executes the blocks from 'first' on, which lie in loops, until nothing changes, and
 * records them. */
static void run_region(struct frame *fr, uint32_t first, uint32_t end)
{
	if (end - first > LARGE_LOOP)
		join_at_head(fr, fr->order[first]);
	struct beginning begun = begin_region(fr, first, end);
	for (uint32_t at = first, next; at < end; at = next) {
		if (fr->pending[fr->order[at]])
			run_block(fr, fr->order[at], false);
		next = go_again(fr, &begun, at, next_position(fr, at));
	}
	record_region(fr, first, end);
}

void blocks_run(struct frame *fr)
{
	fr->pending = ARENA_ARRAY(fr->scratch, bool, fr->fn->block_count);
	fr->visits = ARENA_ARRAY(fr->scratch, uint16_t, fr->fn->block_count);
	fr->in_states = ARENA_ARRAY(fr->scratch, struct state_list, fr->fn->block_count);
	state_list_add(fr, &fr->in_states[0], state_new(fr));
	fr->pending[0] = true;
	export_begin(fr);
	for (uint32_t at = 0; at < fr->order_count;) {
		uint32_t end = fr->region_end[at];
		if (end != at) {
			run_region(fr, at, end);
			at = end;
		} else {
			if (fr->pending[fr->order[at]])
				run_block(fr, fr->order[at], true);
			at++;
		}
	}
}
