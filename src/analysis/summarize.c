/* SPDX-License-Identifier: MIT */
/*
 * The driver: a fixpoint over the blocks of each function, which are recorded once the
 * states that reach them are final; all components (component.c) bottom-up on the
 * worker pool.
 */
#include "analysis/summarize.h"

#include <string.h>

#include "analysis/common.h"
#include "analysis/component.h"
#include "analysis/modified.h"
#include "analysis/once_flag.h"
#include "base/diag.h"
#include "base/limit.h"
#include "base/stats.h"

enum { MAX_VISITS = 40 };

/* ---- one function ---- */

static void find_addresses(struct frame *fr)
{
	fr->is_address = ARENA_ARRAY(fr->scratch, bool, fr->fn->inst_count);
	for (uint32_t k = 0; k < fr->fn->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, k);
		bool follows = i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_OFFSET ||
			       i->op == OP_INDEX || i->op == OP_COPY || i->op == OP_CALL;
		if (follows && ir_val_tag(i->a) == VAL_INST)
			fr->is_address[ir_val_index(i->a)] = true;
		for (uint32_t a = 0; i->op == OP_CALL && a < i->arg_count; a++) {
			ir_val v = fr->p->operands.at[i->args + a];
			if (ir_val_tag(v) == VAL_INST)
				fr->is_address[ir_val_index(v)] = true;
		}
	}
}

/* The local that each address instruction lies in, + 1; marks locals whose
 * address does anything but serve a load or store. */
static void find_given_away(struct frame *fr)
{
	uint32_t n = fr->fn->inst_count;
	uint32_t *local = ARENA_ARRAY(fr->scratch, uint32_t, n);
	fr->given_away = ARENA_ARRAY(fr->scratch, bool, n);
#define USE(v)                                                                       \
	do {                                                                         \
		if (ir_val_tag(v) == VAL_INST && local[ir_val_index(v)])             \
			fr->given_away[local[ir_val_index(v)] - 1] = true;           \
	} while (0)
	for (uint32_t k = 0; k < n; k++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, k);
		bool address = i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_SET ||
			       i->op == OP_RMW || i->op == OP_CMPXCHG;
		if (i->op == OP_LOCAL)
			local[k] = k + 1;
		else if ((i->op == OP_OFFSET || i->op == OP_INDEX) &&
			 ir_val_tag(i->a) == VAL_INST)
			local[k] = local[ir_val_index(i->a)];
		else if (!address && i->op != OP_JUMP && i->op != OP_BRANCH)
			USE(i->a);
		if (i->op == OP_STORE || i->op == OP_RMW || i->op == OP_CMPXCHG ||
		    i->op == OP_COPY || i->op == OP_SELECT || i->op == OP_ARITH ||
		    i->op == OP_COMPARE)
			USE(i->b);
		if (i->op == OP_CMPXCHG || i->op == OP_SELECT)
			USE(i->c);
		if (i->op == OP_CALL || i->op == OP_OTHER || i->op == OP_ASM ||
		    i->op == OP_PHI)
			for (uint32_t a = i->op == OP_PHI; a < i->arg_count;
			     a += i->op == OP_PHI ? 2 : 1)
				USE(fr->p->operands.at[i->args + a]);
	}
#undef USE
}

/* A function that starts a few threads, which may well be one for each index. */
static bool starts_some(const struct frame *fr, func_id callee)
{
	enum { FEW = 4 };
	const struct summary *s = frame_callee(fr, callee);
	return fr->in->callgraph->creates[callee] && s->forks.n && s->forks.n <= FEW;
}

static bool may_create(const struct frame *fr, uint32_t inst)
{
	uint32_t n;
	const struct call_edge *e = callgraph_at(fr->in->callgraph, fr->func, inst, &n);
	for (uint32_t i = 0; i < n; i++)
		if (e[i].kind == EDGE_CREATE || starts_some(fr, e[i].callee))
			return true;
	return false;
}

/* The arguments of the call that are constants. */
static uint64_t constant_arguments(const struct program *p, const struct call_edge *e)
{
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[e->caller], e->inst);
	uint64_t set = 0;
	int64_t value;
	for (uint32_t k = 0; k < i->arg_count && k < 64; k++)
		if (ir_val_int(p, p->operands.at[i->args + k], &value))
			set |= UINT64_C(1) << k;
	return set;
}

