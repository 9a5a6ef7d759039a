// SPDX-License-Identifier: MIT
/* What was taken out of the pool, or made, is filled by the function that got it: one of two names
 * for it, both its own. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct conn {
	struct conn *next;
	int fd;
	char buf[64];
};

static struct {
	pthread_mutex_t lock;
	struct conn *head;
} pool = {PTHREAD_MUTEX_INITIALIZER, NULL};

static struct conn *get(int fd)
{
	pthread_mutex_lock(&pool.lock);
	struct conn *c = pool.head;
	if (c)
		pool.head = c->next; // NORACE
	pthread_mutex_unlock(&pool.lock);
	if (c == NULL)
		c = malloc(sizeof(*c));
	c->fd = fd; // NORACE
	memset(c->buf, 0, sizeof(c->buf)); // NORACE
	return c;
}

static void put(struct conn *c)
{
	c->fd = 0; // NORACE
	pthread_mutex_lock(&pool.lock);
	c->next = pool.head; // NORACE
	pool.head = c;
	pthread_mutex_unlock(&pool.lock);
}

static void *work(void *arg)
{
	for (int i = 0; i < 10; i++) {
		struct conn *c = get(i);
		c->buf[0] = 1; // NORACE
		put(c);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	return pthread_join(b, NULL);
}
