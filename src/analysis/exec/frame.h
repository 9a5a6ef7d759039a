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

#include "analysis/exec/flow.h"
#include "analysis/threads/join.h"
#include "analysis/state/state.h"
#include "analysis/summarize.h"
#include "base/arena.h"
#include "ir/edges.h"

struct alternatives {
	path_id values[MAX_VALUES];
	uint8_t count;
	bool opaque; /* could be anything that the pointer analysis says */
};

/* A pointer that was found at one place and put into an object; or (heads) was put there. */
struct link {
	path_id value, from, into;
};

/* The address of private object 'inner' was stored inside 'outer', which may be itself;
 * or pointers that came with these formals. */
struct contains {
	uint32_t outer, inner; /* inner UINT32_MAX: formals */
	struct formals formals;
};

/* Where a value comes from: an object or a formal, or what lies behind it. */
struct root {
	path_id path;
	bool behind;
};

/* Numbers in order, each once: alias-class cells (clobber.c), objects. */
struct id_set {
	uint32_t *at;
	uint32_t n;
};

/* What is found in a place of memory, by the pointer sets: objects, and their kin. */
struct inside {
	struct id_set objects, kin;
	bool unknown;
};

/* Of the first 'seen' private objects, or formals, those that a value may be or come from
 * (candidates.c). */
struct candidates {
	struct root *at;
	uint32_t n, cap, seen;
	uint32_t asked; /* are there any among so many private objects? */
	bool any;
};

/* The object of the pointer sets that a private one is, and the number + 1 of the one before
 * it that is of the same kin; 0: none. */
struct private_kin {
	obj_id object;
	uint32_t before;
};

/* A call inside that (outermost) loop reaches functions of that component. */
struct loop_call {
	uint32_t loop, component;
};

/* What names of constants and parameters are, as far as they were asked for lately. */
enum { NAMED_CONSTS = 64, NAMED_PARAMS = 16 };
struct named_const {
	const_id id;
	path_id path;
};

struct frame {
	const struct summarize_input *in;
	const struct program *p;
	const struct pointers *pt;
	const struct summaries *done;
	const struct summary *assumed; /* by member of the component, or NULL */
	const bool *apart; /* likewise: what is assumed of it has to do; or NULL */
	const struct common *common;   /* of a large recursion (common.h), or NULL */
	path_id common_lock;	       /* its one name for locks; 0: none */
	VEC(path_id) common_found;     /* locks that the name has to stand for */
	bool common_matters;	       /* some lock is held because it means no more */
	func_id func;
	const struct ir_func *fn;
	uint32_t component;
	struct arena *scratch; /* what is made at the moment lives there: */
	struct arena *lasting; /* as long as the function is looked at */
	struct arena *passing; /* while one block is executed */
	struct paths paths;
	struct named_const consts[NAMED_CONSTS];
	path_id params[NAMED_PARAMS];

	/* per instruction */
	path_id *value;
	path_id *leaf; /* its VALUE; 0: not needed so far */
	struct alternatives *alternatives;
	bool *named_value; /* decided: its path is VALUE */
	bool *renamed;	   /* because it was one path first, then another */
	bool *mentioned;   /* its VALUE is part of some path, cell, lock or fact */

	/* control flow */
	uint32_t *block_of; /* of each instruction */
	struct ir_ways next; /* of each block */
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
	VEC(path_id) joined_cells; /* names of the ids that are joined, outside of loops */
	VEC(struct loop_call) loop_calls; /* foresee.c */
	struct map loop_changes;	  /* outermost loop and cell -> changes it */

	/* private objects: addresses of locals and fresh memory */
	VEC(uint32_t) private_ids; /* by path: number + 1; 0, or not listed: none */
	VEC(path_id) privates;
	VEC(struct private_kin) private_kin; /* by number, as far as asked for */
	struct map last_private;    /* kin of the object -> number + 1 */
	VEC(bool) carried; /* by number: a loop that makes it anew keeps the last one */
	VEC(bool) given; /* by number: somebody may get it other than by what callers find
			  * in memory of theirs */
	VEC(struct contains) contains; /* ever, in any state */
	uint32_t *walked; /* per instruction, two: the last walk that came by (privacy.c),
			   */
	uint32_t walks;   /* how many there were, */
	VEC(struct root) roots; /* and what those under way have found */
	uint32_t roots_from;
	struct map candidates_at; /* value, for formals or not -> its place in candidates */
	VEC(struct candidates) candidates;
	struct map held_at; /* object and offset -> its place in held; of all functions */
	VEC(struct inside) held;
	struct arena kept; /* what lives as long as the frame */
	bool *given_away; /* per instruction: the local's address leaves load/store */
	bool *unsteady;	  /* per instruction: of a loop, its facts would not last */
	bool *counts_up;  /* per instruction: a counter that begins at zero or above */
	uint32_t *twin_of; /* per instruction: the index of a loop that it is equal to, + 1 */
	bool *is_address; /* per instruction: its value serves as an address */
	uint8_t *wanted;  /* per instruction, by traits.c; NULL: not asked yet */

