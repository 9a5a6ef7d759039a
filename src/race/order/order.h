/* SPDX-License-Identifier: MIT */
/*
 * Order by events: who has *taken* something that is only *given* after an access comes
 * later than that access. docs/order.md explains it. Private to race/.
 *
 * An event is a place in memory that is found to hold certain numbers (a flag that is
 * set, a state that is reached), or a semaphore that is posted. It is given by the deeds
 * that may bring it about, and taken on the ways of a branch that has found it, or by
 * waiting for the semaphore. What is taken at a point, and what may have been given
 * there, follows from control flow alone: through calls, any number of them.
 */
#ifndef CHEQUER_RACE_ORDER_H
#define CHEQUER_RACE_ORDER_H

#include "race/internal.h"

typedef uint32_t event_id; /* events->list; 0: none */

/* The numbers x with (x & mask) compared so with 'number'. */
struct numbers {
	uint64_t mask;
	int64_t number;
	uint8_t compare; /* enum ir_compare */
	bool open;	 /* 'number' is that of a variable: which one is not known */
};
/* ---- numbers.c ---- */
bool numbers_have(const struct numbers *n, int64_t x);
bool numbers_equal(const struct numbers *a, const struct numbers *b);
/* Is every one of a one of b? */
bool numbers_within(const struct numbers *a, const struct numbers *b);
/* Is none of a one of b? */
bool numbers_part(const struct numbers *a, const struct numbers *b);
/* If minus x is one of these, then x is one of what it becomes; false: that is not known. */
bool numbers_minus(struct numbers *n);
/* The same of x plus a number. */
bool numbers_less(struct numbers *n, int64_t by);
/* The same of x, which has so many bytes, without its sign; of its last bytes. */
bool numbers_signed(struct numbers *n, uint32_t bytes);
bool numbers_of_low(struct numbers *n, uint32_t bytes);
/* The same of x, which has so many bytes, moved so many bits to the right. */
bool numbers_shifted(struct numbers *n, int64_t by, uint32_t bytes);

/* Something that an event is given or taken by: an instruction of func. */
struct event_site {
	event_id event;
	func_id func;
	uint32_t inst;
	uint8_t signs; /* of the result of a call that takes it; SIGN_ANY: always taken */
	int8_t step;   /* a give that counts: up or down, */
	uint16_t by;   /* by so many, or more */
};

struct event {
	bool posted; /* a semaphore */
	bool first;  /* it may be so from the beginning */
	struct pt_loc cell;
	uint32_t size;
	struct numbers numbers;
	uint32_t give_first, give_count; /* ranges of gives, tests */
	uint32_t test_first, test_count;
	uint32_t end_first, end_count; /* of ends */
};

/* A branch asks whether memory holds one of some numbers; whether that says anything about
 * others is not looked at here. */
struct cell_test {
	struct pt_loc cell;
	uint32_t size;
	struct numbers numbers;
	func_id func;
	uint32_t inst; /* the load */
	bool direct;   /* no call lies between the load and the branch */
	bool plain;    /* it is no atomic, and no lock is held */
};

/* What may be stored in such memory, or where the id of a thread is. */
struct cell_store {
	struct pt_loc at;
	uint32_t size; /* 0: not known */
	func_id func;
	uint32_t inst;
	bool only;  /* it is stored nowhere else */
	bool known; /* 'number' is stored */
	bool own;   /* the thread's own id is */
	bool not_zero; /* something is that is not zero */
	bool chosen; /* only where 'expected' is found by the same instruction */
	int8_t expected;
	int64_t number;
	uint64_t kept, loose; /* as in struct deed */
	uint32_t of;
	bool step; /* it counts */
};

/* What is done to the thread whose id is in one place. */
struct thread_deed {
	struct pt_loc id;
	func_id func;
	uint32_t inst;
	uint8_t kind, signs; /* as in struct deed */
};

/* A lock is taken. */
struct lock_deed {
	struct pt_loc lock;
	func_id func;
	uint32_t inst;
	uint8_t signs; /* as in struct deed */
};

/* Or released. */
struct lock_release {
	func_id func;
	uint32_t inst;
	ir_val address; /* 0: it is not known which */
};

/* One search through the program: what is done to its bits by an instruction, or where
 * that was found to give some numbers. */
