// SPDX-License-Identifier: MIT
/* Two wait groups that the same functions change and wait for. */
#include <pthread.h>
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
	total += 1; // FP which of two groups is waited for by a function that is given it is not known
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
	printf("%d\n", total); // FP likewise
}

/* two for each */
static struct group T = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static int twice;
static pthread_mutex_t twice_lock = PTHREAD_MUTEX_INITIALIZER;
static void *twos(void *arg)
{
	pthread_mutex_lock(&twice_lock);
	twice += 1; // FP likewise
	pthread_mutex_unlock(&twice_lock);
	change(arg, 2);
	return 0;
}
static void by_two(void)
{
	for (int i = 0; i < MOST; i++) {
		change(&T, -2);
		create(twos, &T);
	}
	wait_for(&T);
	printf("%d\n", twice); // FP likewise
}

int main(void)
{
	by_lock();
	by_two();
	return 0;
}
