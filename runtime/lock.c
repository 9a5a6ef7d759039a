/* SPDX-License-Identifier: MIT */
/*
 * Which locks a thread holds, and which threads wait for others. What can be had at once
 * is taken at once; only who really has to wait is counted as waiting.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

void lock_taken(const volatile void *lock, bool shared, uintptr_t pc)
{
	if (self.lock_count < LOCKS_KEPT)
		self.locks[self.lock_count] = (struct held_lock){lock, pc, shared};
	self.lock_count++;
}

/* The last time it was taken. */
void lock_dropped(const volatile void *lock)
{
	uint32_t n = self.lock_count < LOCKS_KEPT ? self.lock_count : LOCKS_KEPT;
	for (uint32_t i = n; i-- > 0;) {
		if (self.locks[i].lock != lock)
			continue;
		for (; i + 1 < n; i++)
			self.locks[i] = self.locks[i + 1];
		self.lock_count--;
		return;
	}
	if (self.lock_count > LOCKS_KEPT)
		self.lock_count--;
}

/* Also when the thread is cancelled there. */
static void ends_blocking(const int *unused)
{
	(void)unused;
	end_block();
}

#define BLOCKING(call)                                                                   \
	({                                                                               \
		begin_block();                                                           \
		__attribute__((cleanup(ends_blocking))) int blocking = 0;                \
		(void)blocking;                                                          \
		(call);                                                                  \
	})

/* Whoever waits for a time may have waited so long already: nobody says how slow the others are. */
static bool time_is_up(void)
{
	return plan.active && !self.inside && draw(DRAW_TIMEOUT) % 4 == 0;
}

/* lock: first without waiting */
#define LOCK(name, try_name, T, busy, shared)                                            \
	int name(T *lock)                                                                \
	{                                                                                \
		maybe_delay();                                                           \
		int r = REAL(try_name)(lock);                                            \
		if (r == (busy))                                                         \
			r = BLOCKING(REAL(name)(lock));                                  \
		if (r == 0)                                                              \
			lock_taken(lock, shared, CALLER);                                \
		return r;                                                                \
	}
#define TRY(name, T, shared)                                                             \
	int name(T *lock)                                                                \
	{                                                                                \
		int r = REAL(name)(lock);                                                \
		if (r == 0)                                                              \
			lock_taken(lock, shared, CALLER);                                \
		return r;                                                                \
	}
#define TIMED(name, try_name, T, busy, timeout, shared)                                  \
	int name(T *restrict lock, const struct timespec *restrict until)                \
	{                                                                                \
		int r = REAL(try_name)(lock);                                            \
		if (r == (busy))                                                         \
			r = time_is_up() ? (timeout)                                     \
					 : BLOCKING(REAL(name)(lock, until));            \
		if (r == 0)                                                              \
			lock_taken(lock, shared, CALLER);                                \
		return r;                                                                \
	}
#define UNLOCK(name, T)                                                                  \
	int name(T *lock)                                                                \
	{                                                                                \
		lock_dropped(lock);                                                      \
		int r = REAL(name)(lock);                                                \
		maybe_delay();                                                           \
		return r;                                                                \
	}

LOCK(pthread_mutex_lock, pthread_mutex_trylock, pthread_mutex_t, EBUSY, false)
TRY(pthread_mutex_trylock, pthread_mutex_t, false)
TIMED(pthread_mutex_timedlock, pthread_mutex_trylock, pthread_mutex_t, EBUSY, ETIMEDOUT, false)
UNLOCK(pthread_mutex_unlock, pthread_mutex_t)

LOCK(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, pthread_rwlock_t, EBUSY, true)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, pthread_rwlock_t, EBUSY, false)
TRY(pthread_rwlock_tryrdlock, pthread_rwlock_t, true)
TRY(pthread_rwlock_trywrlock, pthread_rwlock_t, false)
TIMED(pthread_rwlock_timedrdlock, pthread_rwlock_tryrdlock, pthread_rwlock_t, EBUSY, ETIMEDOUT,
      true)
TIMED(pthread_rwlock_timedwrlock, pthread_rwlock_trywrlock, pthread_rwlock_t, EBUSY, ETIMEDOUT,
      false)
UNLOCK(pthread_rwlock_unlock, pthread_rwlock_t)

LOCK(pthread_spin_lock, pthread_spin_trylock, pthread_spinlock_t, EBUSY, false)
TRY(pthread_spin_trylock, pthread_spinlock_t, false)
UNLOCK(pthread_spin_unlock, pthread_spinlock_t)

