// SPDX-License-Identifier: MIT
/* docs/soundness.md, 13: the pointer to a lock is changed in a way that is not seen (7). */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *lock = &m;
static int n;

static void *one(void *arg)
{
	__asm__ volatile("" : "+m"(lock));
	pthread_mutex_lock(lock);
	n++; // FN it may be another lock by now
	pthread_mutex_unlock(lock);
	return arg;
}

static void *two(void *arg)
{
	pthread_mutex_lock(lock);
	n++; // FN soundness.md, 13
	pthread_mutex_unlock(lock);
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
