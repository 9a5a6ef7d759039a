/* SPDX-License-Identifier: MIT */
/* What shows that two accesses do not race, and what is asked about one of them alone: what
 * veto/ offers to the rest of race/. A veto is a row of vetoes.def.
 */
#ifndef CHEQUER_RACE_VETO_H
#define CHEQUER_RACE_VETO_H

#include "race/internal.h"

/* ---- vetoes.c ---- */
typedef bool veto_predicate(struct races *r, const struct instance *a,
			    const struct instance *b, struct str *fact);
struct veto_row {
	const char *name, *stage, *text;
	veto_predicate *removes;
};
extern const struct veto_row vetoes[VETO_COUNT];
/* VETO_COUNT when no veto removes the pair. fact may be NULL. */
enum veto first_veto(struct races *r, const struct instance *a, const struct instance *b,
		     struct str *fact);

/* ---- kernel.c ---- */
/* A name that stands for no lock of the program: it is not shown. */
bool is_hidden_lock(const struct races *r, path_id lock);
bool is_processor_lock(const struct races *r, path_id lock);
/* Has each found the memory in a variable of its processor, kept from others there? Then it is most
 * likely that of the processor as well. */
bool are_found_on_processors(struct races *r, const struct instance *a,
			     const struct instance *b);
/* Vetoes. */
bool said_to_race(struct races *r, const struct instance *a, const struct instance *b,
		  struct str *fact);
bool own_processor(struct races *r, const struct instance *a, const struct instance *b,
		   struct str *fact);

/* ---- scattered.c ---- */
void scattered_find(struct races *r);
/* May it be found in more than one place at a time? */
bool is_scattered(const struct races *r, obj_id obj);

/* ---- owner.c ---- */
veto_predicate own_objects;
/* The thread whose activation the local or allocation that roots this path
 * belongs to, as the given thread names it; 0 when it is neither. */
thread_id path_owner(const struct races *r, path_id path, thread_id by);
/* Finds the owner of the object out, once. */
void note_owner(struct races *r, struct instance *x);
/* Does the name begin with something that the thread was given by its creator? */
bool came_with_argument(const struct races *r, const struct instance *x);
/* Did the thread get it from its creator, in its argument or inside of it? */
bool was_given(const struct races *r, thread_id id, path_id root);
/* A pointer that its thread has not got from anybody, unless it was its argument: it
 * means what the thread itself has allocated, or a variable on its stack. */
bool is_own_pointer(struct races *r, const struct escape *e, path_id path);
/* As own_objects, if functions that are not known keep nothing. */
bool are_likely_own(struct races *r, const struct instance *a, const struct instance *b);
/* Is it a local or memory that was made since the function was entered, in whose summary
 * the access is? */
bool is_made_here(const struct races *r, func_id f, const struct access *x);

/* ---- copies.c ---- */
veto_predicate other_copies;

/* ---- own_variable.c ---- */
veto_predicate own_variable;
void own_variables_free(struct races *r);

/* ---- distinct.c ---- */
veto_predicate other_bytes, per_thread, absent_thread, joined_owner, only_thread;
/* Has a's thread just joined the thread of that index, or not yet created it, and got to the
 * pointer to the object from the same index of an array? Each of them has its own. */
bool is_one_joined(struct races *r, const struct instance *a, const struct instance *b);
/* Do the two addresses, named by two executions of this thread, lie in memory that
 * each has for itself? */
bool are_per_thread(struct races *r, thread_id thread, path_id a, uint32_t size_a, path_id b,
		    uint32_t size_b);

/* ---- holder.c ---- */
veto_predicate other_holders;
/* Where the pointer was loaded from, by that thread (or 0: any); 0: it was not. */
path_id loaded_from(struct races *r, thread_id by, path_id value);

/* ---- self.c ---- */
veto_predicate another_thread, ended_thread;
/* The one thread that executes the function; 0: there is none, or there may be several. */
thread_id only_visitor(struct races *r, func_id f);

/* ---- blocked.c ---- */
veto_predicate blocked_signal;

/* ---- ticket.c ---- */
veto_predicate own_number;

/* Is nothing done to it while threads run but to count, one at a time; in one direction? */
bool is_counted(struct races *r, struct pt_loc at);
bool is_counter(struct races *r, struct pt_loc at);
/* Do both sides mean the same object by it? */
bool is_same_object(struct races *r, const struct instance *a, const struct instance *b,
		    obj_id obj);
/* Do both reach it through a number that they took out of a queue under a lock? */
bool are_entries_taken(struct races *r, const struct instance *a, const struct instance *b);

/* Is there a mutex among the guards that is held exclusively? */
bool is_exclusive(const struct races *r, guards_id guards);

/* ---- claims.c ---- */
/* Is what x accesses claimed by that flag? */
bool is_claim(struct races *r, const struct instance *x, path_id flag);

/* ---- parts.c ---- */
/* May control come back to the instruction, inside its function, and without passing the
 * block of another one (or UINT32_MAX)? */
bool is_in_cycle(const struct races *r, func_id f, uint32_t inst, uint32_t without);
/* Do two threads whose argument has different values of that RANGE never have the
 * same value of the indices a and b? */
bool own_part(struct races *r, func_id by, path_id index, path_id a, path_id b);
/* Are the two numbers never the same, as their remainders are not? */
bool other_turns(const struct races *r, path_id a, path_id b);

