// SPDX-License-Identifier: MIT
/* Thread-specific data belongs to one thread; its destructor runs on it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int destroyed;
static int *published;

static void destroy(void *p)
{
	destroyed++; // RACE
	free(p);
}

static void *worker(void *arg)
{
	int *mine = malloc(2 * sizeof(int)), *other = malloc(sizeof(int));

	if (!mine || !other)
		return NULL;
	pthread_setspecific(key, mine);
	int *same = pthread_getspecific(key);
	same[0] = 1; // NORACE
	mine[0]++; // NORACE
	published = other; // RACE
	*other = 1; // RACE
	return arg;
}

static void *spy(void *arg)
{
	if (published) // RACE
		*published = 2; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_key_create(&key, destroy);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_create(&c, NULL, spy, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	pthread_key_delete(key);
	return 0;
}
