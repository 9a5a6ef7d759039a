// SPDX-License-Identifier: MIT
/* Readers share, the writer excludes; a write under the read lock does not count. */
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int setting;
static int copies[2];

static void *reader(void *arg)
{
	pthread_rwlock_rdlock(&rw);
	copies[0] = setting; // RACE
	pthread_rwlock_unlock(&rw);
	return arg;
}

static void *writer(void *arg)
{
	pthread_rwlock_rdlock(&rw);
	setting = 5; // RACE
	pthread_rwlock_unlock(&rw);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, writer, NULL);
	pthread_create(&second, NULL, reader, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
