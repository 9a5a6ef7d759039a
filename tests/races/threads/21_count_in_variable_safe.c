// SPDX-License-Identifier: MIT
/* The number of threads comes from the command line, the ids from the heap. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	sum += 3; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(int argc, char **argv)
{
	int i, n = argc + 2;
	pthread_t *ids = calloc((size_t)n, sizeof(*ids));
	long shown;

	for (i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, worker, NULL);
	for (i = 0; i < n; i++)
		pthread_join(ids[i], NULL);
	shown = sum; // NORACE
	free(ids);
	return shown == 0;
}
