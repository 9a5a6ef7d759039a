/* SPDX-License-Identifier: MIT */
/* Private to race/: what the files of the stage share. */
#ifndef CHEQUER_RACE_INTERNAL_H
#define CHEQUER_RACE_INTERNAL_H

#include "base/str.h"
#include "race/race.h"

enum veto {
#define VETO(id, name, stage, predicate, text) VETO_##id,
#include "race/veto/vetoes.def"
#undef VETO
	VETO_COUNT
};

#ifdef CHEQUER_STRESS
enum { MAX_BUCKET_PAIRS = 1000, MAX_CLASS_PAIRS = 100 };
#else
enum { MAX_BUCKET_PAIRS = 250000, MAX_CLASS_PAIRS = 20000 };
#endif
enum { MAX_SITES = REPORT_MAX_ACCESSES, MAX_PAIRS_SHOWN = 200, MAX_FRAMES = 64,
       FEW_TARGETS = 8, ENOUGH_PARTNERS = 3 };

/*
 * One way in which an access of a function may happen: what a context adds to its
 * lockset and order (situations.c).
 */
struct situation {
	context_id context;
	thread_id thread;
	guards_id guards, lost; /* threads_lost_at */
	set_id running;
	phases_id phases;
	struct signal_mask mask; /* threads_mask_at */
	uint8_t guessed; /* as in its context */
	bool ending;	 /* likewise */
	bool lossy;	 /* likewise, of accesses that depend on what callers pass */
	uint16_t unease; /* less: its way down is easier to believe */
};

/* A range of races->situations: unguarded ones first, then by thread. */
struct situations {
	uint32_t first, count;
	uint32_t shape; /* the same: they differ in nothing but the contexts */
	bool several;	/* of threads that may be different */
	bool by_site;	/* what runs meanwhile depends on the instruction */
};

/* Contexts of one function that bind its formals alike. */
struct scene {
	func_id func;
	bool root; /* the function is a thread's entry there */
	bool open; /* what formals are bound to matters */
	VEC(context_id) contexts;
	struct map lists[2]; /* lockset, order -> situations; [1]: with fewest locks */
	struct map alike;    /* shape -> the last list of it */
	struct {
		uint64_t key; /* + 1; 0: nothing was asked */
		uint32_t list;
	} last[2]; /* of these */
};
struct open_context {
	bool root;
	binding_id binding;
	context_id context;
};

/* An access, in all its situations, that may touch an object. */
struct candidate {
	obj_id obj;
	obj_id member;	 /* the one of these that it means, if obj stands for many; 0: any */
	uint32_t offset; /* PT_ANY: anywhere */
	const struct access *access;
	func_id func;	     /* it is listed in the summary of this one */
	path_id path;	     /* closed */
	uint32_t situations; /* index in lists */
	uint32_t only;	     /* it happens only for one number, in onlys; 0: for all */
	uint32_t record; /* of accesses that may mean the same many objects; 0: none */
	uint16_t targets; /* how many objects the path may mean */
	uint8_t guessed;  /* calls between the function and the access: enum guess_kind */
	bool first : 1;	  /* this object is the first of them */
	bool bound : 1;	  /* it was reached through what the thread was given */
	bool early : 1;	  /* or through a formal that stands for what any caller passes */
	bool ending : 1;  /* the program ends in one of the functions called there */
};

/* Candidates as they are kept: what is the same for all objects that an access may mean is there
 * once. */
struct touch {
	const struct access *access;
	func_id func;
	path_id path;
	uint32_t situations, only, record;
	uint16_t targets;
	uint8_t guessed;
	bool bound : 1, early : 1, ending : 1;
};
struct kept_candidate {
	obj_id obj, member;
	uint32_t offset;
	uint32_t first : 1, touch : 31;
};

/* Where this, which differs from thread to thread, has that value. */
struct only_there {
	path_id path;
	int64_t value;
};

/* One of them stands for all: the others are its further sites. */
struct record {
	uint32_t site, site_count;
};

/*
 * Candidates that are judged alike: the same bytes, kind and guards in situations of
 * the same shape, under the same name if that matters. 'sites' lists them, 'of' is
 * the first. One instance for each situation.
 */