/* control(op, ...): a number that chooses what is done, where some caller has said which. */
static void find_choices(struct frame *fr)
{
	const struct callgraph *g = fr->in->callgraph;
	uint32_t first = g->caller_at[fr->func], end = g->caller_at[fr->func + 1];
	fr->choices = 0;
	for (uint32_t i = first; i < end; i++) {
		const struct call_edge *e = &g->edges[g->caller_edges[i]];
		fr->choices |= e->kind == EDGE_DIRECT ? constant_arguments(fr->p, e) : 0;
	}
}

static void find_creating(struct frame *fr)
{
	vec_clear(&fr->creating);
	for (uint32_t i = 0; i < fr->order_count; i++) {
		uint32_t loop = fr->loop_of[fr->order[i]];
		const struct ir_block *b = ir_block_at(fr->p, fr->fn, fr->order[i]);
		for (uint32_t k = b->inst_first; k < b->inst_first + b->inst_count; k++)
			if (loop != NO_LOOP && fr->loops.at[loop].induction &&
			    ir_inst_at(fr->p, fr->fn, k)->op == OP_CALL && may_create(fr, k))
				vec_push(&fr->creating, k);
	}
}

static void frame_begin(struct worker *w, const struct job *j, const struct look *look,
			func_id f)
{
	const struct summarize_input *in = j->in;
	struct frame *fr = &w->frame;
	const struct ir_func *fn = &in->program->funcs.at[f];
	arena_reset(&w->scratch);
	fr->in = in;
	fr->p = in->program;
	fr->pt = in->pointers;
	fr->done = j->out;
	fr->assumed = look->assumed;
	fr->unseen = look->unseen;
	fr->common = look->common;
	fr->func = f;
	fr->fn = fn;
	fr->component = in->callgraph->component[f];
	fr->scratch = fr->lasting = &w->scratch;
	fr->passing = &w->passing;
	fr->builder = &w->builder;
	if (fr->paths.list.n)
		paths_clear(&fr->paths);
	else
		paths_init(&fr->paths);
	fr->value = ARENA_ARRAY(fr->scratch, path_id, fn->inst_count);
	fr->alternatives = ARENA_ARRAY(fr->scratch, struct alternatives, fn->inst_count);
	fr->named_value = ARENA_ARRAY(fr->scratch, bool, fn->inst_count);
	fr->renamed = ARENA_ARRAY(fr->scratch, bool, fn->inst_count);
	fr->mentioned = ARENA_ARRAY(fr->scratch, bool, fn->inst_count);
	fr->wanted = NULL;
	vec_clear(&fr->private_ids);
	map_clear(&fr->overlaps);
	map_clear(&fr->same_locks);
	map_clear(&fr->covers);
	frame_forget_points_to(fr);
	vec_clear(&fr->privates);
	vec_clear(&fr->carried);
	vec_clear(&fr->contains);
	vec_clear(&fr->alias_of);
	vec_clear(&fr->loop_joins);
	vec_clear(&fr->forks);
	fr->escapes = fr->formals_stored = (struct formals){0};
	fr->waits = fr->waits_itself = fr->common_matters = false;
	fr->common_lock = fr->common ? common_lock(&fr->paths) : 0;
	vec_clear(&fr->common_found);
	vec_clear(&fr->heeds);
	fr->restarts = 0;
	fr->values_changed = fr->several = false;
	fr->extra_count = 0;
	fr->recording = false;
	flow_analyse(fr);
	find_given_away(fr);
	find_addresses(fr);
	find_creating(fr);
	find_choices(fr);
	facts_begin(fr);
	foresee_begin(fr);
}

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

