// SPDX-License-Identifier: MIT
// As many threads as a loop makes wait on the barrier, and main as well: it is one short. The other is too small for
// the threads alone.
#include <pthread.h>
#include <stddef.h>

enum { WORKERS = 4 };

static pthread_barrier_t ready;
static struct {
	pthread_barrier_t small;
	int part[WORKERS];
} shared;
static int part[WORKERS], sum, total;

static void meet(pthread_barrier_t *b)
{
	pthread_barrier_wait(b);
}

static void *work(void *arg)
{
	long i = (long)arg;

	part[i] = (int)i;	// RACE
	meet(&ready);
	return NULL;
}

static void *add(void *arg)
{
	long i = (long)arg;

	shared.part[i] = (int)i;	// RACE
	pthread_barrier_wait(&shared.small);
	if (i == 0)
		for (int k = 0; k < WORKERS; k++)
			total += shared.part[k];	// RACE
	return NULL;
}

int main(void)
{
	pthread_t t[WORKERS], u[WORKERS];

	pthread_barrier_init(&ready, NULL, WORKERS);
	pthread_barrier_init(&shared.small, NULL, WORKERS - 1);
	for (long i = 0; i < WORKERS; i++) {
		pthread_create(&t[i], NULL, work, (void *)i);
		pthread_create(&u[i], NULL, add, (void *)i);
	}
	meet(&ready);
	for (int i = 0; i < WORKERS; i++)
		sum += part[i];	// RACE
	for (int i = 0; i < WORKERS; i++) {
		pthread_join(t[i], NULL);
		pthread_join(u[i], NULL);
	}
	return sum + total;
}
