// SPDX-License-Identifier: MIT
// The counter is guarded by two locks: two threads may get the same number.
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int next, results[64];

static void *work(void *arg)
{
	pthread_mutex_t *m = arg ? &one : &other;

	pthread_mutex_lock(m);
	int i = next++; // RACE
	pthread_mutex_unlock(m);
	results[i] = i; // FN whether all take the number under the same lock is not looked at (42)
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, &a);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return results[0];
}
