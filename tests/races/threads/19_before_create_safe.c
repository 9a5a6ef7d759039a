// SPDX-License-Identifier: MIT
/* Written before the first thread starts, only read by the threads. */
#include <pthread.h>

static int limit;
static int seen[2];

static void *reader(void *arg)
{
	int *slot = arg;

	*slot = limit; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	limit = 10; // NORACE
	pthread_create(&first, NULL, reader, &seen[0]);
	pthread_create(&second, NULL, reader, &seen[1]);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return seen[0] + seen[1]; // NORACE
}
