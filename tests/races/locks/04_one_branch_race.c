// SPDX-License-Identifier: MIT
/* The lock is released on one branch only; the access stands after the join. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int jobs, done;

static void step(int quick)
{
	pthread_mutex_lock(&m);
	jobs++; // NORACE
	if (quick)
		pthread_mutex_unlock(&m);
	done++; // RACE
	if (!quick)
		pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	int i;

	for (i = 0; i < 6; i++)
		step(i % 2);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return jobs == done; // NORACE
}
