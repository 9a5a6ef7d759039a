// SPDX-License-Identifier: MIT
// RUN: --all
/* A recursive function goes on to the next element, with the lock of the first. */
#include <pthread.h>

#define N 3

struct node {
	pthread_mutex_t lock;
	long weight;
};

static struct node nodes[N];

static void weigh(struct node *n, int depth, pthread_mutex_t *lock)
{
	if (depth > 0)
		weigh(n == &nodes[N - 1] ? nodes : n + 1, depth - 1, lock);
	pthread_mutex_lock(lock);
	n->weight += depth; // RACE
	pthread_mutex_unlock(lock);
}

static void *worker(void *arg)
{
	for (int i = 0; i < N; i++)
		weigh(&nodes[i], 4, &nodes[i].lock);
	return arg;
}

int main(void)
{
	pthread_t ids[2];
	int i;

	for (i = 0; i < N; i++)
		pthread_mutex_init(&nodes[i].lock, NULL);
	for (i = 0; i < 2; i++)
		pthread_create(&ids[i], NULL, worker, NULL);
	for (i = 0; i < N; i++) {
		pthread_mutex_lock(&nodes[i].lock);
		nodes[i].weight++; // RACE
		pthread_mutex_unlock(&nodes[i].lock);
	}
	for (i = 0; i < 2; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
