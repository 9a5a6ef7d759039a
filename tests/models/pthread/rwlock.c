// SPDX-License-Identifier: MIT
/* Read-write locks: reading under the read lock excludes writing under the
 * write lock; writing under the read lock excludes nothing. */
#define _GNU_SOURCE
#include <time.h>
#include "../two.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int plain, tried, timed, clocked, misused, unlocked;

static void *reader(void *arg)
{
	struct timespec t = {1, 0};
	int sum = 0;

	pthread_rwlock_rdlock(&l);
	sum += plain; // NORACE
	misused++; // RACE
	pthread_rwlock_unlock(&l);
	sum += unlocked; // RACE
	if (pthread_rwlock_tryrdlock(&l) == 0) {
		sum += tried; // NORACE
		pthread_rwlock_unlock(&l);
	}
	if (pthread_rwlock_timedrdlock(&l, &t) == 0) {
		sum += timed; // NORACE
		pthread_rwlock_unlock(&l);
	}
	if (pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &t) == 0) {
		sum += clocked; // NORACE
		pthread_rwlock_unlock(&l);
	}
	return sum ? arg : NULL;
}

static void *second_reader(void *arg)
{
	pthread_rwlock_rdlock(&l);
	misused++; // RACE
	pthread_rwlock_unlock(&l);
	return arg;
}

static void *writer(void *arg)
{
	struct timespec t = {1, 0};

	pthread_rwlock_wrlock(&l);
	plain = 1; // NORACE
	unlocked = 1; // RACE
	pthread_rwlock_unlock(&l);
	if (pthread_rwlock_trywrlock(&l) == 0) {
		tried = 1; // NORACE
		pthread_rwlock_unlock(&l);
	}
	if (pthread_rwlock_timedwrlock(&l, &t) == 0) {
		timed = 1; // NORACE
		pthread_rwlock_unlock(&l);
	}
	if (pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &t) == 0) {
		clocked = 1; // NORACE
		pthread_rwlock_unlock(&l);
	}
	return second_reader(arg);
}

TWO_THREADS(reader, writer)
