// SPDX-License-Identifier: MIT
/* As many threads as could be created are counted in the pool, and joined while that is counted down. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	int n, hits[16];
	pthread_t id[16];
};
struct share {
	struct pool *p;
	int i;
};

static void *work(void *arg)
{
	struct share *a = arg;

	a->p->hits[a->i]++; // NORACE
	free(a);
	return NULL;
}

static int start(struct pool *p, int n)
{
	for (p->n = 0; p->n < n; p->n++) {
		struct share *a = malloc(sizeof(*a));

		if (!a)
			break;
		a->p = p;
		a->i = p->n;
		if (pthread_create(&p->id[p->n], NULL, work, a)) {
			free(a);
			break;
		}
	}
	return p->n;
}

static void stop(struct pool *p)
{
	while (p->n > 0)
		pthread_join(p->id[--p->n], NULL);
}

int main(void)
{
	static struct pool p;
	int n = start(&p, 8), sum = 0;

	stop(&p);
	for (int i = 0; i < n; i++)
		sum += p.hits[i]; // NORACE
	return sum;
}
