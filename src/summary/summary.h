/* SPDX-License-Identifier: MIT */
/*
 * Summaries: what one function does to locks, memory and threads, independent
 * of its callers. Written only by analysis/summarize, read by everything later.
 *
 * Two directions share the work so that summaries stay small:
 *
 * - Upwards (bottom-up): facts that mention a formal ('open': the path has
 *   PATHF_OPEN in the location, or in a held lock) are copied into every
 *   caller, bound to its actual arguments. They are listed in 'open' and carry
 *   the chain of calls below.
 * - Downwards (top-down, by the thread stage): facts that no longer mention a
 *   formal ('closed') stay here. What the callers contribute, the locks they
 *   hold and the threads that are running when they call, is found by following
 *   the call records from the thread entries down.
 *
 * When there are too many, and inside a recursive component, the open accesses of
 * a callee are not copied; the call record says so (CALLF_OPEN), and they are
 * looked at where they are, by reference: a context says what the formals are bound
 * to. What it cannot bind is named from outside (VALUE f, VALUE_PARAM + i): still
 * sound, no longer context-sensitive. Calls of that kind are counted in 'limits'.
 */
#ifndef CHEQUER_SUMMARY_SUMMARY_H
#define CHEQUER_SUMMARY_SUMMARY_H

#include "base/arena.h"
#include "callgraph/callgraph.h"
#include "summary/lockset.h"
#include "summary/mask.h"
#include "summary/notes.h"
#include "summary/path.h"
#include "summary/filled.h"
#include "summary/own_numbers.h"
#include "summary/sole.h"

/* Calls below this function that lead to a fact: {func, inst} is a call in
 * func; next is the following call deeper down, 0 ends. Entry 0 is unused. The
 * fact itself is in the function given with it. Where the same fact is found by several
 * ways, one is kept with it; 'other' of the first call leads round all of them: 0, there is
 * only this one; CHAIN_ANY, there are too many. */
enum { CHAIN_WAYS = 8 };
#define CHAIN_ANY UINT32_MAX
struct chain {
	func_id func;
	uint32_t inst;
	uint32_t next;
	uint32_t other;
};

/*
 * Order: which threads may be running at a point, relative to entry.
 *	running    the forks of this summary (bit i = forks[i]) that have been
 *	           started since entry and not certainly been joined; bit 63, once
 *	           set, is for forks[63], which is FORKF_REST then, and all that follow
 *	joined     a range of order_paths: ids (paths) of threads started before
 *	           entry that have certainly been joined since
 *	phases     a range of order_phases: how often barriers were passed
 *	absent     of the threads that a creating call inside a counting loop starts,
 *	           the one with this index is not running: not yet created, or
 *	           already joined
 */
struct order {
	uint64_t running;
	uint64_t started; /* likewise, joined or not: what they left behind may run */
	bool alone; /* nothing that ran on entry exists here (child process) */
	struct signal_mask mask;
	uint64_t replaced; /* signals that got another handler, or none: those that were
			    * installed before are gone */
	uint32_t absent_first, absent_count; /* range of order_absent */
	uint32_t joined_first, joined_count;
	uint32_t phase_first, phase_count;
};

struct phase {
	path_id barrier;
	uint32_t least, most; /* waits since entry; most UINT32_MAX: any number */
	uint32_t every;	      /* the number is least plus a multiple of this; 0: not known */
};
/* The steps between possible numbers: 0 when there is only one. */
uint32_t phase_step(const struct phase *p);
/* The step of what is either x or y, and of what is first x and then y. */
uint32_t phase_step_joined(const struct phase *x, const struct phase *y);
uint32_t phase_step_added(const struct phase *x, const struct phase *y);

struct absent {
	uint32_t inst; /* the call in this function that creates, itself or below */
	path_id index; /* stands where the fork's argument has a RANGE */
};

