// SPDX-License-Identifier: MIT
/* The lock has the same name too, and is another one. */
#include <pthread.h>
#include "shared.h"

static int count;

static void step(void)
{
	count++; // NORACE
}

void *second_thread(void *arg)
{
	step();
	return arg;
}
