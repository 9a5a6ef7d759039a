/* SPDX-License-Identifier: MIT */
/* From what was found to the report: what show/ offers to the rest of race/. */
#ifndef CHEQUER_RACE_SHOW_H
#define CHEQUER_RACE_SHOW_H

#include "race/internal.h"

/* ---- usual.c ---- */
/* Of the accesses of the location. */
struct usual usual_lock(struct races *r, const struct location *l);
bool holds_usual(struct races *r, const struct instance *x, const struct usual *u);
/* The instance i of its object, or the next one, that touches it; instance_end: none does. All are
 * asked for, one after the other. */
uint32_t next_touching(const struct races *r, const struct location *l, uint32_t i);

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
