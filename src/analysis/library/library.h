/* SPDX-License-Identifier: MIT */
/*
 * A call of a library function that has a model: its arguments, and what its effects do.
 * Private to analysis/; effect.c applies them in their order.
 */
#ifndef CHEQUER_ANALYSIS_LIBRARY_H
#define CHEQUER_ANALYSIS_LIBRARY_H

#include "analysis/calls/bind.h"

struct library_call {
	struct frame *fr;
	uint32_t inst;
	const struct ir_inst *call;
	struct results results;
};

/* ---- library.c: arguments ---- */
path_id library_argument(const struct library_call *c, int n);
/* Is it that number? */
bool library_argument_int(const struct library_call *c, int n, int64_t *out);
/* The bytes that the effect is about; 0: not known. */
uint32_t library_size(const struct library_call *c, const struct effect *e);
/* The lock, or the memory, that it is about. */
path_id library_object(const struct library_call *c, struct state *s, const struct effect *e);
/* The pointer stored at an address; by what is stored there when it has no name
 * of its own. */
path_id library_loaded(struct frame *fr, struct state *s, path_id address);
/* For later stages. */
void library_sync(const struct library_call *c, enum sync_kind kind, path_id object,
		  int64_t value);

/* ---- what effects do to one state; false: it is another kind of effect ---- */
/* effect_lock.c: locks, and what else excludes or is waited for. */
bool effect_lock(struct library_call *c, struct state *s, const struct effect *e);
/* effect_thread.c: who runs, and who it is. */
bool effect_thread(struct library_call *c, struct state *s, const struct effect *e);
/* effect_signal.c: sets of signals, and masks. */
bool effect_signal(struct library_call *c, struct state *s, const struct effect *e);
/* effect_memory.c: all others. */
void effect_memory(struct library_call *c, struct state *s, const struct effect *e);

void effect_acquire(const struct library_call *c, struct state *s, path_id lock,
		    enum lock_mode mode, enum lock_kind kind);
/* Who gets this result of a barrier is the only one: as if he had locked it, until he
 * waits there again. */
void effect_pass_barrier(struct library_call *c, struct state *s, const struct effect *e,
			 bool only);
/* The signals that are surely in the set at that address. */
uint64_t effect_blocked_meanwhile(struct library_call *c, struct state *s, path_id set);
/* The ids that it compares, one of which says who gets there. */
bool effect_asks_who(const struct library_call *c, const struct effect *e, struct held *out);
/* Where the result of a thread, of a callback, or a thread's own value goes. */
void effect_put_result(struct library_call *c, struct state *s, const struct effect *e);

/* effect_thread.c: the function that the effect calls, if it does. */
void effect_call(struct library_call *c, struct state_list *states, const struct effect *e);

#endif
