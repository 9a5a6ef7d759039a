/* SPDX-License-Identifier: MIT */
/* Private to race/: what the files of the stage share. */
#ifndef CHEQUER_RACE_INTERNAL_H
#define CHEQUER_RACE_INTERNAL_H

#include "base/str.h"
#include "race/race.h"

enum veto {
#define VETO(id, name, stage, predicate, text) VETO_##id,
#include "race/vetoes.def"
#undef VETO
	VETO_COUNT
};

#ifdef CHEQUER_STRESS
enum { MAX_BUCKET_PAIRS = 1000, MAX_CLASS_PAIRS = 100, MAX_SITES = 2 };
#else
enum { MAX_BUCKET_PAIRS = 250000, MAX_CLASS_PAIRS = 20000, MAX_SITES = 64 };
#endif
enum { MAX_PAIRS_SHOWN = 200, MAX_FRAMES = 64, FEW_TARGETS = 8, ENOUGH_PARTNERS = 3 };

/*
 * One access in one context, to one object it may touch. Accesses of the same
 * signature (thread, path, kind, guards, order) share one instance; 'sites' lists
 * them, the first is in 'point'.
 */
struct instance {
	struct point point;
	thread_id thread;
	const struct access *access; /* in the summary of the context's function */
	path_id path;		     /* closed */
	obj_id obj;
	uint32_t offset;	     /* PT_ANY: anywhere */
	uint32_t size;		     /* 0: unknown, from there on */
	guards_id guards;
	phases_id phases;
	uint8_t kind, flags;
	bool bound;		     /* the path went through a formal of the entry */
	uint16_t targets;	     /* how many objects the path may mean */
	bool first;		     /* this object is the first of them */
	uint32_t site, site_count;   /* list of further sites, 0 ends */
	bool parallel;		     /* some conflicting access may happen meanwhile */
	uint16_t partners;	     /* surviving pairs so far */
	bool settled;		     /* all its places have enough of them */
	uint32_t ordering;	     /* what lies around it; 0: not looked at */
};

struct site {
	context_id context;
	const struct access *access;
	uint32_t next;
};

/* An access that may touch an object, before instances are made of it. */
struct candidate {
	obj_id obj;
	uint32_t offset;
	context_id context;
	const struct access *access;
	path_id path;
	uint16_t targets;
	bool bound;
	bool first; /* this object is the first of the targets */
};

enum reason {
#define REASON(id, confidence, text) REASON_##id,
#include "race/reasons.def"
#undef REASON
	REASON_COUNT
};

