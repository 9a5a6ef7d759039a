// SPDX-License-Identifier: MIT
// A helper gives the flag back before the access, on one way.
#include <pthread.h>
static int busy;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static long data;
static void take(void)
{
	pthread_mutex_lock(&m);
	while (busy)
		pthread_cond_wait(&c, &m);
	busy = 1;
	pthread_mutex_unlock(&m);
}
static void drop(void)
{
	pthread_mutex_lock(&m);
	busy = 0;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}
static int step(int i)
{
	if (i % 3 == 0) {
		drop();
		return -1;
	}
	return 0;
}
static void *worker(void *arg)
{
	(void)arg;
	for (int i = 0; i < 10; i++) {
		take();
		int r = step(i);
		data++; // RACE
		if (!r)
			drop();
	}
	return NULL;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
