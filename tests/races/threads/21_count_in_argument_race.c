// SPDX-License-Identifier: MIT
/* As 21_count_in_argument_safe.c, but who is done takes itself off the count: fewer are
 * joined than were started. */
#include <pthread.h>

struct crew {
	pthread_t ids[8];
	int count;
	pthread_mutex_t lock;
};

static long sum;

static void *work(void *arg)
{
	struct crew *c = arg;

	pthread_mutex_lock(&c->lock);
	c->count--; // NORACE
	sum += 3; // RACE
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
	pthread_mutex_lock(&c->lock);
	int n = c->count; // NORACE
	pthread_mutex_unlock(&c->lock);
	for (int i = 0; i < n; i++)
		pthread_join(c->ids[i], NULL);
}

int main(void)
{
	struct crew c = {.lock = PTHREAD_MUTEX_INITIALIZER};

	crew_start(&c, 5);
	crew_join(&c);
	return sum != 15; // RACE
}
