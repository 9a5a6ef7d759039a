// SPDX-License-Identifier: MIT
/* A recursive function gets the element and, by itself, the element's lock. */
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
		weigh(n, depth - 1, lock);
	pthread_mutex_lock(lock);
	n->weight += depth; // NORACE
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
		nodes[i].weight++; // NORACE
		pthread_mutex_unlock(&nodes[i].lock);
	}
	for (i = 0; i < 2; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