enum access_kind { READ, WRITE, FREE };
enum access_flag {
	ACCESSF_ATOMIC = 1,
	ACCESSF_VOLATILE = 2,
	ACCESSF_BITFIELD = 4,
	ACCESSF_LIBRARY = 8,  /* made by a modelled library function */
	ACCESSF_UNKNOWN = 16, /* an unknown external function may make it */
	ACCESSF_CLOSED_EARLY = 32, /* found by the pair stage: its formal stands for what any
				    * caller passes */
	ACCESSF_ESCAPED = 128, /* others may reach what the formal points to by then,
				* even if only the caller could before */
	ACCESSF_LOOP = 64,    /* inside a loop here, or in a chain call inside a loop */
};

/* What else the instruction does. */
enum access_trait {
	TRAIT_BLOCK = 1,    /* copies or sets a block: memcpy, memset */
	TRAIT_UP = 2,	    /* adds a constant to what was there: n++ */
	TRAIT_DOWN = 4,	    /* likewise, below zero */
	TRAIT_AT_ONCE = 8,  /* reads and writes, as one atomic instruction */
	TRAIT_COUNTS = 16,  /* likewise, and adds or subtracts something */
	TRAIT_FENCED = 64,  /* an atomic with a fence behind it that is sequentially consistent */
	TRAIT_TAKEN = 128,  /* the object was taken out of where others find it, under a lock */
	TRAIT_TESTED = 32,  /* something depends on the value it has read (atomics, volatile), or
			     * counted down to (TRAIT_DOWN) */
};

struct access {
	path_id path;  /* the address */
	uint32_t size; /* bytes; 0: unknown, from there on */
	uint8_t kind : 4; /* enum access_kind */
	uint8_t fact_count : 4;
	uint8_t flags;
	uint8_t order; /* enum ir_order, when atomic */
	uint8_t traits; /* enum access_trait */
	ir_val address; /* the operand of the instruction that it is; 0: not known */
	uint32_t node; /* the memory as this summary's function sees it (escape_node) */
	uint32_t lockset; /* index in locksets */
	uint32_t ordering; /* index in orders */
	func_id func;  /* the instruction that makes the access */
	uint32_t inst;
	uint32_t chain; /* calls from this summary's function down to func; 0: none */
	uint32_t fact_first; /* it happens only when these facts about entry values hold:
			      * range of facts, fact_count of them */
	path_id except; /* not 0: the pointer that the path adds constants to is not this
			 * address: 'p != &none' */
};

enum fork_kind { FORK_THREAD, FORK_SIGNAL, FORK_LATER };
/* Where the lock of what runs serially is, from its argument. */
#define SERIAL_LOCK_AT(serial) (2 * (serial)-1)
enum { FORK_ALL = 1 }; /* callee_fork of a FORKF_REST */
enum fork_flag {
	FORKF_LOOP = 1,	     /* inside a loop here, or in a chain call inside a loop */
	FORKF_ARG_FRESH = 2, /* the argument is memory allocated for this creation, seen
				by nobody else before it */
	FORKF_DETACHED = 4,
	FORKF_CALLEE = 8,    /* a fork that 'callee' keeps closed: forks[callee_fork] of
				its summary; only for use in running sets */
	FORKF_REST = 16,     /* stands for all forks that 'callee' or what it calls makes:
				those that had no bit left (index 63), or recursion, or
				(FORK_ALL) all that it leaves running; without callee:
				for every thread */
	FORKF_MANY = 32,     /* the model says: any number of such threads at once */
	FORKF_ROUNDS = 128,  /* threads with the same RANGE may be running: of an earlier
				round of a loop around that of the RANGE, or several of
				one round */
	FORKF_ARG_OWN = 256, /* the argument is memory allocated for this creation; others
				may find it too */
	FORKF_ID_RETURNED = 512, /* the id is stored in what is returned: id_address is a
				VALUE that stands for the result, plus an offset */
	FORKF_ID_IN_ARGUMENT = 1024, /* the id is stored in the object that the argument
				points to, id_from_argument bytes from there */
	FORKF_NUMBER = 2048, /* of a signal: the argument is its number */
	FORKF_SERIAL = 4096, /* and the next bit: the number of the model, or 0 */
	FORKF_IN_LOOP = 16384, /* later: who runs the loop of the library calls it */
	FORKF_ID_PUT = 32768,  /* while the function is looked at: id_address is where it has
				put the id that a creation gave it; not there before */
	FORKF_ARG_NEW = 64,  /* the argument is memory that may be allocated anew for each
				creation in a loop */
	FORKF_MEMBER = 65536, /* of those that have the id together, as the workers of a pool:
				a join ends all; id_address is where the id was found */
	FORKF_ID_LOST = 131072,	   /* while it may run, another id is stored where its own was */
	FORKF_ID_KEPT = 262144,	   /* none is stored there before it has been joined */
	FORKF_ARG_FIRST = 524288,  /* the argument came with a formal, and nobody has got what
				that leads to before, since the function was entered */
	FORKF_ARG_PART = 1048576,  /* the argument lies in memory that was allocated for the loop
				which creates them; others may find it too */
};