struct flow_site {
	func_id func;
	uint32_t inst;
	uint8_t signs; /* clears: those of the result; SIGN_ANY: in any case */
	bool sets;     /* its bits; else it clears them */
	bool read;     /* when what it reads is one of 'numbers' */
	bool lasting;  /* likewise, and whatever was set since it was read */
	bool early;    /* before the instruction, not by it */
	uint32_t leaving; /* the last of its block: only where control goes to that block - 1 */
	bool keeps;    /* a call: what is so before it is so behind it, whatever is cleared there */
	bool unmade;   /* likewise: what is not so before it is not behind it, whatever is set */
	struct numbers numbers;
	uint64_t bits;
};
/* The 'inst' of a site that is about what a parameter is found to be. */
static inline uint32_t site_of_parameter(uint32_t n)
{
	return UINT32_MAX - 1 - n;
}
struct flow_state {
	uint64_t pass; /* what was so on entry still is */
	uint64_t made; /* it is so, whatever was on entry */
};
enum { ENTRY_PART = 64 };
struct flow {
	VEC(struct flow_site) sites;   /* by func and inst */
	uint64_t first;                /* set where a thread begins */
	uint32_t number;	       /* no other search ever has it */
	uint64_t later;		       /* set by some site */
	bool brief;                    /* it is freed soon */
	/* [func] after any return, then for each block; NULL: no site there, nor below */
	const struct flow_state **states;
	const struct flow_state **calls; /* [func][call edge of it] before; NULL: not asked */
	/* [thread][func / ENTRY_PART][func % ENTRY_PART] on entry; NULL: not looked at yet */
	const uint64_t *const **entry;
	struct arena memory; /* of one that is brief */
};

enum { EVENTS_AT_ONCE = 64 };

/* What is only given after certain accesses of one thread (order.c). */
struct later {
	uint32_t first, count; /* of later_ids */
};

/* An access in which an event is given or tested: of the summary of a function, its own or
 * copied there from a callee. */
struct event_copy {
	func_id teller;
	uint32_t access;
	uint32_t next; /* of the same instruction */
};

/* A join, or a call that leads to it, that may be of all threads of a list or an array. */
struct join_site {
	thread_id by;
	path_id object; /* where the ids are */
	func_id func;   /* the join, or a call that leads to it: in a cycle */
	uint32_t inst;
	func_id caller; /* who has it done by a call, and says whose ids; 0: the join itself */
	uint32_t call;
	bool all; /* as many as were counted */
};

struct ground;
struct events {
	struct ground *ground; /* of searches; NULL: there was none yet */
	VEC(uint8_t *) deeds;  /* [thread][event] gives it, tests it; NULL: not asked */
	VEC(struct event) list;              /* [0] none */
	VEC(struct event_site) gives, tests; /* by event */
	VEC(struct event_site) ends;	     /* likewise: from there on it is not so */
	VEC(struct lock_release) releases;
	VEC(struct lock_deed) acquires;	     /* of locks of which there is one */
	VEC(struct cell_test) cell_tests;
	VEC(struct cell_store) cell_stores;
	VEC(struct thread_deed) thread_deeds;
	VEC(struct flow *) skipped; /* [thread deed] memo of show/skipped.c */
	VEC(struct flow *) gone; /* [thread] memo of gone.c; NULL: it is never known */
	bool *gone_asked;	 /* [thread] */
	struct modes *modes; /* memo of modes.c */
	struct flow *created;  /* likewise: after the first creation */
	struct setups *setups; /* memo of setup.c */
	struct takers *takers; /* memo of taker.c */
	struct lefts *lefts;   /* memo of left.c */
	struct states *states; /* memo of states.c */
	VEC(struct join_site) join_sites; /* joined.c: of all threads of a list, or array */
	VEC(struct flow *) joined; /* [thread] memo of joined.c; NULL: it is in none of them */
	bool *joined_asked;	   /* [thread] */
	bool joins_found;
	struct posted *posted; /* memo of posted.c */
	struct map joined_ids; /* likewise: objects that hold ids by which anybody joins -> 1 */
	VEC(uint64_t) hidden; /* [events / 64] bits: memo of never.c */
	struct map flags; /* creation -> event that lets it happen once, or 0 */
	VEC(struct flow *) given;  /* [events / 64]; NULL: not asked */
	VEC(event_id) askable;	   /* order.c: somebody tests them, and they are not so at first */
	VEC(struct flow *) askable_given; /* [askable / 64] */
	bool askable_listed;
	VEC(struct flow *) missed; /* [events / 64][2] */
	struct map told_at;		     /* function, instruction -> in: */
	VEC(struct event_copy) told;		     /* [0] none */
	VEC(event_id) workers; /* at_work.c: nobody is counted */
	bool workers_listed;
	VEC(event_id) counts; /* likely.c: somebody counts to them */
	bool counts_listed;
	struct map told_by_count, counted_by; /* likewise: event, taker: 1 no, 2 yes */
	struct map valid;                    /* event, taker: does it tell? 1 no, 2 yes */
	struct map locked;		     /* likewise: is it tested under a lock? */
	struct intern places;		     /* of threads: where they come to an access */
	struct loose *loose;		     /* memo of loose.c */
	bool held_first; /* a veto that is asked since held of the two, not of all like them */
	VEC(uint8_t) never;		     /* [place] is it never reached? 0: not asked */
	VEC(uint32_t) later_of;		     /* [place] 1 + in: later; 0: not asked */
	struct map later_at;                 /* hash -> 1 + in: */
	VEC(struct later) later;
	VEC(event_id) later_ids;
	struct map taken_at;      /* later, taker -> 1 + in: */
	VEC(struct flow *) taken; /* where none of these events was found */
	struct intern flow_keys;   /* events that are missed; or a creation */
	VEC(struct flow *) flows;  /* by key; these are freed, others refer to them */
};

