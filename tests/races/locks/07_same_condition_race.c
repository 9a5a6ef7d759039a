// SPDX-License-Identifier: MIT
/* if (w) lock; if (w) work; if (w) unlock: only two of the eight paths exist. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int work;

static void step(int do_work)
{
	if (do_work)
		pthread_mutex_lock(&m);
	work++; // RACE
	if (do_work)
		pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	step(arg != NULL);
	step(arg == NULL);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, &work);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
