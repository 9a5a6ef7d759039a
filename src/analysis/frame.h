/* SPDX-License-Identifier: MIT */
/*
 * The frame: everything known while one function is analysed. Private to
 * analysis/; lives in a scratch arena that is reset after the function.
 *
 * Every SSA value has exactly one path. When it could be one of several, its
 * path is VALUE (func, inst), a name of its own, and 'alternatives' remembers
 * what it may stand for. Two uses of one VALUE in one iteration are the same
 * address for sure (p->lock guards p->n whichever element p is); when a fact
 * leaves the function, the name is replaced by each alternative in turn,
 * everywhere in that fact at once (export.c).
 */
#ifndef CHEQUER_ANALYSIS_FRAME_H
#define CHEQUER_ANALYSIS_FRAME_H

#include "analysis/condition.h"
#include "analysis/summarize.h"
#include "base/arena.h"

#ifdef CHEQUER_STRESS
enum { MAX_VALUES = 2, MAX_STATES = 2, MAX_CELLS = 4, MAX_FACTS = 2, MAX_OPEN = 8,
       MAX_OPEN_FORKS = 4, MAX_WRITES = 2, MAX_SYNCS = 4, MAX_SEEN = 2 };
#else
enum { MAX_VALUES = 4, MAX_STATES = 4, MAX_CELLS = 32, MAX_FACTS = 24, MAX_OPEN = 192,
       MAX_OPEN_FORKS = 24, MAX_WRITES = 12, MAX_SYNCS = 64, MAX_SEEN = 24 };
#endif
enum { MAX_IMPORTED = MAX_OPEN / 3, MAX_CLOBBERS = 48, MAX_LOADS = 4, MAX_STEPS = 14,
       MAX_FORKS = 64, MAX_RESTARTS = 6, MAX_JOINED = 16,
       MAX_PHASES = 4, MAX_ABSENT = 4, MAX_EXPANSIONS = 8, NO_LOOP = 0 };

/*
 * Formals, as bits: those whose own objects are meant, whose address the formal is, and
 * those of which only what pointers stored there lead to is meant.
 */
struct formals {
	uint64_t direct, behind;
};

static inline void formals_add(struct formals *to, const struct formals *more)
{
	to->direct |= more->direct;
	to->behind |= more->behind;
}

/* What a memory cell holds: one of 'values', or anything when unknown. */
struct cell {
	path_id address;
	uint32_t size;
	cell_id alias;
	bool unknown;
	bool weak; /* the address is not one certain cell: the entry value may remain */
	uint8_t count;
	path_id values[MAX_VALUES];
};

/* Shared memory that was read or written, and the locks held then (stale.c). */
struct seen {
	path_id address;
	uint32_t size;
	uint32_t locks; /* a bit for each, by hash */
	bool pointer;
};

/*
 * A state describes an execution iff its locks describe it, every cell holds
 * one of its values (cells not listed hold what they held on entry unless
 * clobbered), every fact is true, and no private object whose bit is not set in
 * 'escaped' can be reached by anyone but this function and its callees.
 */
struct state {
	struct cell *cells;
	struct fact *facts;
	uint32_t *clobbers; /* components of callees: what they modify is not known; or
			     * only our own, which stands for all of them */
	cell_id *clobbered; /* single cells likewise */
	uint64_t *escaped;  /* bits of private objects */
	struct seen *seen;  /* room for MAX_SEEN */
	uint32_t cell_count, cell_cap, fact_count, clobber_count, clobber_cap;
	uint32_t clobbered_count, clobbered_cap, escaped_words;
	uint8_t shared; /* arrays that another state may have as well: enum state_array */
	bool clobbered_all;
	uint64_t running;
	uint64_t started; /* as in struct order */
	uint64_t multiple; /* forks of which several may be running */
	uint64_t lost;	   /* forks whose id was overwritten where it was stored */
	struct formals escaped_formals; /* what has got out since entry */
	bool alone;	   /* in a child process: no thread from before exists */
	uint32_t published; /* by that instruction + 1, an exchange that may fail; or 0 */
	path_id joined[MAX_JOINED];
	struct absent absent[MAX_ABSENT];
	uint8_t absent_count;
	struct phase phases[MAX_PHASES];
	uint8_t joined_count, phase_count;
	uint8_t seen_count;
	struct lockset locks; /* last: only what is used of it is copied */
};

