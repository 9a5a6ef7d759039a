// SPDX-License-Identifier: MIT
/* As 21_pool_counts_safe.c, but the threads count themselves off: the number says nothing
 * about how many are to be joined. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	pthread_t *ids;
	int count, stop;
};

static long total;

static void *work(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	total += !p->stop; // RACE
	p->count--; // RACE
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static struct pool *pool_new(int n)
{
	struct pool *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	p->ids = calloc((size_t)n, sizeof(*p->ids));
	for (int i = 0; p->ids && i < n; i++) {
		if (pthread_create(&p->ids[i], NULL, work, p) != 0)
			break;
		p->count++; // RACE
	}
	return p;
}

static void pool_free(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->stop = 1; // NORACE
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < p->count; i++) // RACE
		pthread_join(p->ids[i], NULL);
}

int main(void)
{
	struct pool *p = pool_new(4);

	if (!p)
		return 1;
	pool_free(p);
	return total > 4; // RACE
}
