// SPDX-License-Identifier: MIT
// As 08_recursive_by_hand_safe.c, but who goes on without the mutex is not always its owner.
#include <pthread.h>
#include <stdatomic.h>

struct monitor {
	pthread_mutex_t lock;
	_Atomic(pthread_t) owner;
	int depth;
};

#define MONITOR {.lock = PTHREAD_MUTEX_INITIALIZER}
static struct monitor others = MONITOR, early = MONITOR, kept = MONITOR, uncounted = MONITOR,
		      outside = MONITOR;
static pthread_t first;
static int by_others, by_early, by_kept, by_uncounted, by_outside;

/* Somebody else's id is looked for. */
static void add_others(void)
{
	if (atomic_load(&others.owner) != first) {
		pthread_mutex_lock(&others.lock);
		atomic_store(&others.owner, pthread_self());
	}
	others.depth++; // RACE
	by_others++; // RACE
	if (--others.depth == 0) { // RACE
		atomic_store(&others.owner, 0);
		pthread_mutex_unlock(&others.lock);
	}
}

/* The mutex is released before that is counted. */
static void add_early(void)
{
	if (atomic_load(&early.owner) != pthread_self()) {
		pthread_mutex_lock(&early.lock);
		atomic_store(&early.owner, pthread_self());
	}
	early.depth++; // RACE
	by_early++; // RACE
	if (early.depth == 1) // RACE
		pthread_mutex_unlock(&early.lock);
	if (--early.depth == 0) // RACE
		atomic_store(&early.owner, 0);
}

/* The id is still there when the mutex is not held any more. */
static void add_kept(void)
{
	if (atomic_load(&kept.owner) != pthread_self()) {
		pthread_mutex_lock(&kept.lock);
		atomic_store(&kept.owner, pthread_self());
	}
	kept.depth++; // RACE
	by_kept++; // RACE
	if (--kept.depth == 0) // RACE
		pthread_mutex_unlock(&kept.lock);
}

/* The inner call is not counted: its end releases the mutex of the outer one. */
static void enter_uncounted(void)
{
	if (atomic_load(&uncounted.owner) == pthread_self())
		return;
	pthread_mutex_lock(&uncounted.lock);
	atomic_store(&uncounted.owner, pthread_self());
	uncounted.depth = 1; // RACE
}

static void leave_uncounted(void)
{
	if (--uncounted.depth > 0) // RACE
		return;
	atomic_store(&uncounted.owner, 0);
	pthread_mutex_unlock(&uncounted.lock);
}

static void add_uncounted(void)
{
	enter_uncounted();
	enter_uncounted();
	by_uncounted++; // RACE
	leave_uncounted();
	by_uncounted++; // RACE
	leave_uncounted();
}

/* The depth is counted before the mutex is there, and the owner stored outside. */
static void add_outside(void)
{
	outside.depth++; // RACE
	if (atomic_load(&outside.owner) != pthread_self()) {
		atomic_store(&outside.owner, pthread_self());
		pthread_mutex_lock(&outside.lock);
	}
	by_outside++; // RACE
	if (--outside.depth == 0) { // RACE
		atomic_store(&outside.owner, 0);
		pthread_mutex_unlock(&outside.lock);
	}
}

static void *work(void *arg)
{
	add_others();
	add_early();
	add_kept();
	add_uncounted();
	add_outside();
	return arg;
}

int main(void)
{
	pthread_t second;

	pthread_create(&first, NULL, work, NULL);
	pthread_create(&second, NULL, work, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return by_others + by_early + by_kept + by_uncounted + by_outside;
}
