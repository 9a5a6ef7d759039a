/* SPDX-License-Identifier: MIT */
/* Private to thread/: what the phases of threads_find share. */
#ifndef CHEQUER_THREAD_INTERNAL_H
#define CHEQUER_THREAD_INTERNAL_H

#include "ir/decided.h"
#include "thread/thread.h"

#ifdef CHEQUER_STRESS
enum { MAX_CREATORS = 2, MAX_THREADS = 4, MAX_CONTEXTS_HERE = 2, MAX_CONTEXTS = 64,
       MAX_MERGES = 2, MAX_GIVEN_HERE = 4, MANY_NODES = 24, MAX_NODES = 32,
       MAX_NUMBERS = 2 };
#else
enum { MAX_CREATORS = 4, MAX_THREADS = 1024, MAX_CONTEXTS_HERE = 12, MAX_CONTEXTS = 1 << 20,
       MAX_MERGES = 8, MAX_GIVEN_HERE = 64, MANY_NODES = 1 << 18, MAX_NODES = 2 << 20,
       MAX_NUMBERS = 128 };
#endif
enum { MAX_GUARDS = 32, MAX_STEPS_SHOWN = 128, MAX_ROUNDS = 2 };

/* A function that may create threads, as one thread reaches it. */
struct node {
	thread_id thread;
	func_id func, parent; /* parent 0: an entry */
	uint32_t call;	      /* in parent */
	bool many;	      /* that thread may execute it more than once */
};

/* A creation, whichever thread stands for it. */
struct creation {
	thread_id creator, thread;
	func_id func; /* the creating call is there */
	func_id closed_in; /* what it starts, and with which argument, is known there: */
	uint32_t fork;	   /* forks[fork] of its summary */
	path_id argument;
};

/* The threads of one fork that have the same entry. */
struct forked {
	uint32_t count;
	thread_id last;
};

/* A function, for what it is given; or as a thread begins there. */
struct visit {
	func_id func;
	thread_id begins;
	uint32_t given; /* in cycles.numbers; 0: nothing */
};

struct creation_edge {
	uint32_t from, to;
};

/* What threads do, and which of them create each other (cycles.c). */
struct cycles {
	bool looking;	     /* for them: who creates a thread does not matter */
	VEC(struct visit) visits; /* while looking, like all up to the next empty line; [0] none */
	uint32_t visit;		  /* the one that is looked at */
	VEC(struct creation_edge) edges;
	struct map visit_at;	  /* function, given -> in visits */
	struct map beginning_at;  /* function, thread -> in visits */
	struct intern numbers;	  /* struct ir_numbers */
	uint8_t *numbers_of;	  /* [func] how many it was given */

	struct intern kinds; /* entry, argument and what it points to */
	VEC(thread_id) thread_of; /* [kind] while looking */
	VEC(uint32_t) cycle_of;	  /* [kind] 0: none */
	struct intern places;	  /* kinds and flags, for what is created inside a cycle */
	VEC(thread_id) thread_at; /* [place] */
};

struct waiting {
	VEC(context_id) list;
	uint32_t first;
};

/* Numbers that formals are given, and what they decide (decided.c). */
struct reached_blocks {
	bool *at; /* [block]; NULL: all are */
	bool known;
};

struct decided {
	uint64_t *own;	  /* [func] formals that branches depend on and that are given numbers */
	uint64_t *passed; /* [func] likewise, that are passed on to functions where they are that */
	uint64_t *compared; /* [func] formals that are compared with addresses of variables */
	uint64_t *asked;    /* [func] these, and those that are passed on to who does */
	struct pt_set variables;
	struct intern keys; /* function, numbers */
	VEC(struct reached_blocks) reached; /* by key */
	VEC(uint32_t) key_of; /* number of a bound function -> key + 1; 0: not asked */
};

/* Functions with a binding of their formals have numbers: what is kept for them is found by one
 * word. Mostly the same one is asked for again and again. */
struct bound_funcs {
	struct map numbers; /* function, binding -> 1, 2, 3... */
	func_id last_func;
	binding_id last_binding;
	uint32_t last;
};

/* What is done by who begins in one function, whatever numbers it passes on (chosen.c). */
struct done_from {
	bool *all;     /* [func] it is visited with all of its blocks */
	bool **reached; /* [func] else those that are reached; NULL: it is not visited */
};

/* What was found out last about a context: calls that follow each other mostly have the
 * same locks and order. */