/* A copy shares its arrays with the original; whoever writes first takes one of his
 * own (state_own). */
enum state_array {
	STATE_CELLS = 1, STATE_FACTS = 2, STATE_CLOBBERS = 4, STATE_CLOBBERED = 8,
	STATE_ESCAPED = 16, STATE_SEEN = 32, STATE_ARRAYS = 63,
};

struct state_list {
	struct state **at;
	uint32_t n, cap;
	bool lasting; /* what is added is copied as a whole (state_keep) */
};

struct alternatives {
	path_id values[MAX_VALUES];
	uint8_t count;
	bool opaque; /* could be anything that the pointer analysis says */
};

/* The address of private object 'inner' was stored inside 'outer', which may be itself;
 * or pointers that came with these formals. */
struct contains {
	uint32_t outer, inner; /* inner UINT32_MAX: formals */
	struct formals formals;
};

struct loop {
	uint32_t header;
	uint32_t parent;      /* enclosing loop, NO_LOOP if none */
	uint32_t last;	      /* position of the last block that jumps back */
	uint32_t next_ending; /* the next loop, further out, with the same 'last' */
	uint32_t induction;   /* instruction of the counting phi + 1, 0: none */
	ir_val first, bound;  /* values it starts from and stays below */
	int64_t bound_add;    /* added to the bound (<= is < bound + 1) */
	int64_t step;
	uint32_t exit_from, exit_to; /* the edge taken when counting is done;
				      * UINT32_MAX: there is none */
	uint64_t entered; /* forks that may be running when it is entered */
};

/* A join inside a counting loop that happens in every iteration: after the loop
 * all the threads whose ids the loop walks over are joined. If it has a condition, those
 * that exist only under the same condition (rounds.c). */
struct loop_join {
	uint32_t loop;
	path_id id; /* LOAD of the id's address, RANGE for the index */
	struct condition when;
};

/* A call inside that (outermost) loop reaches functions of that component. */
struct loop_call {
	uint32_t loop, component;
};

/* What a path of the callee is here, in the call with that number. */
struct bound {
	uint32_t call;
	path_id path;
};

/* What of that function's formals gets out matters here: it changes a state. */
struct heed {
	func_id callee;
	struct formals formals; /* those that are not known to get out */
};

struct frame {
	const struct summarize_input *in;
	const struct program *p;
	const struct pointers *pt;
	const struct summaries *done;
	const struct summary *assumed; /* by member of the component, or NULL */
	const bool *unseen; /* likewise: not looked at yet, what is assumed has to do; or NULL */
	const struct common *common;   /* of a large recursion (common.h), or NULL */
	path_id common_lock;	       /* its one name for locks; 0: none */
	VEC(path_id) common_found;     /* locks that the name has to stand for */
	bool common_matters;	       /* some lock is held because it means no more */
	VEC(struct heed) heeds;	       /* of functions of the same recursion */
	func_id func;
	const struct ir_func *fn;
	uint32_t component;
	struct arena *scratch; /* what is made at the moment lives there: */
	struct arena *lasting; /* as long as the function is looked at */
	struct arena *passing; /* while one block is executed */
	struct paths paths;

	/* per instruction */
	path_id *value;
	path_id *leaf; /* its VALUE; 0: not needed so far */
	struct alternatives *alternatives;
	bool *named_value; /* decided: its path is VALUE */
	bool *renamed;	   /* because it was one path first, then another */
	bool *mentioned;   /* its VALUE is part of some path, cell, lock or fact */

	/* control flow */
	uint32_t *block_of; /* of each instruction */
	uint32_t *order;    /* blocks in reverse postorder */
	uint32_t *position; /* of each block in it, UINT32_MAX when unreachable */
	uint32_t order_count;
	uint32_t *idom;
	uint32_t *loop_of;  /* innermost loop of each block, NO_LOOP */
	uint32_t *pred_at, *preds;
	uint32_t *loop_ending; /* by position: innermost loop with that 'last' */
	uint32_t *region_end; /* by position: the one after the loops it lies among,
			       * itself when there are none */
	VEC(struct loop) loops; /* [0] unused */
	VEC(struct loop_join) loop_joins;
	VEC(struct loop_call) loop_calls; /* foresee.c */
	struct map loop_changes;	  /* outermost loop and cell -> changes it */

