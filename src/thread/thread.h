/* SPDX-License-Identifier: MIT */
/*
 * Threads: who runs, who created whom, in which context each function runs, and
 * which of it may happen at the same time.
 *
 * Open facts bubble up in the summaries; closed facts stay where they are, and
 * contexts flow down to them: the locks held, the threads running and the
 * barriers passed when a thread enters a function. A context is a few interned
 * ids. docs/decisions/contexts-flow-down.md tells why.
 *
 * All paths of this stage are closed and live in one table (threads->paths): a
 * formal is replaced by what the context binds it to, or by its name from outside
 * (VALUE f, VALUE_PARAM + i).
 */
#ifndef CHEQUER_THREAD_THREAD_H
#define CHEQUER_THREAD_THREAD_H

#include <stdio.h>

#include "callgraph/callgraph.h"
#include "summary/summary.h"

typedef uint32_t thread_id;  /* threads->list; 0: none */
typedef uint32_t context_id; /* threads->contexts; 0: none */
typedef uint32_t spawn_id;   /* threads->spawns; 0: none */
typedef uint32_t set_id;     /* an interned, sorted set of ids; 0: empty */
typedef uint32_t guards_id;  /* an interned array of struct guard; 0: empty */
typedef uint32_t phases_id;  /* an interned array of struct phase; 0: empty */
typedef uint32_t binding_id; /* an interned array of path_id, by formal; 0: empty */

enum thread_origin { ORIGIN_MAIN, ORIGIN_FORK, ORIGIN_SIGNAL, ORIGIN_ENTRY, ORIGIN_LATER };

/*
 * A thread stands for every execution of 'entry' that the fork starts in any
 * execution of its creator. 'running' and 'survivors' are sets of spawns.
 *
 * Threads that create each other, and that nothing but their code tells apart, are one with
 * several beginnings (cycles.c). Each of these has an entry, an argument and a creation of its
 * own; all else is that of the thread, which itself is the first of them. Who asks what a
 * thread does, or was given, has to ask all: thread_next_beginning.
 */
struct thread {
	uint8_t origin;
	uint32_t flags;	  /* enum fork_flag of the fork */
	uint8_t param;	  /* the entry's formal that receives the argument */
	bool many;	  /* may exist more than once at a time */
	bool merged;	  /* stands for forks of several creators */
	bool mixed;	  /* stands for different forks: 'func' and 'fork' are one of them */
	bool wide;	  /* it is merged, or made by one that is wide: 'creator' is one
			   * of several ways up, 'tops' says where all of them end */
	bool crowd;	  /* stands for all that are created of its kind (crowd.c) */
	bool faults;	  /* which are handlers of faults of the program */
	bool asked_twice; /* callbacks that several have asked for: two may run at a time */
	bool creates_itself;
	uint32_t cycle;	  /* of threads that create each other (cycles.c); 0: none */
	bool nested;	  /* only those it creates itself overlap it */
	bool loop_overlap;  /* one execution of 'func' starts several that overlap */
	bool outer_overlap; /* several executions of 'func' do */
	bool runs_loop;	  /* of which there may be several at a time: it may call what was given
			   * to the loop of a library (FORKF_IN_LOOP) */
	bool repeated;	  /* 'func' may be executed several times by the creator */
	bool piles_up;	  /* it may still be running when the next one gets its id variable */
	bool was_joined;  /* some join was taken to end it, as it does not pile up */
	func_id entry;	  /* 0 for ORIGIN_ENTRY: threads->entries */
	path_id argument; /* 0: none */
	/* of the created thread, as in struct fork; or 0 */
	path_id id, id_address, id_holder, id_once;
	int64_t id_from_argument; /* as in struct fork */
	thread_id creator; /* 0: a root */
	uint32_t depth;	  /* in the creation tree; roots 0 */
	func_id func;	  /* the fork is forks[fork] of the summary of func */
	uint32_t fork;
	uint32_t content_first, content_count; /* range of threads->contents */
	set_id tops;	  /* the threads created by roots that it is, or comes from */
	set_id running;	  /* what its creator had running at the creation */
	set_id survivors; /* what it leaves running when it ends */
	set_id done;	  /* paths of what was done for good before it began (done.c) */
	uint32_t more;	  /* the next beginning, in threads->begins; 0: there is no other */
};

