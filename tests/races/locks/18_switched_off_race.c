// SPDX-License-Identifier: MIT
/* As 18_switched_off_safe.c, but one side forgets the lock, one takes another, and one
 * condition is not about the lock. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *big;
static pthread_mutex_t *small;
static int careful;
static int used, peak, spent, seen;

static void lock(pthread_mutex_t *m)
{
	if (m)
		pthread_mutex_lock(m);
}

static void unlock(pthread_mutex_t *m)
{
	if (m)
		pthread_mutex_unlock(m);
}

static void *spend(void *arg)
{
	lock(big);
	used++; // RACE
	peak++; // RACE
	seen++; // NORACE
	unlock(big);
	if (careful)
		pthread_mutex_lock(small);
	spent++; // RACE
	if (careful)
		pthread_mutex_unlock(small);
	return arg;
}

static void *forget(void *arg)
{
	used++; // RACE
	lock(small);
	peak++; // RACE
	unlock(small);
	lock(big);
	seen++; // NORACE
	unlock(big);
	pthread_mutex_lock(small);
	spent++; // RACE
	pthread_mutex_unlock(small);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	big = malloc(sizeof(*big));
	small = malloc(sizeof(*small));
	pthread_mutex_init(big, NULL);
	pthread_mutex_init(small, NULL);
	careful = rand();
	pthread_create(&first, NULL, spend, NULL);
	pthread_create(&second, NULL, forget, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
