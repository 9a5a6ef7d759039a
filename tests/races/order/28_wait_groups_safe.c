// SPDX-License-Identifier: MIT
/* Wait groups, counted by what is given: by an atomic, as many at once, in an object, with helpers in between. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4 };

struct group {
	pthread_mutex_t lock;
	pthread_cond_t none;
	int left;
};

static void change(struct group *g, int by)
{
	pthread_mutex_lock(&g->lock);
	g->left -= by;
	if (0 == g->left)
		pthread_cond_broadcast(&g->none);
	pthread_mutex_unlock(&g->lock);
}
static void one_more(struct group *g) { change(g, -1); }
static void one_less(struct group *g) { change(g, 1); }
static void wait_for(struct group *g)
{
	pthread_mutex_lock(&g->lock);
	while (g->left != 0)
		pthread_cond_wait(&g->none, &g->lock);
	pthread_mutex_unlock(&g->lock);
}
static void create(void *(*f)(void *), void *arg)
{
	pthread_t t;
	if (pthread_create(&t, 0, f, arg))
		abort();
	pthread_detach(t);
}

/* down and up turned round, and each found by a pointer */
static struct group G = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static int total;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static void *adds(void *arg)
{
	pthread_mutex_lock(&total_lock);
	total += 1; // NORACE
	pthread_mutex_unlock(&total_lock);
	one_less(arg);
	return 0;
}
static void by_lock(void)
{
	for (int i = 0; i < MOST; i++) {
		one_more(&G);
		create(adds, &G);
	}
	wait_for(&G);
	printf("%d\n", total); // NORACE
}

/* all are counted at once, by an atomic */
struct latch {
	atomic_int left;
};
static struct latch L;
static void latch_add(struct latch *l, int by) { atomic_fetch_add(&l->left, by); }
static void latch_wait(struct latch *l)
{
	while (atomic_load(&l->left) > 0)
		;
}
static int sum;
static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;
static void *sums(void *arg)
{
	pthread_mutex_lock(&sum_lock);
	sum += 1; // NORACE
	pthread_mutex_unlock(&sum_lock);
	latch_add(arg, -1);
	return 0;
}
static void by_atomic(void)
{
	latch_add(&L, MOST);
	for (int i = 0; i < MOST; i++)
		create(sums, &L);
	latch_wait(&L);
	printf("%d\n", sum); // NORACE
}

int main(void)
{
	by_lock();
	by_atomic();
	return 0;
}