struct cluster {
	struct candidate of;
	uint32_t size; /* 0: unknown, from there on */
	uint8_t flags;
	bool wide; /* it may touch bytes before its offset, or any after it */
	uint32_t site, site_count; /* list of further sites, 0 ends */
	uint32_t first, count;	   /* instances */
	uint32_t run, run_count;   /* the same in runs */
	thread_id only_thread;	   /* of all of them, and never more than one of it; or 0 */
	uint8_t partners;	   /* surviving pairs so far */
	bool begins;		   /* with one, on the byte where it begins */
	uint8_t lines; /* why: on which of the two lines it has a place */
	bool settled;		   /* it has enough of them */
	uint8_t own;		   /* has each thread its own object (best.c)? 0: not asked */
};

/* Instances of a cluster that follow each other and have the same thread and side. */
struct run {
	uint32_t first, end;
	thread_id thread;
	thread_id owner; /* + 1 of the object (owner.c); 0: not looked at */
	bool judged;	 /* with those of a thread that runs at other times */
	uint8_t never;	 /* never.c: is none of its places ever reached? 0: not asked */
	uint32_t way;	 /* of its thread down to it (way_of); 0: not asked */
};

struct site {
	const struct access *access;
	uint32_t situations; /* of the same shape */
	uint32_t next;
	func_id func; /* of the access, as it is asked for again and again */
	uint32_t inst;
};

/* Which struct, by its name, its type, or the field that points to it, and which byte of it. */
enum { BY_TYPE, BY_NAME, BY_POINTER };
struct field {
	uint32_t record, size, offset;
	uint32_t named;
};

/* An access to a field, before anything is said about objects: there are many of them, so it has
 * no more of its candidate than is asked for. */
struct field_use {
	const struct access *access;
	uint32_t field; /* as whole_field says */
	func_id unit;	/* the function that names the memory */
	uint32_t own;	/* locks that it holds itself: in own_locks, + 1; 0: not known */
	func_id func;	/* this and the rest as in its candidate */
	path_id path;
	uint32_t situations, only;
	uint8_t guessed;
	bool bound : 1, early : 1, ending : 1;
};

/* Locks, by class and name, that the function itself certainly holds at an access. */
enum { MAX_OWN_LOCKS = 4 };
struct own_locks {
	uint32_t classes[MAX_OWN_LOCKS];
	path_id names[MAX_OWN_LOCKS];
	uint32_t n;
};

/* What was asked last, and mostly is asked next: are locks of that class always held? */
struct held_last {
	uint64_t key; /* 0: nothing was asked */
	bool held;
};

/* The lock that most accesses hold: 0 when none is held. */
struct usual {
	path_id lock;
	uint32_t class; /* of a custom: as lockclass.c says */
	uint32_t count, total;
	bool own;      /* it is in the object itself */
	bool relative; /* it is so far from the accessed bytes */
	int64_t distance;
};

/* Of threads of one origin: with guards or none, on the way to the program's end or not, by
 * enum guess_kind. */
enum { SIDES_OF_THREAD = 16 * (GUESS_MANY + 1) };
enum { SIDES = (ORIGIN_LATER + 1) * SIDES_OF_THREAD };

/* Pairs of two sides, of one thread or of two: the doubts about their threads of which one
 * was found already, as bits. */
enum { DOUBTS = 128, DOUBT_BITS = 64 }; /* sets of doubts_of_threads; bits of a word of them */
struct tried {
	uint32_t search; /* in which; what others have left is over */
	uint64_t doubts[DOUBTS / DOUBT_BITS]; /* a bit for each set */
};