struct fork {
	uint32_t flags;
	uint8_t kind;
	uint8_t param;	  /* the entry's parameter that receives the argument */
	bool id_sure;	  /* if it runs when the function returns, the pointer by which its id
			   * is found is not null: what is returned (FORKF_ID_RETURNED), or is */
	path_id id_place; /* there; or 0 */
	path_id entry;	  /* address of the entry function; 0: not a fork to follow
			   * (FORKF_CALLEE, or never reached) */
	path_id argument; /* RANGE inside: differs for every creation in that loop */
	path_id id;	  /* the id as a value (VALUE of the creating call), or 0 */
	path_id id_address; /* where the id was stored, RANGE for a loop index; or 0 */
	path_id id_holder; /* the address of the pointer to the memory with the id: the array of a
			    * queue; also when that is lost, for what is only likely; or 0 */
	path_id id_once;   /* where the id was stored once: also when others were stored there
			    * since; for what is only likely; or 0 */
	int64_t id_from_argument; /* FORKF_ID_IN_ARGUMENT */
	uint32_t lockset, ordering; /* at the creation, itself not yet running */
	func_id func;
	uint32_t inst;	  /* the creating call */
	uint32_t chain;
	func_id callee;	  /* FORKF_CALLEE, FORKF_REST; else where it came from by 'via' */
	uint32_t callee_fork; /* its number there */
	uint32_t via;	  /* 1 + the call of this function it came through, or 0 */
	uint32_t content_first, content_count; /* range of contents */
	uint64_t blocked; /* of a signal: those that do not interrupt its handler */
	uint64_t signals; /* and what the argument may be, bit n - 1 for n; 0: not known */
};

/* Several by one call, which gives all of them the same? */
static inline bool fork_is_of_several(const struct fork *f)
{
	return (f->flags & (FORKF_MANY | FORKF_DETACHED | FORKF_MEMBER)) == FORKF_MANY;
}

/* What memory reached from a thread's argument holds when it is created. */
struct content {
	path_id address, value; /* RANGE for loop indices, as in the argument */
};

/* A call from this function, in one state. The thread stage follows these. */
enum call_flag {
	CALLF_ONCE = 1,	 /* through a once function */
	CALLF_LOOP = 2,  /* inside a loop */
	CALLF_OPEN = 4,	 /* the callee's open accesses were not copied into the caller
			  * (recursion, or too many): they happen there */
	CALLF_REFERS = 8, /* below it some are looked at where they are: see struct asked_for */
};

