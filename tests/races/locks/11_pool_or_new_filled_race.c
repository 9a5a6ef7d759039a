// SPDX-License-Identifier: MIT
/* The first of the pool is used, or a new one; but it is not taken out when it is marked as kept. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	struct conn *next;
	int keep;
	int fd;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct conn *head;

static struct conn *get(int fd)
{
	pthread_mutex_lock(&m);
	struct conn *c = head;
	if (c && !c->keep)
		head = c->next;
	pthread_mutex_unlock(&m);
	if (c == NULL)
		c = malloc(sizeof(*c));
	c->fd = fd; // RACE
	return c;
}

static void put(struct conn *c, int keep)
{
	pthread_mutex_lock(&m);
	c->keep = keep;
	c->next = head;
	head = c;
	pthread_mutex_unlock(&m);
}

static void *work(void *arg)
{
	for (int i = 0; i < 10; i++)
		put(get(i), i & 1);
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
