/* SPDX-License-Identifier: MIT */
/*
 * States: what is known at a place of the function, on some of the ways that lead there.
 * Private to analysis/.
 */
#ifndef CHEQUER_ANALYSIS_STATE_H
#define CHEQUER_ANALYSIS_STATE_H

#include <stddef.h>
#include <string.h>

#include "analysis/limits.h"
#include "summary/summary.h"

struct frame;

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
	bool read; /* nothing was stored: it gives a name to what was found there */
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
	cell_id *clobbered; /* single cells likewise, in order */
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
	uint64_t put_formals; /* formals that were put somewhere since then, by themselves */
	bool alone;	   /* in a child process: no thread from before exists */
	struct signal_mask mask, saved; /* saved: what it was before the call... */
	uint64_t replaced; /* as in struct order */
	uint32_t saved_at; /* ...which that instruction is, + 1; or 0 */
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

/* As it is, arrays and all. */
static inline void state_assign(struct state *to, const struct state *from)
{
	memcpy(to, from, offsetof(struct state, locks));
	lockset_copy(&to->locks, &from->locks);
}

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
/* Of the threads that the call 'inst' starts, the one with this index is (not)
 * running. */
void state_absent(struct frame *fr, struct state *s, uint32_t inst, path_id index);
void state_present(struct state *s, uint32_t inst);

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
/* Names that will mean other values from now on. */
struct names {
	const path_id *at; /* leaves */
	uint32_t n;
	uint32_t leaves; /* of all, as in struct path */
	path_id least;	 /* of them: what has a lower id cannot mention any */
};
bool names_are_part(const struct paths *t, const struct names *n, path_id p);
static inline bool names_mention(const struct paths *t, const struct names *n, path_id p)
{
	return p >= n->least && path_at(t, p)->leaves & n->leaves && names_are_part(t, n, p);
}
void state_forget(struct frame *fr, struct state *s, const path_id *leaves, uint32_t n);
/* A round of that loop is over: memory that is known by names of this round will hardly
 * be spoken of again, and makes room. */
void state_end_round(struct frame *fr, struct state *s, uint32_t loop);
/* The private object 'leaf' is a new one from now on; but where the last one is still
 * at hand, both have that name, and one that has got out may be meant. */
void state_renew(struct frame *fr, struct state *s, path_id leaf, uint32_t number);

#endif
