/* SPDX-License-Identifier: MIT */
/*
 * Threads that have certainly ended: by joins, by loops that join all, by what says that
 * there is none. Private to analysis/.
 */
#ifndef CHEQUER_ANALYSIS_JOIN_H
#define CHEQUER_ANALYSIS_JOIN_H

#include "analysis/exec/condition.h"
#include "summary/summary.h"

struct frame;
struct state;

/* A join inside a counting loop that happens in every iteration: after the loop
 * all the threads whose ids the loop walks over are joined. If it has a condition, those
 * that exist only under the same condition (rounds.c). */
struct loop_join {
	uint32_t loop;
	path_id id; /* LOAD of the id's address, RANGE for the index */
	struct condition when;
};

/* ---- join.c ---- */
/* 'cell': the name of the memory that holds the id; 0: as the instructions say. */
void join_thread(struct frame *fr, struct state *s, uint32_t inst, path_id id,
		 path_id cell);
/* A thread of that fork is started. It stores its id: ids of others that were stored there are
 * lost. 'inner': how many RANGEs the place has from the callee. */
void join_started(struct frame *fr, struct state *s, uint32_t number, uint32_t inner);
/* The instruction stores the value there. If it is the id that a creation has returned, as wrappers
 * do, or has left in a local variable, that is where the id is from now on. */
void join_put(struct frame *fr, struct state *s, uint32_t store, path_id address, path_id v);
/* The pointer is null: threads do not run whose ids would be found by it. */
void join_nobody(struct frame *fr, struct state *s, path_id pointer);
/* That is stored there, in so many bytes (0: it is not known); v 0: it is not known what. There is
 * no id of a thread any more, unless it is that. */
void join_overwritten(struct frame *fr, struct state *s, path_id address, uint64_t size, path_id v);
/* A library function writes so many bytes there; 0: it is not known how many, from there on. */
void join_filled(struct frame *fr, struct state *s, path_id address, uint64_t size);
/* It runs from now on; 'many': several, each with an id of its own. */
void join_running(const struct frame *fr, struct state *s, uint32_t number, bool many);
/* The name means something else from now on: not the id that those have together which run. */
void join_renamed(struct frame *fr, struct state *s, path_id leaf);
/* The id's own name, or that of the cell in memory which the instruction's argument was loaded
 * from. */
path_id join_id_name(struct frame *fr, uint32_t inst, path_id id);
/* How many of the forks have a bit to themselves, so that they can be joined. */
uint32_t join_fork_count(const struct frame *fr);
/* A reference to what a callee has created, by no id that is known here: it cannot be joined, and
 * it does not matter by which of our calls it came. */
bool join_is_nameless(const struct fork *f);
/* There is no thread of that id, which is as if it had been joined. */
void join_told(struct frame *fr, struct state *s, bool in_loop, path_id id);
/* Leaving a counting loop joins the threads it has walked over. */
void join_loop_exit(struct frame *fr, struct state *s, uint32_t from, uint32_t to);
/* The thread with that id has been joined, whichever it is. */
void join_note(struct state *s, path_id id);
bool join_is_noted(const struct state *s, path_id id);
/* ---- unless.c: joined, unless there is nothing to join ---- */
/* 'The thread with that id has been joined, or the pointer that the id is found by is null'
 * (path_usually); 0: the id is not found by a pointer. */
path_id join_unless_null(struct frame *fr, path_id id);
/* Or the id is. */
path_id join_unless_none(struct frame *fr, path_id id);
/* Is it such a name? */
bool join_is_unless_none(const struct paths *t, path_id joined);
/* Is a pointer null here that the address is made from? Then there is no such memory. */
bool join_is_nowhere(const struct frame *fr, const struct state *s, path_id address);
/* Is a pointer null here that the id is found by? */
bool join_is_vacuous(const struct frame *fr, const struct state *s, path_id id);
/* What b, a state of the same function, says of that name from another one: itself, or less, if it
 * has not been joined there but could not be; 0: nothing. */
path_id join_said(struct frame *fr, const struct state *b, path_id joined);
/* Where one way joins an id that is null here: there is nobody to join. */
void join_note_vacuous(struct frame *fr, struct state *s);
/* A callee has joined it unless a pointer was null that our threads' ids are found by: then those
 * have ended that are found by it. */
void join_weakly(struct frame *fr, struct state *s, uint32_t inst, path_id id, bool none);

/* Control goes from one block to the other: maybe only in the first round of a loop. */
void join_first_round(struct frame *fr, struct state *s, uint32_t from, uint32_t to);

/* ---- counted.c: as many as a local variable has counted ---- */
/* May control come from the one block to the other? */
bool join_leads_to(struct frame *fr, uint32_t from, uint32_t to);
/* Do the ids that are joined go on as far as the thread was counted that was created in that
 * block, with its id in the cell? */
bool join_is_counted(struct frame *fr, path_id id, path_id cell, uint32_t created);
/* May the id that is put at the one place be put over that at the other, of a thread which was
 * created in that block? Asked of elements that no RANGE tells. */
bool join_may_be_over(struct frame *fr, path_id at, path_id other, uint32_t created);

/* ---- rounds.c: loops that join under a condition ---- */
/* The one branch that decides whether that instruction happens in a round of the loop. */
bool rounds_condition(const struct frame *fr, uint32_t inst, uint32_t loop,
		      struct condition *out);
/* May a round of the loop that does not join, as its condition says, only be one whose index has
 * no thread? 'create': the call that creates it, with that fork. */
bool rounds_join_all(struct frame *fr, uint32_t fork, uint32_t create, uint32_t loop,
		     const struct condition *joined);

/* ---- handle.c: ids behind what is returned or stored ---- */
/* The ids of threads by what is returned, or where it was stored. */
void export_handles(struct frame *fr);
/* Two names of one place in memory that was allocated here. */
bool handle_is_same(struct frame *fr, path_id a, path_id b);
/* The id that is joined, found through a variable that holds a handle; 0: it is not. */
path_id handle_name(struct frame *fr, const struct state *s, uint32_t inst, path_id id);
/* Is that, and nothing else, in the variable? */
bool handle_is_in(const struct frame *fr, const struct state *s, path_id address, path_id handle);
/* Is there no such thread, as the variable has never held a handle? */
bool handle_is_null(struct frame *fr, const struct state *s, path_id id);

/* ---- cleared.c ---- */
/* Does the variable hold the handle that is put there until the thread has been joined? */
bool handle_is_kept_in(const struct frame *fr, path_id address);
/* Is an id that is put there not cleared before its thread has been joined? */
bool id_is_kept_in(const struct frame *fr, path_id address);

#endif
