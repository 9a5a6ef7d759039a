/* SPDX-License-Identifier: MIT */
/*
 * Who writes a global variable, and what: the whole program is asked once, before the
 * summaries. Initialisers do not count, they come first.
 */
#ifndef CHEQUER_ANALYSIS_WRITERS_H
#define CHEQUER_ANALYSIS_WRITERS_H

#include "analysis/summarize.h"

struct frame;

struct writers *writers_find(const struct summarize_input *in);
void writers_free(struct writers *w);

/* Is nothing stored in these bytes of a variable but constants; with 'ids', but zero and the
 * ids of threads that are created? */
bool writers_store_constants(const struct writers *w, struct pt_loc at, uint32_t size, bool ids);
/* Likewise of the variable at that address: nothing but zero and ids? */
bool writers_store_ids(const struct frame *fr, path_id address);
/* Is something stored in the variable at that address, and always constants other than zero? */
bool writers_always_set(const struct frame *fr, path_id address, uint32_t size);
/* The one instruction of the program that stores anything but constants in the variable at
 * that address; false: there is none, or there are several, or others may write it. */
bool writers_only_store(const struct frame *fr, path_id address, func_id *f, uint32_t *inst);
/* Likewise at that place of a variable or of allocated memory, of whichever object. */
bool writers_only_store_at(const struct frame *fr, struct pt_loc at, func_id *f, uint32_t *inst);
/* Likewise the one call that creates a thread and stores its id there. */
bool writers_only_id(const struct frame *fr, path_id address, func_id *f, uint32_t *inst);
/* Is all that the address may mean written by stores only? */
bool writers_are_stores(const struct frame *fr, func_id f, ir_val address);
/* Does anything in the program write to the variable? */
bool writers_has(const struct writers *w, obj_id variable);
/* Is zero stored in the variable at that address only by instructions that are allowed? */
typedef bool clear_allowed(const struct frame *fr, func_id f, uint32_t inst, const void *context);
bool writers_clear_only(const struct frame *fr, path_id address, clear_allowed *allowed,
			const void *context);

#endif
