// SPDX-License-Identifier: MIT
/* One function works on a cell that it has made, but given away already, the next one on
 * what it finds. */
#include <pthread.h>
#include <stdlib.h>

struct cell {
	struct cell *next;
	int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cell *all;

static struct cell *make(int big)
{
	struct cell *c = big ? calloc(2, sizeof(*c)) : calloc(1, sizeof(*c));

	if (!c)
		abort();
	return c;
}

static struct cell *last(void)
{
	struct cell *c;

	pthread_mutex_lock(&lock);
	c = all;
	pthread_mutex_unlock(&lock);
	return c;
}

static void add(int big)
{
	struct cell *c = make(big);

	pthread_mutex_lock(&lock);
	c->next = all;
	all = c;
	pthread_mutex_unlock(&lock);
	c->n = big; // RACE
}

static void change(void)
{
	struct cell *c = last();

	c->n = 1; // RACE
}

static void *work(void *arg)
{
	add(arg != NULL);
	change();
	return NULL;
}

int main(void)
{
	pthread_t t;

	all = make(0);
	pthread_create(&t, NULL, work, NULL);
	work(&t);
	pthread_join(t, NULL);
	return 0;
}
