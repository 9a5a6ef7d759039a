// SPDX-License-Identifier: MIT
/* The loop is left after a thread was created that is not counted: nobody joins it. */
#include <pthread.h>
#include <stdio.h>

enum { MOST = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	sum += 3; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t ids[MOST];
	int started = 0;

	(void)argv;
	while (started < MOST) {
		pthread_create(&ids[started], NULL, worker, NULL);
		if (argc > 1)
			break;
		started++;
	}
	for (int i = 0; i < started; i++)
		pthread_join(ids[i], NULL);
	printf("%ld\n", sum); // RACE
	return 0;
}
