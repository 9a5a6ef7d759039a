// SPDX-License-Identifier: MIT
// A function that does a lot: who wants no lock has a table of his own.
#include <pthread.h>
#include <stddef.h>

#define ONE(d, n) (d)->f[n] += n;
#define TEN(d, n)                                                                              \
	ONE(d, n##0) ONE(d, n##1) ONE(d, n##2) ONE(d, n##3) ONE(d, n##4)                       \
	ONE(d, n##5) ONE(d, n##6) ONE(d, n##7) ONE(d, n##8) ONE(d, n##9)

struct table {
	int count;
	int f[100];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct table table, other_table;

static void update(struct table *t, pthread_mutex_t *lock)
{
	if (lock)
		pthread_mutex_lock(lock);
	t->count++; // NORACE
	TEN(t, 1) TEN(t, 2) TEN(t, 3) TEN(t, 4) TEN(t, 5) TEN(t, 6) TEN(t, 7) TEN(t, 8) // NORACE
	if (lock)
		pthread_mutex_unlock(lock);
}

static void *locked(void *arg)
{
	update(&table, &m);
	return arg;
}

static void *other(void *arg)
{
	update(&other_table, NULL);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, locked, NULL);
	pthread_create(&second, NULL, other, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
