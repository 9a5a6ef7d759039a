// SPDX-License-Identifier: MIT
/* What main stores and takes back before there are threads, or has only while it holds the lock,
 * nobody finds. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int state, sum, early;

static void *use(void *arg)
{
	pthread_mutex_lock(&m);
	int found = state;
	pthread_mutex_unlock(&m);
	if (found == 2)
		sum++; // NORACE
	if (found == 3)
		early++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t id;

	state = 3;
	state = 0;
	pthread_create(&id, NULL, use, NULL);
	pthread_mutex_lock(&m);
	state = 2;
	sum++; // NORACE
	state = 0;
	pthread_mutex_unlock(&m);
	sum++; // NORACE
	early++; // NORACE
	pthread_join(id, NULL);
	return 0;
}
