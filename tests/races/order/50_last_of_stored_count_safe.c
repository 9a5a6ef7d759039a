// SPDX-License-Identifier: MIT
/* Who is the last one adds up what all have done. */
#include <pthread.h>

enum { THREADS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left, parts[THREADS], sum;

static void *work(void *arg)
{
	long i = (long)arg;
	int now;

	parts[i] = (int)i; // NORACE
	pthread_mutex_lock(&lock);
	now = --left;
	pthread_mutex_unlock(&lock);
	if (now == 0) {
		for (int k = 0; k < THREADS; k++)
			sum += parts[k]; // NORACE
	}
	return NULL;
}

int main(void)
{
	pthread_t id[THREADS];

	left = THREADS;
	for (long i = 0; i < THREADS; i++)
		pthread_create(&id[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(id[i], NULL);
	return sum;
}
