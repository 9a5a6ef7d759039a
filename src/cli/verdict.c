/* SPDX-License-Identifier: MIT */
/*
 * Only code that some thread gets to counts. In a program that never has a second thread only
 * what could start one does: a call through a pointer for which nothing was found, if there is
 * code that creates threads and that nothing comes to.
 */
#include "cli/verdict.h"

#include <string.h>

#include "callgraph/unknown.h"
#include "ir/names.h"
#include "race/race.h"

enum feature {
	FEATURE_ANY = 1, FEATURE_LIBRARY = 2, FEATURE_INDIRECT = 4, FEATURE_FORK = 8,
	FEATURE_OPEN = 16, FEATURE_LOCK = 32, FEATURE_ATOMIC = 64, FEATURE_SEMAPHORE = 128,
	FEATURE_ONCE = 256, FEATURE_BARRIER = 512, FEATURE_SIGNAL = 1024,
	FEATURE_CALLBACK = 2048,
};

static const struct {
	const char *number;
	enum feature matters;
} assumptions[] = {
#define ASSUMPTION(number, matters) {number, matters},
#include "cli/assumptions.def"
#undef ASSUMPTION
};
enum { ASSUMPTIONS = sizeof(assumptions) / sizeof(*assumptions) };

struct kind_list {
	VEC(struct report_item) items;
	struct map seen; /* symbol -> item + 1 */
	uint32_t count;
};

struct finding {
	struct analysis *a;
	bool *reached; /* [func] by some thread */
	bool alone;    /* there is one thread, once */
	bool dormant;  /* something that nobody gets to creates threads */
	struct kind_list kinds[UNKNOWN_COUNT];
};

/* ---- who gets where ---- */

static void reach(struct finding *x, func_id from)
{
	const struct callgraph *g = x->a->callgraph;
	VEC(func_id) list = {0};
	vec_push(&list, from);
	while (list.n) {
		func_id f = vec_pop(&list);
		if (!f || x->reached[f])
			continue;
		x->reached[f] = true;
		for (uint32_t i = g->edge_at[f]; i < g->edge_at[f + 1]; i++)
			vec_push(&list, g->edges[i].callee);
	}
	vec_free(&list);
}

static bool is_dormant(const struct finding *x)
{
	const struct callgraph *g = x->a->callgraph;
	for (func_id f = 1; f < x->a->program.funcs.n; f++) {
		for (uint32_t i = g->edge_at[f]; i < g->edge_at[f + 1]; i++)
			if (!x->reached[f] && g->edges[i].kind == EDGE_CREATE)
				return true;
	}
	return false;
}

static void reach_all(struct finding *x)
{
	const struct threads *t = x->a->threads;
	x->reached = xcalloc(x->a->program.funcs.n + 1u, sizeof(*x->reached));
	x->alone = t->list.n == 2 && !thread_at(t, 1)->many;
	for (thread_id id = 1; id < t->list.n; id++)
		reach(x, thread_at(t, id)->entry);
	for (uint32_t i = 1; i < t->begins.n; i++)
		reach(x, t->begins.at[i].entry);
	for (uint32_t i = 0; i < t->entries.n; i++)
		reach(x, t->entries.at[i]);
	x->dormant = is_dormant(x);
}

/* ---- what is not understood ---- */

static const char *symbol_name(struct finding *x, sym_id s)
{
	const struct program *p = &x->a->program;
	return arena_strdup(&x->a->report.memory, ir_str(p, p->symbols.at[s].source_name));
}

/* One item for each symbol, or for each place when there is none. */
static void add(struct finding *x, enum unknown_kind kind, const struct unknown_place *at,
		sym_id sym, const char *name)
{
	struct kind_list *k = &x->kinds[kind];
	uint32_t old = sym ? map_get(&k->seen, sym, 0) : 0;
	if (old) {
		k->items.at[old - 1].count++;
		return;
	}
	struct report_item i = {name ? name : symbol_name(x, sym),
				place_of(&x->a->program, at->func, at->inst), 1};
	vec_push(&k->items, i);
	if (sym)
		map_put(&k->seen, sym, k->items.n);
	k->count = k->items.n;
}

