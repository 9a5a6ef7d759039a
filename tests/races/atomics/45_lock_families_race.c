// SPDX-License-Identifier: MIT
/*
 * The twins: given back or taken with too weak an order, the wrong mark, no look for writers.
 */
#include <pthread.h>
#include <stdatomic.h>

#define barrier() __asm__ volatile("" ::: "memory")

/* test, then test and set, behind macros */
static atomic_int spin;
static long spun;

#define SPIN_LOCK(l)                                                                     \
	do {                                                                             \
		while (atomic_load_explicit(l, memory_order_relaxed))                    \
			barrier();                                                       \
	} while (atomic_exchange_explicit(l, 1, memory_order_acquire))
#define SPIN_UNLOCK(l)                                                                   \
	do {                                                                             \
		barrier();                                                               \
		atomic_store_explicit(l, 0, memory_order_relaxed);                     \
	} while (0)

/* the word holds the number of who has it */
static atomic_int owner, numbers;
static _Thread_local int number;
static long owned;

static void owner_lock(atomic_int *l)
{
	int none = 0;

	if (!number)
		number = atomic_fetch_add(&numbers, 1) + 1;
	while (!atomic_compare_exchange_weak_explicit(l, &none, number, memory_order_relaxed,
						      memory_order_relaxed))
		none = 0;
}

static void owner_unlock(atomic_int *l)
{
	atomic_store_explicit(l, 0, memory_order_release);
}

/* who has it may take it again */
struct recursive {
	atomic_ulong owner;
	int depth;
};
static struct recursive recursive;
static long nested;

static void recursive_lock(struct recursive *l)
{
	unsigned long me = (unsigned long)pthread_self(), none = 0;

	if (atomic_load_explicit(&l->owner, memory_order_relaxed) == 1) {
		l->depth++; // RACE
		return;
	}
	while (!atomic_compare_exchange_weak_explicit(&l->owner, &none, me, memory_order_acquire,
						      memory_order_relaxed))
		none = 0;
	l->depth = 1; // RACE
}

static void recursive_unlock(struct recursive *l)
{
	if (--l->depth == 0) // RACE
		atomic_store_explicit(&l->owner, 0, memory_order_release);
}

/* added to, and taken off again */
#define WRITER 4
static atomic_uint word;
static long added;

static void word_lock(atomic_uint *l)
{
	while (atomic_fetch_add_explicit(l, WRITER, memory_order_acquire) != 0)
		atomic_fetch_sub_explicit(l, WRITER, memory_order_relaxed);
}

static void word_unlock(atomic_uint *l)
{
	atomic_fetch_sub_explicit(l, WRITER, memory_order_relaxed);
}

/* readers count themselves in, writers are below zero */
static atomic_int both;
static long shared;

static void write_lock(atomic_int *l)
{
	int none = 0;

	while (!atomic_compare_exchange_weak_explicit(l, &none, -1, memory_order_acquire,
						      memory_order_relaxed))
		none = 0;
}

static void write_unlock(atomic_int *l)
{
	atomic_store_explicit(l, 0, memory_order_release);
}

static void read_lock(atomic_int *l)
{
	for (;;) {
		int v = atomic_load_explicit(l, memory_order_relaxed);

		if (atomic_compare_exchange_weak_explicit(
				      l, &v, v + 1, memory_order_acquire, memory_order_relaxed))
			return;
	}
}

static void read_unlock(atomic_int *l)
{
	atomic_fetch_sub_explicit(l, 1, memory_order_release);
}

static void *turn(void *arg)
{
	for (int i = 0; i < 100; i++) {
		SPIN_LOCK(&spin);
		spun++; // RACE
		SPIN_UNLOCK(&spin);
	}
	return arg;
}

static void *work(void *arg)
{
	for (int i = 0; i < 100; i++) {
		owner_lock(&owner);
		owned++; // RACE
		owner_unlock(&owner);
		recursive_lock(&recursive);
		nested++; // RACE
		recursive_unlock(&recursive);
		word_lock(&word);
		added++; // RACE
		word_unlock(&word);
		write_lock(&both);
		shared++; // RACE
		write_unlock(&both);
		read_lock(&both);
		if (shared > 1000) // RACE
			i++;
		read_unlock(&both);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b, c, d;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_create(&c, NULL, turn, NULL);
	pthread_create(&d, NULL, turn, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	pthread_join(d, NULL);
	return spun + owned + nested + added + shared == 0;
}