/* A pair that no veto removed. */
struct found {
	uint32_t a, b;	   /* instances */
	uint32_t start;	   /* first common byte in the object; PT_ANY */
	uint32_t reasons;  /* bits */
	path_id may_lock;  /* REASON_MAY_LOCK: its name on side a */
	uint8_t confidence;
	uint32_t score;	   /* higher: better to explain the race with */
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
enum handover { HANDOVER_SEMAPHORE, HANDOVER_CONDITION, HANDOVER_FLAG, HANDOVER_COUNT };
struct handover_site {
	uint8_t kind; /* enum handover */
	bool gives, takes;
	bool counts;   /* an atomic that is changed: maybe a reference count */
	bool repeated; /* may happen again and again */
	path_id object;
	struct point point;
	uint32_t next; /* of the same context, 0 ends */
};

/* What lies around one access (handover.c). */
enum ordering_role { GIVES_BEFORE, GIVES_AFTER, TAKES_BEFORE, COUNTS_BEFORE, COUNTS_AFTER };
enum { MAX_ORDERING = 24 };
struct ordering_entry {
	uint8_t kind, role; /* enum handover, enum ordering_role */
	bool repeated;	    /* may happen again and again */
	bool early;	    /* a semaphore that does not start at zero */
	struct pt_loc at;
};
struct ordering {
	uint32_t n;
	struct ordering_entry entries[MAX_ORDERING];
};

struct semaphore_init {
	path_id object;
	int64_t value;
};

struct object_use {
	thread_id thread; /* the first that touches it */
	bool several;	  /* another one does, or the thread exists many times */
	bool writes;
	bool plain;	  /* a plain access */
	bool known;	  /* an access that means few objects */
};

struct races {
	const struct race_input *in;
	struct threads *t;
	const struct program *p;
	const struct pointers *pt;
	uint8_t *object_state; /* [object] 0 not looked at, 1 ignored, 2 may race */
	struct object_use *uses; /* [object] */
	VEC(struct candidate) candidates; /* sorted by object and offset */
	VEC(struct instance) instances;
	VEC(struct site) sites; /* [0] none */
	VEC(struct found) found;
	VEC(struct location) locations;
	VEC(struct handover_site) handovers; /* [0] none */
	uint32_t *handover_at;		     /* [context] first */
	context_id *child_at, *sibling;	     /* [context] contexts it calls */
	VEC(struct ordering) orderings;	     /* [0] none */
	VEC(struct semaphore_init) semaphores;
	struct map first_context; /* thread, function -> its context with fewest locks */
	bool *order_by_site; /* [thread] parallelism depends on the instruction */
	set_id *barriers;    /* [thread] paths of barriers it waits on */
	struct intern signatures, context_keys;
	VEC(context_id) context_of_key;
	VEC(uint32_t) signature_instance;
	struct map stable; /* path -> 0 or 1 */
	uint64_t made; /* instances, also of objects without a race */
	uint64_t reachable;
	uint64_t left[VETO_COUNT]; /* pairs left after each veto */
	uint32_t guarded, cut_buckets;
	const struct why *why; /* NULL: not asked */
};

/* ---- instances.c ---- */
/* A total order of the accesses of one summary, the same in every run. */
int access_order(const struct access *x, const struct access *y);
void collect_candidates(struct races *r);
/* Instances of candidates first .. end - 1, all of one object. */
void make_instances(struct races *r, uint32_t first, uint32_t end);

/* ---- pairs.c ---- */
void races_init(struct races *r, const struct race_input *in);
void races_release(struct races *r);
void pair_all(struct races *r);

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

/* ---- distinct.c ---- */
veto_predicate own_objects, other_bytes, per_thread, absent_thread, joined_owner;
/* The thread whose activation the local or allocation that roots this path
 * belongs to, as the given thread names it; 0 when it is neither. */
thread_id path_owner(const struct races *r, path_id path, thread_id by);
/* Do the two addresses, named by two executions of this thread, lie in memory that
 * each has for itself? */
bool are_per_thread(struct races *r, thread_id thread, path_id a, uint32_t size_a, path_id b,
		    uint32_t size_b);
/* Likewise for the location of an access. */
thread_id location_owner(const struct races *r, const struct instance *x);

/* ---- same_lock.c ---- */
enum lock_relation { LOCKS_DIFFER, LOCKS_MAY_BE_SAME, LOCKS_SAME };
/* The strongest relation of any two guards that exclude each other; names gets
 * the lock on side a and on side b. */
enum lock_relation shared_lock(struct races *r, const struct instance *a,
			       const struct instance *b, path_id names[2]);
/* Is the memory at that address never written while threads run? */
bool is_stable(struct races *r, path_id address);
bool is_certain(struct races *r, path_id path);
/* Is every initial value of that semaphore 1? */
bool is_binary(struct races *r, path_id semaphore);

/* ---- publish.c ---- */
/* Is x made before the object is put under a lock where y, which takes it from
 * there under that lock, can find it? */
bool is_published_later(struct races *r, const struct instance *x, const struct instance *y);

/* ---- handover.c ---- */
/* Once, after the candidates: where threads hand over to each other. */
void collect_handovers(struct races *r);
/* May one access come before the other because leave is given in between? */
bool may_be_handed_over(struct races *r, struct instance *a, struct instance *b,
			enum handover kind);
/* May a reference count keep them apart? */
bool may_be_counted(struct races *r, struct instance *a, struct instance *b);

/* ---- rank.c ---- */
void rank_pair(struct races *r, struct found *f);
const char *reason_text(enum reason reason);

/* ---- usual.c ---- */
/* The lock that most accesses of the location hold: 0 when none is held. */
struct usual {
	path_id lock;
	uint32_t count, total;
};
struct usual usual_lock(struct races *r, const struct location *l);

/* ---- show.c: program facts in the report's terms ---- */
struct report_place place_of(const struct program *p, func_id f, uint32_t inst);
const char *function_at(const struct program *p, func_id f, uint32_t inst);
struct report_access show_access(struct races *r, struct arena *a, const struct instance *x,
				 const struct point *at, const struct access *access);
struct report_thread show_thread(struct races *r, struct arena *a, thread_id id);
const char *show_lock(struct races *r, struct arena *a, path_id lock);
const char *show_memory(struct races *r, struct arena *a, path_id path, uint64_t size);

/* ---- build_report.c ---- */
void build_report(struct races *r, struct report *out);

#endif