	uint64_t choices;	 /* formals for which some caller has a constant, */
	bool choices_known;	 /* once that was asked */
	VEC(cell_id) told;	 /* what callers store in, likewise */
	bool told_known;
	uint64_t compared;	 /* hashes of constants that are compared with more than
				  * once, or where the result is kept */
	bool waits;		 /* as in struct summary */
	bool waits_itself;	 /* also without the functions of its recursion */
	struct formals escapes;	 /* what gets out */
	struct formals formals_stored; /* in what other formals point to */

	VEC(cell_id) alias_of; /* memo by path */
	struct map overlaps;     /* memo by two paths and sizes (frame_may_meet) */
	struct map same_locks; /* memo by two locks: may they be one (exec.c) */
	struct map filled;     /* memo by address: is it a slot that is filled once (fill.c) */
	struct map covers;     /* memo by two names of dropped locks (dropped.c) */
	struct map covered_at; /* address and size -> its place in covered */
	VEC(struct id_set) covered;
	VEC(uint32_t) news; /* what is being added to a set */
	struct map points_to_at; /* path -> 1 + its place in points_to */
	VEC(struct pt_set) points_to;
	struct map copies_at; /* likewise, in copies */
	VEC(struct pt_set) copies;
	struct pt_loads loads; /* for all functions */
	struct state_list *in_states; /* [block] */
	bool *pending;	  /* [block] its states have changed since it was executed */
	uint16_t *visits; /* [block] */
	bool recording;
	uint32_t at; /* the instruction that is executed, */
	const struct state *before; /* and, while a call is, what was there before it */
	VEC(struct put) puts; /* as in the summary */
	VEC(struct link) links, heads; /* put.c */
	bool values_changed;  /* names, since they were looked at last: */
	bool carried_changed; /* what 'carried' says of them; or */
	bool *changed;	      /* per instruction: that of its value */
	uint64_t blocks_run, restarts_run; /* of all functions, for --stats */

	VEC(uint32_t) elements; /* loads of pointers from elements of arrays */
	VEC(uint32_t) creating; /* calls inside counting loops that create threads */
	struct fact extra[MAX_FACTS]; /* of the access being imported */
	uint32_t extra_count;
	const struct writers *writers;
	const struct settled *settled;
	const struct exchanges *exchanges;
	const struct rows *rows;
	const struct queues *queues;
	const struct running_flags *running_flags;
	const struct modified *by_threads; /* what threads that are started may write, */
	const struct modified *by_others;  /* or main once it is not alone */
	const struct claims *claims;  /* flags by which objects are claimed */
	const struct modified *flags; /* what is taken by test-and-set somewhere */
	const struct model *const *models; /* [symbols] or NULL */
	VEC(struct path_bound) bound;	 /* by path of the callee; the stamp is the call */
	VEC(struct path_bound) outside;	 /* likewise, its formals named from outside */
	VEC(struct lockset) bound_locks; /* by lockset of the callee */
	VEC(uint32_t) bound_locks_call;	 /* in the call with that number */
	uint32_t bound_calls;		 /* the last number */
	path_id called; /* what the call at hand goes through; 0: a name */
	bool by_setting; /* it locks or releases, by a function that the whole program has chosen */
	bool by_argument; /* one of several: the lock is that of the argument it is found through */
	bool several; /* more than one state reaches this instruction */
	VEC(struct fork) forks; /* created here or below; paths of this frame */
	struct summary *out; /* what is being built */
	struct builder *builder;
};

/* ---- frame.c ---- */
/* What calls to that function are bound to: its summary, or what is assumed of it. */
const struct summary *frame_callee(const struct frame *fr, func_id callee);
path_id frame_value(struct frame *fr, ir_val v);
/* The address that the value of that name was loaded from; 0: it was not loaded. */
path_id frame_loaded_from(struct frame *fr, path_id value);
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
/* Likewise, what a function allocates for each of its calls told apart (struct pt_set). */
const struct pt_set *frame_copies_of(struct frame *fr, path_id p);
/* Do the pointer sets say that those bytes may be the same memory? 0: all from there on.
 */
bool frame_may_meet(struct frame *fr, path_id a, uint32_t size_a, path_id b,
		    uint32_t size_b);
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

#endif
