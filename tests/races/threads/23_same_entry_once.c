// SPDX-License-Identifier: MIT
/* Two threads of one function and a global counter; the twin starts only one. */
#include <pthread.h>

static int counter;

static void *count(void *arg)
{
	int i;

	for (i = 0; i < 100; i++)
		counter++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first;

	pthread_create(&first, NULL, count, NULL);
	pthread_join(first, NULL);
	return 0;
}
