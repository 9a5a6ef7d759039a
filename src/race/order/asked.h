/* SPDX-License-Identifier: MIT */
/* What vetoes, ranking and reports ask about order. How it is found is in order.h. */
#ifndef CHEQUER_RACE_ASKED_H
#define CHEQUER_RACE_ASKED_H

#include "race/veto/veto.h"

/* ---- never.c ---- */
veto_predicate never_happens;

/* ---- taker.c ---- */
veto_predicate created_once, only_one_does;

/* ---- gone.c ---- */
veto_predicate is_gone;

/* ---- modes.c ---- */
veto_predicate other_modes;

/* ---- order.c ---- */
veto_predicate ordered_by_event;
/* Likewise these two, whatever else is judged like them. */
bool is_ordered_there(struct races *r, const struct instance *a, const struct instance *b);

/* ---- loose.c ---- */
/* Is it known that none of the vetoes from VETO_EVENT on removes the two? */
bool are_loose(struct races *r, const struct instance *a, const struct instance *b);
/* None of them does, and they were asked since are_loose. */
void note_loose(struct races *r, const struct instance *a, const struct instance *b);

/* ---- joined.c ---- */
/* Is a behind a loop that joins threads, most likely that of b? */
bool has_joined_all(struct races *r, const struct instance *a, const struct instance *b);
/* Are they of two threads of one creator, or twice of one, who has run such a loop between the
 * creation of the one and of the other? */
bool are_joined_in_turn(struct races *r, const struct instance *a, const struct instance *b);

/* ---- posted.c ---- */
/* Has one of the two waited for a semaphore that the other, a thread it has created, posts when it
 * is done; or is each created only when the one before has posted it? */
bool has_posted(struct races *r, const struct instance *a, const struct instance *b);
/* a's thread posts that semaphore, one of an array, when it is done; b's thread has created it, and
 * has waited for others, maybe, but not for all of them. */
bool is_posted_by_others(struct races *r, struct pt_loc semaphore, const struct instance *a,
			 const struct instance *b);

/* ---- likely.c ---- */
/* Events about that place are known, and none of them is given by a's thread alone, after a, and
 * taken before b. */
bool is_handed_otherwise(struct races *r, struct pt_loc at, const struct instance *a,
			 const struct instance *b);
/* What b has found, and a's thread gives after a, is given by others as well. */
bool is_made_true_otherwise(struct races *r, const struct instance *a, const struct instance *b);
/* b has found a number that a's thread and others count to after a. */
bool is_counted_after(struct races *r, const struct instance *a, const struct instance *b);
/* ---- at_work.c ---- */
/* b has waited until nobody is at work, and a is work that b's thread has given. */
bool is_work_done(struct races *r, const struct instance *a, const struct instance *b);
/* Has each found, when it has counted, that it is the last one? There is but one. */
bool are_both_last(struct races *r, const struct instance *a, const struct instance *b);

/* ---- setup.c ---- */
/* The plain flag that one of them has found to be zero and not set yet, and that the other one
 * has looked at before, too; without obj: there is none. */
struct pt_loc setup_flag(struct races *r, const struct instance *a, const struct instance *b);

/* ---- states.c ---- */
veto_predicate are_in_other_states;
/* Likewise if what was computed for a pointer is not null. */
bool are_likely_in_other_states(struct races *r, const struct instance *a,
				const struct instance *b);

/* ---- left.c ---- */
veto_predicate comes_too_late;
/* Is one of them set-up that was most likely over when the thread of the other began, or its own
 * one? */
bool is_set_up_before(struct races *r, const struct instance *a, const struct instance *b);

#endif
