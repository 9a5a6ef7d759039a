// SPDX-License-Identifier: MIT
/* Locks behind macros, one of them a whole critical section. */
#include <pthread.h>

#define LOCK(l) pthread_mutex_lock(&(l))
#define UNLOCK(l) pthread_mutex_unlock(&(l))
#define WITH_LOCK(l, statement)                                                          \
	do {                                                                             \
		LOCK(l);                                                                 \
		statement;                                                               \
		UNLOCK(l);                                                               \
	} while (0)

static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static int state, transitions;

static void *advance(void *arg)
{
	LOCK(state_lock);
	state++; // NORACE
	transitions++; // NORACE
	UNLOCK(state_lock);
	return arg;
}

static void *reset(void *arg)
{
	WITH_LOCK(state_lock, state = 0); // NORACE
	WITH_LOCK(state_lock, transitions = 0); // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, advance, NULL);
	pthread_create(&second, NULL, reset, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
