// SPDX-License-Identifier: MIT
/* The lock is passed beside the element: its own, or its neighbour's. */
#include <pthread.h>

#define N 3

struct cell {
	pthread_mutex_t lock;
	int value;
};

static struct cell cells[N];

static void add(struct cell *c, pthread_mutex_t *lock, int n)
{
	pthread_mutex_lock(lock);
	c->value += n; // NORACE
	pthread_mutex_unlock(lock);
}

static void *up(void *arg)
{
	int i;

	for (i = 0; i < N; i++)
		add(&cells[i], &cells[i].lock, 1);
	return arg;
}

static void *down(void *arg)
{
	int i;

	for (i = 0; i < N; i++)
		add(&cells[i], &cells[i].lock, -1);
	return arg;
}

int main(void)
{
	pthread_t first, second;
	int i;

	for (i = 0; i < N; i++)
		pthread_mutex_init(&cells[i].lock, NULL);
	pthread_create(&first, NULL, up, NULL);
	pthread_create(&second, NULL, down, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
