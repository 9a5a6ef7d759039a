// SPDX-License-Identifier: MIT
/* Each turn waits for its own thread: they never run at the same time. */
#include <pthread.h>

#define N 3

static int visits;

static void *visit(void *arg)
{
	visits++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;
	int i;

	for (i = 0; i < N; i++) {
		pthread_create(&t, NULL, visit, NULL);
		pthread_join(t, NULL);
	}
	visits++; // NORACE
	return 0;
}