/* ---- events.c ---- */
void find_events(struct races *r);
void events_free(struct races *r);

/* The number that the variable begins with, as its initialiser says; false: not known. */
bool event_begins_with(const struct races *r, const struct event *e, int64_t *number);
/* Certainly this memory, and all of it? */
bool is_stored(const struct cell_store *s, struct pt_loc cell, uint32_t size);

/* ---- settings.c ---- */
/* A constant: which of cell_tests are of it. */
struct setting {
	uint32_t first, end;
	bool matters;
};
/* Finds out which of them may tell two accesses apart. */
void find_mattering(struct races *r, struct setting *at, uint32_t n);

/* ---- modes.c ---- */
/* Is it done by main alone, before it creates anybody? */
bool is_early(struct races *r, func_id f, uint32_t inst);
void modes_free(struct modes *x);

/* Whoever finds a mode in which the thread does not exist clears these bits. */
void add_modes_without(struct races *r, struct flow *w, thread_id id, uint64_t bits);

/* ---- told.c ---- */
/* Likewise who finds that it is not so what was so when the thread was created. */
void add_values_without(struct races *r, struct flow *w, thread_id id, uint64_t bits);
/* Likewise who finds a flag that says that there are none; 'running': where they may run. Returns
 * how many flags there are. */
uint32_t add_flags_without(struct races *r, struct flow *w, thread_id id, struct flow *running,
			   uint64_t bits);

/* ---- join_sites.c ---- */
/* Fills events->join_sites, once. */
void find_join_sites(struct races *r);
/* The outermost index in the name. */
bool path_outer_index(const struct paths *p, path_id id, path_id *index);

/* ---- joined.c ---- */
/* Does anybody join a thread by an id that lies in that object? */
bool is_joined_by(struct races *r, obj_id id);
/* Where the loop around that instruction is left, those bits are cleared: whoever leaves it has
 * been in it, or there was nothing to join. */
void add_exits(const struct races *r, struct flow *w, func_id f, uint32_t inst, uint64_t bits);
/* Does control come from the one function to the other by calls? */
bool is_called_from(const struct races *r, func_id from, func_id to);
/* A call by which f has another thread created than x, as what it passes says, by the same
 * instruction? */
bool is_other_creation(const struct races *r, const struct thread *x, func_id f, uint32_t fork);
void joined_free(struct events *o);

/* ---- posted.c ---- */
void posted_free(struct events *o);

/* ---- taker.c ---- */
void takers_free(struct takers *t);

/* ---- setup.c ---- */
void setups_free(struct setups *s);

/* ---- left.c ---- */
void lefts_free(struct lefts *l);

/* ---- states.c ---- */
void states_free(struct states *s);