/* A cluster in one situation. */
struct instance {
	struct point point;
	thread_id thread;
	const struct access *access; /* in the summary of the context's function */
	path_id path;
	obj_id obj;
	uint32_t offset, size;
	guards_id guards, lost; /* threads_lost_at */
	phases_id phases;
	uint8_t kind, flags, side; /* side: what the confidence of its pairs depends on */
	bool bound : 1, first : 1;
	bool deviates : 1; /* from what is usual for the field of an outlier */
	uint8_t guessed; /* every way to it has a call whose target was guessed: enum guess_kind */
	uint16_t targets;
	bool judged;
	bool parallel; /* some conflicting access may happen meanwhile */
	bool doubtful; /* its thread hardly exists, as seen from some others (maker.c) */
	bool ending;   /* on every way to it the program is about to end */
	uint8_t again;	 /* lead.c: does main come there again and again? 0: not asked */
	uint8_t unclear; /* 1 + calls on its way that may mean another function; 0: not asked */
	uint32_t cluster, number; /* in which, and of which of its situations */
	uint32_t shape;		  /* of these */
	uint32_t ordering; /* what lies around it; 0: not looked at */
	uint32_t run;	   /* in runs */
	uint32_t way;	   /* of its thread down to it (way_of); 0: not asked */
	thread_id owner;   /* + 1 of the object (owner.c); 0: not looked at */
	uint32_t only;	   /* as in its candidate */
	uint32_t outlier; /* in outliers: made by outlier.c, for this field */
};

/* What must hold for a race, and how sure that is (docs/levels.md). */
enum axis { AXIS_MEMORY, AXIS_THREADS, AXIS_ORDER, AXIS_LOCK, AXIS_COUNT };
enum doubt { CERTAIN, SLIGHT, LIKELY, DOUBTFUL };

enum reason {
#define REASON(id, axis, doubt, text) REASON_##id,
#include "race/rank/reasons.def"
#undef REASON
	REASON_COUNT
};
_Static_assert(REASON_COUNT <= 64, "a bit of a word for each");

/* A pair that no veto removed: the best of two clusters. */
struct found {
	uint32_t a, b;	   /* instances */
	uint32_t start;	   /* first common byte in the object; PT_ANY */
	uint64_t reasons;  /* bits */
	path_id may_lock;  /* REASON_MAY_LOCK: its name on side a */
	uint8_t confidence;
	bool ranked;	   /* fully */
	uint8_t together;  /* how surely the two threads are there at the same time */
	uint16_t unclear;  /* calls on the two ways that may mean other functions */
	uint32_t score;	   /* higher: better to explain the race with, by the rest */
};

/* One race: pairs on the same location. */
struct location {
	obj_id obj;
	uint32_t start;
	uint32_t found_first, found_count;
	uint32_t instance_first, instance_end; /* everything that touches the object */
};

/* A place where a thread gives leave to another to go on, or waits for leave:
 * semaphores, condition variables, atomic flags. */
enum handover { HANDOVER_SEMAPHORE, HANDOVER_CONDITION, HANDOVER_FLAG,
		HANDOVER_VOLATILE, HANDOVER_LOCKED /* a count under a lock */ };
struct handover_site {
	uint8_t kind; /* enum handover */
	bool gives, takes;
	bool changes;	 /* an atomic that is written, in whatever order */
	bool consistent; /* sequentially */
	bool counts;   /* an atomic that is changed, or what is counted down: maybe a reference
			* count */
	bool counting; /* likewise, by counting up or down */
	bool tested;   /* something depends on what was read */
	bool repeated; /* may happen again and again */
	path_id object;
	struct point point;
	uint32_t next; /* of the same context, 0 ends */
};

/* What lies around one access (handover.c). */
enum ordering_role { GIVES_BEFORE, GIVES_AFTER, TAKES_BEFORE, COUNTS_BEFORE, COUNTS_AFTER,
		     WAITS_BEFORE };
enum { MAX_ORDERING = 96 };
struct ordering_entry {
	uint8_t kind, role; /* enum handover, enum ordering_role */
	bool repeated;	    /* may happen again and again */
	bool early;	    /* a semaphore that does not start at zero */
	bool several;	    /* nor at one */
	struct pt_loc at;
	path_id name;	    /* a variable, or a certain element or member of one; or 0 */
	uint32_t site;	    /* in handovers */
};
struct ordering {
	uint32_t n;
	struct ordering_entry *entries;
};

/* A semaphore or a barrier gets its number. */
struct semaphore_init {
	path_id object;
	int64_t value;
};

/* A thread waits for a semaphore, or posts it. */
struct semaphore_use {
	path_id object;
	thread_id thread;
	func_id func; /* it, or the call that says which semaphore: */
	uint32_t inst;
	path_id path; /* what it is called there, if for a caller it may be another one; or 0 */
	bool posts;
	bool extra; /* without having waited */
};

