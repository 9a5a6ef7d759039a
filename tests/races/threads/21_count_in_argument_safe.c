// SPDX-License-Identifier: MIT
/* The threads are given the struct that says how many they are. None of them changes that,
 * so the loop that joins walks over all of them. */
#include <pthread.h>

struct crew {
	pthread_t ids[8];
	int count, done;
	pthread_mutex_t lock;
};

static long sum;

static void *work(void *arg)
{
	struct crew *c = arg;

	pthread_mutex_lock(&c->lock);
	sum += 3; // NORACE
	c->done++; // NORACE
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static void crew_start(struct crew *c, int n)
{
	c->count = n;
	for (int i = 0; i < n; i++)
		pthread_create(&c->ids[i], NULL, work, c);
}

static void crew_join(struct crew *c)
{
	for (int i = 0; i < c->count; i++)
		pthread_join(c->ids[i], NULL);
}

int main(void)
{
	struct crew c = {.lock = PTHREAD_MUTEX_INITIALIZER};

	crew_start(&c, 5);
	crew_join(&c);
	return sum != 15 || c.done != 5; // NORACE
}