	/* private objects: addresses of locals and fresh memory */
	VEC(uint32_t) private_ids; /* by path: number + 1; 0, or not listed: none */
	VEC(path_id) privates;
	VEC(bool) carried; /* by number: a loop that makes it anew keeps the last one */
	VEC(bool) given; /* by number: somebody may get it other than by what callers find
			  * in memory of theirs */
	VEC(struct contains) contains; /* ever, in any state */
	bool *given_away; /* per instruction: the local's address leaves load/store */
	bool *is_address; /* per instruction: its value serves as an address */
	uint8_t *wanted;  /* per instruction, by traits.c; NULL: not asked yet */

	uint64_t choices;	 /* formals for which some caller has a constant */
	uint64_t compared;	 /* hashes of constants that are compared with more than
				  * once, or where the result is kept */
	bool waits;		 /* as in struct summary */
	bool waits_itself;	 /* also without the functions of its recursion */
	struct formals escapes;	 /* what gets out */
	struct formals formals_stored; /* in what other formals point to */

	VEC(cell_id) alias_of; /* memo by path */
	struct map overlaps;   /* memo by two paths and sizes (memory.c) */
	struct map same_locks; /* memo by two locks: may they be one (exec.c) */
	struct map covers;     /* memo by two names of dropped locks (dropped.c) */
	struct map points_to_at; /* path -> 1 + its place in points_to */
	VEC(struct pt_set) points_to;
	struct state_list *in_states; /* [block] */
	bool *pending;	  /* [block] its states have changed since it was executed */
	uint16_t *visits; /* [block] */
	bool recording;
	bool values_changed;  /* names, since they were looked at last: */
	bool carried_changed; /* what 'carried' says of them; or */
	bool *changed;	      /* per instruction: that of its value */
	uint64_t blocks_run, restarts_run; /* of all functions, for --stats */

	VEC(uint32_t) creating; /* calls inside counting loops that create threads */
	struct fact extra[MAX_FACTS]; /* of the access being imported */
	uint32_t extra_count;
	const struct writers *writers;
	const struct running_flags *running_flags;
	const struct modified *by_threads; /* what threads that are started may write */
	const struct modified *flags; /* what is taken by test-and-set somewhere */
	const struct model *const *models; /* [symbols] or NULL */
	VEC(struct bound) bound;	 /* by path of the callee */
	VEC(struct lockset) bound_locks; /* by lockset of the callee */
	VEC(uint32_t) bound_locks_call;	 /* in the call with that number */
	uint32_t bound_calls;		 /* the last number */
	path_id called; /* what the call at hand goes through; 0: a name */
	bool several; /* more than one state reaches this instruction */
	VEC(struct fork) forks; /* created here or below; paths of this frame */
	struct summary *out; /* what is being built */
	struct builder *builder;
};

/* ---- frame.c ---- */
/* What calls to that function are bound to: its summary, or what is assumed of it. */
const struct summary *frame_callee(const struct frame *fr, func_id callee);
path_id frame_value(struct frame *fr, ir_val v);
/* Names instruction i: the common path of its alternatives, or VALUE. */
path_id frame_name(struct frame *fr, uint32_t inst, const path_id *values, uint32_t n,
		   bool unknown);
path_id frame_opaque(struct frame *fr, uint32_t inst);
path_id frame_value_leaf(struct frame *fr, uint32_t inst);
/* NULL unless id is a VALUE leaf of this function with known alternatives. */
const struct alternatives *frame_alternatives(const struct frame *fr, path_id id);
/* The alias-class cell of that address; ALIAS_MIXED when it may be several, which
 * happens where a function touches only numbers through its parameter. */
#define ALIAS_MIXED (UINT32_MAX - 1)
cell_id frame_find_alias(struct frame *fr, path_id address);
static inline cell_id frame_alias(struct frame *fr, path_id address)
{
	return address < fr->alias_of.n && fr->alias_of.at[address] != UINT32_MAX
		       ? fr->alias_of.at[address]
		       : frame_find_alias(fr, address);
}
/* The same, when somebody knows it already. */
void frame_hint_alias(struct frame *fr, path_id address, cell_id c);
/* The value is computed from others, whose names its name is made of: when these
 * change it changes with them, and needs no name of its own. v 0: unknown. */
