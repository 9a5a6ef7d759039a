// SPDX-License-Identifier: MIT
// The computed result of a lock wrapper is taken for its opposite.
#include <pthread.h>
#include <stdbool.h>

#define unlikely(x) __builtin_expect(!!(x), 0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, k, on = 1;

static bool try_lock(pthread_mutex_t *l)
{
	return pthread_mutex_trylock(l) == 0;
}

static bool is_busy(pthread_mutex_t *l)
{
	return !try_lock(l);
}

static bool begin(pthread_mutex_t *l, bool wanted)
{
	return unlikely(wanted && try_lock(l));
}

static void *run(void *arg)
{
	if (try_lock(&m)) {
		n++; // RACE with those below
		pthread_mutex_unlock(&m);
	}
	if (is_busy(&m)) {
		n++; // RACE
		pthread_mutex_unlock(&m);
	}
	if (!begin(&m, arg != NULL)) {
		n++; // RACE
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_lock(&m);
	k++; // NORACE
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, run, &on);
	pthread_create(&b, NULL, run, &on);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return n + k;
}
