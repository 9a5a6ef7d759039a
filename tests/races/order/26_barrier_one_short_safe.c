// SPDX-License-Identifier: MIT
// As 26_barrier_one_short_race.c, with barriers for all who wait on them; the second one is used again by as many
// that come later.
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

	part[i] = (int)i;	// NORACE
	meet(&ready);
	return NULL;
}

static void *add(void *arg)
{
	long i = (long)arg;

	shared.part[i] = (int)i;	// NORACE
	pthread_barrier_wait(&shared.small);
	if (i == 0)
		for (int k = 0; k < WORKERS; k++)
			total += shared.part[k];	// NORACE
	return NULL;
}

static void *add_again(void *arg)
{
	return add(arg);
}

int main(void)
{
	pthread_t t[WORKERS], u[WORKERS];

	pthread_barrier_init(&ready, NULL, WORKERS + 1);
	pthread_barrier_init(&shared.small, NULL, WORKERS);
	for (long i = 0; i < WORKERS; i++) {
		pthread_create(&t[i], NULL, work, (void *)i);
		pthread_create(&u[i], NULL, add, (void *)i);
	}
	meet(&ready);
	for (int i = 0; i < WORKERS; i++)
		sum += part[i];	// NORACE
	for (int i = 0; i < WORKERS; i++) {
		pthread_join(t[i], NULL);
		pthread_join(u[i], NULL);
	}
	for (long i = 0; i < WORKERS; i++)
		pthread_create(&t[i], NULL, add_again, (void *)i);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	return sum + total;
}
