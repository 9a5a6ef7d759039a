// SPDX-License-Identifier: MIT
/* Taken out of a pool under its lock, or made if there is none: it is nobody else's until it is put
 * back. As one function, as two, with the test turned round, from the tail, with a count beside it. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	struct conn *next;
	int uses;
	char *name;
};

struct pool {
	pthread_mutex_t lock;
	struct conn *head;
	int count;
};

static struct pool pool = {PTHREAD_MUTEX_INITIALIZER, NULL, 0};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct conn *idle;

static struct conn *take(void)
{
	struct conn *c;

	pthread_mutex_lock(&m);
	c = idle;
	if (c)
		idle = c->next; // NORACE
	pthread_mutex_unlock(&m);
	if (!c)
		c = calloc(1, sizeof(*c));
	return c;
}

static void give(struct conn *c)
{
	pthread_mutex_lock(&m);
	c->next = idle; // NORACE
	idle = c;
	pthread_mutex_unlock(&m);
}

static struct conn *pop(struct pool *p)
{
	struct conn *c = p->head;

	if (!c)
		return NULL;
	p->head = c->next; // NORACE
	p->count--;
	return c;
}

static struct conn *pool_get(struct pool *p)
{
	struct conn *c;

	pthread_mutex_lock(&p->lock);
	c = pop(p);
	pthread_mutex_unlock(&p->lock);
	if (c)
		return c;
	c = malloc(sizeof(*c));
	if (!c)
		abort();
	c->uses = 0;
	c->name = NULL;
	return c;
}

static void pool_put(struct pool *p, struct conn *c)
{
	pthread_mutex_lock(&p->lock);
	if (p->count > 8) {
		pthread_mutex_unlock(&p->lock);
		free(c); // NORACE
		return;
	}
	c->next = p->head; // NORACE
	p->head = c;
	p->count++;
	pthread_mutex_unlock(&p->lock);
}

static void *work(void *arg)
{
	for (int i = 0; i < 100; i++) {
		struct conn *c = take(), *d = pool_get(&pool);

		if (!c)
			break;
		c->uses++; // NORACE
		c->next = NULL; // NORACE
		d->uses += c->uses; // NORACE
		d->name = arg; // NORACE
		give(c);
		pool_put(&pool, d);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
