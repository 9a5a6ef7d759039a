/* SPDX-License-Identifier: MIT */
/* What was taken out of shared memory under a lock (struct owned). Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_TAKEN_H
#define CHEQUER_ANALYSIS_TAKEN_H

#include "analysis/exec/frame.h"

/* Before the value is stored there: what was there may be taken out. */
void taken_by_store(struct frame *fr, struct state *s, path_id address, uint32_t size,
		    path_id v);
/* A pointer by that name was loaded from there; not 0: it is this one by another name. */
void taken_by_load(struct frame *fr, struct state *s, path_id address, path_id name,
		   path_id value);
/* The locks, of those that are held there, under which the value counts as taken: added to
 * 'to' under another name. */
void taken_renamed(struct frame *fr, const struct lockset *from, path_id value,
		   struct lockset *to, path_id name);
/* Readers of that lock do not find the object any more. */
void taken_from_readers(struct frame *fr, struct state *s, path_id value, path_id lock);
/* The value is returned: whichever it is, it was taken if it was by its one name. */
void taken_returned(struct frame *fr, struct state *s, path_id value);
/* Before two states are joined: who has found null has taken it as well as the other. */
void taken_agree(struct frame *fr, struct state *into, const struct state *s,
		 struct lockset *other);
/* What a callee took out, in our names; maybe under locks of its callers, of which these are
 * held. */
void taken_for_caller(struct frame *fr, const struct lockset *held, const struct lockset *callee,
		      struct owned o, struct lockset *out);
/* The two values were found to be the same. */
void taken_by_equality(struct frame *fr, struct state *s, path_id a, path_id b);

#endif
