// SPDX-License-Identifier: MIT
/* As 61_queue_errors_safe.c, but that the threads could not be woken, and joined, is only said. */
#include "61_queue.h"

static void destroy(struct queue *q)
{
	int err = -queue_end(q);

	if (err)
		puts("no end");
	free(q->threads);
}

static int total, results;

static void add(void)
{
	__atomic_fetch_add(&results, total, __ATOMIC_RELAXED); // RACE
}

static void first(unsigned n)
{
	struct queue q;

	create(&q, n, add);
	destroy(&q);
	total++; // RACE
}

static void second(unsigned n)
{
	struct queue q;

	create(&q, n, add);
	destroy(&q);
	total += 2; // RACE
}

int main(int argc, char **argv)
{
	(void)argv;
	total = 1;
	first((unsigned)argc);
	total = 2; // RACE
	second((unsigned)argc);
	total = 3; // RACE
	return results; // RACE
}
