// SPDX-License-Identifier: MIT
/* A pool that says how many threads it has got. One is made by a function, taken down by
 * another. That all were joined follows from the number, which nobody but main changes: it
 * is not proved, but no race is shown. */
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
	total += !p->stop; // NORACE
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
		p->count++; // NORACE
	}
	return p;
}

static void pool_free(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->stop = 1; // NORACE
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < p->count; i++)
		pthread_join(p->ids[i], NULL);
	free(p->ids);
	free(p);
}

int main(void)
{
	struct pool *p = pool_new(4);

	if (!p)
		return 1;
	pool_free(p);
	return total > 4; // NORACE
}
