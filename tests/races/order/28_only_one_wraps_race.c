// SPDX-License-Identifier: MIT
// A counter of eight bits comes back to zero.
#include <pthread.h>
#include <stdatomic.h>
static _Atomic unsigned char turn;
static long data;
static void *worker(void *arg)
{
	(void)arg;
	for (int i = 0; i < 100000; i++)
		if (atomic_fetch_add(&turn, 1) == 0)
			data++; // RACE
	return NULL;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
