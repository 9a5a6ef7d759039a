/* SPDX-License-Identifier: MIT */
/* How sure a race is, and which pair explains it: what rank/ offers to the rest of race/. */
#ifndef CHEQUER_RACE_RANK_H
#define CHEQUER_RACE_RANK_H

#include "race/internal.h"

/* ---- dispatch.c ---- */
/* The other holds a lock that x's thread has, too, when it calls through a pointer what leads to
 * x, or something else. */
bool may_be_dispatched_locked(struct races *r, const struct instance *x,
			      const struct instance *other);
void dispatch_release(struct dispatch *d);

/* ---- ring.c ---- */
/* Has each the element of an index that it alone moves on, having looked at the other's? */
bool are_ends_of_ring(struct races *r, const struct instance *a, const struct instance *b);

/* ---- container.c ---- */
/* Is there only one of it, allocated by the main thread? Then all that have it share it. */
bool is_allocated_once(const struct races *r, obj_id obj);
/* Is there most likely one of it: allocated once, or when a variable was found to be null that
 * holds it from then on (pointer/lazy.c)? */
bool is_single_object(const struct races *r, obj_id obj);

/* ---- anchor.c ---- */
/* Memory of which there is any number, and nothing that the two share leads both to it? */
bool may_be_apart(struct races *r, const struct instance *a, const struct instance *b);
/* How many threads the creation makes, by the constant that its loop counts to; 0: not known. */
int64_t count_made(const struct races *r, const struct thread *x);
/* Allocated at a place that may allocate any number? */
bool is_one_of_many(const struct races *r, obj_id obj);
/* Do both follow the same pointers, from a variable that all share? */
bool are_named_alike(const struct races *r, const struct instance *a, const struct instance *b);
/* Have both found the pointer to it in one variable, maybe at two looks? */
bool are_found_in_one(struct races *r, const struct instance *a, const struct instance *b);
/* Have both found it from memory that they share, or were they given the same? */
bool are_found_alike(struct races *r, const struct instance *a, const struct instance *b);

/* Is it a local of a function that runs once, on the main thread? */
bool is_only_local(const struct races *r, obj_id obj);
/* Has each taken the object out of some container; or one, and the other one finds it in one
 * whose lock it holds? */
bool are_taken(const struct races *r, const struct instance *a, const struct instance *b);
/* Does each hold the lock of the container, of one kind, in which it has found the memory? */
bool are_locked_containers(struct races *r, const struct instance *a, const struct instance *b);
/* It is a container, which each has found from one of that kind, or is at, holding its lock. */
bool are_own_ends(struct races *r, const struct instance *a, const struct instance *b);

/* ---- again.c ---- */
/* Does the function that does a create the thread of b afterwards, and keep its id where that of
 * one before would be lost? */
bool is_before_creation(struct races *r, const struct instance *a, const struct instance *b);
/* A call of an interface meets the thread that another call has started: it starts the next one;
 * or it has nothing to do with threads. Or something is in the way: it comes after a join, it asks
 * whether the thread was started, or who has started it waits for its end (AGAIN). */
enum other_call { CALL_AGAIN, CALL_STARTS, CALL_MEANWHILE };
enum other_call call_meets(struct races *r, const struct instance *a, thread_id id);

/* ---- begun.c ---- */
/* Sets races.begun_by, of the location at hand, once its best pair is known. */
void ask_for_beginning(struct races *r, const struct location *l);
/* Is a part of that set-up, and b done with what a's caller has opened by it? */
bool is_begun_before(const struct races *r, const struct instance *a, const struct instance *b);

/* ---- custom.c ---- */
/* Is it neither a variable nor a local one? */
bool is_object(const struct races *r, obj_id o);
/* Finds out for the location at hand, the best of which comes first, if it matters. */
void ask_for_custom(struct races *r, const struct location *l);
/* Does one of the two hold what nearly all hold for the location at hand, and the other not? */
bool is_exception(struct races *r, const struct instance *a, const struct instance *b);

