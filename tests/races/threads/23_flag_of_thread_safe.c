// SPDX-License-Identifier: MIT
/* A thread-local flag says whether this is the loop thread. */
#include <pthread.h>

static _Thread_local int is_loop;
static long loop_time;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int pending;
static void tick(void)
{
	if (is_loop)
		loop_time++; // FP what a thread has in a variable of its own is not known where it is asked
	else {
		pthread_mutex_lock(&m);
		pending++;
		pthread_mutex_unlock(&m);
	}
}
static void *loop(void *a)
{
	is_loop = 1;
	for (int i = 0; i < 100; i++)
		tick();
	return 0;
}
static void *other(void *a)
{
	for (int i = 0; i < 100; i++)
		tick();
	return 0;
}
int main(void)
{
	pthread_t t, u, v;
	pthread_create(&t, 0, loop, 0);
	pthread_create(&u, 0, other, 0);
	pthread_create(&v, 0, other, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	pthread_join(v, 0);
	return loop_time != 100;
}