/* What each phi of block 'to' is on the edge from 'from'. */
static void enter_block(struct frame *fr, struct state *s, uint32_t from, uint32_t to)
{
	const struct ir_block *b = ir_block_at(fr->p, fr->fn, to);
	struct fact facts[MAX_FACTS];
	uint32_t n = 0, phis = 0, at = 0;
	bool mentioned = false;
	for (; phis < b->inst_count; phis++) {
		uint32_t k = b->inst_first + phis;
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, k);
		if (i->op != OP_PHI)
			break;
		mentioned |= fr->mentioned[k];
		at = phi_operand(fr, i, from, at);
		if (at == i->arg_count || n == MAX_FACTS)
			continue;
		struct fact f = facts_of_value(fr, s, fr->p->operands.at[i->args + at + 1]);
		bool known = f.path && f.signs != SIGN_ANY;
		f.path = frame_value_leaf(fr, k);
		if (known)
			facts[n++] = f;
	}
	struct names values = {.first = b->inst_first, .count = phis};
	if (mentioned && fr->loop_of[to] != NO_LOOP)
		state_forget(fr, s, &values);
	for (uint32_t i = 0; i < n; i++)
		facts_add(fr, s, facts[i]);
}

static void note_entered(struct frame *fr, const struct state *s, uint32_t from, uint32_t to)
{
	uint32_t l = fr->loop_of[to], inside = fr->loop_of[from];
	if (l == NO_LOOP || fr->loops.at[l].header != to)
		return;
	while (inside != NO_LOOP && inside != l)
		inside = fr->loops.at[inside].parent;
	if (inside == NO_LOOP)
		fr->loops.at[l].entered |= s->running;
}

/* Were threads of this call running already when its loop was entered? */
static bool is_reentered(const struct frame *fr, const struct loop *l, uint32_t inst)
{
	for (uint32_t i = 0; l->entered && i < fr->forks.n; i++) {
		const struct fork *f = &fr->forks.at[i];
		bool here = f->via ? f->via - 1 == inst
				   : f->func == fr->func && f->inst == inst;
		if (here && l->entered >> i & 1)
			return true;
	}
	return false;
}

/* At the head of a counting loop, the thread of this index is still to come. */
static void enter_loop(struct frame *fr, struct state *s, uint32_t to)
{
	for (uint32_t i = 0; i < fr->creating.n; i++) {
		uint32_t loop = fr->loop_of[frame_block_of(fr, fr->creating.at[i])];
		const struct loop *l = &fr->loops.at[loop];
		if (l->header == to && !is_reentered(fr, l, fr->creating.at[i]))
			state_absent(fr, s, fr->creating.at[i],
				     frame_value_leaf(fr, l->induction - 1));
	}
}

static bool take_edge(struct frame *fr, struct state *s, uint32_t from, uint32_t to)
{
	join_loop_exit(fr, s, from, to);
	enter_block(fr, s, from, to);
	note_entered(fr, s, from, to);
	enter_loop(fr, s, to);
	fr->scratch = fr->lasting;
	fr->in_states[to].lasting = true;
	bool changed = state_list_add(fr, &fr->in_states[to], s);
	fr->scratch = fr->passing;
	return changed;
}

static bool edge_possible(struct frame *fr, struct state *s, const struct ir_inst *t,
			  uint32_t edge)
{
	int64_t k;
	if (t->op == OP_BRANCH && t->b != t->c)
		return facts_assume(fr, s, t->a, edge == 0);
	if (t->op != OP_SWITCH)
		return true;
	ir_val c = fr->p->operands.at[t->args + edge * 2];
	struct fact f = facts_of(fr, s, frame_value(fr, t->a));
	if (ir_val_tag(c) == VAL_NONE || !ir_val_int(fr->p, c, &k) || !f.path)
		return true;
	return facts_add(fr, s, (struct fact){.path = f.path, .signs = facts_signs_of_int(k),
					      .exact = true, .value = k});
}

