/* SPDX-License-Identifier: MIT */
/*
 * Locks that a callee may have released, by names that mean nothing here.
 *
 * A VALUE of another function is the value of one of its activations, nobody knows
 * which: as the name of a lock that is held it is as good as any other, but a release
 * by it may be of whatever the pointer analysis says. Such a name is kept as 'one of
 * those' (path_some), which is never the exact name of a lock; and of two, one that
 * may mean whatever the other may is enough. Without that the set of dropped locks
 * would outgrow its bound in every larger program, and then any lock may be dropped.
 */
#ifndef CHEQUER_ANALYSIS_DROPPED_H
#define CHEQUER_ANALYSIS_DROPPED_H

#include "analysis/exec/frame.h"

/* The name of a lock that a callee released, as it is kept here. */
path_id dropped_name(struct frame *fr, path_id lock);
/* The lock may have been dropped; it is not held by that name. */
void dropped_add(struct frame *fr, struct lockset *l, path_id lock);
/* Are the same locks dropped, but for those that have no name here? To tell states
 * apart by these is not worth it. */
bool dropped_same(const struct paths *t, const struct lockset *a, const struct lockset *b);
/* As lockset_join; in another table than the frame's: with that table. */
bool dropped_join(struct frame *fr, struct lockset *a, const struct lockset *b);
bool dropped_join_in(const struct paths *t, const struct pointers *pt, struct lockset *a,
		     const struct lockset *b);

#endif