path_id frame_derive(struct frame *fr, uint32_t inst, path_id v);
/* What the path may point to; good until another path is asked for the first time. */
const struct pt_set *frame_points_to(struct frame *fr, path_id p);
void frame_forget_points_to(struct frame *fr);
/* Number of the private object that this leaf path is, or UINT32_MAX. */
static inline uint32_t frame_private(const struct frame *fr, path_id leaf)
{
	return leaf < fr->private_ids.n ? fr->private_ids.at[leaf] - 1 : UINT32_MAX;
}
uint32_t frame_make_private(struct frame *fr, path_id leaf);
path_id frame_bounded(struct frame *fr, path_id p, uint32_t inst);
/* Remembers which VALUE names this path is built from. */
void frame_mention(struct frame *fr, path_id p);
/* May this be memory allocated anew in each round of a loop here? */
bool frame_is_renewed(const struct frame *fr, path_id p);
/* Is it memory that this function has allocated since 'inst' was last executed? */
bool frame_is_own(const struct frame *fr, path_id p, uint32_t inst);
static inline uint32_t frame_block_of(const struct frame *fr, uint32_t inst)
{
	return fr->block_of[inst];
}
static inline bool frame_in_loop(const struct frame *fr, uint32_t inst)
{
	return fr->loop_of[fr->block_of[inst]] != NO_LOOP;
}

/* ---- flow.c: order, dominators, loops ---- */
void flow_analyse(struct frame *fr);
bool flow_dominates(const struct frame *fr, uint32_t a, uint32_t b);
bool flow_loop_contains(const struct frame *fr, uint32_t loop, uint32_t block);
/* Does the path mention a value that is computed in that loop? With 'head' those that its
 * rounds begin with, too. */
bool flow_mentions_loop(const struct frame *fr, uint32_t loop, path_id p, bool head);
/* Replaces VALUE of a counting loop's index (of the loops around 'inst') by its
 * RANGE. */
path_id flow_with_ranges(struct frame *fr, path_id p, uint32_t inst);
/* Likewise for the index of one loop only. */
path_id flow_with_range_of(struct frame *fr, path_id p, uint32_t loop);

/* Does it mention the RANGE of the innermost loop around 'inst'? Any other? */
bool flow_has_own_range(struct frame *fr, path_id p, uint32_t inst);
bool flow_has_other_range(struct frame *fr, path_id p, uint32_t inst);
/* May the fork be running when the innermost loop around 'inst' is entered? */
bool flow_entered_with(const struct frame *fr, uint32_t inst, uint32_t fork);
/* How many RANGEs does it mention, each value of which is another place? */
uint32_t flow_count_ranges(const struct paths *t, path_id p);
/* Does that fork store the id in another place than for all its threads that are running
 * already? 'inner': RANGEs that the place has from the callee. */
bool flow_goes_on(struct frame *fr, uint32_t fork, uint32_t inner);

/* ---- span.c ---- */
/* The address with SPANs for the indices of the loops around 'inst'. */
path_id span_path(struct frame *fr, const struct state *s, const struct lockset *locks,
		  path_id p, uint32_t inst);
/* A value that is one thing, but for one case: UNLESS; any other as it is. */
path_id span_choice(struct frame *fr, path_id p);

/* ---- foresee.c: what loops may change ---- */
void foresee_begin(struct frame *fr);
/* Were the values there before the loops around this instruction were entered? */
bool foresee_is_from_before(const struct frame *fr, uint32_t inst, const path_id *values,
			    uint32_t n);
/* May a loop around this instruction change that cell? */
bool foresee_change(struct frame *fr, uint32_t inst, cell_id c);

/* ---- state.c ---- */
struct state *state_new(struct frame *fr);
struct state *state_copy(struct frame *fr, struct state *s);
/* A copy that shares nothing. */
struct state *state_keep(struct frame *fr, const struct state *s);
/* All copies that shared arrays with it are gone. */
void state_alone(struct state *s);
/* Before that array is written to. */
void state_own(struct frame *fr, struct state *s, enum state_array array);
bool state_join(struct frame *fr, struct state *into, const struct state *s);
bool state_same_locks(const struct state *a, const struct state *b);
/* Likewise, apart from locks that were dropped by names which mean nothing here. */
bool state_similar_locks(const struct frame *fr, const struct state *a,
			 const struct state *b);
/* Gives s to the list, where it is merged with a state of the same locks; true if that
 * changed. s is the list's from then on. */
bool state_list_add(struct frame *fr, struct state_list *l, struct state *s);
/* Joins states with the same locks until each of the rest can be split in two. */
void state_list_halve(struct frame *fr, struct state_list *l);

