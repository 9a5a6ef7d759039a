// SPDX-License-Identifier: MIT
/* What is done for one loop only, a variable, is not done by who runs loops of his own: asked for
 * either way round, by what lies in it, or by who is given the loop by somebody else. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	int first, last;
};

struct loop {
	long now;
	struct queue ready;
};

static struct loop main_loop, spare_loop;
static long fired, passed, kept, queued, spared;

static void note(void)
{
	fired++; // NORACE
}

static void fire(struct loop *l)
{
	l->now++;
	if (l == &main_loop)
		note();
	if (l != &main_loop)
		return;
	passed++; // NORACE
}

static void fire_again(struct loop *l)
{
	fire(l);
	if (&main_loop == l)
		kept++; // NORACE
}

static void put(struct queue *q)
{
	q->last++;
	if (q == &main_loop.ready)
		queued++; // NORACE
	else if (q == &spare_loop.ready)
		spared++; // NORACE
}

static void *run(void *arg)
{
	struct loop *own = calloc(1, sizeof(*own));

	fire_again(own);
	put(&own->ready);
	free(own);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	fire_again(&main_loop);
	put(&main_loop.ready);
	put(&spare_loop.ready);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return (int)(fired + passed + kept + queued + spared);
}
