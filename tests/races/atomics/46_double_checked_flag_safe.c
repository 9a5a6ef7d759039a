// SPDX-License-Identifier: MIT
/* The flag form: a static object and 'initialised' beside it. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int initialised;
static int table[4];

static void ensure(void)
{
	if (initialised) // NORACE
		return;
	pthread_mutex_lock(&m);
	if (!initialised) { // NORACE
		table[0] = 1; // NORACE
		initialised = 1; // NORACE
	}
	pthread_mutex_unlock(&m);
}

static void *user(void *arg)
{
	ensure();
	return table[0] ? NULL : arg; // NORACE
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, user, NULL);
	pthread_create(&second, NULL, user, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
