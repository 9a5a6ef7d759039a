// SPDX-License-Identifier: MIT
/* A helper that says by bool whether it holds the lock, called from a condition. */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int free_slots = 4;
static int given;

static bool try_enter(void)
{
	if (pthread_mutex_trylock(&m))
		return false;
	return true;
}

static void *taker(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++) {
		bool in = try_enter();
		given++; // RACE
		if (in)
			pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *giver(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++) {
		pthread_mutex_lock(&m);
		free_slots--; // NORACE
		given--; // RACE
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, taker, NULL);
	pthread_create(&second, NULL, giver, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