struct call {
	uint32_t inst;
	func_id callee;
	uint8_t flags;
	path_id pointer; /* what it is called through; 0: called by name */
	uint32_t lockset, ordering; /* before the call */
	uint32_t arg_first, arg_count; /* the actuals, a range of call_args; 0: unknown */
	uint32_t ruled_first, ruled_count; /* a range of ruled_out: numbers in the callee's list of
					    * pointed, which cannot be from here */
	uint32_t known_first, known_count; /* CALLF_REFERS: a range of known, what memory holds that
					    * the callee asks for */
	uint32_t own; /* CALLF_REFERS: formals of the callee, nobody else can reach then what they
		       * point to; from bit OWN_KNOWN on, what is known to be in memory */
	uint32_t taken; /* likewise those taken out of where others find them, under a lock */
	uint32_t out; /* likewise those made of our formals, where others may reach that by now
		       * even if only our caller could on entry */
};
enum { MAX_KNOWN = 16, OWN_KNOWN = 16 };

/*
 * What the open accesses ask for that are looked at by reference: formals, and what is stored, on
 * entry, in memory that formals lead to (LOAD). 'here': those of the function itself, if it is
 * called by CALLF_OPEN; 'below': of others further down.
 */
struct asked_for {
	uint64_t here, below;
	uint32_t below_count; /* so many of 'loads' are from below, the others from here */
};
struct asked_load {
	path_id path;
	uint32_t node; /* what it points to as the function sees it (escape_node); 0: not known */
};

/*
 * A call through a pointer that was read from memory the callers pass, made here or further
 * down. Who knows more of that memory, of an entry {function, flag} that the flag is zero, may
 * rule it out.
 */
struct pointed {
	uint32_t inst;	  /* of the call, or of the one here that leads to it */
	func_id callee;	  /* who is called there */
	uint32_t below;	  /* 1 + its number in the callee's list; 0: this is the call itself */
	path_id pointer;
	sym_id target;
};

/* What a branch has told about a value: a set of classes, maybe one constant. */
enum { SIGN_NEGATIVE = 1, SIGN_ZERO = 2, SIGN_POSITIVE = 4, SIGN_ANY = 7 };
struct fact {
	path_id path;
	uint8_t signs;
	bool exact;
	int64_t value;
	sym_id target; /* not 0: the value is this function (an indirect call) */
	path_id same;  /* not 0: another name of the value (inside one function) */
};

/* One way to come back, for callers that look at the result or at a condition. */
struct outcome {
	uint8_t signs;	/* of the result */
	uint32_t lockset; /* on return */
	uint32_t ordering;
	uint32_t fact_first, fact_count; /* facts about entry values: range of facts */
	uint32_t result_first, result_count; /* what is returned: range of values;
						count 0: unknown, or nothing */
};

enum { SURE_OUTCOMES = 4 };

/* A store that callers should know of: *address may become each of values. */
struct write {
	path_id address;
	uint32_t size;
	uint32_t value_first, value_count; /* range of values; count 0: unknown */
	bool must; /* on every path that returns */
	bool shared; /* others may have got hold of memory that it made, and stores there */
	uint8_t surely[SURE_OUTCOMES]; /* of each outcome: 1 + which of the values it is then; 0:
					* that is not known */
	uint8_t not_null; /* bit i: that of outcome i is no null pointer */
};

/* Facts about synchronisation objects, for the pair stage. */
enum sync_kind { SYNC_LOCK_INIT, SYNC_RECURSIVE_INIT, SYNC_SEM_INIT, SYNC_BARRIER_INIT,
		 SYNC_LOCK_DESTROY, SYNC_SEM_POST, SYNC_SEM_WAIT, SYNC_COND_WAIT,
		 SYNC_COND_SIGNAL, SYNC_JOIN,
		 SYNC_LOOP, /* callbacks of a loop are run there; no object */
		 SYNC_OWN /* 'object' is stored in a thread-local variable: 'value' says which */ };
enum { SYNC_NOT_HELD = 1 }; /* not waited for since entry */
struct sync {
	uint8_t kind;
	path_id object;
	int64_t value; /* initial value or count; INT64_MIN unknown; of a post: SYNC_NOT_HELD
			* or 0 */
	func_id func;
	uint32_t inst;
	uint32_t chain;
};

static inline int64_t sync_own(sym_id variable, uint32_t offset)
{
	return (int64_t)((uint64_t)offset << 32 | variable);
}

