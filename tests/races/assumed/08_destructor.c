// SPDX-License-Identifier: MIT
/* docs/soundness.md, 8: what runs exit() runs is not seen. */
#include <pthread.h>
#include <stdlib.h>

static int count;

static void *work(void *arg)
{
	for (;;)
		count++; // FN destructors are not run (8)
	return arg;
}

__attribute__((destructor)) static void leave(void)
{
	count = 0; // FN destructors are not run (8)
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	exit(0);
}
