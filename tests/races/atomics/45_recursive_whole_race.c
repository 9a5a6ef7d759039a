// SPDX-License-Identifier: MIT
/* Who has the lock may take it again; but giving it back does not count, so after the inner
 * unlock it is free, and the outer one goes on without it. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong owner;
static long inner, outer;

static void lock(atomic_ulong *word)
{
	unsigned long me = (unsigned long)pthread_self(), none = 0;

	if (atomic_load_explicit(word, memory_order_relaxed) == me)
		return;
	while (!atomic_compare_exchange_weak_explicit(word, &none, me, memory_order_acquire,
						      memory_order_relaxed))
		none = 0;
}

static void unlock(atomic_ulong *word)
{
	atomic_store_explicit(word, 0, memory_order_release);
}

static void note(void)
{
	lock(&owner);
	inner++; // NORACE
	unlock(&owner);
}

static void *work(void *arg)
{
	lock(&owner);
	note();
	outer++; // RACE
	unlock(&owner);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return inner + outer == 4;
}