/* ---- stable.c ---- */
/* Is the memory at that address never written while threads run? */
bool is_stable(struct races *r, path_id address);
/* Is all memory so that the path follows pointers in? */
bool follows_stable(struct races *r, path_id path);
/* And what it starts from is one object? */
bool is_certain(struct races *r, path_id path);
/* Or does it mean one for these two threads: written only before either was created? */
bool is_certain_for(struct races *r, path_id path, thread_id x, thread_id y);
/* May the thread write one of the pointers on the way? */
bool is_set_by(struct races *r, path_id path, thread_id x);

/* Is that lock, a variable, assigned or cleared while one of the two threads may hold it? Then it
 * is another one afterwards. */
/* Is it a flag that somebody clears who has not set it, or without release order, and not before
 * both threads? */
bool is_cleared_by_others(struct races *r, path_id lock, thread_id x, thread_id y);
bool is_renewed(struct races *r, enum lock_kind kind, path_id lock, thread_id x, thread_id y);

/* ---- semaphore.c ---- */
/* Does it exclude like a lock? */
bool is_binary_semaphore(struct races *r, path_id semaphore);

/* ---- same_lock.c ---- */
enum lock_relation { LOCKS_DIFFER, LOCKS_MAY_BE_SAME, LOCKS_SAME };
/* The strongest relation of any two guards that exclude each other; names gets
 * the lock on side a and on side b. */
enum lock_relation shared_lock(struct races *r, const struct instance *a,
			       const struct instance *b, path_id names[2]);
/* Is there one that is certainly the same? */
bool share_lock(struct races *r, const struct instance *a, const struct instance *b,
		path_id names[2]);
/* Would there be one, if a had this guard? */
bool would_exclude(struct races *r, const struct instance *a, const struct instance *b,
		   const struct guard *g);
/* Do the two exclude each other, as locks that are certainly the same? */
bool guards_exclude(struct races *r, const struct instance *a, const struct guard *x,
		    const struct instance *b, const struct guard *y);
/* Has one side taken the object out under the lock that the other one holds, which excludes them
 * only if it is in no other place? */
bool excludes_taker(struct races *r, const struct instance *a, const struct instance *b);
/* Do both hold one flag, which excludes them only if nobody clears it who has not set it? */
bool excludes_by_flag(struct races *r, const struct instance *a, const struct instance *b);
/* Would they, if the two were one lock? */
bool kinds_exclude(struct races *r, const struct instance *a, const struct guard *x,
		   const struct instance *b, const struct guard *y);
/* Do they hold a lock that is the same by its name, whatever memory they touch? */
bool names_one_lock(struct races *r, const struct instance *a, const struct instance *b);
/* A name in a local or in allocated memory: one object for both threads? */
bool is_one_object(struct races *r, path_id path, thread_id a, thread_id b);
/* Are the two names of one object, each as one of the threads knows it? */
bool names_one_object(struct races *r, path_id x, thread_id by_x, path_id y, thread_id by_y);

/* ---- publish.c ---- */
/* Is x made before the object is put under a lock where y, which takes it from
 * there under that lock, can find it? */
bool is_published_later(struct races *r, const struct instance *x, const struct instance *y);

/* ---- handover.c ---- */
/* Once, after the candidates: where threads hand over to each other. */
void collect_handovers(struct races *r);
void handing_release(struct handings *h);
/* May one access come before the other because leave is given in between? */
bool may_be_handed_over(struct races *r, struct instance *a, struct instance *b,
			enum handover kind);
/* Is it a change of what the other entry is about? Elements of an array are the same if they
 * have the same name. */
bool is_change_of(const struct races *r, const struct ordering_entry *change,
		  const struct ordering_entry *like);

/* ---- announced.c ---- */
/* Does each wait until the other has left, and does that make a lock? */
bool is_lock_by_hand(struct races *r, struct instance *a, struct instance *b);

/* ---- handover.c, joins ---- */
/* Where the thread's id is; 0: not known. In the argument's object that is as good. */
path_id place_of_id(const struct thread *x);
/* Has one of them joined a list of threads, maybe with that of the other? */
bool may_be_joined(struct races *r, struct instance *a, struct instance *b);
/* The i-th of the open and closed ones. */
const struct access *nth_access(const struct summary *s, uint32_t i);
/* May the path point into the object? */
bool may_be_of(struct races *r, path_id path, obj_id obj);
/* May the access be made more than once by its thread? */
bool in_loop(const struct races *r, const struct instance *a);
/* Is the semaphore at that place ever given such a number at first? */
bool semaphore_begins_above(struct races *r, struct pt_loc at, int64_t number);
/* What lies around an access, looked up once; valid until the next one is. */
struct ordering *ordering_of(struct races *r, struct instance *x);
bool are_about_same(const struct ordering_entry *a, const struct ordering_entry *b);
/* Is there one that does that with what the other entry is about? */
bool has_entry(const struct ordering *o, const struct ordering_entry *like,
	       enum ordering_role role);

/* ---- counted.c ---- */
/* Has b's thread found, before b, that a's thread has counted after a? */
bool counts_out(struct races *r, struct instance *a, struct instance *b);
/* May a reference count keep them apart? */
bool may_be_counted(struct races *r, struct instance *a, struct instance *b);

#endif