enum summary_limit {
	LIMIT_OPEN_ACCESSES, LIMIT_STATES, LIMIT_LOCKS, LIMIT_FORKS, LIMIT_WRITES,
	LIMIT_PATH_DEPTH, LIMIT_ROUNDS, LIMIT_MODIFIED, LIMIT_COUNT
};
const char *summary_limit_name(enum summary_limit l);

/* The function puts the object's address where others find it: at that instruction; PUT_AGAIN: it
 * may be found somewhere else already. */
#define PUT_AGAIN UINT32_MAX
struct put {
	obj_id obj;
	uint32_t inst;
};

struct summary {
	func_id func;
	bool unknown;	/* stands for a body we do not have */
	bool may_fork;	/* it or a callee creates a thread */
	bool returns;	/* some path returns */
	bool waits;	/* other threads may go on meanwhile, maybe under a lock of the
			 * callers: at a barrier, or waiting for a condition */
	struct paths paths;
	LIST(cell_id) aliases; /* by path: alias-class cell it is the address of, or 0 */
	LIST(struct lockset) locksets; /* interned; [0] is empty */
	LIST(struct order) orders;     /* interned; [0] is empty */
	LIST(path_id) order_paths;
	LIST(struct phase) order_phases;
	LIST(struct absent) order_absent;
	LIST(struct chain) chains;     /* [0] none */
	LIST(struct access) open;
	LIST(struct access) closed;
	LIST(struct content) contents; /* of forks */
	LIST(struct content) origins;  /* of VALUEs that are pointers: where they were loaded
					* from; by instruction */
	LIST(struct fork) forks;       /* summary_fork_bit: of order.running */
	LIST(struct call) calls;
	LIST(path_id) call_args;
	LIST(uint32_t) ruled_out;      /* sorted, for each call */
	LIST(struct content) known;    /* for each call */
	LIST(struct asked_load) loads; /* see struct asked_for */
	LIST(struct pointed) pointed;
	LIST(struct outcome) outcomes;
	LIST(struct fact) facts;
	LIST(path_id) values;
	LIST(struct write) writes;
	LIST(struct sync) syncs;       /* open and closed ones */
	LIST(struct put) puts;	       /* of variables, and what is put again
					* (analysis/state/put.h) */
	LIST(cell_id) modified;	       /* sorted cells it or its callees may write */
	bool modified_any;
	uint64_t escapes;	       /* bit i: what formal i points to may be made
					* reachable by others */
	uint64_t escapes_behind;       /* or only what pointers found there lead to */
	uint64_t opens, restores;      /* signals that it may let in, not its callees; or
					* only if they were open when it was called */
	struct asked_for asked;
	struct notes notes;	       /* about its code */
	uint32_t limits[LIMIT_COUNT];  /* how often each bound was reached */
};

struct summaries {
	struct summary *at; /* [func_count]; [0]: any function */
	uint32_t n;
	struct sole_words sole;
	struct filled_slots filled;
	struct own_numbers own_numbers;
};

void summary_free(struct summary *s);
/* Where the value of that instruction, a VALUE, was loaded from; 0: it was not. RANGE for
 * loop indices. */
path_id summary_origin(const struct summary *s, uint32_t inst);
/* Does the fork depend on what the callers pass? Then it is theirs. */
bool summary_fork_is_open(const struct summary *s, const struct fork *f);
/* The bit of the fork in running sets: those that have none to themselves share the last. */
uint64_t summary_fork_bit(uint32_t fork);
/* The table of accesses and outcomes in source names, closed accesses of callees
 * included (as in RELAY's Figure 1). */
void summary_print(const struct summaries *all, func_id f, const struct program *p,
		   const struct pointers *pt, FILE *out);

/* To bytes and back. Decoding checks everything: false on damaged bytes. */
void summary_encode(const struct summary *s, struct str *out);
bool summary_decode(struct summary *s, const void *bytes, size_t size);

#endif
