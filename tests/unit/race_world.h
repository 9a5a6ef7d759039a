/* SPDX-License-Identifier: MIT */
/*
 * A small world for tests of the thread and race stages: functions without code,
 * summaries written by hand, and a pointer analysis that is a table. Line numbers:
 * instruction i of function f is at line 100 * f + i of w.c.
 *
 * The functions of pointer/pointer.h are defined here, so the real ones are not
 * linked.
 */
#ifndef RACE_WORLD_H
#define RACE_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "race/race.h"

/* ---- pointers ---- */

struct target {
	uint32_t kind, a, b; /* a value, or (object, offset): what it points to */
	struct pt_loc loc;
};
enum { OF_VALUE, OF_CONTENT };

struct pointers {
	VEC(struct pt_object) objects; /* [0] none */
	VEC(struct target) targets;
};

static inline uint32_t find_object(const struct pointers *pt, uint8_t kind, uint32_t a, uint32_t b)
{
	for (obj_id o = 1; o < pt->objects.n; o++) {
		const struct pt_object *x = &pt->objects.at[o];
		if (x->kind == kind && (kind <= OBJ_FUNCTION ? x->sym == a
							     : x->func == a && x->inst == b))
			return o;
	}
	return 0;
}

uint32_t pointers_object_count(const struct pointers *pt)
{
	return pt->objects.n;
}

const struct pt_object *pointers_object(const struct pointers *pt, obj_id o)
{
	return &pt->objects.at[o];
}

obj_id pointers_object_of_symbol(const struct pointers *pt, sym_id s)
{
	obj_id o = find_object(pt, OBJ_VARIABLE, s, 0);
	return o ? o : find_object(pt, OBJ_FUNCTION, s, 0);
}

obj_id pointers_object_at(const struct pointers *pt, func_id f, uint32_t inst)
{
	obj_id o = find_object(pt, OBJ_HEAP, f, inst);
	return o ? o : find_object(pt, OBJ_LOCAL, f, inst);
}

bool pointers_is_allocator(const struct pointers *pt, func_id f)
{
	(void)pt, (void)f;
	return false;
}

void pointers_add_object(const struct pointers *pt, obj_id o, struct pt_set *out)
{
	(void)pt;
	vec_push(&out->locs, ((struct pt_loc){o, 0}));
}

static inline void add_targets(const struct pointers *pt, uint32_t kind, uint32_t a, uint32_t b,
			struct pt_set *out)
{
	for (uint32_t i = 0; i < pt->targets.n; i++) {
		const struct target *t = &pt->targets.at[i];
		if (t->kind == kind && t->a == a && t->b == b)
			vec_push(&out->locs, t->loc);
	}
}

void pointers_of_symbol(const struct pointers *pt, sym_id s, struct pt_set *out)
{
	obj_id o = pointers_object_of_symbol(pt, s);
	vec_clear(&out->locs);
	out->unknown = false;
	if (o)
		vec_push(&out->locs, ((struct pt_loc){o, 0}));
}

void pointers_of_value(const struct pointers *pt, func_id f, ir_val v, struct pt_set *out)
{
	out->locs.n = 0;
	out->unknown = false;
	add_targets(pt, OF_VALUE, f, v, out);
}

uint32_t pointers_class_of_address(const struct pointers *pt, func_id f, ir_val v)
{
	(void)pt, (void)f, (void)v;
	return 0;
}

void pointers_offset(const struct pointers *pt, const struct pt_set *in, int64_t bytes,
		     struct pt_set *out)
{
	(void)pt;
	out->locs.n = 0;
	out->unknown = in->unknown;
	for (uint32_t i = 0; i < in->locs.n; i++)
		vec_push(&out->locs,
			 ((struct pt_loc){in->locs.at[i].obj,
					  (uint32_t)(in->locs.at[i].offset + bytes)}));
}

uint32_t pointers_move(const struct pointers *pt, struct pt_loc l, int64_t bytes,
		       struct pt_loc out[2])
{
	(void)pt;
	out[0] = (struct pt_loc){l.obj, (uint32_t)(l.offset + bytes)};
	return 1;
}

void pointers_index(const struct pointers *pt, const struct pt_set *in, uint64_t stride,
		    struct pt_set *out)
{
	(void)stride;
	pointers_offset(pt, in, 0, out);
}

