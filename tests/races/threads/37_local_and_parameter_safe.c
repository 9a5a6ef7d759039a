// SPDX-License-Identifier: MIT
/* A library that calls its own interface with a variable on its stack, which is also put
 * in a list: what callers from outside pass is not that variable. */
#include <pthread.h>

struct copy {
	struct copy *next;
	int rc, done;
};

struct base {
	pthread_mutex_t lock;
	struct copy *copies;
};

void copy_step(struct base *b, struct copy *c)
{
	if (!c->done) { // NORACE
		pthread_mutex_lock(&b->lock);
		c->next = b->copies;
		b->copies = c;
		pthread_mutex_unlock(&b->lock);
	}
	c->done = 1; // NORACE
	c->rc++; // NORACE
}

int copy_all(struct base *b)
{
	struct copy c = { 0, 0, 0 };

	pthread_mutex_lock(&b->lock);
	c.rc = 1;
	pthread_mutex_unlock(&b->lock);
	copy_step(b, &c);
	pthread_mutex_lock(&b->lock);
	b->copies = c.next;
	c.rc |= c.done; // NORACE
	pthread_mutex_unlock(&b->lock);
	return c.rc;
}
