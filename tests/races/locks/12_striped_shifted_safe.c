// SPDX-License-Identifier: MIT
/* The first lock is for all, the others for two lists each. */
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
	pthread_mutex_lock(&locks[it->class / 2 + 1]);
	lengths[it->class]++; // NORACE
	pthread_mutex_unlock(&locks[it->class / 2 + 1]);
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
