// SPDX-License-Identifier: MIT
/* A recursive lock made by hand, taken twice: the count that tells when it is given back is not
 * followed. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong owner;
static int depth;
static long nested;

static void lock(void)
{
	unsigned long me = (unsigned long)pthread_self(), none = 0;

	if (atomic_load_explicit(&owner, memory_order_relaxed) == me) {
		depth++; // FP after the first unlock it may be free, as far as is known
		return;
	}
	while (!atomic_compare_exchange_weak_explicit(&owner, &none, me, memory_order_acquire,
						      memory_order_relaxed))
		none = 0;
	depth = 1; // FP likewise
}

static void unlock(void)
{
	if (--depth == 0) // FP likewise
		atomic_store_explicit(&owner, 0, memory_order_release);
}

static void *work(void *arg)
{
	lock();
	lock();
	nested++; // NORACE
	unlock();
	unlock();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return nested == 0;
}
