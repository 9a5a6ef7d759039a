// SPDX-License-Identifier: MIT
/* Who gives the work waits until there is none and nobody is at it. */
#include <pthread.h>
#include <stdio.h>

enum { ITEMS = 4 };

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t more, idle;
	int queued, busy;
	long done[ITEMS];
};

#define POOL \
	{.lock = PTHREAD_MUTEX_INITIALIZER, \
	 .more = PTHREAD_COND_INITIALIZER, \
	 .idle = PTHREAD_COND_INITIALIZER}

static struct pool first = POOL;

static void give(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->queued = ITEMS;
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
}

static void *work_first(void *arg)
{
	struct pool *p = &first;

	pthread_mutex_lock(&p->lock);
	for (;;) {
		while (!p->queued)
			pthread_cond_wait(&p->more, &p->lock);
		int item = --p->queued;
		p->busy++;
		pthread_mutex_unlock(&p->lock);
		p->done[item & 3]++; // NORACE
		pthread_mutex_lock(&p->lock);
		p->busy--;
		if (!p->busy)
			pthread_cond_signal(&p->idle);
	}
	return arg;
}

static void wait_idle(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->queued || p->busy)
		pthread_cond_wait(&p->idle, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

/* The worker counts himself out before he is done, or others give work. */
static struct pool second = POOL, third = POOL;

static void *work_second(void *arg)
{
	struct pool *p = &second;

	for (;;) {
		pthread_mutex_lock(&p->lock);
		while (!p->queued)
			pthread_cond_wait(&p->more, &p->lock);
		p->queued--;
		p->busy++;
		pthread_mutex_unlock(&p->lock);
		p->done[0]++; // NORACE
		pthread_mutex_lock(&p->lock);
		p->busy--;
		pthread_cond_signal(&p->idle);
		pthread_mutex_unlock(&p->lock);
	}
	return arg;
}

static void *work_third(void *arg)
{
	struct pool *p = &third;

	for (;;) {
		pthread_mutex_lock(&p->lock);
		while (!p->queued)
			pthread_cond_wait(&p->more, &p->lock);
		p->queued--;
		p->busy++;
		pthread_mutex_unlock(&p->lock);
		p->done[1]++; // NORACE
		pthread_mutex_lock(&p->lock);
		p->busy--;
		pthread_cond_signal(&p->idle);
		pthread_mutex_unlock(&p->lock);
	}
	return arg;
}

static void *give_more(void *arg)
{
	return arg;
}

static void wait_second(void)
{
	struct pool *p = &second;

	pthread_mutex_lock(&p->lock);
	while (p->queued != 0 || p->busy > 0)
		pthread_cond_wait(&p->idle, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

static void wait_third(void)
{
	struct pool *p = &third;

	pthread_mutex_lock(&p->lock);
	while (!(p->busy == 0 && p->queued == 0))
		pthread_cond_wait(&p->idle, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work_first, NULL);
	pthread_create(&id, NULL, work_second, NULL);
	pthread_create(&id, NULL, work_third, NULL);
	pthread_create(&id, NULL, give_more, NULL);
	for (;;) {
		give(&first);
		wait_idle(&first);
		printf("%ld\n", first.done[2]); // NORACE
		give(&second);
		wait_second();
		printf("%ld\n", second.done[0]); // NORACE
		give(&third);
		wait_third();
		printf("%ld\n", third.done[1]); // NORACE
	}
}
