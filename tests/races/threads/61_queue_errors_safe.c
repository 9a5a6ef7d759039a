// SPDX-License-Identifier: MIT
/* A queue whose functions return errors as negative numbers: who has found none, though turned round
 * once more, has come past all the joins. What ends the program if there is one does not return. */
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

static void first(unsigned n)
{
	struct queue q;

	create(&q, n, add);
	destroy(&q);
	total++;
}

static void second(unsigned n)
{
	struct queue q;

	create(&q, n, add);
	destroy(&q);
	total += 2;
}

int main(int argc, char **argv)
{
	(void)argv;
	total = 1;
	first((unsigned)argc);
	total = 2; // NORACE
	second((unsigned)argc);
	total = 3;
	return results;
}