void pointers_load(const struct pointers *pt, const struct pt_set *in, struct pt_set *out)
{
	out->locs.n = 0;
	out->unknown = false;
	for (uint32_t i = 0; i < in->locs.n; i++)
		add_targets(pt, OF_CONTENT, in->locs.at[i].obj, in->locs.at[i].offset, out);
}

bool pt_loc_overlap(const struct pointers *pt, struct pt_loc a, uint64_t size_a,
		    struct pt_loc b, uint64_t size_b)
{
	(void)pt;
	return a.obj == b.obj && (!size_b || a.offset < b.offset + size_b) &&
	       (!size_a || b.offset < a.offset + size_a);
}

bool pointers_is_led(const struct pointers *pt, sym_id function)
{
	(void)pt;
	(void)function;
	return false;
}

obj_id pointers_kin(const struct pointers *pt, obj_id o)
{
	(void)pt;
	return o;
}

enum pt_choice pt_set_choice(const struct pointers *pt, const struct pt_set *set)
{
	(void)pt;
	return set->locs.n > 1 ? PT_FEW : PT_ONE;
}

bool pt_loc_is_folded(const struct pointers *pt, struct pt_loc l)
{
	(void)pt;
	return l.offset == PT_ANY;
}

bool pt_loc_is_inside(const struct pointers *pt, struct pt_loc l)
{
	(void)pt;
	(void)l;
	return true;
}

bool pt_sets_overlap(const struct pointers *pt, const struct pt_set *a, uint64_t size_a,
		     const struct pt_set *b, uint64_t size_b)
{
	for (uint32_t i = 0; i < a->locs.n; i++) {
		for (uint32_t j = 0; j < b->locs.n; j++) {
			if (pt_loc_overlap(pt, a->locs.at[i], size_a, b->locs.at[j], size_b))
				return true;
		}
	}
	return false;
}

bool pt_sets_apart(const struct pointers *pt, const struct pt_set *a, const struct pt_set *b)
{
	for (uint32_t i = 0; i < a->locs.n; i++)
		for (uint32_t j = 0; j < b->locs.n; j++)
			if (a->locs.at[i].obj == b->locs.at[j].obj)
				return false;
	(void)pt;
	return a->locs.n && b->locs.n && !a->unknown && !b->unknown;
}

void pt_set_free(struct pt_set *s)
{
	vec_free(&s->locs);
}

uint32_t pointers_functions(const struct pointers *pt, const struct pt_set *s, sym_id *out,
			    uint32_t cap)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->locs.n && n < cap; i++) {
		if (pt->objects.at[s->locs.at[i].obj].kind == OBJ_FUNCTION)
			out[n++] = pt->objects.at[s->locs.at[i].obj].sym;
	}
	return n;
}

enum guess_kind pointers_guess(const struct pointers *pt, func_id f, uint32_t inst,
			       sym_id callee)
{
	(void)pt;
	(void)f;
	(void)inst;
	(void)callee;
	return GUESS_NONE;
}

uint32_t pointers_inner_objects(const struct pointers *pt, obj_id o,
				obj_id out[MAX_INNER_OBJECTS])
{
	(void)pt, (void)o, (void)out;
	return 0;
}

bool pointers_may_be_shared(const struct pointers *pt, obj_id o)
{
	(void)pt;
	(void)o;
	return true;
}

const struct model *pointers_called_model(const struct pointers *pt, func_id f, uint32_t inst)
{
	(void)pt, (void)f, (void)inst;
	return NULL;
}

/* ---- the program ---- */

enum { INSTS = 64 };

/* Lists of one summary while they grow. */
struct lists {
	struct paths paths;
	VEC(struct lockset) locksets;
	VEC(struct order) orders;
	VEC(path_id) order_paths;
	VEC(struct phase) order_phases;
	VEC(struct absent) order_absent;
	VEC(struct chain) chains;
	VEC(struct access) open, closed;
	VEC(struct fork) forks;
	VEC(struct call) calls;
	VEC(path_id) call_args;
	VEC(struct outcome) outcomes;
	VEC(struct sync) syncs;
};

struct world {
	struct program p;
	struct pointers pt;
	VEC(struct lists *) lists; /* by function */
	struct summaries summaries;
	struct callgraph graph;
	struct threads *threads;
	struct report report;
};

static inline struct world *world_new(void)
{
	struct world *w = xcalloc(1, sizeof(*w));
	program_init(&w->p);
	program_file(&w->p, "w.c");
	vec_push(&w->pt.objects, ((struct pt_object){0}));
	vec_push(&w->lists, NULL);
	return w;
}

