// SPDX-License-Identifier: MIT
// A child that a helper makes meets the threads that it starts itself.
#include <pthread.h>
#include <unistd.h>
static long state, other;
static void *worker(void *arg)
{
	(void)arg;
	state++; // RACE
	return NULL;
}
static int run(int (*fn)(void))
{
	pid_t p = fork();
	if (p == 0)
		_exit(fn());
	return p > 0;
}
static int child(void)
{
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	state = 2; // RACE
	pthread_join(t, NULL);
	return 0;
}
int main(void)
{
	pthread_t t;
	run(child);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return (int)other;
}