/* Has a joined every thread that b has? */
bool state_has_joined(const struct state *a, const struct state *b);

/* ---- subsume.c ---- */
/* Is whatever a promises not worth following beside b, which promises less? */
bool state_is_covered(const struct frame *fr, const struct state *a, const struct state *b);

/* ---- null_lock.c ---- */
/* The pointer is null: no lock behind it is held. */
void null_lock_forget(struct frame *fr, struct state *s, path_id pointer);
/* Do the two differ only in locks that are null in the other? Then they are the same
 * afterwards; else nothing has changed. */
bool null_lock_agree(struct frame *fr, struct state *a, struct state *b);

/* ---- forget.c ---- */
/* Names that will mean other values from now on: a leaf; or 0, and the values of the
 * instructions from 'first' on, that many. */
struct names {
	path_id leaf;
	uint32_t first, count;
};
bool names_mention(const struct frame *fr, const struct names *n, path_id p);
void state_forget(struct frame *fr, struct state *s, const struct names *names);
/* A round of that loop is over: memory that is known by names of this round will hardly
 * be spoken of again, and makes room. */
void state_end_round(struct frame *fr, struct state *s, uint32_t loop);
/* The private object 'leaf' is a new one from now on; but where the last one is still
 * at hand, both have that name, and one that has got out may be meant. */
void state_renew(struct frame *fr, struct state *s, path_id leaf, uint32_t number);

/* ---- state.c again ---- */
/* Of the threads that the call 'inst' starts, the one with this index is (not)
 * running. */
void state_absent(struct frame *fr, struct state *s, uint32_t inst, path_id index);
void state_present(struct state *s, uint32_t inst);

/* ---- memory.c ---- */
struct loaded {
	path_id values[MAX_VALUES];
	uint32_t count;
	bool unknown;
};
void memory_load(struct frame *fr, struct state *s, path_id address, uint32_t size,
		 struct loaded *out);
void memory_store(struct frame *fr, struct state *s, path_id address, uint32_t size,
		  const path_id *values, uint32_t n, bool unknown, bool strong);
void memory_copy(struct frame *fr, struct state *s, path_id to, path_id from, uint32_t size);
/* Nothing is known about the cell's content. */
void memory_forget(struct frame *fr, struct state *s, path_id address, uint32_t size);
/* Is there a cell for exactly these bytes? */
bool memory_is_known(const struct state *s, path_id address, uint32_t size);
bool memory_is_unknown(const struct state *s, path_id address, uint32_t size);
/* Does it hold (or may it, among others) a constant? */
bool memory_is_constant(struct frame *fr, struct state *s, path_id address, uint32_t size);
/* Whatever the cell holds is called 'name' from now on. */
void memory_name_content(struct frame *fr, struct state *s, path_id address, uint32_t size,
			 path_id name);
/* Bytes from address on are no longer known. */
void memory_smash(struct frame *fr, struct state *s, path_id address, uint32_t size);
/* The content of that alias-class cell has no name any more. */
bool memory_is_clobbered(const struct frame *fr, const struct state *s, cell_id c);
/* May the functions of that component write to the cell? */
bool memory_is_modified_by(const struct frame *fr, uint32_t component, cell_id c);
/* The cell is given up for lack of room: what it covers has no name any more. */
void memory_forget_cell(struct frame *fr, struct state *s, const struct cell *c);
/* The cell may have been written; true if that is new. */
bool memory_clobber_cell(struct frame *fr, struct state *s, cell_id c);
/* Functions of that component may have written what they modify; true if that is new.
 * Our own component modifies whatever all its callees do. */
bool memory_clobber_component(struct frame *fr, struct state *s, uint32_t component);
/* A call with these arguments may have changed what the callee modifies. */
void memory_clobber_call(struct frame *fr, struct state *s, const struct summary *callee,
			 const path_id *args, uint32_t n);