static inline sym_id world_symbol(struct world *w, const char *name, uint8_t kind)
{
	struct ir_symbol s = {.kind = kind, .flags = SYMF_DEFINED, .size = 64};
	s.name = s.source_name = program_str(&w->p, name);
	vec_push(&w->p.symbols, s);
	vec_push(&w->pt.objects,
		 ((struct pt_object){.kind = kind == SYM_FUNCTION ? OBJ_FUNCTION : OBJ_VARIABLE,
				     .sym = w->p.symbols.n - 1, .size = 64}));
	return w->p.symbols.n - 1;
}

static inline func_id world_function(struct world *w, const char *name)
{
	func_id f = w->p.funcs.n;
	sym_id s = world_symbol(w, name, SYM_FUNCTION);
	struct ir_func fn = {.sym = s, .inst_first = w->p.insts.n, .inst_count = INSTS,
			     .param_first = w->p.params.n, .param_count = 4,
			     .block_first = w->p.blocks.n, .block_count = 1};
	w->p.symbols.at[s].func = f;
	vec_push(&w->p.blocks, ((struct ir_block){0, INSTS}));
	for (uint32_t i = 0; i < 4; i++)
		vec_push(&w->p.params, ((struct ir_param){.size = 8}));
	for (uint32_t i = 0; i < INSTS; i++) {
		struct ir_inst in = {.op = OP_OTHER};
		in.loc = program_loc(&w->p, (struct ir_loc){.file = 1, .line = 100 * f + i,
							    .column = 1});
		vec_push(&w->p.insts, in);
	}
	vec_push(&w->p.funcs, fn);
	struct lists *l = xcalloc(1, sizeof(*l));
	paths_init(&l->paths);
	vec_push(&l->locksets, lockset_empty());
	vec_push(&l->orders, ((struct order){0}));
	vec_push(&l->chains, ((struct chain){0}));
	vec_push(&w->lists, l);
	return f;
}

static inline struct paths *in(struct world *w, func_id f)
{
	return &w->lists.at[f]->paths;
}

static inline path_id symbol(struct world *w, func_id f, sym_id s)
{
	return path_leaf(in(w, f), PATH_SYMBOL, s, 0);
}

static inline path_id formal(struct world *w, func_id f, uint32_t i)
{
	return path_leaf(in(w, f), PATH_FORMAL, i, 0);
}

static inline path_id value(struct world *w, func_id f, uint32_t inst)
{
	return path_leaf(in(w, f), PATH_VALUE, f, inst);
}

static inline path_id heap(struct world *w, func_id f, func_id of, uint32_t inst)
{
	if (!pointers_object_at(&w->pt, of, inst))
		vec_push(&w->pt.objects,
			 ((struct pt_object){.kind = OBJ_HEAP, .func = of, .inst = inst}));
	return path_leaf(in(w, f), PATH_HEAP, of, inst);
}

static inline path_id local(struct world *w, func_id f, func_id of, uint32_t inst)
{
	if (!pointers_object_at(&w->pt, of, inst))
		vec_push(&w->pt.objects,
			 ((struct pt_object){.kind = OBJ_LOCAL, .func = of, .inst = inst}));
	return path_leaf(in(w, f), PATH_LOCAL, of, inst);
}

/* Value 'inst' of f (VALUE_PARAM + i: its formal i) may point to the object. */
static inline void points_to(struct world *w, func_id f, uint32_t inst, obj_id o, uint32_t offset)
{
	ir_val v = inst & VALUE_PARAM ? ir_val_make(VAL_PARAM, inst & ~VALUE_PARAM)
				      : ir_val_make(VAL_INST, inst);
	vec_push(&w->pt.targets, ((struct target){OF_VALUE, f, v, {o, offset}}));
}

static inline void contains(struct world *w, obj_id at, uint32_t offset, obj_id o)
{
	vec_push(&w->pt.targets, ((struct target){OF_CONTENT, at, offset, {o, 0}}));
}

static inline obj_id object(struct world *w, sym_id s)
{
	return pointers_object_of_symbol(&w->pt, s);
}

/* ---- facts of a function ---- */

static inline uint32_t holding(struct world *w, func_id f, path_id lock, uint8_t mode)
{
	struct lists *l = w->lists.at[f];
	struct lockset s = lockset_empty();
	s.held_count = 1;
	s.held[0] = (struct held){.lock = lock, .mode = mode, .depth = 1, .func = f,
				  .inst = 60};
	vec_push(&l->locksets, s);
	return l->locksets.n - 1;
}

