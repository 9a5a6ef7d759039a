// SPDX-License-Identifier: MIT
/* docs/soundness.md, 39: a flag that is tested under different mutexes. */
#include <pthread.h>

static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int done, value, seen;

static void *one(void *arg)
{
	pthread_mutex_lock(&m1);
	if (!done) { // NORACE
		value = 1; // FN the other holds another mutex
		done = 1; // RACE
	}
	pthread_mutex_unlock(&m1);
	return arg;
}

static void *two(void *arg)
{
	pthread_mutex_lock(&m2);
	if (done) // RACE
		seen = value; // FN soundness.md, 39
	pthread_mutex_unlock(&m2);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
