// SPDX-License-Identifier: MIT
/* Each thread gets &args[i]; or all get the first; or all get the loop variable. */
#include <pthread.h>

#define N 3

struct args {
	int id;
	int result;
};

static void *worker(void *arg)
{
	struct args *a = arg;

	a->result = a->id + 1; // RACE
	return NULL;
}

int main(void)
{
	struct args args[N];
	pthread_t t[N];
	int i;

	for (i = 0; i < N; i++) {
		args[i].id = i; // NORACE
		args[i].result = 0; // NORACE
	}
	for (i = 0; i < N; i++)
		pthread_create(&t[i], NULL, worker, &args[0]);
	for (i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return args[0].result + args[2].result; // NORACE
}