/* ---- privacy.c ---- */
static inline bool state_has_escaped(const struct state *s, uint32_t number)
{
	return number / 64 < s->escaped_words && s->escaped[number / 64] >> number % 64 & 1;
}
void memory_escape(struct frame *fr, struct state *s, path_id value);
/* Others may get at what the pointers in that memory lead to, not at itself. */
void memory_escape_behind(struct frame *fr, struct state *s, path_id address);
/* Would that, or with 'behind' the latter, change the state? */
bool memory_would_escape(struct frame *fr, const struct state *s, path_id value, bool behind);
/* May a pointer to 'object', a private one, be found in the memory of 'value'? */
bool memory_is_inside(struct frame *fr, path_id value, path_id object);
/* Has the memory got out that a formal leads to? */
bool memory_has_got_out(const struct frame *fr, const struct state *s, path_id address);
/* The value goes into the next round of that loop. */
void memory_carry(struct frame *fr, path_id value, uint32_t loop);
/* Value v is now stored inside whatever 'address' is in. */
void memory_contain(struct frame *fr, struct state *s, path_id address, path_id v);
/* Only this thread can reach that address now. */
bool memory_is_private(const struct frame *fr, const struct state *s, path_id address);

/* ---- facts.c ---- */
bool facts_add(struct frame *fr, struct state *s, struct fact f);
struct fact facts_of(const struct frame *fr, const struct state *s, path_id p);
/* Likewise of a value, which may be a comparison that this state decides. */
struct fact facts_of_value(struct frame *fr, struct state *s, ir_val v);
/* Before the function is executed: which comparisons are worth remembering. */
void facts_begin(struct frame *fr);
/* The branch condition v is (not) true: false when that cannot be. */
bool facts_assume(struct frame *fr, struct state *s, ir_val v, bool truth);
uint8_t facts_signs_of_int(int64_t v);

/* ---- stale.c: what others may have changed meanwhile ---- */
/* Before a load, after a store. */
void stale_load(struct frame *fr, struct state *s, uint32_t inst, path_id address);
void stale_store(struct frame *fr, struct state *s, path_id address, const struct ir_inst *i);
/* Before the lock is released; 0, or a lock of the callers': any lock. */
void stale_release(struct frame *fr, struct state *s, path_id lock);
/* Was that memory read or written since the lock was taken? */
bool stale_was_seen(const struct state *s, path_id address, uint32_t size, path_id lock);
/* Others may store to what is not private from now on; a thread that was started: if
 * it does. */
void stale_constants(struct frame *fr, struct state *s);
void stale_started(struct frame *fr, struct state *s);
bool stale_join(struct frame *fr, struct state *a, const struct state *b);
void stale_forget(struct frame *fr, struct state *s, const struct names *names);

/* ---- blocks.c ---- */
/* Executes the function, all ways through it, and records what it does. */
void blocks_run(struct frame *fr);

/* ---- exec.c ---- */
void exec_block(struct frame *fr, uint32_t block, struct state_list *states);
void exec_lock_release(struct frame *fr, struct state *s, path_id lock);
/* Likewise, if it is one of the callers' locks: dropped by the name 'as'. */
void exec_lock_release_as(struct frame *fr, struct state *s, path_id lock, path_id as);
void exec_access(struct frame *fr, struct state *s, uint32_t inst, path_id address,
		 uint32_t size, enum access_kind kind, uint8_t flags, uint8_t order);
/* Flags of the access that a load, a store or an atomic makes. */
uint8_t exec_flags(const struct ir_inst *i);
/* Passes a barrier that often more. */
void exec_phase(struct state *s, struct phase more);

/* ---- traits.c ---- */
/* enum access_trait of an access that the instruction makes. */
uint8_t traits_of(struct frame *fr, uint32_t inst, enum access_kind kind, uint8_t flags);

/* ---- atomic.c ---- */
bool atomic_takes_flag(const struct program *p, const struct ir_inst *i);
/* Likewise a store in a section that is atomic as a whole, if it was found zero there. */
bool atomic_may_take_flag(const struct program *p, const struct ir_inst *i);
bool atomic_store_takes(struct frame *fr, struct state *s, uint32_t n, path_id address);
/* The memory is written in another way: if it may be such a flag, it is given back. */
void atomic_give_flag(struct frame *fr, struct state *s, path_id address);
void exec_atomic(struct frame *fr, uint32_t n, const struct ir_inst *i,
		 struct state_list *states);

/* ---- own_id.c ---- */
/* Is it a variable in which some thread has stored its id, and that id is compared with that
 * of the thread at hand? Then 'out' is what the state holds where they are the same. */
bool own_id_is_asked(struct frame *fr, ir_val a, ir_val b, struct held *out);
/* Is it the id of such a variable? Then 'out' is what the state holds when that thread was
 * joined. */
