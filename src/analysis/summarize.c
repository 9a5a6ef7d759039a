/* SPDX-License-Identifier: MIT */
/*
 * The driver: what is known of a function before its blocks are executed (blocks.c),
 * and all components (component.c) bottom-up on the worker pool.
 */
#include "analysis/summarize.h"

#include <string.h>

#include "analysis/state/candidates.h"
#include "analysis/common.h"
#include "analysis/component.h"
#include "analysis/exec/exec.h"
#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/whole/claims.h"
#include "analysis/whole/filled.h"
#include "analysis/whole/own_numbers.h"
#include "analysis/whole/modified.h"
#include "analysis/whole/running_flag.h"
#include "analysis/whole/fresh.h"
#include "analysis/whole/queues.h"
#include "analysis/whole/rows.h"
#include "analysis/whole/settled.h"
#include "analysis/whole/writers.h"
#include "ir/address.h"
#include "base/diag.h"
#include "base/limit.h"
#include "base/stats.h"

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

/* p = a[i], p = a[i].member. */
static void find_elements(struct frame *fr)
{
	int64_t bytes;
	vec_clear(&fr->elements);
	for (uint32_t n = 0; n < fr->fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
		if (i->op != OP_LOAD || i->size != sizeof(int64_t))
			continue;
		ir_val base = ir_base_of(fr->p, fr->fn, i->a, 0, &bytes);
		if (ir_val_tag(base) == VAL_INST &&
		    ir_inst_at(fr->p, fr->fn, ir_val_index(base))->op == OP_INDEX)
			vec_push(&fr->elements, n);
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
	fr->apart = look->apart;
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
	fr->leaf = ARENA_ARRAY(fr->scratch, path_id, fn->inst_count);
	fr->alternatives = ARENA_ARRAY(fr->scratch, struct alternatives, fn->inst_count);
	fr->named_value = ARENA_ARRAY(fr->scratch, bool, fn->inst_count);
	fr->renamed = ARENA_ARRAY(fr->scratch, bool, fn->inst_count);
	fr->mentioned = ARENA_ARRAY(fr->scratch, bool, fn->inst_count);
	memset(fr->consts, 0, sizeof(fr->consts));
	memset(fr->params, 0, sizeof(fr->params));
	fr->wanted = NULL;
	fr->choices_known = false;
	fr->told_known = false;
	vec_clear(&fr->private_ids);
	map_clear(&fr->candidates_at);
	vec_clear(&fr->candidates);
	map_clear(&fr->covered_at);
	vec_clear(&fr->covered);
	map_clear(&fr->overlaps);
	map_clear(&fr->same_locks);
	map_clear(&fr->filled);
	map_clear(&fr->covers);
	frame_forget_points_to(fr);
	vec_clear(&fr->privates);
	vec_clear(&fr->private_kin);
	map_clear(&fr->last_private);
	vec_clear(&fr->carried);
	vec_clear(&fr->given);
	vec_clear(&fr->contains);
	fr->walked = ARENA_ARRAY(fr->scratch, uint32_t, 2 * (size_t)fn->inst_count);
	fr->walks = 0;
	vec_clear(&fr->alias_of);
	vec_clear(&fr->loop_joins);
	vec_clear(&fr->joined_cells);
	vec_clear(&fr->forks);
	vec_clear(&fr->puts);
	vec_clear(&fr->links);
	vec_clear(&fr->heads);
	fr->before = NULL;
	fr->escapes = fr->formals_stored = (struct formals){0};
	fr->waits = fr->waits_itself = fr->common_matters = false;
	fr->common_lock = fr->common ? common_lock(&fr->paths) : 0;
	vec_clear(&fr->common_found);
	fr->values_changed = fr->carried_changed = fr->several = false;
	fr->changed = ARENA_ARRAY(fr->scratch, bool, fn->inst_count);
	fr->extra_count = 0;
	fr->recording = false;
	flow_analyse(fr);
	find_given_away(fr);
	find_addresses(fr);
	find_elements(fr);
	find_creating(fr);
	facts_begin(fr);
	foresee_begin(fr);
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
	blocks_run(fr);
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
	noter_free(&w->noter);
	paths_free(&fr->paths);
	vec_free(&fr->private_ids);
	candidates_free(fr);
	map_free(&fr->covered_at);
	vec_free(&fr->covered);
	vec_free(&fr->news);
	map_free(&fr->overlaps);
	map_free(&fr->same_locks);
	map_free(&fr->filled);
	map_free(&fr->covers);
	frame_forget_points_to(fr);
	map_free(&fr->points_to_at);
	vec_free(&fr->points_to);
	map_free(&fr->copies_at);
	vec_free(&fr->copies);
	pt_loads_free(&fr->loads);
	map_free(&fr->loop_changes);
	vec_free(&fr->loop_calls);
	vec_free(&fr->privates);
	vec_free(&fr->carried);
	vec_free(&fr->given);
	vec_free(&fr->contains);
	vec_free(&fr->roots);
	vec_free(&fr->alias_of);
	vec_free(&fr->common_found);
	vec_free(&fr->bound);
	vec_free(&fr->outside);
	vec_free(&fr->bound_locks);
	vec_free(&fr->bound_locks_call);
	vec_free(&fr->loops);
	vec_free(&fr->loop_joins);
	vec_free(&fr->joined_cells);
	vec_free(&fr->creating);
	vec_free(&fr->told);
	vec_free(&fr->elements);
	vec_free(&fr->forks);
	vec_free(&fr->puts);
	vec_free(&fr->links);
	vec_free(&fr->heads);
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
	struct exchanges *exchanges = exchanges_find(in);
	fresh_find_sole(in, exchanges, &out->sole);
	filled_find(in, exchanges, &out->filled);
	own_numbers_find(in->program, &out->own_numbers);
	struct writers *writers = writers_find(in);
	struct settled *settled = settled_find(in);
	struct rows *rows = rows_find(in);
	struct queues *queues = queues_find(in);
	struct running_flags *running = running_flags_find(in, writers);
	struct modified by_threads, by_others, flags;
	struct claims claims;
	modified_by_threads(in, models, &by_threads, &j.written);
	modified_by_others(in, models, &j.written, &by_others);
	modified_flags(in, models, &flags);
	claims_find(in, &claims);
	for (unsigned i = 0; i < workers; i++) {
		j.workers[i].frame.writers = writers;
		j.workers[i].frame.settled = settled;
		j.workers[i].frame.exchanges = exchanges;
		j.workers[i].frame.rows = rows;
		j.workers[i].frame.queues = queues;
		j.workers[i].frame.running_flags = running;
		j.workers[i].frame.models = models;
		j.workers[i].frame.by_threads = &by_threads;
		j.workers[i].frame.by_others = &by_others;
		j.workers[i].frame.flags = &flags;
		j.workers[i].frame.claims = &claims;
	}
	callgraph_bottom_up(in->callgraph, workers, component_run, &j);
	uint64_t blocks = 0, restarts = 0;
	for (unsigned i = 0; i < workers; i++) {
		blocks += j.workers[i].frame.blocks_run;
		restarts += j.workers[i].frame.restarts_run;
		worker_free(&j.workers[i]);
	}
	stats_count("blocks executed", blocks);
	stats_count("loops gone through again for names", restarts);
	free(j.workers);
	free(models);
	free(by_threads.at);
	free(by_others.at);
	written_free(&j.written);
	free(flags.at);
	map_free(&flags.places);
	map_free(&flags.gifts);
	map_free(&flags.marks);
	claims_free(&claims);
	running_flags_free(running);
	writers_free(writers);
	settled_free(settled);
	exchanges_free(exchanges);
	rows_free(rows);
	queues_free(queues);
}

void summaries_free(struct summaries *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		summary_free(&s->at[i]);
	free(s->at);
	sole_words_free(&s->sole);
	filled_slots_free(&s->filled);
	vec_free(&s->own_numbers.list);
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
