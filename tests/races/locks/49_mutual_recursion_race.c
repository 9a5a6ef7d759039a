// SPDX-License-Identifier: MIT
/*
 * Two functions that call each other, called with a lock held. At the bottom it is released, and the caller goes on as if it were not.
 */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int depth;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int inner(struct item *i);

static int outer(struct item *i)
{
	if (!i)
		return 0;
	return inner(i->next) + 1; // NORACE
}

static int inner(struct item *i)
{
	if (!i) {
		pthread_mutex_unlock(&m);
		return 0;
	}
	return outer(i->next) + i->depth; // NORACE
}

static void *work(void *arg)
{
	struct item *i = arg;
	int n;

	pthread_mutex_lock(&m);
	n = outer(i); // NORACE
	count += n; // RACE
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t first, second;
	struct item *i = calloc(3, sizeof(*i));

	i[0].next = &i[1]; // NORACE
	i[1].next = &i[2]; // NORACE
	pthread_create(&first, NULL, work, i);
	pthread_create(&second, NULL, work, i);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return count; // NORACE
}
