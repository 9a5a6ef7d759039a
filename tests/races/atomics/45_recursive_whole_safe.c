// SPDX-License-Identifier: MIT
/* Who has the lock already does not give it back: he was told that he had it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_ulong owner;
static long inner, outer;

static bool lock(atomic_ulong *word)
{
	unsigned long me = (unsigned long)pthread_self(), none = 0;

	if (atomic_load_explicit(word, memory_order_relaxed) == me)
		return false;
	while (!atomic_compare_exchange_weak_explicit(word, &none, me, memory_order_acquire,
						      memory_order_relaxed))
		none = 0;
	return true;
}

static void unlock(atomic_ulong *word)
{
	atomic_store_explicit(word, 0, memory_order_release);
}

static void note(void)
{
	bool taken = lock(&owner);

	inner++; // NORACE
	if (taken)
		unlock(&owner);
}

static void *work(void *arg)
{
	bool taken = lock(&owner);

	note();
	outer++; // NORACE
	if (taken)
		unlock(&owner);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	note();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return inner + outer == 4;
}