bool own_id_is_joined(struct frame *fr, ir_val id, struct held *out);
/* After the comparison: states are split by what it says, if that is asked. */
void own_id_compared(struct frame *fr, uint32_t inst, struct state_list *states);

/* ---- join.c ---- */
/* 'cell': the name of the memory that holds the id; 0: as the instructions say. */
void join_thread(struct frame *fr, struct state *s, uint32_t inst, path_id id,
		 path_id cell);
/* A thread of that fork is started. It stores its id: ids of others that were stored there are
 * lost. 'inner': how many RANGEs the place has from the callee. */
void join_started(struct frame *fr, struct state *s, uint32_t number, uint32_t inner);
/* It runs from now on; 'many': several. */
void join_running(struct state *s, uint32_t number, bool many);
/* How many of the forks have a bit to themselves, so that they can be joined. */
uint32_t join_fork_count(const struct frame *fr);
/* There is no thread of that id, which is as if it had been joined. */
void join_told(struct frame *fr, struct state *s, bool in_loop, path_id id);
/* Leaving a counting loop joins the threads it has walked over. */
void join_loop_exit(struct frame *fr, struct state *s, uint32_t from, uint32_t to);

/* ---- call.c, effect.c ---- */
void call_exec(struct frame *fr, uint32_t inst, struct state_list *states);
void effect_exec(struct frame *fr, uint32_t inst, const struct model *m,
		 struct state_list *states);
uint32_t call_fork_number(struct frame *fr, struct fork f);
/* Is the result of that call the id of a thread it created? */
bool call_creates(const struct frame *fr, uint32_t inst);

/* Could the value be this function? */
bool facts_may_target(struct frame *fr, path_id p, sym_id target);

/* ---- export.c: from frame to summary ---- */
void export_begin(struct frame *fr);
void export_access(struct frame *fr, const struct state *s, struct access a);
/* The fork with that number happens in state s (before it runs). */
void export_fork(struct frame *fr, uint32_t number, const struct state *s);
/* Do its RANGEs tell its threads apart? 'in_loop': it happens in a loop of the callee;
 * 'running': some may be running before the call. */
void export_fork_rounds(struct frame *fr, uint32_t number, bool in_loop, bool running);
/* More that its argument's memory holds. */
void export_content(struct frame *fr, uint32_t number, struct content c);
/* The path with its formals named from outside the function. */
path_id export_from_outside(struct frame *fr, path_id p);
bool export_fact_is_useful(const struct frame *fr, const struct fact *f);
/* May a callee with that many open accesses be copied? */
bool export_has_room(struct frame *fr, uint32_t accesses);
void export_call(struct frame *fr, const struct state *s, uint32_t inst, func_id callee,
		 const path_id *args, uint32_t n, uint8_t flags);
void export_sync(struct frame *fr, struct sync y);
void export_return(struct frame *fr, struct state *s, ir_val value);
uint32_t export_chain(struct frame *fr, func_id func, uint32_t inst, uint32_t next);
uint32_t export_order(struct frame *fr, const struct state *s);
uint32_t export_lockset(struct frame *fr, const struct lockset *l);
/* Control goes from one block to the other: maybe only in the first round of a loop. */
void join_first_round(struct frame *fr, struct state *s, uint32_t from, uint32_t to);
/* The one branch that decides whether that instruction happens in a round of the loop. */
bool rounds_condition(const struct frame *fr, uint32_t inst, uint32_t loop,
		      struct condition *out);
/* May a round of the loop that does not join, as its condition says, only be one whose index has
 * no thread? 'create': the call that creates it, with that fork. */
bool rounds_join_all(struct frame *fr, uint32_t fork, uint32_t create, uint32_t loop,
		     const struct condition *joined);
bool flow_in_every_round(const struct frame *fr, uint32_t loop, uint32_t block);
/* The thread with that id has been joined, whichever it is. */
void join_note(struct state *s, path_id id);
/* The ids of threads by what is returned, or where it was stored (handle.c). */
void export_handles(struct frame *fr);
/* Two names of one place in memory that was allocated here. */
bool handle_is_same(struct frame *fr, path_id a, path_id b);
/* The id that is joined, found through a variable that holds a handle; 0: it is not. */
path_id handle_name(struct frame *fr, uint32_t inst, path_id id);
/* Is there no such thread, as the variable has never held a handle? */
bool handle_is_null(struct frame *fr, const struct state *s, path_id id);
void export_end(struct frame *fr);

#endif
