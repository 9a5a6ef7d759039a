// SPDX-License-Identifier: MIT
// The lock is released by the wait between the test and the store.
#include <pthread.h>
static int opened, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static long data;
static void *worker(void *arg)
{
	int mine = 0;
	(void)arg;
	pthread_mutex_lock(&lock);
	if (!opened) {
		while (!ready)
			pthread_cond_wait(&cond, &lock);
		opened = 1;
		mine = 1;
	}
	pthread_mutex_unlock(&lock);
	if (mine)
		data++; // RACE
	return NULL;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
