// SPDX-License-Identifier: MIT
/* An item says which lock of the array guards it. The caller does not know what the item
 * says by now, but inside of the callee lock and list go by the same number. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	unsigned class;
};

static pthread_mutex_t locks[8];
static int lengths[8];

static void put(struct item *it)
{
	pthread_mutex_lock(&locks[it->class]);
	lengths[it->class]++; // NORACE
	pthread_mutex_unlock(&locks[it->class]);
}

static void promote(struct item *it)
{
	if (it->class > 3)
		it->class = rand() % 3;
	put(it);
}

static void *worker(void *arg)
{
	struct item *it = malloc(sizeof(*it));

	it->class = rand() % 8;
	promote(it);
	free(it);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int i;

	for (i = 0; i < 8; i++)
		pthread_mutex_init(&locks[i], NULL);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return lengths[0];
}
