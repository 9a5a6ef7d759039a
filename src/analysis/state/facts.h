/* SPDX-License-Identifier: MIT */
/*
 * What a state knows of values, from branches and results; and when that is over, because
 * others may have changed the memory meanwhile. Private to analysis/.
 */
#ifndef CHEQUER_ANALYSIS_FACTS_H
#define CHEQUER_ANALYSIS_FACTS_H

#include "analysis/exec/frame.h"

bool facts_add(struct frame *fr, struct state *s, struct fact f);
struct fact facts_of(const struct frame *fr, const struct state *s, path_id p);
/* Likewise of a value, which may be a comparison that this state decides. */
struct fact facts_of_value(struct frame *fr, struct state *s, ir_val v);
/* Before the function is executed: which comparisons are worth remembering. */
void facts_begin(struct frame *fr);
/* The branch condition v is (not) true: false when that cannot be. */
bool facts_assume(struct frame *fr, struct state *s, ir_val v, bool truth);
/* The value is that number: false when that cannot be. */
bool facts_assume_number(struct frame *fr, struct state *s, ir_val v, int64_t number);
uint8_t facts_signs_of_int(int64_t v);
/* Could the value be this function? */
bool facts_may_target(struct frame *fr, path_id p, sym_id target);

/* ---- stale.c: what others may have changed meanwhile ---- */
/* Before a load, after a store. */
void stale_load(struct frame *fr, struct state *s, uint32_t inst, path_id address);
void stale_store(struct frame *fr, struct state *s, path_id address, const struct ir_inst *i);
/* Before the lock is released; 0, or a lock of the callers': any lock. */
void stale_release(struct frame *fr, struct state *s, path_id lock);
/* Was that memory read or written since the lock was taken? */
bool stale_was_seen(const struct state *s, path_id address, uint32_t size, path_id lock);
/* Others may store to what is not private from now on; a thread that was started: if
 * it does. */
void stale_constants(struct frame *fr, struct state *s);
void stale_started(struct frame *fr, struct state *s);
bool stale_join(struct frame *fr, struct state *a, const struct state *b);
void stale_forget(struct frame *fr, struct state *s, const struct names *names);

/* The path by the names that locks are held by, where a value has two. */
path_id facts_locked_name(struct frame *fr, const struct state *s, path_id p);

/* The place that the pointer is known not to be the address of; 0: none. */
path_id facts_excepted(struct frame *fr, const struct state *s, path_id pointer);

#endif
