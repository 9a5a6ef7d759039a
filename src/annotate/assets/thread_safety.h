/* SPDX-License-Identifier: MIT */
/*
 * Annotations for clang -Wthread-safety, as 'chequer annotate' writes them. Other compilers
 * see nothing of it.
 *
 *	GUARDED_BY(lock)	this variable is only used while 'lock' is held
 *	REQUIRES(lock)		this function is only called while it is held
 *	ACQUIRE(lock)		it returns with the lock held; RELEASE(lock) likewise
 *	NO_THREAD_SAFETY_ANALYSIS	clang is not asked about this function
 *	LOCK_TYPE		behind a typedef: variables of this type are locks
 *
 * C has no way to speak of 'the lock of the same object' to clang 19 inside a struct. So a lock
 * that is a member stands for those of all objects of its struct, under a name:
 *
 *	LOCK_CLASS(queue_lock);
 *	struct queue {
 *		pthread_mutex_t lock;
 *		int length GUARDED_BY(ANY(queue_lock));
 *	};
 *	LOCK_CLASS_MEMBER(queue_lock, struct queue, lock);
 *
 * and a variable that is declared later, LOCK_CLASS_VARIABLE(name, variable). No function of these
 * names is ever called or defined.
 */
#ifndef CHEQUER_THREAD_SAFETY_H
#define CHEQUER_THREAD_SAFETY_H

#include <pthread.h>
#include <time.h>

#if defined(__clang__) && !defined(__cplusplus)

#define CHEQUER_TS(x) __attribute__((x))

/* pthread_mutex_t and its like are no capabilities: types that are take their place. The
 * parentheses keep macros of these names away. */
typedef pthread_mutex_t chequer_mutex_t CHEQUER_TS(capability("mutex"));
struct CHEQUER_TS(capability("lock")) chequer_lock;

int (pthread_mutex_lock)(chequer_mutex_t *m) CHEQUER_TS(acquire_capability(*m));
int (pthread_mutex_trylock)(chequer_mutex_t *m) CHEQUER_TS(try_acquire_capability(0, *m));
int (pthread_mutex_timedlock)(chequer_mutex_t *m, const struct timespec *t)
	CHEQUER_TS(try_acquire_capability(0, *m));
int (pthread_mutex_unlock)(chequer_mutex_t *m) CHEQUER_TS(release_capability(*m));
#define pthread_mutex_t chequer_mutex_t

/* With strict -std=c99 the C library has no other locks. */
#if !defined(__GLIBC__) || defined(__USE_XOPEN2K)
typedef pthread_rwlock_t chequer_rwlock_t CHEQUER_TS(capability("rwlock"));
typedef pthread_spinlock_t chequer_spinlock_t CHEQUER_TS(capability("spinlock"));
int (pthread_rwlock_rdlock)(chequer_rwlock_t *m) CHEQUER_TS(acquire_shared_capability(*m));
int (pthread_rwlock_wrlock)(chequer_rwlock_t *m) CHEQUER_TS(acquire_capability(*m));
int (pthread_rwlock_tryrdlock)(chequer_rwlock_t *m)
	CHEQUER_TS(try_acquire_shared_capability(0, *m));
int (pthread_rwlock_trywrlock)(chequer_rwlock_t *m) CHEQUER_TS(try_acquire_capability(0, *m));
int (pthread_rwlock_unlock)(chequer_rwlock_t *m) CHEQUER_TS(release_generic_capability(*m));
int (pthread_spin_lock)(chequer_spinlock_t *m) CHEQUER_TS(acquire_capability(*m));
int (pthread_spin_trylock)(chequer_spinlock_t *m) CHEQUER_TS(try_acquire_capability(0, *m));
int (pthread_spin_unlock)(chequer_spinlock_t *m) CHEQUER_TS(release_capability(*m));
#define pthread_rwlock_t   chequer_rwlock_t
#define pthread_spinlock_t chequer_spinlock_t
#endif

#define LOCK_TYPE	  CHEQUER_TS(capability("lock"))
#define GUARDED_BY(x)	  CHEQUER_TS(guarded_by(x))
#define REQUIRES(...)	  CHEQUER_TS(requires_capability(__VA_ARGS__))
#define REQUIRES_SHARED(...) CHEQUER_TS(requires_shared_capability(__VA_ARGS__))
#define ACQUIRE(...)	  CHEQUER_TS(acquire_capability(__VA_ARGS__))
#define ACQUIRE_SHARED(...) CHEQUER_TS(acquire_shared_capability(__VA_ARGS__))
#define RELEASE(...)	  CHEQUER_TS(release_capability(__VA_ARGS__))
#define RELEASE_GENERIC(...) CHEQUER_TS(release_generic_capability(__VA_ARGS__))
#define NO_THREAD_SAFETY_ANALYSIS CHEQUER_TS(no_thread_safety_analysis)

/* To clang, a call of the function is the lock that it "returns", and "*" is any object. */
#define LOCK_CLASS(name) struct chequer_lock *lock_class_##name(void)
#define LOCK_CLASS_MEMBER(name, type, member)                          \
	type *lock_owner_##name(void) CHEQUER_TS(lock_returned("*")); \
	struct chequer_lock *lock_class_##name(void)                   \
		CHEQUER_TS(lock_returned(lock_owner_##name()->member))
#define LOCK_CLASS_VARIABLE(name, variable) \
	struct chequer_lock *lock_class_##name(void) CHEQUER_TS(lock_returned(variable))
#define ANY(name) *lock_class_##name()

#else

struct chequer_lock;
#define LOCK_TYPE
#define GUARDED_BY(x)
#define REQUIRES(...)
#define REQUIRES_SHARED(...)
#define ACQUIRE(...)
#define ACQUIRE_SHARED(...)
#define RELEASE(...)
#define RELEASE_GENERIC(...)
#define NO_THREAD_SAFETY_ANALYSIS
#define LOCK_CLASS(name)		      struct chequer_lock
#define LOCK_CLASS_MEMBER(name, type, member) struct chequer_lock
#define LOCK_CLASS_VARIABLE(name, variable)   struct chequer_lock

#endif
#endif