/*
 * What one fork starts in one creator. [1] is every thread there is. A spawn that
 * has 'left_of' stands for what those of another spawn left running when they
 * ended; it has no threads of its own. One that has 'below' stands for all that the
 * creator starts in that function and what it calls; nobody knows how many these are,
 * so no join ends them.
 *
 * [2] is no thread: who has it among those that run may be in the process in which it
 * began. In a child process, after fork(), it is gone like the threads (process.c).
 */
enum { SPAWN_ALL = 1, SPAWN_HERE = 2 };
struct spawn {
	VEC(thread_id) threads;
	VEC(thread_id) ended; /* with 'below': not running, but maybe what they have left */
	spawn_id left_of;
	func_id below;
	spawn_id same; /* the first that means the same (spawns.c); 0: not looked for, or none */
};

struct guard {
	path_id lock;
	uint8_t mode, kind; /* enum lock_mode, enum lock_kind */
	uint16_t group : 15; /* guards of one group are names of the same acquisition */
	uint16_t wide : 1;   /* of those that are lost: as in struct lost */
	func_id func;	    /* where it was acquired */
	uint32_t inst;
	set_id since;	    /* paths of locks certainly acquired later (globals only) */
};

/*
 * In every execution that this context describes, 'thread' enters 'func' with at
 * least 'guards' held, with at most 'running' of its own children running, and
 * having passed barriers as often as 'phases' says.
 */
struct context {
	thread_id thread;
	func_id func;
	guards_id guards;
	guards_id lost; /* mutexes that are not held for sure: on every way they are among 'guards',
			 * or some lock was released that may be the same, by another name */
	set_id running;
	phases_id phases;
	struct signal_mask mask; /* since the thread began */
	binding_id binding;
	set_id ruled_out; /* numbers in the function's list of pointed: calls that are not made */
	context_id parent; /* a short call chain; 0: func is the entry */
	uint32_t call;	   /* instruction in parent's function; without one, which beginning
			    * of the thread, in threads->begins; 0: the first */
	uint32_t depth;	   /* calls from the entry, as far as known */
	context_id next_here;	 /* the same thread and function */
	context_id next_of_func; /* the same function */
	uint8_t merges, replaced;
	bool queued;
	bool child; /* surely in a child process, by what runs */
	bool open; /* the open accesses of func happen here too (CALLF_OPEN) */
	bool in_loop; /* a call on the way may be repeated */
	bool lossy;   /* calls that hold other locks, or pass other objects, were taken
		       * together here or on the way */
	uint8_t guessed; /* on every way there is a call whose target was guessed: how
			  * wildly (enum guess_kind) */
	bool ending;	 /* on every way a function is called in which the program ends */
	bool again;	 /* of main: a call on this way may be repeated */
	uint8_t unclear; /* calls on the way through a pointer that may mean several functions */
};

/* A point of execution: instruction inst of func, reached from a context through
 * a chain of the summary of the context's function. */
struct point {
	context_id context;
	uint32_t chain;
	func_id func;
	uint32_t inst;
	set_id running;
};

struct thread_input {
	const struct program *program;
	const struct pointers *pointers;
	const struct callgraph *callgraph;
	const struct summaries *summaries;
	const char *const *entries; /* --entry; none: main, or every visible function */
	uint32_t entry_count;
	bool interface; /* these are what public headers declare: the rest is code outside */
	uint64_t faults; /* signals that a fault of the program raises: bits */
};

struct threads {
	struct thread_input in;
	bool open_program; /* no main and no --entry: code outside calls it */
	func_id boot;	/* what is done while the system begins is called by this one; or 0 */
	bool is_module; /* of a system: what it calls and nobody knows is code of the system */
	uint32_t internal; /* visible functions that are no entries: other units call them */
	VEC(struct thread) list;     /* [0] none; roots first, then as found */
	VEC(struct thread) begins;   /* [0] none; beginnings beside the first */
	VEC(struct context) contexts; /* [0] none */
	VEC(struct spawn) spawns;    /* [0] none, [1] all */
	VEC(func_id) entries;	     /* of the ORIGIN_ENTRY thread */
	bool *unloads;		     /* [func] only the loader comes there, when it unloads the
				      * library: the last entry; NULL: it does nothing */
	context_id *first_of_func;   /* [func_count] */
	VEC(struct content) contents; /* closed: memory of arguments at creation */
	struct paths paths;
	struct intern sets, guards, phases, bindings;
	uint32_t unresolved; /* forks whose entry function is not known */
	uint32_t merged_threads, merged_contexts;
	uint32_t crowds; /* threads that stand for all of their kind */
	bool main_runs_loop; /* nobody else calls what was given to a loop (FORKF_IN_LOOP) */
	bool many_run_loops; /* threads of which there may be several at a time do */
	struct threads_memo *memo; /* private to thread/ */
};

