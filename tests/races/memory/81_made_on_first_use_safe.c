// SPDX-License-Identifier: MIT
/* Made where a variable was found to be null, but taken out of it: the next one is another. So are
 * those of which each thread, or each object, keeps its own. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	int used, hits, own;
};

struct worker {
	struct pool *pool, *own;
};

static struct pool *spare;
static __thread struct pool *mine;

static struct pool *take(void)
{
	struct pool *p;

	if (!spare)
		spare = calloc(1, sizeof(*spare));
	p = spare;
	spare = NULL;
	return p;
}

static void *run(void *arg)
{
	struct worker *w = arg;

	w->pool->used++; // NORACE
	if (!w->own)
		w->own = calloc(1, sizeof(*w->own));
	if (w->own)
		w->own->own++; // NORACE
	if (!mine)
		mine = calloc(1, sizeof(*mine));
	if (mine)
		mine->hits++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++) {
		struct worker *w = calloc(1, sizeof(*w));

		if (!w)
			return 1;
		w->pool = take();
		if (!w->pool)
			return 1;
		pthread_create(&t[i], NULL, run, w);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
