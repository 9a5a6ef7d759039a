// SPDX-License-Identifier: MIT
/* The lock is chosen by the shelf, the list by the class. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	unsigned class;
	unsigned shelf;
};

static pthread_mutex_t locks[9];
static int lengths[16];

static void put(const struct item *it)
{
	pthread_mutex_lock(&locks[it->shelf / 2 + 1]);
	lengths[it->class]++; // RACE
	pthread_mutex_unlock(&locks[it->shelf / 2 + 1]);
}

static void *worker(void *arg)
{
	struct item *it = malloc(sizeof(*it));

	it->class = rand() % 16;
	it->shelf = rand() % 16;
	put(it);
	free(it);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int i;

	for (i = 0; i < 9; i++)
		pthread_mutex_init(&locks[i], NULL);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return lengths[0];
}
