/* SPDX-License-Identifier: MIT */
/*
 * Arrays that are queues or stacks: a number says which element is next, and who takes an
 * element steps over it. Whether nobody finds that element again is a matter of the whole
 * program:
 *
 * - a stack, c = a[--n]: whoever raises the number stores elements too;
 * - a queue, c = a[i++]: the number only goes on; it is set back only where new elements
 *   are stored, or where the number or count of elements that it is compared with is set
 *   as well;
 * - a ring, c = a[i]; i = (i + 1) % size: comes back to the element, but not before another
 *   one was stored there, as the taker looks for that: at the end of the queue, which only
 *   those raise who store elements; at a count, which he lowers and they raise; or he waits
 *   for a semaphore that they post. Who goes round an array without that finds the same
 *   elements again.
 *
 * That all this happens under one lock is the matter of who asks (analysis/exec/taken.c).
 */
#ifndef CHEQUER_ANALYSIS_QUEUES_H
#define CHEQUER_ANALYSIS_QUEUES_H

#include "analysis/summarize.h"

struct queues *queues_find(const struct summarize_input *in);
void queues_free(struct queues *q);

/* Is the element at that address taken for good by who steps, up or down, over it; 'round':
 * its index is a remainder of the number? */
bool queues_take(const struct queues *q, const struct pt_set *number,
		 const struct pt_set *element, bool up, bool round);
/* Does a function read elements that has nothing to do with the number? Then it may find one that
 * was taken. */
bool queues_are_read(const struct queues *q, const struct pt_set *number,
		     const struct pt_set *element);

#endif
