// SPDX-License-Identifier: MIT
/* As 37_only_that_loop_safe.c, but the threads are given that loop too, or one of several of which
 * it is one; or do it for all others. */
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
static long fired, passed, queued, spared;

static void note(void)
{
	fired++; // RACE
}

static void fire(struct loop *l)
{
	if (l == &main_loop)
		note();
	if (l == &main_loop)
		return;
	passed++; // RACE
}

static void fire_again(struct loop *l)
{
	fire(l);
}

static void put(struct queue *q)
{
	if (q == &main_loop.ready)
		queued++; // FP which of two variables it may be is not told apart
	else if (q == &spare_loop.ready)
		spared++; // RACE
}

static void *run(void *arg)
{
	struct loop *own = calloc(1, sizeof(*own));

	fire_again(arg ? arg : own);
	put(arg ? &spare_loop.ready : &own->ready);
	free(own);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, i ? &main_loop : NULL);
	fire_again(&main_loop);
	put(&main_loop.ready);
	put(&spare_loop.ready);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return (int)(fired + passed + queued + spared);
}
