// SPDX-License-Identifier: MIT
/* What is locked is told by minus the result. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static int take(void)
{
	int err = -pthread_mutex_trylock(&lock);

	if (err)
		return err;
	return 0;
}

static void *count(void *arg)
{
	int err = -take();

	if (err)
		return arg;
	hits++; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return hits;
}
