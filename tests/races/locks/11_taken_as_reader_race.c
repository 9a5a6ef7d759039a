// SPDX-License-Identifier: MIT
/* Two readers may take the same object out of the pool. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	long uses;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct item *pool;

static void *work(void *arg)
{
	struct item *i;

	pthread_rwlock_rdlock(&lock);
	i = pool; // RACE
	if (i)
		pool = i->next; // RACE
	pthread_rwlock_unlock(&lock);
	if (i)
		i->uses++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pool = calloc(1, sizeof(*pool));
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return pool == NULL; // NORACE
}
