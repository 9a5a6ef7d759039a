// SPDX-License-Identifier: MIT
/* As 61_other_queue_safe.c, but it is called for the other queue first. */
#include "61_queue.h"

static void destroy(struct queue *q)
{
	int err = -queue_end(q);

	if (err)
		die("no end");
	free(q->threads);
}

static int total, results;

static void add(void)
{
	__atomic_fetch_add(&results, total, __ATOMIC_RELAXED); // RACE
}

static void nothing(void)
{
}

int main(int argc, char **argv)
{
	struct queue one, other;

	(void)argv;
	create(&one, (unsigned)argc, add);
	create(&other, (unsigned)argc, nothing);
	destroy(&other);
	total++; // RACE
	destroy(&one);
	return results;
}