/* Dies when an --entry names no function of the program. */
struct threads *threads_find(const struct thread_input *in);
void threads_free(struct threads *t);
void threads_dump(const struct threads *t, FILE *out);
void threads_count_stats(const struct threads *t);

/* ---- in a context ---- */
/* The first one of the function in that thread, or 0; next_here leads to the others. */
context_id threads_first_context(const struct threads *t, thread_id id, func_id f);
/* A path of the summary of the context's function, closed there. */
path_id threads_close(struct threads *t, context_id c, path_id path);
/* A path of the summary of the callee, by the names that f has for what it passes there; 0: f was
 * given that itself, or nothing was passed. */
path_id threads_close_call(struct threads *t, func_id f, const struct call *k, path_id path);
/* What a binding binds formals to, the first of them; 0: to nothing. */
uint32_t threads_bound_count(const struct threads *t, binding_id b);
path_id threads_bound(const struct threads *t, binding_id b, uint32_t formal);
/* Can nobody else reach what that path of the summary leads to when the function is entered? */
bool threads_is_own(struct threads *t, context_id c, path_id path);
/* Was it taken out of where others find it, under a lock? */
bool threads_is_taken(struct threads *t, context_id c, path_id path);
/* Does that path of the summary mention a formal that the thread was given when it was
 * created, or one that is made of what it was given? */
bool threads_was_given(const struct threads *t, context_id c, path_id path);
/* Everything that is held, running, passed at a point of the context's function
 * that has this lockset, order (indices in its summary). */
guards_id threads_guards_at(struct threads *t, context_id c, uint32_t lockset);
/* Mutexes that would be held as well, had none been released that may be the same. */
guards_id threads_lost_at(struct threads *t, context_id c, uint32_t lockset);
set_id threads_running_at(struct threads *t, context_id c, uint32_t order);
/* The first of the sets that mean the same threads, for all that is asked about order. */
set_id threads_running_alike(struct threads *t, set_id running);
/* Does whatever may run by the one also run by the other? */
bool threads_runs_as_much(struct threads *t, set_id more, set_id running);
phases_id threads_phases_at(struct threads *t, context_id c, uint32_t order);
/* Of signals that have handlers, since the thread began. */
struct signal_mask threads_mask_at(const struct threads *t, context_id c, uint32_t order);
const struct guard *threads_guards(const struct threads *t, guards_id g, uint32_t *n);
const struct phase *threads_phases(const struct threads *t, phases_id p, uint32_t *n);
const uint32_t *threads_set(const struct threads *t, set_id s, uint32_t *n);
/* The set with one more element. */
set_id threads_add(struct threads *t, set_id s, uint32_t id);
/* Had that once-routine run, or was the flag set for good, before the thread began? */
bool threads_was_done(const struct threads *t, thread_id id, path_id lock);
/* A path of the summary of f, as seen from outside of f. */
path_id threads_close_outside(struct threads *t, func_id f, path_id path);
/* May that closed path be the address of this function? */
bool threads_may_be_function(struct threads *t, path_id path, sym_id function);
/* What a closed path may point to; valid until threads_free. */
const struct pt_set *threads_points_to(struct threads *t, path_id path);
/* Likewise, where what is allocated by several calls of a small function is several objects. */
const struct pt_set *threads_copies_of(struct threads *t, path_id path);
/* Do the two names mean none of these in common? */
bool threads_are_copies_apart(struct threads *t, path_id x, path_id y);

/* ---- order ---- */
/* May the two points be executed at the same time? */
bool threads_parallel(struct threads *t, const struct point *a, const struct point *b);
/* Any points of these two threads? */
bool threads_may_meet(struct threads *t, thread_id x, thread_id y);
/* May d be running when its ancestor, which created it, is at p? As far as one
 * execution of the ancestor goes: others of it have children of their own. */