struct object_use {
	thread_id thread; /* the first that touches it */
	bool several;	  /* another one does, or the thread exists many times */
	bool writes;
	bool plain;	  /* a plain access */
	bool known;	  /* an access that means few objects */
	bool any;	  /* one that means any object of its type, which this one stands for */
	bool lock;	  /* some lock is in it */
};

/* A race in the report's terms, and which memory it is about. */
struct told {
	obj_id obj; /* 0: it is told with others */
	uint32_t start;
	struct report_race race;
};

/* The guards that a thread has at its calls from one function to another: of call_guards. */
struct guarded_calls {
	uint32_t first, count;
};

/* What was done, in numbers. */
struct counts {
	uint64_t instances; /* also of objects without a race */
	uint64_t found;
	uint64_t reachable;
	uint64_t left[VETO_COUNT]; /* pairs left after each veto */
	uint32_t guarded, cut_buckets;
};

/* ---- what one part of the stage has found out and keeps, each with its own release ---- */

/* best.c: pairs of sides, of one thread or of two. */
struct best_memo {
	struct tried (*tried)[SIDES][2]; /* [SIDES] */
	uint32_t *side_in, *thread_in;	 /* [SIDES], [thread]: the search in which a run has it */
	uint8_t *sides;			 /* [SIDES]: those of the cluster at hand */
	uint32_t searches;
	uint8_t *meet; /* [threads][threads] may they? 0: not asked; 1: never, 2: they may */
	VEC(uint8_t) run_vetoes; /* of the run at hand and those of another cluster */
};

/* handover.c: where threads give each other leave. */
struct handings {
	VEC(struct handover_site) handovers; /* [0] none */
	uint32_t *handover_at;		     /* [context] first, if */
	bool *is_listed;		     /* [context] */
	context_id *child_at, *sibling;	     /* [context] contexts it calls */
	VEC(struct ordering) orderings;	     /* [0] none */
	VEC(struct semaphore_init) semaphores, barrier_inits;
	VEC(struct semaphore_use) semaphore_uses;
	set_id *barriers; /* [thread] paths of barriers it waits on */
};

/* lockclass.c: locks of one kind, and who holds them. */
struct lock_classes {
	struct intern list;
	struct map class_of;		 /* path of a lock -> class; 0: none */
	struct intern own_keys;		 /* function that names the memory, access */
	VEC(struct own_locks) own_locks; /* [0] none */
	struct map held;		 /* situations, class, how -> 0 or 1 */
	struct held_last held_last[2];	 /* of these: not for certain, for certain */
	struct map makers;		 /* function, class of lock that it makes or destroys */
};

/* field.c: members of structs, whatever object they are in. */
struct members {
	struct intern list;	/* of struct field */
	VEC(uint32_t) field_of; /* by path: field + 1; 0: not asked */
	VEC(uint32_t) whole_of; /* by field: what whole_field says; 0: not asked */
	VEC(uint8_t) of_many;	/* by field: what is_part_of_many says + 1; 0: not asked */
	struct map field_at;	/* function, instruction -> field that it touches */
	struct map embedded;	/* record, by name and size or type -> the one it is in */
	struct map embedded_at; /* and at which byte */
	struct map begins_with_lock; /* record -> 1: its first member is a lock */
};

/* outlier.c: who guards a member, and who does not. */
struct outlying {
	VEC(struct field_use) field_uses;
	struct map customs;	   /* class of a lock -> how many fields it is the custom of */
	struct map known_deviants; /* function that deviates, class: once is enough */
	struct map shown;	   /* accesses of pairs that are not of low confidence */
	VEC(const struct access *) shown_list; /* the same */
	VEC(struct usual) list; /* the outliers; [0] none */
};

/* named.c: what callers call the memory that they pass. */
struct passed_names {
	struct intern passed_keys; /* call, access: */
	VEC(path_id) passed;	   /* 0: several names */
	struct map knows_passed;   /* function -> 1: its calls are in these */
};

/* dispatch.c: what a thread holds where it calls through a pointer. */
struct dispatch {
	struct intern call_keys; /* thread, caller, callee, in: */
	VEC(struct guarded_calls) calls_with;
	VEC(struct guard) call_guards;
};