/* ---- order.c ---- */
struct events *events_of(struct races *r);
/* Is there one of that thread, in one execution of the program? */
bool is_single(const struct races *r, thread_id id);
/* What takes the event clears these bits; 'own': and what gives it. */
void add_takes(const struct events *o, struct flow *w, event_id id, uint64_t bits, bool own);
/* A search for the same sites finds the same, whoever asks: it is made once. The key: events
 * that are missed, in order; or 0, and what it is about. NULL there: not yet made. */
struct flow **known_flow(struct races *r, const uint32_t *key, uint32_t n);
/* Bits of the events 64 * part ... that a's thread may have given before. */
uint64_t given_before(struct races *r, const struct instance *a, uint32_t part);
bool event_is_given_by(struct races *r, event_id id, thread_id by);
/* Do b's threads look for something that a's give, and may come to b without having found any of
 * it? */
bool is_gone_past(struct races *r, const struct instance *a, const struct instance *b);
bool event_is_tested_by(struct races *r, event_id id, thread_id by);
/* All that is asked about order depends on the place: a way of a thread down to an access from
 * the function of its context, whatever else that context has. */
uint32_t way_of(struct races *r, const struct instance *x);
/* Wherever x is, of what is judged like it; first of x itself. */
bool is_so_everywhere(struct races *r, const struct instance *x,
		      bool (*is_so)(struct races *, const struct instance *));
/* Wherever a is, of what is judged like it. */
bool holds_wherever(struct races *r, const struct instance *a, const struct instance *b,
		    bool (*holds)(struct races *, const struct instance *,
				  const struct instance *));
/* Wherever the two are, of what is judged like them; first of the two themselves. */
bool holds_everywhere(struct races *r, const struct instance *a, const struct instance *b,
		      bool (*holds)(struct races *, const struct instance *,
				    const struct instance *));
/* ---- never.c ---- */
/* Is that place never reached? */
bool never_comes(struct races *r, const struct instance *x);

/* ---- order.c ---- */
/* Do the tests of that thread synchronise with all that give it? */
bool event_is_valid(struct races *r, event_id id, thread_id taker);
/* As that, but for those who give it before there are threads. */
bool event_is_valid_late(struct races *r, event_id id, thread_id taker);
/* Does that thread test it under the locks under which it is given once there are threads? */
bool event_is_locked(struct races *r, event_id id, thread_id taker);

/* ---- sites.c ---- */
enum { MAX_SITUATIONS = 16 };
struct situated {
	struct instance at[MAX_SITUATIONS];
	uint32_t n;
};
/* Once, when all gives and tests are there. */
void find_told(struct races *r);
/* All situations in which the thread does it; false: there are none, or too many. */
bool find_situations(struct races *r, thread_id id, const struct event_site *x,
		     const struct event *e, struct situated *out);

/* ---- gone.c ---- */
/* The one place where its id is, if no other creation puts one there; or NULL. */
const struct thread_deed *find_creation(struct races *r, const struct fork *f);

/* ---- likely.c ---- */
/* Bits of the events 64 * part ... that x may not have found, depending on the way it came;
 * 'own': nor given. */
uint64_t events_missed(struct races *r, const struct instance *x, uint32_t part, bool own);

/* ---- spread.c ---- */
/* Once, when all sites are there. */
void reach_run(struct races *r, struct flow *w);
void reach_free(struct flow *w);
void ground_free(struct ground *g);

/* ---- reach.c ---- */
void reach_add(struct flow *w, struct flow_site s);
/* The bits that may be set where x's thread makes that access. */
uint64_t reach_at(struct races *r, struct flow *w, const struct instance *x);
/* Likewise at an instruction, whichever way the thread comes there. */
uint64_t reach_at_inst(struct races *r, struct flow *w, thread_id id, func_id f,
		       uint32_t inst);
/* The calls that the instruction may be. */
const struct call_edge *calls_at(const struct races *r, func_id f, uint32_t inst,
				 uint32_t *n);
/* May the thread come to that function? */
bool thread_runs(struct races *r, thread_id id, func_id f);

/* ---- made.c ---- */
typedef VEC(obj_id) obj_list;
struct makers;
struct makers *makers_new(const struct races *r, const uint8_t *wanted);
/* Of the wanted objects, those that are memory which this function, an allocator, returns: sorted,
 * each once. */
const obj_list *objects_made_by(struct makers *m, func_id maker);
void makers_free(struct makers *m);

#endif
