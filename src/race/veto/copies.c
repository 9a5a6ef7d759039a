/* SPDX-License-Identifier: MIT */
/*
 * What a function allocates is another object for each of its calls, as far as the pointers are
 * solved call by call (pointer/clone.c): the buffers of two queues that one function has set up.
 * The names of the two tell which of these each may mean, and they have none in common.
 */
#include "race/veto/veto.h"

bool other_copies(struct races *r, const struct instance *a, const struct instance *b,
		  struct str *fact)
{
	(void)fact;
	return threads_are_copies_apart(r->t, a->path, b->path);
}
