// SPDX-License-Identifier: MIT
/* Who was told to stop may not have stopped yet. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int running = 1; static long done;
static int keep_going(void)
{
	int r;
	pthread_mutex_lock(&m);
	r = running;
	pthread_mutex_unlock(&m);
	return r;
}
static void *w(void *a)
{
	(void)a;
	while (keep_going())
		done++; // RACE
	return 0;
}
static void stop(void)
{
	pthread_mutex_lock(&m);
	running = 0;
	pthread_mutex_unlock(&m);
}
int main(void)
{
	pthread_t t;
	long r;
	pthread_create(&t, 0, w, 0);
	stop();
	r = done; // RACE
	pthread_join(t, 0);
	return (int)r;
}