static void add_place(struct finding *x, const struct unknown_place *at)
{
	const struct program *p = &x->a->program;
	const char *function = symbol_name(x, p->funcs.at[at->func].sym);
	switch (at->kind) {
	case PLACE_THREADS:
		add(x, UNKNOWN_THREADS, at, at->sym,
		    models_unfollowed(&x->a->models, ir_str(p, p->symbols.at[at->sym].name)));
		break;
	case PLACE_GIVEN: add(x, UNKNOWN_GIVEN, at, at->other, NULL); break;
	case PLACE_LEADS: /* with other threads, such functions are named themselves */
		if (x->alone)
			add(x, UNKNOWN_GIVEN, at, at->other, NULL);
		break;
	case PLACE_UNKNOWN:
		if (!x->alone)
			add(x, UNKNOWN_FUNCTION, at, at->sym, NULL);
		break;
	case PLACE_CALL:
		if (!x->alone || x->dormant)
			add(x, UNKNOWN_CALL, at, 0, function);
		break;
	case PLACE_GUESS:
		if (!x->alone)
			add(x, UNKNOWN_GUESS, at, 0, function);
		break;
	case PLACE_LONG:
		if (!x->alone)
			add(x, UNKNOWN_LONG, at, 0, function);
		break;
	case PLACE_ASSEMBLY:
		if (!x->alone)
			add(x, UNKNOWN_ASSEMBLY, at, 0, function);
		break;
	case PLACE_NUMBER:
		if (!x->alone)
			add(x, UNKNOWN_NUMBER, at, 0, function);
		break;
	}
}

static void add_places(struct finding *x)
{
	struct analysis *a = x->a;
	struct unknown_places places = {.list = {0}};
	unknown_places(&a->program, &a->models, a->pointers, &places);
	for (uint32_t i = 0; i < places.list.n; i++) {
		if (x->reached[places.list.at[i].func])
			add_place(x, &places.list.at[i]);
	}
	vec_free(&places.list);
}

/* Of what is only declared the compiler often tells no type. */
static bool is_pointer(const struct program *p, const struct ir_symbol *y)
{
	if (!y->type)
		return y->size == p->units.at[1].pointer_size;
	return p->types.at[type_strip(p, y->type)].kind == TYPE_POINTER;
}

/* What an undefined pointer points to may be anything; numbers that are defined elsewhere are
 * variables like others. */
static void add_variables(struct finding *x)
{
	const struct program *p = &x->a->program;
	for (sym_id s = 1; s < p->symbols.n && !x->alone; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		if (y->kind != SYM_VARIABLE || y->flags & SYMF_DEFINED ||
		    !is_pointer(p, y) || models_find(&x->a->models, ir_str(p, y->name)))
			continue;
		vec_push(&x->kinds[UNKNOWN_VARIABLE].items,
			 ((struct report_item){symbol_name(x, s), place_of_loc(p, y->loc), 1}));
		x->kinds[UNKNOWN_VARIABLE].count++;
	}
}

/* A compiler that optimises leaves accesses out, merges them, and moves them. */
static void add_units(struct finding *x)
{
	const struct program *p = &x->a->program;
	struct arena *memory = &x->a->report.memory;
	struct kind_list *optimised = &x->kinds[UNKNOWN_OPTIMISED];
	struct kind_list *instrumented = &x->kinds[UNKNOWN_INSTRUMENTED];
	for (uint32_t i = 1; i < p->units.n && !x->alone; i++) {
		const struct ir_unit *u = &p->units.at[i];
		const char *name = arena_strdup(memory, ir_str(p, u->name));
		const char *flag = arena_strdup(memory, ir_str(p, u->instrumented));
		if (u->optimised)
			vec_push(&optimised->items, ((struct report_item){name, {0}, 1}));
		if (u->instrumented)
			vec_push(&instrumented->items,
				 ((struct report_item){flag, {.file = name}, 1}));
	}
	optimised->count = optimised->items.n;
	instrumented->count = instrumented->items.n;
}

