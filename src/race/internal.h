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
};

struct site {
	const struct access *access;
	uint32_t situations; /* of the same shape */
	uint32_t next;
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
enum doubt { CERTAIN, LIKELY, DOUBTFUL };

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
		HANDOVER_VOLATILE, HANDOVER_COUNT };
struct handover_site {
	uint8_t kind; /* enum handover */
	bool gives, takes;
	bool changes;	 /* an atomic that is written, in whatever order */
	bool consistent; /* sequentially */
	bool counts;   /* an atomic that is changed: maybe a reference count */
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
enum { MAX_ORDERING = 24 };
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
	struct ordering_entry entries[MAX_ORDERING];
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
	bool named; /* there it has a name, for a caller it may be another one */
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

struct races {
	const struct race_input *in;
	struct threads *t;
	const struct program *p;
	const struct pointers *pt;
	uint8_t *object_state; /* [object] 0 not looked at, 1 ignored, 2 may race */
	struct object_use *uses; /* [object] */
	uint8_t *once;		 /* [object] allocated once? (container.c); 0: not asked */
	bool *has_fewest;	 /* [context] of its thread and function, the first with
				  * the fewest locks */
	VEC(struct open_context) open_contexts; /* of the function at hand */
	VEC(struct situation) situations, scratch;
	VEC(struct situations) lists; /* [0] none */
	struct intern shapes;
	struct shapes *shape_pairs; /* (shapes.c); NULL: not asked yet */
	VEC(struct candidate) candidates; /* by object */
	uint32_t *candidate_at;		  /* [object] its first; the next has its end */
	/* of the object at hand, and of outliers; sites also of all records */
	VEC(struct cluster) clusters;
	VEC(struct site) sites; /* [0] none */
	VEC(struct instance) instances;
	VEC(struct run) runs;
	VEC(uint8_t) run_vetoes; /* of the run at hand and those of another cluster (best.c) */
	VEC(struct found) found;
	VEC(struct location) locations;
	VEC(struct told) told;
	struct kept *kept; /* pairs of what was told (kept.c); NULL: none are kept */
	VEC(struct handover_site) handovers; /* [0] none */
	uint32_t *handover_at;		     /* [context] first */
	context_id *child_at, *sibling;	     /* [context] contexts it calls */
	VEC(struct ordering) orderings;	     /* [0] none */
	VEC(struct semaphore_init) semaphores, barrier_inits;
	VEC(struct semaphore_use) semaphore_uses;
	set_id *barriers;    /* [thread] paths of barriers it waits on */
	VEC(struct only_there) onlys; /* [0] none; each once, as in */
	struct intern only_keys;
	struct intern record_keys;
	VEC(struct record) records; /* by key */
	struct intern signatures; /* of the clusters of the object at hand */
	struct map stable, stable_for; /* path; and two threads -> 0 or 1 */
	struct map binary; /* of semaphores: does it never count to two? */
	struct map claims;   /* of flags: is the object theirs who have set it (claims.c)? */
	struct map counters; /* of places that are counted on: memo of ticket.c */
	struct intern fields; /* of struct field */
	struct map field_of;  /* path -> field; 0: none */
	VEC(struct field_use) field_uses;
	struct intern lock_classes;
	struct map class_of; /* path of a lock -> class; 0: none */
	struct intern own_keys; /* function that names the memory, access */
	VEC(struct own_locks) own_locks; /* [0] none */
	struct map field_at; /* function, instruction -> field that it touches */
	struct map held; /* situations, class, how -> 0 or 1 */
	struct map makers;	    /* function, class of lock that it makes or destroys */
	struct map customs;	    /* class of a lock -> how many fields it is the custom of */
	struct map known_deviants;  /* function that deviates, class: once is enough */
	struct map shown;	    /* accesses of pairs that are not of low confidence */
	VEC(const struct access *) shown_list; /* the same */
	VEC(struct usual) outliers; /* [0] none */
	struct intern passed_keys; /* call, access: */
	VEC(path_id) passed; /* what the caller calls that memory; 0: several names */
	struct map knows_passed; /* function -> 1: its calls are in these */
	struct map embedded; /* record, by name and size or type -> the one it is in */
	struct map embedded_at; /* and at which byte */
	struct tried (*tried)[SIDES][2]; /* [SIDES] */
	uint32_t *side_in, *thread_in;	 /* [SIDES], [thread]: the search in which a run has it */
	uint8_t *sides;			 /* [SIDES]: those of the cluster at hand */
	uint32_t searches;
	uint8_t *meet; /* [threads][threads] may they? 0: not asked; 1: never, 2: they may */
	uint8_t *doubts; /* [threads][threads] 1 + what doubts_of_threads says; 0: not asked;
			  * UINT8_MAX: it varies, see: */
	struct map doubts_there; /* likewise, of two threads and what runs at each */
	struct map loaded;	 /* holder.c: thread, value -> where it was loaded from */
	struct map visitors;	 /* self.c: function -> the only thread that comes there, or 0 */
	struct map anchored;	 /* anchor.c: of a context and a path */
	struct intern call_keys; /* dispatch.c: thread, caller, callee, in: */
	VEC(struct guarded_calls) calls_with;
	VEC(guards_id) call_guards;
	struct counts counts;
	struct events *events; /* (order.h); NULL: not asked yet */
	VEC(struct own_variable *) own_variables; /* memo of own_variable.c */
	bool has_own_variables; /* thread-local ones */
	struct discipline *discipline; /* (discipline.h); NULL: not asked for */
	const struct why *why; /* NULL: not asked */
	uint32_t locking; /* functions that touch memory under a lock, + 1; 0: not counted */
	bool unguarded; /* nobody treats the location at hand as shared (custom.c) */
};

/* ---- situations.c ---- */
/* All contexts of f: closed accesses do not depend on what formals are bound to. */
void scene_of_closed(const struct races *r, struct scene *s, func_id f);
/* Contexts where the open accesses of f happen, in r->open_contexts; then the scene
 * that begins with the first-th of them. Returns where the next one begins. */
void list_open_contexts(struct races *r, func_id f);
uint32_t scene_of_open(const struct races *r, struct scene *s, func_id f, uint32_t first);
void scene_free(struct scene *s);
/* Where the access happens, as an index in r->lists; 0: nowhere, or only where
 * nothing else runs. 'fewest': only in contexts that have the fewest locks. */
uint32_t situations_of(struct races *r, struct scene *s, const struct access *a, bool fewest);

/* ---- candidates.c ---- */
void collect_candidates(struct races *r);
/* What the access may mean. When the name says nothing, because it goes through a set
 * that grew too large: what the instruction itself may mean, whose type says more; in
 * *typed, which the caller frees. */
const struct pt_set *targets_of(struct races *r, const struct access *a, path_id path,
				struct pt_set *typed);
/* Does the program end in one of the functions that f calls by that chain, down to 'last'? */
bool ends_below(const struct races *r, func_id f, uint32_t chain, func_id last);
/* Is it memory of the program that threads may share? */
bool may_race(struct races *r, obj_id o);

/* ---- extent.c ---- */
/* How many bytes it touches, 0: not known; the offset where these begin is set when the
 * candidate does not know it. */
uint32_t extent_of(struct races *r, const struct candidate *c, uint32_t *offset);
/* Of x it is not known how far it reaches; the other begins past the member that x
 * begins in, or ends before it. */
bool goes_past_member(const struct races *r, const struct instance *x,
		      const struct instance *other);

/* ---- shapes.c ---- */
/* The veto that removes the two by what their situations are, VETO_PARALLEL, VETO_PROCESS or
 * VETO_LOCK; VETO_COUNT: neither of the first two does, nor a lock of one name. */
enum veto veto_of_shapes(struct races *r, const struct instance *a, const struct instance *b);
void shapes_free(struct shapes *s);

/* ---- clusters.c ---- */
/* An access that may mean many objects: is one known that is judged alike in all of them?
 * Then it is noted there. 'all': the situations before the choice of the fewest. */
bool note_record(struct races *r, struct candidate *c, const struct pt_set *set, uint32_t all);
/* A total order of the accesses of one summary, the same in every run. */
int access_order(const struct access *x, const struct access *y);
/* Clusters of the candidates first .. end - 1, all of one object, appended in the
 * order of their bytes, and their instances. */
void make_clusters(struct races *r, uint32_t first, uint32_t end);
/* A cluster of this candidate alone, for the outlier at hand. Returns its index. */
uint32_t make_cluster(struct races *r, const struct candidate *c, uint32_t outlier,
		      bool deviates);
/* The context of an instance as it happens at one of its cluster's sites. */
context_id context_of_site(const struct races *r, const struct instance *x,
			   const struct site *s);

/* ---- pairs.c ---- */
void races_init(struct races *r, const struct race_input *in);
void races_release(struct races *r);
/* Appends its clusters and instances, and if anything is found, that and its locations. */
void pair_object(struct races *r, obj_id obj);
/* Groups what was found from 'found' on into locations, their instances from
 * 'instances' on. */
void add_locations(struct races *r, uint32_t found, uint32_t instances);
/* The first byte that both touch, where they race. */
uint32_t common_start(const struct cluster *a, const struct cluster *b);

/* ---- objects.c ---- */
/* All objects, one after the other: what is found is told, the rest forgotten. */
void judge_objects(struct races *r, struct arena *memory);
/* Pairs the object once more, as it was done before: clusters, instances and locations stay. What
 * is found is not ranked, or not surely. */
void pair_again(struct races *r, obj_id obj);

/* ---- kept.c ---- */
struct kept *kept_new(void);
void kept_free(struct kept *k);
/* The pairs from 'found' on, of the instances from 'instances' on. */
void keep_object(struct races *r, obj_id obj, uint32_t found, uint32_t instances);
/* Clusters, instances and locations as they were then; pairs are not ranked. False: nothing was
 * kept. */
bool recall_object(struct races *r, obj_id obj);

/* ---- vetoes.c ---- */
typedef bool veto_predicate(struct races *r, const struct instance *a,
			    const struct instance *b, struct str *fact);
struct veto_row {
	const char *name, *stage, *text;
	veto_predicate *removes;
};
extern const struct veto_row vetoes[VETO_COUNT];
/* VETO_COUNT when no veto removes the pair. fact may be NULL. */
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

enum veto first_veto(struct races *r, const struct instance *a, const struct instance *b,
		     struct str *fact);

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

/* ---- own_variable.c ---- */
veto_predicate own_variable;
void own_variables_free(struct races *r);

/* ---- distinct.c ---- */
veto_predicate other_bytes, per_thread, absent_thread, joined_owner, only_thread;
/* Has a's thread just joined the thread of that index, or not yet created it, and read the
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

/* ---- blocked.c ---- */
veto_predicate blocked_signal;
/* The one thread that executes the function; 0: there is none, or there may be several. */
thread_id only_visitor(struct races *r, func_id f);

/* ---- never.c ---- */
veto_predicate never_happens;

/* ---- taker.c ---- */
veto_predicate created_once, only_one_does;

/* ---- gone.c ---- */
veto_predicate is_gone;

/* ---- dispatch.c ---- */
/* The other holds a lock that x's thread has, too, when it calls through a pointer what leads to
 * x, or something else. */
bool may_be_dispatched_locked(struct races *r, const struct instance *x,
			      const struct instance *other);

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
/* Has each found, when it has counted, that it is the last one? There is but one. */
bool are_both_last(struct races *r, const struct instance *a, const struct instance *b);

/* ---- ticket.c ---- */
veto_predicate own_number;

/* Is nothing done to it while threads run but to count, one at a time; in one direction? */
bool is_counted(struct races *r, struct pt_loc at);
/* claims.c: is what x accesses claimed by that flag? */
bool is_claim(struct races *r, const struct instance *x, path_id flag);
bool is_counter(struct races *r, struct pt_loc at);
/* Do both sides mean the same object by it? */
bool is_same_object(struct races *r, const struct instance *a, const struct instance *b,
		    obj_id obj);
/* Do both reach it through a number that they took out of a queue under a lock? */
bool are_entries_taken(struct races *r, const struct instance *a, const struct instance *b);

/* Is there a mutex among the guards that is held exclusively? */
bool is_exclusive(const struct races *r, guards_id guards);

/* ---- ring.c ---- */
/* Has each the element of an index that it alone moves on, having looked at the other's? */
bool are_ends_of_ring(struct races *r, const struct instance *a, const struct instance *b);

/* ---- parts.c ---- */
/* May control come back to the instruction, inside its function, and without passing the
 * block of another one (or UINT32_MAX)? */
bool is_in_cycle(const struct races *r, func_id f, uint32_t inst, uint32_t without);
/* Do two threads whose argument has different values of that RANGE never have the
 * same value of the indices a and b? */
bool own_part(struct races *r, func_id by, path_id index, path_id a, path_id b);
/* Are the two numbers never the same, as their remainders are not? */
bool other_turns(const struct races *r, path_id a, path_id b);

/* ---- container.c ---- */
/* Is there only one of it, allocated by the main thread? Then all that have it share it. */
bool is_allocated_once(const struct races *r, obj_id obj);

/* ---- anchor.c ---- */
/* Memory of which there is any number, and nothing that the two share leads both to it? */
bool may_be_apart(struct races *r, const struct instance *a, const struct instance *b);
/* How many threads the creation makes, by the constant that its loop counts to; 0: not known. */
int64_t count_made(const struct races *r, const struct thread *x);
/* Allocated at a place that may allocate any number? */
bool is_one_of_many(const struct races *r, obj_id obj);
/* Do both follow the same pointers, from a variable that all share? */
bool are_named_alike(const struct races *r, const struct instance *a, const struct instance *b);
/* Have both found it from memory that they share, or were they given the same? */
bool are_found_alike(struct races *r, const struct instance *a, const struct instance *b);

/* Is it a local of a function that runs once, on the main thread? */
bool is_only_local(const struct races *r, obj_id obj);
/* Does each hold the lock of the container, of one kind, in which it has found the memory? */
/* Has each taken the object out of some container; or one, and the other one finds it in one
 * whose lock it holds? */
bool are_taken(const struct races *r, const struct instance *a, const struct instance *b);
bool are_locked_containers(struct races *r, const struct instance *a, const struct instance *b);
/* It is a container, which each has found from one of that kind, or is at, holding its lock. */
bool are_own_ends(struct races *r, const struct instance *a, const struct instance *b);

/* ---- stable.c ---- */
/* Is the memory at that address never written while threads run? */
bool is_stable(struct races *r, path_id address);
/* Is all memory so that the path follows pointers in? */
bool follows_stable(struct races *r, path_id path);
/* And what it starts from is one object? */
bool is_certain(struct races *r, path_id path);
/* Or does it mean one for these two threads: written only before either was created? */
bool is_certain_for(struct races *r, path_id path, thread_id x, thread_id y);

/* ---- again.c ---- */
/* Does the function that does a create the thread of b afterwards, and keep its id where that of
 * one before would be lost? */
bool is_before_creation(struct races *r, const struct instance *a, const struct instance *b);
/* A call of an interface meets the thread that another call has started: it starts the next one;
 * or it has nothing to do with threads. Or something is in the way: it comes after a join, it asks
 * whether the thread was started, or who has started it waits for its end (AGAIN). */
enum other_call { CALL_AGAIN, CALL_STARTS, CALL_MEANWHILE };
enum other_call call_meets(struct races *r, const struct instance *a, thread_id id);

/* ---- custom.c ---- */
/* Is it neither a variable nor a local one? */
bool is_object(const struct races *r, obj_id o);
/* Finds out for the location at hand, the best of which comes first, if it matters. */
void ask_for_custom(struct races *r, const struct location *l);

/* ---- semaphore.c ---- */
/* Does it exclude like a lock? */
bool is_binary_semaphore(struct races *r, path_id semaphore);

/* ---- same_lock.c ---- */
enum lock_relation { LOCKS_DIFFER, LOCKS_MAY_BE_SAME, LOCKS_SAME };
/* The strongest relation of any two guards that exclude each other; names gets
 * the lock on side a and on side b. */
enum lock_relation shared_lock(struct races *r, const struct instance *a,
			       const struct instance *b, path_id names[2]);
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

/* ---- handover.c ---- */
/* Once, after the candidates: where threads hand over to each other. */
void collect_handovers(struct races *r);
/* May one access come before the other because leave is given in between? */
bool may_be_handed_over(struct races *r, struct instance *a, struct instance *b,
			enum handover kind);
/* Does the thread itself change, before, what the entry is about? Elements of an array are
 * the same if they have the same name. */
bool changes_before(const struct races *r, const struct ordering *o,
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

/* ---- rank.c ---- */
/* What the two threads rest on, as bits of a number below DOUBTS. It is the same for all
 * instances of these threads, unless it varies with what runs there. */
uint32_t doubts_of_threads(struct races *r, const struct instance *a, const struct instance *b,
			   bool *varies);
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

/* ---- usual.c ---- */
/* Of the accesses of the location. */
struct usual usual_lock(struct races *r, const struct location *l);
bool holds_usual(struct races *r, const struct instance *x, const struct usual *u);
bool touches_location(const struct races *r, const struct instance *x,
		      const struct location *l);

/* ---- uses.c ---- */
/* All accesses to the location, and what keeps each from racing. */
void show_uses(struct races *r, struct arena *a, const struct location *l,
	       struct report_race *out);

/* ---- show.c: program facts in the report's terms ---- */
/* Where and what, without how it got there. */
struct report_access show_place(const struct races *r, const struct instance *x,
				const struct access *access);
struct report_access show_access(struct races *r, struct arena *a, const struct instance *x,
				 const struct point *at, const struct access *access);
/* Without how it got there, but with its locks. */
struct report_access show_use(struct races *r, struct arena *a, const struct instance *x,
			      const struct access *access);
/* A thread, or one of its beginnings. */
struct report_thread show_thread(struct races *r, struct arena *a, const struct thread *x,
				 bool many);
/* Where it is in the report's list: all threads, then all further beginnings; the way to the
 * context says which. */
uint32_t show_thread_number(const struct races *r, thread_id id, context_id c);
const char *show_lock(struct races *r, struct arena *a, path_id lock);
/* A lock in the object of this access, in the words of the function that makes it. */
const char *show_lock_beside(struct races *r, struct arena *a, const struct instance *x,
			     const struct access *access, const struct usual *u);
const char *show_memory(struct races *r, struct arena *a, path_id path, uint64_t size);

/* ---- skipped.c ---- */
struct skip {
	struct report_place at; /* the branch that goes past it, or the 'return' behind that */
	struct report_place join;
	bool returns;
};
/* x's thread has created the other, and comes to x after a join as well as without it: which way
 * is that? */
bool find_skip(struct races *r, const struct instance *x, thread_id id, struct skip *out);

/* ---- unordered.c ---- */
/* Why nothing orders the two, in one sentence. */
const char *unordered_text(struct races *r, struct arena *memory, const struct instance *a,
			   const struct instance *b);

/* ---- build_report.c ---- */
struct report_race show_race(struct races *r, struct arena *a, const struct location *l);
void build_report(struct races *r, struct report *out);

#endif
