// SPDX-License-Identifier: MIT
/* As 11_pool_or_new_safe.c, but what is made is also put into a list of all, which another thread
 * walks under the lock; one is used after it was put back; one stays in the pool while it is used. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	struct conn *next, *all;
	int uses, late, kept;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct conn *idle, *all;

static struct conn *take(void)
{
	struct conn *c;

	pthread_mutex_lock(&m);
	c = idle;
	if (c)
		idle = c->next;
	pthread_mutex_unlock(&m);
	if (!c) {
		c = calloc(1, sizeof(*c));
		if (!c)
			abort();
		pthread_mutex_lock(&m);
		c->all = all;
		all = c;
		pthread_mutex_unlock(&m);
	}
	return c;
}

static struct conn *look(void)
{
	struct conn *c;

	pthread_mutex_lock(&m);
	c = idle;
	pthread_mutex_unlock(&m);
	if (!c)
		c = calloc(1, sizeof(*c));
	return c;
}

static void give(struct conn *c)
{
	pthread_mutex_lock(&m);
	c->next = idle;
	idle = c;
	pthread_mutex_unlock(&m);
}

static void *work(void *arg)
{
	for (int i = 0; i < 100; i++) {
		struct conn *c = take();

		c->uses++; // RACE
		give(c);
		c->late++; // RACE
		look()->kept++; // RACE
	}
	return arg;
}

static void *watch(void *arg)
{
	int n = 0;

	pthread_mutex_lock(&m);
	for (struct conn *c = all; c; c = c->all)
		n += c->uses; // RACE
	pthread_mutex_unlock(&m);
	return n ? arg : NULL;
}

int main(void)
{
	pthread_t a, b, w;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_create(&w, NULL, watch, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(w, NULL);
	return 0;
}
