// SPDX-License-Identifier: MIT
/* The condition is a field of a configuration that nobody changes any more. */
#include <pthread.h>

struct pool {
	int threaded;
	pthread_mutex_t lock;
	int free_count;
};

static struct pool pool = { 1, PTHREAD_MUTEX_INITIALIZER, 16 };

static void pool_take(struct pool *p)
{
	if (p->threaded) // NORACE
		pthread_mutex_lock(&p->lock);
	p->free_count--; // RACE
	if (p->threaded) // NORACE
		pthread_mutex_unlock(&p->lock);
}

static void *user(void *arg)
{
	pool_take(arg);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t first, second;

	pool.threaded = argc > 1; // NORACE
	pthread_create(&first, NULL, user, &pool);
	pthread_create(&second, NULL, user, &pool);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
