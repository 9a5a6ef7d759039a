// SPDX-License-Identifier: MIT
/* Each thread gets &args[i]; or all get the first; or all get the loop variable. */
#include <pthread.h>

#define N 3

static void *worker(void *arg)
{
	int *id = arg;

	return *id > N ? arg : NULL; // RACE
}

int main(void)
{
	pthread_t t[N];
	int i;

	for (i = 0; i < N; i++) // RACE
		pthread_create(&t[i], NULL, worker, &i); // NORACE
	for (i = 0; i < N; i++) // RACE
		pthread_join(t[i], NULL);
	return 0;
}
