/* SPDX-License-Identifier: MIT */
/*
 * What the functions of a large recursion have in common. Private to analysis/.
 *
 * They call each other, so what one of them drops by a name that means nothing to
 * others (dropped.h), all may drop. While they are looked at, these locks have one name
 * in all of them: it stays the same whatever is found to be dropped, and a function is
 * looked at again only if what the name means matters to it. In the end the name is
 * replaced by what it stands for.
 *
 * In a huge recursion that name also stands for locks with a name of their own that all
 * know, those found from global variables: which of them is dropped comes to light one
 * after another, and each time everybody would look again.
 *
 * Likewise all of them may have started threads or waited when one does. That is
 * assumed from the beginning where it may be so, and taken back if nobody does.
 */
#ifndef CHEQUER_ANALYSIS_COMMON_H
#define CHEQUER_ANALYSIS_COMMON_H

#include "analysis/exec/frame.h"

/* What its functions may be expected to do, all of them if one does. */
struct expected {
	bool drops;  /* locks, by the one name */
	bool starts; /* threads, which then run */
	bool waits;
};

struct common {
	struct paths paths;
	struct lockset locks;	 /* 'dropped': what the one name stands for */
	struct pt_set points_to; /* all of them */
	struct pt_set copies;	 /* likewise, copies told apart */
	VEC(bool) added;	 /* by path: has been */
	bool globals;		 /* it stands for those found from global variables too */
};

void common_init(struct common *c, bool globals);
void common_free(struct common *c);
/* As far as the code of the functions and their callees outside tell. */
struct expected common_expect(const struct common *c, const struct summarize_input *in,
			      const struct model *const *models,
			      const struct summaries *done, uint32_t component);
/* The one name. */
path_id common_lock(struct paths *t);
/* Does the one name stand for that lock, when callers against the order see it dropped? */
bool common_is_shared(const struct common *c, const struct paths *t, path_id lock);
/* That lock may be dropped as well; true if the name stands for more than before. */
bool common_add(struct common *c, const struct paths *from, path_id lock,
		const struct pointers *pt);
/* Likewise all that the function drops by names which mean nothing to others. */
bool common_add_all(struct common *c, const struct summary *s, const struct pointers *pt);
/* Does it start threads that are running when it is done, not counting what is assumed
 * of functions of its recursion? */
bool common_starts(const struct summary *s);
/* What the name stands for takes its place. */
void common_resolve(const struct common *c, struct summary *s);

/* ---- one function, while it is looked at ---- */
/* The lock as it is kept in the set of dropped locks, when a function of the same
 * recursion has dropped it. */
path_id common_name(struct frame *fr, path_id lock);
/* The one name stands for that lock from now on. */
void common_note(struct frame *fr, path_id lock);

#endif
