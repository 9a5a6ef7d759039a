// SPDX-License-Identifier: MIT
/* As 05_trylock_busy_safe.c, but another number is tested for, or nothing follows from it. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int count, entry;

static void *work(void *arg)
{
	int error;

	while (pthread_mutex_trylock(&lock) == EINVAL)
		sched_yield();
	count++; // RACE
	pthread_mutex_unlock(&lock);
	error = pthread_rwlock_trywrlock(&table);
	if (error == EBUSY)
		sched_yield();
	entry++; // RACE
	if (error != EBUSY)
		pthread_rwlock_unlock(&table);
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