bool threads_runs_at(struct threads *t, const struct point *p, thread_id d);
/* May d, a child of the context's thread, have been created since the context's function
 * was entered, at a point that has this order? */
bool threads_is_started(struct threads *t, context_id c, uint32_t order, thread_id d);
/* Is that, a value or where it is stored, the id of the thread? */
bool threads_id_is(struct threads *t, const struct thread *x, path_id joined);
/* Are they surely in different processes, each with a copy of the memory? */
bool threads_other_process(struct threads *t, const struct point *a, const struct point *b);
/* Does no other thread exist while this one is at a point with 'running'? */
bool threads_is_alone(const struct threads *t, thread_id id, set_id running);
/* May the thread (or another one) execute f more than once? */
bool threads_runs_often(const struct threads *t, thread_id id, func_id f);
/* May the thread come to f, by the calls there are? */
bool threads_enters(struct threads *t, thread_id id, func_id f);
/* Likewise of all functions: [func]. */
const bool *threads_entered(struct threads *t, thread_id id);
/* The first thread that begins in the same function, so that it comes wherever this one does. */
thread_id threads_same_code(struct threads *t, thread_id id);
/* The thread that does what this one stands for: it may be a callback of the loop that main
 * runs. */
thread_id threads_runner(const struct threads *t, thread_id id);
/* Signals that surely do not interrupt the thread of that context, with that mask. */
uint64_t threads_blocked(const struct threads *t, context_id c, struct signal_mask mask);
/* Those that the handler is for; all, if they are not known. */
uint64_t threads_signals(const struct threads *t, thread_id handler);
/* May another thread of its process take one of these signals while this one is at p? */
bool threads_others_take(struct threads *t, const struct point *p, uint64_t signals);
/* Is it called by a loop, and threads of which there may be several run loops? */
bool threads_has_loops(const struct threads *t, const struct thread *x);
/* Is it the handler of a signal that a fault of the program raises? */
bool threads_is_fault_handler(const struct threads *t, thread_id id);
/* Is this thread a, or did a (or a child of a, ...) create it? */
bool threads_is_ancestor(const struct threads *t, thread_id a, thread_id of);
/* Those that create the thread one after the other, from *at == 0 on: several if it is merged,
 * and maybe itself. 0: that was the last. */
thread_id threads_next_creator(const struct threads *t, thread_id id, uint32_t *at);
/* Calls from the thread's entry down to the point, the point itself last. */
struct step {
	func_id func;
	uint32_t inst;
};
uint32_t threads_steps(const struct threads *t, const struct point *p, struct step *out,
		       uint32_t cap);
/* May the instruction of the context's function be executed, for the numbers it is given? */
bool threads_comes_to(struct threads *t, context_id c, uint32_t inst);
/* Is there an instruction for which that depends on such numbers? */
bool threads_is_decided(const struct threads *t, func_id f);
/* How many calls on the way down to the point go through a pointer that may mean several
 * functions there. */
uint32_t threads_unclear(const struct threads *t, const struct point *p);
/* The beginning of its thread from which the context's way comes, in threads->begins; 0: the
 * first. */
uint32_t threads_begun(const struct threads *t, context_id c);
/* Likewise that beginning itself. */
const struct thread *threads_beginning(const struct threads *t, context_id c);
/* The creator's calls down to the creation of a thread, or of one of its beginnings, the
 * creation last. */
uint32_t threads_creation_steps(const struct threads *t, const struct thread *x,
				struct step *out, uint32_t cap);
/* a certainly comes first where the two ways part (in the order of the source):
 * -1, after: 1, not known: 0. */
int threads_step_order(const struct step *a, uint32_t na, const struct step *b, uint32_t nb);

static inline const struct thread *thread_at(const struct threads *t, thread_id id)
{
	return &t->list.at[id];
}
/* Of a thread, or of one of its beginnings; NULL: that was the last. */
static inline const struct thread *thread_next_beginning(const struct threads *t,
							 const struct thread *x)
{
	return x->more ? &t->begins.at[x->more] : NULL;
}
static inline const struct context *context_at(const struct threads *t, context_id id)
{
	return &t->contexts.at[id];
}
static inline const struct summary *summary_of(const struct threads *t, func_id f)
{
	return &t->in.summaries->at[f];
}

#endif
