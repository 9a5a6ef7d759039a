// SPDX-License-Identifier: MIT
/* One function writes before the threads are joined, another one afterwards: that all is judged alike
 * but for the order does not make the first one as good as the second. */
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

static void phase(unsigned n)
{
	struct queue q;

	create(&q, n, add);
	total++; // RACE
	destroy(&q);
}

int main(int argc, char **argv)
{
	(void)argv;
	phase((unsigned)argc);
	total = 2; // FP shown with the other one
	return results;
}
