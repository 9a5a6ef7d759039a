// SPDX-License-Identifier: MIT
// The unknown function is called with the lock held, and so are the functions that it
// is given.
#include <pthread.h>

void for_each(void (*visit)(void *item));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void count(void *item)
{
	(void)item;
	hits++; // NORACE
}

static void *walk(void *arg)
{
	pthread_mutex_lock(&lock);
	for_each(count);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, walk, NULL);
	pthread_create(&b, NULL, walk, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
