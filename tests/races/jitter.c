// SPDX-License-Identifier: MIT
/*
 * Linked by verify-with-tsan between a program and its locks: short random
 * pauses before and after each lock operation, so that a few runs see several
 * interleavings and a race is not hidden by the order in which a lock happened
 * to pass from hand to hand. Built without TSan: adds no ordering of its own.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static void pause_at_random(void)
{
	static _Thread_local unsigned state;
	static _Thread_local int budget = 24;
	struct timespec length = { 0, 0 };

	if (budget == 0)
		return;
	if (state == 0) {
		struct timespec now;

		clock_gettime(CLOCK_MONOTONIC, &now);
		state = (unsigned)now.tv_nsec ^ (unsigned)(size_t)&state;
	}
	state = state * 1664525u + 1013904223u;
	if (state >> 30 == 0 && budget < 24)
		return;
	budget--;
	/* the first pause outweighs the time it takes to start a thread */
	length.tv_nsec = (long)(budget == 23 ? state >> 9 : state >> 12);
	nanosleep(&length, NULL);
}

#define WRAP(name, parameters, arguments)                                                \
	int __real_##name parameters;                                                    \
	int __wrap_##name parameters;                                                    \
	int __wrap_##name parameters                                                     \
	{                                                                                \
		int result;                                                              \
                                                                                         \
		pause_at_random();                                                       \
		result = __real_##name arguments;                                        \
		pause_at_random();                                                       \
		return result;                                                           \
	}

WRAP(pthread_mutex_lock, (pthread_mutex_t * m), (m))
WRAP(pthread_mutex_trylock, (pthread_mutex_t * m), (m))
WRAP(pthread_mutex_timedlock, (pthread_mutex_t * m, const struct timespec *t), (m, t))
WRAP(pthread_mutex_unlock, (pthread_mutex_t * m), (m))
WRAP(pthread_rwlock_rdlock, (pthread_rwlock_t * l), (l))
WRAP(pthread_rwlock_wrlock, (pthread_rwlock_t * l), (l))
WRAP(pthread_rwlock_unlock, (pthread_rwlock_t * l), (l))
WRAP(pthread_spin_lock, (pthread_spinlock_t * l), (l))
WRAP(pthread_spin_unlock, (pthread_spinlock_t * l), (l))
WRAP(sem_wait, (sem_t * s), (s))
WRAP(sem_post, (sem_t * s), (s))
WRAP(pthread_barrier_wait, (pthread_barrier_t * b), (b))
WRAP(usleep, (unsigned us), (us))