struct last_found {
	context_id context;
	guards_id guards; /* of the context then, like the next two */
	set_id running;
	binding_id binding;
	uint32_t index; /* of the lockset, or of the order, + 1 */
	uint32_t result;
};

/* A call, by its number in the summary, and what the callee is entered with (moves.c). */
struct move {
	uint32_t call;
	guards_id guards, lost;
	phases_id phases;
	binding_id binding;
	set_id ruled_out;
	uint8_t guess; /* enum guess_kind */
	bool unclear;  /* the pointer may mean another function as well */
};

struct moves {
	uint32_t first, count; /* range of threads_memo.moves */
	bool known;
};

typedef VEC(set_id) set_list;

/* A context, as others of its thread and function are compared with it: they are all looked at
 * for each that is added, so what decides lies together. */
struct met {
	context_id id;
	binding_id binding;
	phases_id phases;
	guards_id guards;
	set_id running, ruled_out;
	struct signal_mask mask;
	bool child, called; /* it has a parent */
};
typedef VEC(struct met) met_list;

/* What was found out for some words. */
struct answers {
	struct intern keys;
	VEC(uint32_t) at; /* by key: the answer + 1; 0: not yet */
};

/* Two contexts are taken together, and a call is followed, millions of times, with the same few
 * ids; kept while contexts are looked for. */
struct meetings {
	struct map bindings, guards; /* two ids -> what is common to both, + 1 */
	struct answers lost;	     /* lost and guards of two contexts */
};

/* By path: what it points to; NULL: not asked. */
typedef VEC(struct pt_set *) path_sets;

struct threads_memo {
	path_id **closed;     /* [func][path of its summary], 0: not yet */
	struct bound_funcs bound_funcs;
	struct map bound; /* number of a bound function, path of its summary -> closed */
	path_sets points_to, copies; /* copies: with copies told apart */
	struct map overlap;    /* two lock paths -> 0 or 1 */
	struct map functions;  /* path, function -> may it be that function? */
	struct intern spawn_keys;
	VEC(struct node) nodes; /* [0] none */
	VEC(struct creation) creations;
	uint32_t *reached;  /* [func] the last search that came by; 0: none */
	uint32_t searches;
	bool *entered;	    /* [func] some thread may come there; NULL: not asked yet */
	VEC(uint32_t) scratch; /* of sets.c */
	struct map unions;     /* two sets -> what they are together, + 1 */
	struct meetings meetings;
	struct answers running_at; /* thread, function, order, what runs at entry */
	struct cycles cycles;
	struct intern forked_keys; /* function, fork, entry */
	VEC(struct forked) forked; /* by key */
	struct map awaited; /* values, by function and instruction, that are joined */
	struct map begins_at; /* thread, function -> the last of its further beginnings there */
	VEC(uint32_t) begins_before; /* [beginning] the one before it there; 0: none */
	VEC(thread_id) last_child, sibling; /* by thread; 0: none */
	VEC(thread_id) widened; /* stand for more than they were visited with */
	struct map node_at;	/* thread, function -> node */
	struct map context_at;	/* thread, function -> first context */
	VEC(met_list) met;	/* while contexts are looked for; */
	struct map met_at;	/* thread, function -> in met, + 1 */
	struct waiting *waiting; /* [position in the call graph] contexts to be visited */
	uint32_t waiting_at;	 /* the position whose turn it is */
	uint32_t waiting_here;	 /* the last above it in the same recursion; 0: none */
	uint32_t waiting_above;	 /* the last above that recursion; 0: none */
	struct intern states;	 /* of functions, whichever thread it is (moves.c) */
	VEC(struct moves) moves_at; /* by state */
	VEC(struct move) moves;
	uint64_t *needed;   /* [func] formals whose binding names a lock below */
	uint64_t *wanted;   /* [func] formals that name memory that is looked at below */
	uint64_t *choosing; /* [func] formals whose number says what is done below */
	struct decided decided;
	VEC(struct done_from) done_from;
	struct map done_at; /* function that threads begin in -> in done_from, + 1 */
	uint64_t *called;   /* [func] formals that are functions, called here or below */
	bool *interesting;  /* [func] it or a callee has closed facts */
	bool *is_entry;	    /* [func] of the ORIGIN_ENTRY thread */
	bool hides;	    /* some functions are visible outside, and others are hidden */
	func_id others;	    /* in a module, the thread of this function runs the entries */
	path_id interrupts; /* who holds it has turned interrupts off; 0: nobody does */
	path_id scheduler;  /* held by main until tasks run; or 0 */
	uint32_t creators;  /* so many keep a thread of their own for a fork */
	bool crowded;	    /* threads of one kind are one (crowd.c) */
	VEC(thread_id) crowds;
	bool all_created;   /* all threads of crowds are known */
	bool only_main_creates;
	uint64_t handled;   /* signals that a handler is known for (masks.c) */
	uint64_t *signals, *inherited, *opens, *restores; /* [thread] */
	set_id here;	    /* SPAWN_HERE alone, where processes are forked; or 0 */
	uint32_t in_children; /* contexts that were added in child processes */
	struct map in_child; /* what runs, thread -> who may be in its process (process.c) */
	bool refuted;	    /* threads whose ids were taken to be kept pile up */
	bool settled;	    /* contexts do not change any more */
	struct last_found last_guards, last_running;
	struct answers guards_at, lost_at; /* function, lockset, how it was entered (guards.c) */
	struct map joined_at; /* context, order that has joined -> what runs */
	set_list alive, ended; /* by set of spawns: set of threads + 1, 0: not yet */
	VEC(bool *) visits; /* [thread][func] it may come there; NULL: not asked yet, or
			     * another one has the same code: */
	VEC(thread_id) same_code; /* [thread] the first that begins there; 0: not asked yet */
	struct map code_of;	  /* where threads begin -> the first of them */
	bool *others_enter; /* [func] a thread may come there that is not main; NULL: not known */
	uint64_t *marks;    /* [threads] bits, all 0 between calls */
	struct map meanings, alike; /* of sets of spawns (parallel.c) */
	struct map left; /* thread -> who may be running when it has ended (parallel.c) */
};

