/* SPDX-License-Identifier: MIT */
/*
 * The lock discipline of a program: by memory, what rule its accesses follow and which do
 * not; by lock, what it guards and in which order locks are taken; and where that order is
 * a circle. Part of the report; the race stage fills it when it is asked for, as it costs
 * a look at what does not race.
 */
#ifndef CHEQUER_REPORT_DISCIPLINE_H
#define CHEQUER_REPORT_DISCIPLINE_H

#include "report/report.h"

/* Why nobody disturbs anybody there; the first that fits. */
enum memory_rule {
	MEMORY_READ_ONLY,  /* nobody writes it */
	MEMORY_SET_BEFORE, /* written only while no other thread exists */
	MEMORY_ATOMIC,
	MEMORY_CONFINED, /* only one thread uses it while others run */
	MEMORY_GUARDED,	 /* by a lock */
	MEMORY_ONCE,	 /* a once function makes it */
	MEMORY_OWN,	 /* each thread has its own */
	MEMORY_ORDERED,	 /* by joins, barriers, or what one has found */
	MEMORY_NONE,
	MEMORY_RULES
};

enum memory_status {
	MEMORY_ONE_EXCEPTION,
	MEMORY_MIXED,
	MEMORY_LIKELY, /* not proved, and no race of more than low confidence either */
	MEMORY_PROVED, /* no pair of accesses can race, as far as the verdict holds */
	MEMORY_STATUSES
};

/* Where the source declares a member or a variable: what an annotation stands beside. */
struct report_declared {
	const char *record; /* 'struct queue', 'queue_t': the innermost with a name; or NULL */
	const char *path;   /* from there, or a variable and what is inside: 'in.lock' */
	const char *name;   /* of the member itself, or of the variable; NULL: none is known */
	struct report_place place; /* of the struct that has the member, or of the variable */
};

/* A place in the source that does not follow the rule. */
struct report_exception {
	struct report_place place;
	const char *function;
	enum report_kind kind;
	bool atomic;
	uint32_t thread; /* one that gets there */
};

struct report_memory {
	const char *name;   /* 'struct queue.count', 'hits' */
	const char *record; /* the struct, as it is declared, or NULL: it is a variable */
	const char *member; /* of the struct: 'stats.count' */
	struct report_place declared; /* the struct, or the variable */
	struct report_declared spot;
	enum memory_rule rule;
	enum memory_status status;
	const char *lock;   /* MEMORY_GUARDED, MEMORY_ONCE: its name */
	uint32_t lock_index; /* 1 + index in locks, or 0 */
	bool same_object;   /* the lock is a member of the same struct */
	uint32_t kept, total; /* source places that follow the rule, of all */
	uint32_t read_count, write_count;
	const uint32_t *readers, *writers; /* threads, while others run */
	uint32_t exception_count;
	const struct report_exception *exceptions;
};

/* A lock and another one that is taken while it is held, and one place where that happens. */
struct report_order {
	uint32_t first, second; /* indices in locks */
	struct report_place held, wanted; /* where each is taken */
	const char *function;	/* that takes the second */
	uint32_t thread;
};

/* A function of which all callers hold the lock, as long as other threads run. */
struct report_holder {
	const char *function;
	struct report_place place; /* of the function */
};

struct report_known_lock {
	const char *name;
	struct report_declared spot;
	uint32_t holder_count;
	const struct report_holder *holders; /* by name and place; only of locks that guard */
	bool one; /* one object; else one of each struct */
	uint32_t place_count;
	const struct report_place *places; /* where it is taken */
	uint32_t guards; /* rows of memory */
};

/* Threads that may each wait for the next one. */
struct report_cycle {
	const char *id;
	enum confidence confidence;
	const char *reason; /* why not certain, or NULL */
	uint32_t step_count;
	const struct report_order *steps; /* the second of one is the first of the next */
	bool suppressed;
};

struct report_discipline {
	uint32_t memory_count, lock_count, order_count, cycle_count;
	const struct report_memory *memory;   /* what is not followed first, then by name */
	const struct report_known_lock *locks; /* by name */
	const struct report_order *orders;    /* by first, second */
	const struct report_cycle *cycles;    /* most certain first */
	bool cut; /* not every way to take two locks was compared */
};

const char *memory_rule_name(enum memory_rule r);
const char *memory_status_name(enum memory_status s);
/* 'guarded by 'queue.lock' in 4 of 5 places' */
void memory_rule_text(struct str *s, const struct report_memory *m);
/* Is the row worth a line without --all? Not what needs no lock, nor what has no rule where no
 * race is worth a look either. */
bool memory_is_shared(const struct report_memory *m);
/* Does the report show the cycle, with these options? */
bool report_shows_cycle(const struct report_options *o, const struct report_cycle *c);

/* 'thread 'a', thread 'b' and 4 more': each once, a few of them unless 'all'. */
void memory_threads_text(struct str *s, const struct report *r, const uint32_t *list, uint32_t n,
			 bool all);

/* chequer locks */
void discipline_text(const struct report *r, const struct report_options *o, FILE *out);
void discipline_json(const struct report *r, const struct report_options *o, FILE *out);

#endif