/* Answers that are asked for again and again. */
struct memos {
	struct map stable, stable_for, renewed, given; /* path; and two threads -> 0 or 1 */
	struct map binary;   /* of semaphores: does it never count to two? */
	struct map claims;   /* of flags: is the object theirs who have set it (claims.c)? */
	struct map counters; /* of places that are counted on: memo of ticket.c */
	/* likewise of variables that each thread has: the object that its number is from, + 1,
	 * and where there */
	struct map own_counter, own_place;
	struct map loaded;   /* holder.c: thread, value -> where it was loaded from */
	struct map visitors; /* self.c: function -> the only thread that comes there, or 0 */
	struct map by_handler; /* self.c: function -> does a handler or a callback come there? */
	struct map anchored; /* anchor.c: of a context and a path */
	uint8_t *scattered;  /* [object] scattered.c */
	uint8_t *once;	     /* [object] allocated once? (container.c); 0: not asked */
	uint8_t *traits; /* [thread] clusters.c; 0: not asked */
	uint8_t *doubts; /* [threads][threads] 1 + what doubts_of_threads says; 0: not asked;
			  * UINT8_MAX: it varies, see: */
	struct map doubts_there; /* likewise, of two threads and what runs at each */
	VEC(struct own_variable *) own_variables; /* of own_variable.c */
};

struct races {
	const struct race_input *in;
	struct threads *t;
	const struct program *p;
	const struct pointers *pt;

	uint8_t *object_state;	 /* [object] 0 not looked at, 1 ignored, 2 may race */
	struct object_use *uses; /* [object] */

	/* Where accesses may happen (situations.c). */
	bool *has_fewest;	 /* [context] of its thread and function, and by reference
				  * of the objects given, the first with the fewest locks */
	VEC(struct open_context) open_contexts; /* of the function at hand */
	VEC(struct situation) situations, scratch;
	VEC(struct situations) lists; /* [0] none */
	struct intern shapes;
	struct shapes *shape_pairs; /* (shapes.c); NULL: not asked yet */

	/* What may touch each object (candidates.c). */
	VEC(struct kept_candidate) candidates; /* by object */
	VEC(struct touch) touches;
	uint32_t *candidate_at;		  /* [object] its first; the next has its end */
	VEC(struct only_there) onlys;	  /* [0] none; each once, as in */
	struct intern only_keys;

	/* Of the object at hand, and of outliers; sites also of all records (clusters.c). */
	VEC(struct cluster) clusters;
	VEC(struct site) sites; /* [0] none */
	VEC(struct instance) instances;
	VEC(struct run) runs;
	struct intern signatures; /* of the clusters of the object at hand */
	struct intern record_keys;
	VEC(struct record) records; /* by key */

	/* What was found, and what is told of it. */
	VEC(struct found) found;
	VEC(struct location) locations;
	VEC(struct told) told;
	struct kept *kept; /* pairs of what was told (kept.c); NULL: none are kept */
	struct counts counts;

	struct best_memo best;
	struct handings handing;
	struct lock_classes classes;
	struct members members;
	struct outlying outlying;
	struct passed_names names;
	struct dispatch calls;
	struct memos memo;
	struct events *events;	       /* (order.h); NULL: not asked yet */
	struct discipline *discipline; /* (discipline.h); NULL: not asked for */
	const struct why *why;	       /* NULL: not asked */
	bool has_own_variables;	       /* thread-local ones */
	uint32_t locking; /* functions that touch memory under a lock, + 1; 0: not counted */
	bool unguarded; /* nobody treats the location at hand as shared (custom.c) */
	struct usual customary; /* what nearly all hold there, if that is asked; count 0: none */
	obj_id customary_at;
	path_id begun_by; /* the once function that the location at hand is set up in (begun.c) */
};

static inline struct candidate nth_candidate(const struct races *r, uint32_t i)
{
	const struct kept_candidate *k = &r->candidates.at[i];
	const struct touch *d = &r->touches.at[k->touch];
	return (struct candidate){.obj = k->obj, .member = k->member, .offset = k->offset,
				  .access = d->access, .func = d->func, .path = d->path,
				  .situations = d->situations, .only = d->only,
				  .record = d->record, .targets = d->targets,
				  .guessed = d->guessed, .first = k->first, .bound = d->bound,
				  .early = d->early, .ending = d->ending};
}

#endif