static inline bool found_last(const struct threads *t, const struct last_found *l,
			      context_id c, uint32_t index)
{
	const struct context *x = &t->contexts.at[c];
	return l->index == index + 1 && l->context == c && l->guards == x->guards &&
	       l->running == x->running && l->binding == x->binding;
}

static inline void note_last(const struct threads *t, struct last_found *l, context_id c,
			     uint32_t index, uint32_t result)
{
	const struct context *x = &t->contexts.at[c];
	*l = (struct last_found){c, x->guards, x->running, x->binding, index + 1, result};
}

/* ---- close.c ---- */
path_id close_plain(struct threads *t, func_id f, path_id path);
path_id close_bound(struct threads *t, func_id f, binding_id b, path_id path);
uint32_t number_of_bound(struct threads *t, func_id f, binding_id b);
/* The same address in every thread, whatever was stored: a global lock's name. */
bool path_is_global(const struct paths *p, path_id id);
/* Does it mention a local, allocation or value of that function's activation? */
bool path_is_of(const struct paths *p, path_id id, func_id f);
binding_id binding_of(struct threads *t, const path_id *at, uint32_t n);
/* What is the same in both. */
binding_id binding_common(struct threads *t, binding_id a, binding_id b);
/* Puts what it binds there, BINDING_SIZE at most; how many. */
uint32_t binding_load(const struct threads *t, binding_id b, path_id *at);
/* Are these formals, as bits, the same in both? */
bool binding_is_same_for(const struct threads *t, binding_id a, binding_id b, uint64_t formals);
/* The formals, as bits, that came with the thread's argument. */
uint32_t binding_given(const struct threads *t, binding_id b);
/* Can this call through a pointer of f reach its callee under that binding? */
bool call_is_possible(struct threads *t, func_id f, binding_id b, const struct call *k);
bool locks_may_alias(struct threads *t, path_id a, path_id b);

/* ---- sets.c ---- */
set_id set_of(struct threads *t, uint32_t *at, uint32_t n); /* sorts at */
/* Room for n numbers, until the next call of sets.c. */
uint32_t *set_scratch(struct threads *t, uint32_t n);
set_id set_union(struct threads *t, set_id a, set_id b);
/* Likewise of sets that are asked for again and again. */
set_id set_union_again(struct threads *t, set_id a, set_id b);
set_id set_intersect(struct threads *t, set_id a, set_id b);
bool set_has(const struct threads *t, set_id s, uint32_t id);
/* The number of a question of n words: a->at.at[number] is its answer + 1, or 0. */
uint32_t answer_of(struct answers *a, const uint32_t *words, uint32_t n);
void answers_free(struct answers *a);
bool set_within(const struct threads *t, set_id a, set_id b); /* a in b */

