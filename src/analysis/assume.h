/* SPDX-License-Identifier: MIT */
/*
 * Assumptions: what a call against the order of its component takes the callee to
 * do (component.c). Private to analysis/.
 *
 * An assumption is a summary with at most one outcome, and says little more than what
 * a callee may do to its caller: which locks may be dropped, which arguments may get
 * out, whether threads may be running, which barriers may have been passed. It only
 * grows: weaker in what is certain (locks held), stronger in what may be. At first it
 * says that the callee does not even return, which finds locks that are held on each
 * return; or, in a large recursion, where that would take too many rounds, that it does
 * what functions of the recursion may be expected to do (common.h), and that whatever it
 * is given gets out.
 */
#ifndef CHEQUER_ANALYSIS_ASSUME_H
#define CHEQUER_ANALYSIS_ASSUME_H

#include "analysis/common.h"
#include "analysis/whole/modified.h"

/* The cells of m are shared, not copied. 'expected' NULL: it does not return. */
void assume_init(struct summary *assumed, func_id f, const struct modified *m,
		 const struct expected *expected);
void assume_free(struct summary *assumed);
/* Covers what the function was found to do as well; true if it grew. With 'common', the
 * locks that it stands for have the one name. 'settle': locks that are released by the name
 * of an argument are one of what callers may pass. */
bool assume_join(struct summary *assumed, const struct summary *found,
		 const struct pointers *pt, const struct common *common, bool settle);
/* Covers whatever it does. */
void assume_anything(struct summary *assumed);

/* Does the summary know more than an assumption can say: of locks that are held and
 * threads that are gone, or of anything? */
bool assume_forgets_locks(const struct summary *s);
bool assume_forgets(const struct summary *s);
/* Do callers in the same component see no difference? */
bool assume_same(const struct summary *a, const struct summary *b);

#endif
