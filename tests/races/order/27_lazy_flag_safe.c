// SPDX-License-Identifier: MIT
/* Lazy initialisation with a plain flag; the twin guards flag and data by a lock. */
#include <pthread.h>

static int initialised;
static int setting;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int get_setting(void)
{
	int result;

	pthread_mutex_lock(&m);
	if (!initialised) { // NORACE
		setting = 42; // NORACE
		initialised = 1; // NORACE
	}
	result = setting; // NORACE
	pthread_mutex_unlock(&m);
	return result;
}

static void *worker(void *arg)
{
	return get_setting() == 42 ? NULL : arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