static inline uint32_t with_running(struct world *w, func_id f, uint64_t bits)
{
	struct lists *l = w->lists.at[f];
	vec_push(&l->orders, ((struct order){.running = bits, .started = bits}));
	return l->orders.n - 1;
}

/* These threads have been started and joined. */
static inline uint32_t with_ended(struct world *w, func_id f, uint64_t bits)
{
	struct lists *l = w->lists.at[f];
	vec_push(&l->orders, ((struct order){.started = bits}));
	return l->orders.n - 1;
}

static inline uint32_t after_barrier(struct world *w, func_id f, uint64_t bits, path_id barrier,
			      uint32_t least, uint32_t most)
{
	struct lists *l = w->lists.at[f];
	vec_push(&l->order_phases, ((struct phase){barrier, least, most, 0}));
	vec_push(&l->orders, ((struct order){.running = bits, .started = bits,
					     .phase_first = l->order_phases.n - 1,
					     .phase_count = 1}));
	return l->orders.n - 1;
}

/* The fork's thread runs, but not the one with this index. */
static inline uint32_t without(struct world *w, func_id f, uint64_t bits, uint32_t inst,
			       path_id index)
{
	struct lists *l = w->lists.at[f];
	vec_push(&l->order_absent, ((struct absent){inst, index}));
	vec_push(&l->orders, ((struct order){.running = bits, .started = bits,
					     .absent_first = l->order_absent.n - 1,
					     .absent_count = 1}));
	return l->orders.n - 1;
}

/* The thread with this id, whichever it is, has been joined. */
static inline uint32_t after_join(struct world *w, func_id f, uint64_t bits, path_id id)
{
	struct lists *l = w->lists.at[f];
	vec_push(&l->order_paths, id);
	vec_push(&l->orders, ((struct order){.running = bits, .started = bits,
					     .joined_first = l->order_paths.n - 1,
					     .joined_count = 1}));
	return l->orders.n - 1;
}

static inline struct access *touch(struct world *w, func_id f, enum access_kind kind, uint32_t inst,
			    path_id path, uint32_t lockset, uint32_t order)
{
	struct lists *l = w->lists.at[f];
	struct access a = {.path = path, .size = 4, .kind = (uint8_t)kind, .lockset = lockset,
			   .ordering = order, .func = f, .inst = inst};
	bool open = path_is_open(&l->paths, path);
	const struct lockset *held = &l->locksets.at[lockset];
	for (uint32_t i = 0; i < held->held_count; i++)
		open |= path_is_open(&l->paths, held->held[i].lock);
	if (open) {
		vec_push(&l->open, a);
		return &vec_last(&l->open);
	}
	vec_push(&l->closed, a);
	return &vec_last(&l->closed);
}

/* Returns the fork's bit number. */
static inline uint32_t creates(struct world *w, func_id f, uint32_t inst, path_id entry,
			path_id argument, uint8_t flags, uint32_t order)
{
	struct lists *l = w->lists.at[f];
	vec_push(&l->forks, ((struct fork){.entry = entry, .argument = argument,
					   .flags = flags, .ordering = order, .func = f,
					   .inst = inst}));
	return l->forks.n - 1;
}

static inline void calls(struct world *w, func_id f, uint32_t inst, func_id callee, path_id argument,
		  uint32_t lockset, uint32_t order)
{
	struct lists *l = w->lists.at[f];
	struct call c = {.inst = inst, .callee = callee, .lockset = lockset,
			 .ordering = order, .arg_first = l->call_args.n};
	if (argument) {
		vec_push(&l->call_args, argument);
		c.arg_count = 1;
	}
	vec_push(&l->calls, c);
}

static inline void returns(struct world *w, func_id f, uint32_t order)
{
	vec_push(&w->lists.at[f]->outcomes,
		 ((struct outcome){.signs = SIGN_ANY, .ordering = order}));
}

static inline sym_id symbol_of(struct world *w, func_id f)
{
	return w->p.funcs.at[f].sym;
}

/* ---- running the stages ---- */

#define MOVE(list)                 \
	do {                       \
		s->list.at = l->list.at; \
		s->list.n = l->list.n;   \
	} while (0)

