// SPDX-License-Identifier: MIT
/* Two groups, one of them not waited for. */
#include <pthread.h>

#define N 2

static int readers_done[N];
static int writers_done[N];

static void *mark(void *arg)
{
	int *flag = arg;

	*flag = 1; // RACE
	return NULL;
}

static void *note(void *arg)
{
	int *flag = arg;

	*flag = 1; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t readers[N], writers[N];
	int i, done = 0;

	for (i = 0; i < N; i++) {
		pthread_create(&readers[i], NULL, note, &readers_done[i]);
		pthread_create(&writers[i], NULL, mark, &writers_done[i]);
	}
	for (i = 0; i < N; i++)
		pthread_join(readers[i], NULL);
	for (i = 0; i < N; i++) {
		done += readers_done[i]; // NORACE
		done += writers_done[i]; // RACE
	}
	for (i = 0; i < N; i++)
		pthread_join(writers[i], NULL);
	return done;
}
