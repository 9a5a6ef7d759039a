// SPDX-License-Identifier: MIT
/* Each thread's arguments are written just before it is created, the others run. */
#include <pthread.h>

#define N 4

struct args {
	int from, to;
	long sum;
};

static void *worker(void *p)
{
	struct args *a = p;
	int i;

	for (i = a->from; i < a->to; i++) // NORACE
		a->sum += i; // NORACE
	return NULL;
}

int main(void)
{
	struct args args[N];
	pthread_t t[N];
	long sum = 0;
	int i;

	for (i = 0; i < N; i++) {
		args[i].from = i * 10; // NORACE
		args[i].sum = 0; // NORACE
		args[i].to = args[i].from + 10; // NORACE
		pthread_create(&t[i], NULL, worker, &args[i]);
	}
	for (i = 0; i < N; i++) {
		pthread_join(t[i], NULL);
		sum += args[i].sum; // NORACE
	}
	return sum == 0;
}