static void leave_block(struct frame *fr, uint32_t b, struct state_list *states)
{
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, b);
	uint32_t n = ir_successors(fr->p, fr->fn, b, NULL, 0);
	uint32_t *to = ARENA_ARRAY(fr->scratch, uint32_t, n + 1);
	ir_successors(fr->p, fr->fn, b, to, n);
	for (uint32_t k = 0; k < states->n; k++) {
		for (uint32_t e = 0; e < n; e++) {
			struct state *s = states->at[k];
			if (e + 1 < n)
				s = state_copy(fr, s);
			if (edge_possible(fr, s, t, e) && take_edge(fr, s, b, to[e]))
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

/* At the end of a sweep, so that one new start serves all names that changed. */
static bool must_restart(struct frame *fr)
{
	bool changed = fr->values_changed && fr->restarts < MAX_RESTARTS;
	fr->values_changed = false;
	fr->restarts += changed;
	fr->restarts_run += changed;
	return changed;
}

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
	begin_block(fr);
	if (once) {
		record_block(fr, b, &states);
	} else {
		copy_states(fr, b, &states);
		exec_block(fr, b, &states);
	}
	leave_block(fr, b, &states);
	end_block(fr, b);
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
	fr->values_changed = false;
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

/* One fixpoint; false when the name of a value changed and it must start again. */
static bool run_blocks(struct frame *fr)
{
	fr->pending = ARENA_ARRAY(fr->scratch, bool, fr->fn->block_count);
	fr->visits = ARENA_ARRAY(fr->scratch, uint16_t, fr->fn->block_count);
	fr->in_states = ARENA_ARRAY(fr->scratch, struct state_list, fr->fn->block_count);
	state_list_add(fr, &fr->in_states[0], state_new(fr));
	fr->pending[0] = true;
	export_begin(fr);
	for (uint32_t at = 0, next, first = 0; at < fr->order_count; at = next) {
		uint32_t end = fr->region_end[at];
		if (end != fr->region_end[first] || end == at)
			first = at;
		if (fr->pending[fr->order[at]])
			run_block(fr, fr->order[at], end == at);
		next = next_position(fr, at);
		bool over = next == end;
		if ((over || (next <= at && !fr->restarts)) && must_restart(fr))
			return false;
		if (over)
			record_region(fr, first, end);
	}
	return true;
}

/* Start again: what has turned out to need a name of its own keeps it. */
static void forget_names(struct frame *fr)
{
	uint32_t n = fr->fn->inst_count;
	memset(fr->value, 0, n * sizeof(*fr->value));
	memset(fr->alternatives, 0, n * sizeof(*fr->alternatives));
	vec_clear(&fr->forks);
	vec_clear(&fr->contains);
	vec_clear(&fr->loop_joins);
}

/* What has turned out to need a name in an earlier look needs it again. */
static void keep_names(const struct frame *fr, bool **named)
{
	if (!*named)
		*named = xmalloc(fr->fn->inst_count + 1u);
	memcpy(*named, fr->renamed, fr->fn->inst_count);
}

void summarize_function(struct worker *w, const struct job *j, const struct look *look,
			func_id f, struct summary *out)
{
	struct frame *fr = &w->frame;
	bool **named = look->named;
	frame_begin(w, j, look, f);
	fr->out = out;
	if (named && *named) {
		memcpy(fr->named_value, *named, fr->fn->inst_count);
		memcpy(fr->renamed, *named, fr->fn->inst_count);
	}
	uint32_t limits[LIMIT_COUNT];
	memcpy(limits, out->limits, sizeof(limits));
	while (!run_blocks(fr)) {
		forget_names(fr);
		memcpy(out->limits, limits, sizeof(limits));
	}
	if (named)
		keep_names(fr, named);
	export_end(fr);
}

/* For calls that were cut: any function, with one way to come back. No lock
 * survives it, nothing is remembered. */
static void make_anything(struct summary *s)
{
	paths_init(&s->paths);
	s->modified_any = true;
	s->escapes = s->escapes_behind = UINT64_MAX;
	s->waits = true;
	s->may_fork = true;
	s->locksets.at = xcalloc(1, sizeof(struct lockset));
	s->orders.at = xcalloc(1, sizeof(struct order));
	s->outcomes.at = xcalloc(1, sizeof(struct outcome));
	s->forks.at = xcalloc(1, sizeof(struct fork));
	s->locksets.n = s->orders.n = s->outcomes.n = s->forks.n = 1;
	s->locksets.at[0] = lockset_empty();
	lockset_drop_all(&s->locksets.at[0]);
	s->forks.at[0].flags = FORKF_REST | FORKF_CALLEE;
	s->orders.at[0].running = s->orders.at[0].started = 1;
	s->outcomes.at[0].signs = SIGN_ANY;
}

/* ---- the program ---- */

static void worker_free(struct worker *w)
{
	struct frame *fr = &w->frame;
	arena_release(&w->scratch);
	arena_release(&w->passing);
	builder_free(&w->builder);
	paths_free(&fr->paths);
	vec_free(&fr->private_ids);
	map_free(&fr->overlaps);
	map_free(&fr->same_locks);
	map_free(&fr->covers);
	frame_forget_points_to(fr);
	map_free(&fr->points_to_at);
	vec_free(&fr->points_to);
	map_free(&fr->loop_changes);
	vec_free(&fr->loop_calls);
	vec_free(&fr->privates);
	vec_free(&fr->carried);
	vec_free(&fr->contains);
	vec_free(&fr->alias_of);
	vec_free(&fr->common_found);
	vec_free(&fr->heeds);
	vec_free(&fr->bound);
	vec_free(&fr->bound_locks);
	vec_free(&fr->bound_locks_call);
	vec_free(&fr->loops);
	vec_free(&fr->loop_joins);
	vec_free(&fr->creating);
	vec_free(&fr->forks);
}

/* The model of each function, found by its name once. */
static const struct model **find_models(const struct summarize_input *in)
{
	const struct program *p = in->program;
	const struct model **models = xcalloc(p->symbols.n + 1u, sizeof(const struct model *));
	for (sym_id s = 1; s < p->symbols.n; s++)
		if (p->symbols.at[s].kind == SYM_FUNCTION)
			models[s] = models_find(in->models, ir_str(p, p->symbols.at[s].name));
	return models;
}

void summarize(const struct summarize_input *in, struct summaries *out)
{
	unsigned workers = in->workers ? in->workers : 1;
	const struct model **models = find_models(in);
	struct job j = {.in = in, .models = models, .out = out,
			.workers = xcalloc(workers, sizeof(struct worker))};
	out->n = in->program->funcs.n;
	out->at = xcalloc(out->n ? out->n : 1, sizeof(struct summary));
	if (out->n)
		make_anything(&out->at[0]);
	struct once_flags *once_flags = once_flags_find(in, models);
	struct modified by_threads, flags;
	modified_by_threads(in, models, &by_threads);
	modified_flags(in, models, &flags);
	for (unsigned i = 0; i < workers; i++) {
		j.workers[i].frame.once_flags = once_flags;
		j.workers[i].frame.models = models;
		j.workers[i].frame.by_threads = &by_threads;
		j.workers[i].frame.flags = &flags;
	}
	callgraph_bottom_up(in->callgraph, workers, component_run, &j);
	uint64_t blocks = 0, restarts = 0;
	for (unsigned i = 0; i < workers; i++) {
		blocks += j.workers[i].frame.blocks_run;
		restarts += j.workers[i].frame.restarts_run;
		worker_free(&j.workers[i]);
	}
	stats_count("blocks executed", blocks);
	stats_count("functions started again", restarts);
	free(j.workers);
	free(models);
	free(by_threads.at);
	free(flags.at);
	map_free(&flags.places);
	once_flags_free(once_flags);
}

void summaries_free(struct summaries *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		summary_free(&s->at[i]);
	free(s->at);
	*s = (struct summaries){0};
}

void summaries_count_stats(const struct summaries *s, const struct program *p)
{
	uint64_t limits[LIMIT_COUNT] = {0}, open = 0, closed = 0;
	for (uint32_t f = 1; f < s->n; f++) {
		open += s->at[f].open.n;
		closed += s->at[f].closed.n;
		for (uint32_t l = 0; l < LIMIT_COUNT; l++) {
			if (s->at[f].limits[l])
				note("%s: limit reached %u times: %s", ir_func_name(p, f),
				     s->at[f].limits[l], summary_limit_name(l));
			limits[l] += s->at[f].limits[l];
		}
	}
	stats_count("open accesses in summaries", open);
	stats_count("closed accesses in summaries", closed);
	for (uint32_t l = 0; l < LIMIT_COUNT; l++)
		stats_count(summary_limit_name(l), limits[l]);
}