static inline void finish_summary(struct world *w, func_id f)
{
	struct summary *s = &w->summaries.at[f];
	struct lists *l = w->lists.at[f];
	s->func = f;
	s->paths = l->paths;
	MOVE(locksets);
	MOVE(orders);
	MOVE(order_paths);
	MOVE(order_phases);
	MOVE(order_absent);
	MOVE(chains);
	MOVE(open);
	MOVE(closed);
	MOVE(forks);
	MOVE(calls);
	MOVE(call_args);
	MOVE(outcomes);
	MOVE(syncs);
	s->may_fork = l->forks.n > 0;
	s->returns = l->outcomes.n > 0;
}

static inline void spread_forks(struct world *w)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (func_id f = 1; f < w->summaries.n; f++) {
			struct summary *s = &w->summaries.at[f];
			for (uint32_t i = 0; i < s->calls.n && !s->may_fork; i++) {
				s->may_fork = w->summaries.at[s->calls.at[i].callee].may_fork;
				changed |= s->may_fork;
			}
		}
	}
}

static inline void world_run(struct world *w, uint32_t disabled)
{
	uint32_t n = w->p.funcs.n;
	w->summaries.n = n;
	w->summaries.at = xcalloc(n, sizeof(struct summary));
	w->graph.func_count = n;
	w->graph.component_count = n - 1;
	w->graph.members = xcalloc(n, sizeof(func_id));
	w->graph.member_at = xcalloc(n + 1, sizeof(uint32_t));
	w->graph.position = xcalloc(n, sizeof(uint32_t));
	w->graph.edge_at = xcalloc(n + 1, sizeof(uint32_t)); /* no edges */
	w->graph.caller_at = xcalloc(n + 1, sizeof(uint32_t));
	w->graph.component = xcalloc(n, sizeof(uint32_t));
	w->graph.recursive = xcalloc(n, sizeof(bool));
	w->graph.cyclic = xcalloc(n, sizeof(bool));
	w->graph.ends = xcalloc(n, sizeof(bool));
	for (func_id f = 1; f < n; f++) {
		finish_summary(w, f);
		w->graph.members[f - 1] = f;
		w->graph.position[f] = f - 1;
		w->graph.member_at[f] = f;
		w->graph.component[f] = f - 1;
	}
	spread_forks(w);
	program_index_symbols(&w->p);
	struct thread_input ti = {&w->p, &w->pt, &w->graph, &w->summaries, NULL, 0, false, 0};
	w->threads = threads_find(&ti);
	struct race_input ri = {.program = &w->p,
				.pointers = &w->pt,
				.summaries = &w->summaries,
				.threads = w->threads,
				.disabled = disabled};
	find_races(&ri, &w->report);
	assert_true(report_is_sane(&w->report));
}

static inline void world_free(struct world *w)
{
	threads_free(w->threads);
	arena_release(&w->report.memory);
	for (func_id f = 1; f < w->lists.n; f++) {
		struct lists *l = w->lists.at[f];
		paths_free(&w->summaries.at[f].paths);
		vec_free(&l->locksets);
		vec_free(&l->orders);
		vec_free(&l->order_paths);
		vec_free(&l->order_phases);
		vec_free(&l->order_absent);
		vec_free(&l->chains);
		vec_free(&l->open);
		vec_free(&l->closed);
		vec_free(&l->forks);
		vec_free(&l->calls);
		vec_free(&l->call_args);
		vec_free(&l->outcomes);
		vec_free(&l->syncs);
		free(l);
	}
	vec_free(&w->lists);
	vec_free(&w->pt.objects);
	vec_free(&w->pt.targets);
	free(w->summaries.at);
	free(w->graph.members);
	free(w->graph.member_at);
	free(w->graph.position);
	free(w->graph.edge_at);
	free(w->graph.caller_at);
	free(w->graph.component);
	free(w->graph.recursive);
	free(w->graph.ends);
	free(w->graph.cyclic);
	program_free(&w->p);
	free(w);
}

/* The confidence of the race whose pairs[0] or others join these two lines; -1
 * when there is none. */
static inline int race_at(const struct world *w, uint32_t line_a, uint32_t line_b)
{
	for (uint32_t i = 0; i < w->report.race_count; i++) {
		const struct report_race *r = &w->report.races[i];
		for (uint32_t j = 0; j < r->pair_count; j++) {
			uint32_t a = r->accesses[r->pairs[j].a].place.line;
			uint32_t b = r->accesses[r->pairs[j].b].place.line;
			if ((a == line_a && b == line_b) || (a == line_b && b == line_a))
				return (int)r->confidence;
		}
	}
	return -1;
}

#endif