static void list_unknown(struct finding *x)
{
	struct report *r = &x->a->report;
	struct report_unknown *list =
		ARENA_ARRAY(&r->memory, struct report_unknown, UNKNOWN_COUNT);
	r->unknown_count = 0;
	for (uint32_t k = 0; k < UNKNOWN_COUNT; k++) {
		struct kind_list *from = &x->kinds[k];
		struct report_item *items = ARENA_ARRAY(&r->memory, struct report_item,
							from->items.n + 1u);
		if (from->items.n)
			memcpy(items, from->items.at, from->items.n * sizeof(*items));
		if (from->count)
			list[r->unknown_count++] = (struct report_unknown){
				(enum unknown_kind)k, from->count, from->items.n, items};
		vec_free(&from->items);
		map_free(&from->seen);
	}
	r->unknown = list;
}

/* ---- what is assumed ---- */

static unsigned features_of_effect(const struct effect *e)
{
	switch (e->kind) {
	case EFFECT_ACQUIRE: return FEATURE_LOCK;
	case EFFECT_FORK_PROCESS: return FEATURE_FORK;
	case EFFECT_SEM_INIT: return FEATURE_SEMAPHORE;
	case EFFECT_ONCE:
	case EFFECT_ONCE_ENTER: return FEATURE_ONCE;
	case EFFECT_BARRIER_WAIT: return FEATURE_BARRIER;
	case EFFECT_SIGNAL_HANDLER: return FEATURE_SIGNAL;
	case EFFECT_CALL_LATER: return FEATURE_CALLBACK;
	default: return 0;
	}
}

static unsigned features_of_inst(const struct program *p, const struct pointers *pt,
				 const struct ir_inst *i)
{
	sym_id s = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
	const struct model *m = s ? pointers_model(pt, s) : NULL;
	unsigned set = m ? FEATURE_LIBRARY : 0;
	for (uint32_t k = 0; m && k < m->effect_count; k++)
		set |= features_of_effect(&m->effects[k]);
	if (i->op == OP_CALL && !s)
		set |= FEATURE_INDIRECT;
	if (i->order)
		set |= FEATURE_ATOMIC;
	return set;
}

static unsigned find_features(const struct finding *x)
{
	const struct program *p = &x->a->program;
	unsigned set = FEATURE_ANY | (x->a->report.open_program ? FEATURE_OPEN : 0);
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t i = 0; x->reached[f] && i < p->funcs.at[f].inst_count; i++)
			set |= features_of_inst(p, x->a->pointers,
						ir_inst_at(p, &p->funcs.at[f], i));
	}
	return set;
}

static uint32_t count_shared(const struct pointers *pt)
{
	uint32_t n = 0;
	for (obj_id o = 1; o < pointers_object_count(pt); o++)
		n += pointers_object(pt, o)->across;
	return n;
}

static void add_counts(struct finding *x, unsigned features)
{
	const struct report *r = &x->a->report;
	if (features & FEATURE_FORK) /* who has forked is not looked at against its child (9) */
		x->kinds[UNKNOWN_PROCESSES].count = count_shared(x->a->pointers);
	x->kinds[UNKNOWN_CREATION].count = r->unresolved;
	if (x->alone)
		return;
	x->kinds[UNKNOWN_CROWD].count = x->a->threads->crowds;
	x->kinds[UNKNOWN_PAIRS].count = r->cut_objects;
	x->kinds[UNKNOWN_ANYTHING].count = pointers_saturated(x->a->pointers);
}

static void list_assumptions(struct finding *x, unsigned features)
{
	struct report *r = &x->a->report;
	const char **list = ARENA_ARRAY(&r->memory, const char *, ASSUMPTIONS);
	for (uint32_t i = 0; i < ASSUMPTIONS; i++) {
		if (features & assumptions[i].matters)
			list[r->assumption_count++] = assumptions[i].number;
	}
	r->assumptions = list;
}

void verdict_fill(struct analysis *a)
{
	struct finding x = {.a = a};
	reach_all(&x);
	add_places(&x);
	add_variables(&x);
	add_units(&x);
	unsigned features = find_features(&x);
	add_counts(&x, features);
	list_unknown(&x);
	list_assumptions(&x, features);
	free(x.reached);
}
