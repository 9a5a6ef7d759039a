// SPDX-License-Identifier: MIT
/* EBUSY is how trying fails: who tests for that has tested for success. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int count, entry;

static void *work(void *arg)
{
	struct timespec soon;
	int error;

	while (pthread_mutex_trylock(&lock) == EBUSY)
		sched_yield();
	count++; // NORACE
	pthread_mutex_unlock(&lock);
	error = pthread_rwlock_trywrlock(&table);
	if (error == EBUSY)
		return NULL;
	entry++; // NORACE
	pthread_rwlock_unlock(&table);
	do {
		clock_gettime(CLOCK_REALTIME, &soon);
		soon.tv_sec++;
		error = pthread_mutex_timedlock(&lock, &soon);
	} while (error == ETIMEDOUT);
	count++; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return count + entry;
}
