// SPDX-License-Identifier: MIT
/* What pthread_once's function wrote can be read after it, not before. */
#include "../two.h"

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int table, early, outside;

static void initialise(void)
{
	table = 42; // NORACE
	early = 1; // RACE
}

static void *worker(void *arg)
{
	int sum = early; // RACE

	pthread_once(&control, initialise);
	sum += table; // NORACE
	outside += sum; // RACE
	return arg;
}

TWO_THREADS(worker, worker)
