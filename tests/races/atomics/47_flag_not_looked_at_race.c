// SPDX-License-Identifier: MIT
/* The reader loads the version with acquire order, and takes what it finds whatever that
 * says: the load orders nothing. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint version;
static int low, high;

static void *writer(void *arg)
{
	low++; // RACE
	high++; // RACE
	atomic_fetch_add(&version, 1);
	return arg;
}

static void *reader(void *arg)
{
	long *sum = arg;
	unsigned seen = atomic_load(&version); // NORACE
	*sum = (long)seen + low + high; // RACE
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	long sum;

	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, &sum);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return (int)sum;
}
