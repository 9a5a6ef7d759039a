// SPDX-License-Identifier: MIT
/* A library whose locking can be switched off: null locks, functions that do nothing.
 * Where threads run, the application has chosen the real ones. */
#include <pthread.h>
#include <stdlib.h>

struct methods {
	void (*enter)(pthread_mutex_t *);
	void (*leave)(pthread_mutex_t *);
};

static void real_enter(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
}

static void real_leave(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
}

static void no_enter(pthread_mutex_t *m)
{
	(void)m;
}

static struct methods methods = { real_enter, real_leave };
static pthread_mutex_t *big;
static pthread_mutex_t *small;
static int used, peak;

static void lock(pthread_mutex_t *m)
{
	if (m)
		methods.enter(m);
}

static void unlock(pthread_mutex_t *m)
{
	if (m)
		methods.leave(m);
}

static void *spend(void *arg)
{
	lock(big);
	used++; // NORACE
	unlock(big);
	if (small)
		pthread_mutex_lock(small);
	peak++; // NORACE
	if (small)
		pthread_mutex_unlock(small);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t first, second;

	(void)argv;
	if (argc > 1) {
		methods.enter = no_enter;
		methods.leave = no_enter;
	} else {
		big = malloc(sizeof(*big));
		small = malloc(sizeof(*small));
		pthread_mutex_init(big, NULL);
		pthread_mutex_init(small, NULL);
	}
	pthread_create(&first, NULL, spend, NULL);
	pthread_create(&second, NULL, spend, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
