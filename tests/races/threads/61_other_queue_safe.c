// SPDX-License-Identifier: MIT
/* Two queues, ended by one function: the threads of the one are gone when that was called for it. */
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
	__atomic_fetch_add(&results, total, __ATOMIC_RELAXED); // NORACE
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
	destroy(&one);
	total++; // NORACE
	destroy(&other);
	return results;
}
