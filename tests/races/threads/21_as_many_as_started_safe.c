// SPDX-License-Identifier: MIT
/* Creates threads until one cannot be created, and joins those. */
#include <pthread.h>
#include <stdio.h>

enum { MOST = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	sum += 3; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t ids[MOST];
	int started = 0;

	while (started < MOST && pthread_create(&ids[started], NULL, worker, NULL) == 0)
		started++;
	for (int i = 0; i < started; i++)
		pthread_join(ids[i], NULL);
	printf("%ld\n", sum); // NORACE
	return 0;
}