/* ---- prepare.c ---- */
void prepare_functions(struct threads *t);

/* The caller's formals that are passed on as the callee's formals 'below'. */
uint64_t formals_passed(const struct summary *s, const struct call *k, uint64_t below);

/* ---- decided.c ---- */
/* Numbers that creations give count if these are known. */
void find_deciding(struct threads *t);
/* The blocks that are reached for these numbers; NULL: all. */
const bool *threads_reached_for(struct threads *t, func_id f, const struct ir_numbers *given);
/* Of these arguments of f, as bits, the numbers because of which it does not do something. */
uint64_t numbers_that_decide(struct threads *t, func_id f, const path_id *args);
/* The callee's formals, as bits, that point to no variable that a formal is compared with. */
uint64_t formals_apart(struct threads *t, context_id c, const struct call *k);
void decided_free(struct decided *d);

/* ---- chosen.c ---- */
/* The numbers that a call of f passes, of those that decide something there or further down. */
void threads_pass_numbers(const struct threads *t, func_id f, const struct ir_numbers *given,
			  const struct call *k, struct ir_numbers *out);
/* May the thread come to that place of f, by the numbers that are given? */
bool threads_does(struct threads *t, thread_id id, func_id f, uint32_t inst);
void done_from_free(struct threads *t);

/* ---- roots.c ---- */
void find_roots(struct threads *t);

/* ---- find.c ---- */
/* What the formals of a thread's entry are bound to; at GIVEN_AT, as bits, those that the
 * thread was given by its creator, or that are made of what it was given; at OWN_AT those that
 * point to what nobody else can reach then, and from bit OWN_KNOWN on of what is known; at TAKEN_AT
 * likewise what was taken out of where others find it; at APART_AT those of formals_apart.
 * Behind them the contents of the argument's memory: pairs of address and value from CONTENT_AT
 * on; and from KNOWN_AT on what memory holds at the call, which says nothing of calls from there.
 */
enum {
	MAX_BOUND = 16,
	GIVEN_AT = MAX_BOUND,
	OWN_AT,
	TAKEN_AT,
	APART_AT,
	CONTENT_AT,
	MAX_CONTENTS = 12,
	KNOWN_AT = CONTENT_AT + 2 * MAX_CONTENTS,
	BINDING_SIZE = KNOWN_AT + 2 * MAX_KNOWN
};
binding_id root_binding(struct threads *t, const struct thread *begins);
/* What f, of which a thread executes any number of activations, may rely on. Where one begins,
 * another way may lead that begins elsewhere. */
binding_id certain_binding(struct threads *t, thread_id id, func_id f);
void start_fork(struct threads *t, thread_id creator, func_id f, uint32_t number);
/* The thread may begin there too. */
void reach_beginning(struct threads *t, thread_id id, func_id entry);
void find_threads(struct threads *t);

/* ---- begins.c ---- */
/* Are both made by one fork? */
bool is_same_fork(const struct thread *x, const struct thread *y);
/* What the arguments of all its creations hold: the trampoline of one kind of thread still
 * runs its one function. Has something been lost? */
bool keep_common_contents(struct threads *t, struct thread *x, const struct thread *more);
/* One more creation, which is one thread with others: that thread. */
thread_id add_beginning(struct threads *t, thread_id id, struct thread more);
/* May it create threads? */
bool thread_may_fork(const struct threads *t, thread_id id);

/* ---- done.c ---- */
void find_done(struct threads *t);

/* ---- crowd.c ---- */
/* The thread that stands for it, and others. */
thread_id add_to_crowd(struct threads *t, struct thread x);
void forget_crowd(struct threads *t);
/* Does every thread count as running, whatever this one is at? */
bool runs_with_all(const struct threads *t, thread_id id);
/* Of a signal that says that the program has gone wrong. */
bool is_fault_handler(const struct threads *t, const struct thread *x);
void note_created_in_crowd(struct threads *t);

