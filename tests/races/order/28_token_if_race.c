// SPDX-License-Identifier: MIT
// The flag is not tested again after the wait.
#include <pthread.h>
static int busy;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static long data;
static void *worker(void *arg)
{
	(void)arg;
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&m);
		if (busy)
			pthread_cond_wait(&c, &m);
		busy = 1;
		pthread_mutex_unlock(&m);
		data++; // RACE
		pthread_mutex_lock(&m);
		busy = 0;
		pthread_cond_broadcast(&c);
		pthread_mutex_unlock(&m);
	}
	return NULL;
}
int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