LOCK(mtx_lock, mtx_trylock, mtx_t, thrd_busy, false)
TRY(mtx_trylock, mtx_t, false)
TIMED(mtx_timedlock, mtx_trylock, mtx_t, thrd_busy, thrd_timedout, false)
UNLOCK(mtx_unlock, mtx_t)

void flockfile(FILE *file)
{
	if (REAL(ftrylockfile)(file) != 0) {
		begin_block();
		REAL(flockfile)(file);
		end_block();
	}
	lock_taken(file, false, CALLER);
}

void funlockfile(FILE *file)
{
	lock_dropped(file);
	REAL(funlockfile)(file);
}

/* ---- waiting for others ---- */

enum { MOST_WAKINGS = 8 };

/* Who waits for a condition may be woken though nobody has signalled it: a few times, and not in
 * every run. */
static bool wakes_for_nothing(void)
{
	return plan.active && !self.inside && plan.seed % 3 == 1 &&
	       self.woken < MOST_WAKINGS && draw(DRAW_TIMEOUT) % 2 == 0;
}

/* The mutex is free meanwhile. */
static int wake_for_nothing(pthread_mutex_t *m)
{
	self.woken++;
	lock_dropped(m);
	int r = REAL(pthread_mutex_unlock)(m);
	maybe_delay();
	sched_yield();
	if (r == 0)
		r = BLOCKING(REAL(pthread_mutex_lock)(m));
	lock_taken(m, false, CALLER);
	return r;
}

int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
	if (wakes_for_nothing())
		return wake_for_nothing(m);
	lock_dropped(m);
	int r = BLOCKING(REAL_VERSION(pthread_cond_wait, "GLIBC_2.3.2")(c, m));
	lock_taken(m, false, CALLER);
	return r;
}

static const struct timespec long_ago = {1, 0};

int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
			   const struct timespec *restrict until)
{
	const struct timespec *end = time_is_up() ? &long_ago : until;
	lock_dropped(m);
	int r = BLOCKING(REAL_VERSION(pthread_cond_timedwait, "GLIBC_2.3.2")(c, m, end));
	lock_taken(m, false, CALLER);
	return r;
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
	lock_dropped(m);
	int r = BLOCKING(REAL(cnd_wait)(c, m));
	lock_taken(m, false, CALLER);
	return r;
}

int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until)
{
	const struct timespec *end = time_is_up() ? &long_ago : until;
	lock_dropped(m);
	int r = BLOCKING(REAL(cnd_timedwait)(c, m, end));
	lock_taken(m, false, CALLER);
	return r;
}

int pthread_cond_signal(pthread_cond_t *c)
{
	maybe_delay();
	return REAL_VERSION(pthread_cond_signal, "GLIBC_2.3.2")(c);
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
	maybe_delay();
	return REAL_VERSION(pthread_cond_broadcast, "GLIBC_2.3.2")(c);
}

int sem_wait(sem_t *s)
{
	maybe_delay();
	if (REAL(sem_trywait)(s) == 0)
		return 0;
	return BLOCKING(REAL(sem_wait)(s));
}

int sem_timedwait(sem_t *restrict s, const struct timespec *restrict until)
{
	if (REAL(sem_trywait)(s) == 0)
		return 0;
	if (!time_is_up())
		return BLOCKING(REAL(sem_timedwait)(s, until));
	errno = ETIMEDOUT;
	return -1;
}

int sem_post(sem_t *s)
{
	int r = REAL(sem_post)(s);
	maybe_delay();
	return r;
}

int pthread_join(pthread_t id, void **result)
{
	return BLOCKING(REAL(pthread_join)(id, result));
}

int thrd_join(thrd_t id, int *result)
{
	return BLOCKING(REAL(thrd_join)(id, result));
}

int pthread_barrier_wait(pthread_barrier_t *b)
{
	maybe_delay();
	return BLOCKING(REAL(pthread_barrier_wait)(b));
}

/* ---- one step ---- */

static pthread_mutex_t atomic_lock = PTHREAD_MUTEX_INITIALIZER;

void atomic_section_begin(uintptr_t pc)
{
	if (self.atomic_depth++ > 0)
		return;
	maybe_delay();
	if (REAL(pthread_mutex_trylock)(&atomic_lock) != 0)
		BLOCKING(REAL(pthread_mutex_lock)(&atomic_lock));
	lock_taken(&atomic_lock, false, pc);
}

void atomic_section_end(void)
{
	if (self.atomic_depth == 0 || --self.atomic_depth > 0)
		return;
	lock_dropped(&atomic_lock);
	REAL(pthread_mutex_unlock)(&atomic_lock);
	maybe_delay();
}