/* ---- outlier.c ---- */
/* The access, in all its situations. */
struct field_use field_use_of(const struct candidate *c, uint32_t field, func_id unit);
/* Takes notice of it. */
void note_field_use(struct races *r, const struct candidate *c);
/* After all were noted: forgets those of fields that cannot have a custom. */
void keep_field_uses(struct races *r);
/* Takes notice of what was found from there on. */
void note_shown(struct races *r, uint32_t found);
void note_shown_access(struct races *r, const struct access *a);
/* After all pairs: accesses that do not hold the lock which others hold for the
 * same field. Their locations are left; what was told of the same memory goes with them. */
void find_outliers(struct races *r);
void outlying_release(struct outlying *o);

/* ---- maker.c ---- */
/* A thread above this one, and not above that of the other, that hardly makes threads. */
enum maker {
	MAKER_USUAL,
	MAKER_LATER,   /* a callback of a model */
	MAKER_GUESS,   /* given to a function without a model */
	MAKER_HANDLER, /* of a signal */
	MAKER_COUNT
};
enum maker unlikely_maker(struct threads *t, thread_id id, const struct instance *other);
/* Does that depend on what runs at the other's point? */
bool maker_varies(const struct threads *t, thread_id id, thread_id other);
bool is_doubtful_thread(const struct threads *t, thread_id id);
/* Is it a function that an unknown one may have found in memory, or is it there only if that has
 * called such a function? */
bool is_led_thread(const struct threads *t, thread_id id);

static inline uint64_t bit_if(bool condition, enum reason reason)
{
	return condition ? 1ull << reason : 0;
}

/* ---- present.c ---- */
/* What the two threads rest on, as bits of a number below DOUBTS. It is the same for all
 * instances of these threads, unless it varies with what runs there. */
uint32_t doubts_of_threads(struct races *r, const struct instance *a, const struct instance *b,
			   bool *varies);
/* All doubts about the threads of a pair, of makers and of crowds. */
uint64_t reasons_of_threads(const struct races *r, const struct instance *a,
			    const struct instance *b);
/* Is it done while the system begins? */
bool is_done_at_boot(const struct races *r, const struct instance *x);
/* Does code outside make it, by a call of the program's interface? */
bool is_interface(const struct races *r, const struct instance *x);
/* What callers have to do for the two to meet. */
uint64_t reasons_of_interface(struct races *r, const struct instance *a,
			      const struct instance *b);

/* ---- rank.c ---- */
/* Fills reasons, confidence and score, but for the reasons that cost most: these
 * can only lower them. */
void rank_quickly(struct races *r, struct found *f);
/* The rest: the same pair, or a better one of the same clusters. */
struct found rank_fully(struct races *r, struct found f);
/* The rest, of this pair and no other. */
void rank_order(struct races *r, struct found *f);
/* Now that it is known whether anybody guards the location at hand. */
void rank_again(struct races *r, struct found *f);
/* Ranks the pair, as far as it looks better than that score. Is it? */
bool rank_is_better(struct races *r, struct found *g, uint32_t least);
/* Has it low confidence for no other reason than that something may order the two? */
bool rank_is_low_by_order(const struct found *f);
const char *reason_text(enum reason reason);

/* ---- lead.c ---- */
/* From its level and its two sides. */
void score(struct races *r, struct found *f);
/* Calls on its way that may mean another function. */
uint32_t unclear_calls(struct races *r, uint32_t instance);
/* A number for how surely its thread is there, and whether there are such calls. */
uint32_t way_class(struct races *r, uint32_t instance);
/* For qsort: the pair that explains a race better is the first. */
int by_score(const void *a, const void *b);
/* How sure that axis is, with these reasons. */
enum doubt doubt_of(uint64_t reasons, enum axis axis);
/* Is the program about to end there, or has it crashed? */
bool is_last_thing(const struct races *r, const struct point *p);

/* ---- others.c ---- */
/* Something may order all the pairs of a location: is there a better one at other places
 * of their clusters, or among those of the same clusters that were left out, as each had
 * its partners? */
bool rank_others(struct races *r, const struct location *l, struct found *best);
/* Is there a pair for this location, of more than low confidence, that does not have x? Also
 * true when there are too many to tell. */
bool races_without(struct races *r, const struct location *l, const struct access *x);

#endif
