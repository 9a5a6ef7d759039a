// SPDX-License-Identifier: MIT
/* Most benchmarks bring bodies of their own: those are analysed. */
#include <stdlib.h>
#include "../two.h"

static int data, touched_in_assume;

static void assume_abort_if_not(int condition)
{
	touched_in_assume++; // RACE
	if (!condition)
		abort();
}

static void *worker(void *arg)
{
	assume_abort_if_not(arg == NULL);
	data++; // RACE
	return arg;
}

TWO_THREADS(worker, worker)