/* ---- cycles.c ---- */
/* While looking for cycles: the thread of that kind, or 0. */
thread_id thread_of_kind(struct threads *t, const struct thread *x);
void note_thread_of_kind(struct threads *t, const struct thread *x, thread_id id);
/* Looks at all kinds of threads that there may be. */
void look_for_cycles(struct threads *t);
/* While looking: what is visited creates this thread. */
void note_creation(struct threads *t, thread_id id);
/* Of the function that it is closed in: the call that leads to the creation, or that itself. */
static inline uint32_t fork_site(const struct fork *k)
{
	return k->via ? k->via - 1 : k->inst;
}
/* The cycle that a thread of this kind belongs to, or 0. */
uint32_t cycle_of(struct threads *t, const struct thread *x);
/* Is it created by one of its cycle? */
bool is_created_in_cycle(const struct threads *t, const struct thread *x);
/* The thread that stands for what does the same, whoever creates it, or 0. */
thread_id thread_for_all(struct threads *t, const struct thread *x);
/* Is it one of a cycle, told apart from others of it by nothing but what it does? */
bool is_like_its_cycle(const struct threads *t, const struct thread *x);
void note_for_all(struct threads *t, thread_id id);
void cycles_free(struct cycles *c);

/* ---- spawns.c ---- */
/* Is the function where the thread begins? */
bool is_root(const struct threads *t, thread_id id, func_id f);
bool fork_starts_here(const struct threads *t, thread_id creator, func_id f,
		      const struct fork *k);
/* What the threads of s leave running when they have ended; 0: nothing. */
spawn_id spawn_left(struct threads *t, spawn_id s);
spawn_id spawn_of(struct threads *t, thread_id creator, func_id f, uint32_t fork);
/* All that is started at the instruction of this fork. */
spawn_id spawn_of_site(struct threads *t, thread_id creator, const struct fork *k);
/* What was started since the context's function was entered, whether it still runs or
 * not; an order of its summary. */
set_id started_since_entry(struct threads *t, context_id c, uint32_t order);
void spawns_forget(struct threads *t);
void spawns_free(struct threads *t);
/* May all of the spawn's threads be running, by one of these? */
bool spawn_runs(const struct threads *t, set_id running, spawn_id s);

/* ---- guards.c ---- */
/* Locks without an object that the system makes its threads respect. */
void find_root_locks(struct threads *t);
/* What a thread holds from its beginning. */
guards_id root_guards(struct threads *t, const struct thread *begins);
guards_id guards_enter(struct threads *t, context_id c, const struct call *k);
/* Likewise of those that are lost. */
guards_id lost_enter(struct threads *t, context_id c, const struct call *k);
/* Those lost on a way with (guards, lost) and held or lost on another one. */
guards_id lost_on_both(struct threads *t, const struct context *a, const struct context *b);
/* a is weaker: whatever holds b holds a. */
bool guards_weaker(const struct threads *t, guards_id a, guards_id b);
guards_id guards_intersect(struct threads *t, guards_id a, guards_id b);

/* ---- masks.c ---- */
/* All threads there may be are known. */
void find_handled(struct threads *t);
/* All contexts are. */
void find_masks(struct threads *t);

/* ---- process.c ---- */
void find_processes(struct threads *t);
/* Is who has these running surely in a child process? */
bool is_child(const struct threads *t, set_id running);
/* These threads, by their numbers, and all that they create. */
set_id with_created(struct threads *t, bool *in);
/* Is it main, in a child process in which there is nobody else? */
bool is_by_itself(struct threads *t, thread_id id, set_id running);
/* Every thread, in that process. */
set_id running_anything(struct threads *t, set_id running);
/* Does no thread run, in whichever process? */
bool runs_nothing(const struct threads *t, set_id running);

/* ---- moves.c ---- */
/* The calls that are possible in that context and lead to something; valid until the next. */
struct moves moves_of(struct threads *t, context_id c);
void moves_free(struct threads_memo *m);

/* ---- context.c ---- */
void find_contexts(struct threads *t);
void meetings_free(struct meetings *j);

/* ---- visits.c ---- */
/* All threads that there may be were looked at once. */
void find_left_to_main(struct threads *t);
/* Overlaps are known: which threads, of those that overlap themselves, run loops? */
void find_runners(struct threads *t);
/* Is a point of f that has this lockset behind a test that only main passes, and this
 * another thread? */
bool is_left_to_main(const struct threads *t, thread_id id, func_id f, uint32_t lockset);

/* ---- parallel.c ---- */
/* The threads that a set of spawns stands for. */
set_id spawn_threads(struct threads *t, set_id spawns);
/* Those that have ended and may have left something running. */
set_id spawn_ended(struct threads *t, set_id spawns);
void find_overlaps(struct threads *t);

#endif
