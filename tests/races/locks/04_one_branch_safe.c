// SPDX-License-Identifier: MIT
/* The lock is released on one branch only; the access stands after the join. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int jobs, done;

static void *worker(void *arg)
{
	int quick = arg != NULL;

	pthread_mutex_lock(&m);
	jobs++; // NORACE
	if (quick)
		jobs += 2; // NORACE
	done++; // NORACE
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, &m);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return jobs == done; // NORACE
}
