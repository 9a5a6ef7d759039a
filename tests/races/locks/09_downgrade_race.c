// SPDX-License-Identifier: MIT
/* Write lock released and read lock taken: what lies between is nobody's. */
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int version, readers;

static void *updater(void *arg)
{
	int seen;

	pthread_rwlock_wrlock(&rw);
	version++; // NORACE
	pthread_rwlock_unlock(&rw);
	readers++; // RACE
	pthread_rwlock_rdlock(&rw);
	seen = version; // NORACE
	pthread_rwlock_unlock(&rw);
	return seen ? NULL : arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, updater, NULL);
	pthread_create(&second, NULL, updater, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
