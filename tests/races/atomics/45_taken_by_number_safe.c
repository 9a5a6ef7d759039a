// SPDX-License-Identifier: MIT
/* Who has not found the number by which all take the lock has found zero; the exchange is in a function
 * that is told what to put there. */
#include <pthread.h>
#include <stdbool.h>

struct lock {
	unsigned word;
};

static struct lock spin;
static int direct, taken, twice, by_spin, by_direct, by_taken, by_twice;

static unsigned swap(unsigned *p, unsigned v)
{
	return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);
}

static bool put(int *p, int old, int new)
{
	return __atomic_compare_exchange_n(p, &old, new, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_ACQUIRE);
}

static void lock(struct lock *l)
{
	while (swap(&l->word, true) == true)
		while (__atomic_load_n(&l->word, __ATOMIC_RELAXED) == true)
			;
}

static void *work(void *arg)
{
	lock(&spin);
	by_spin++; // NORACE
	swap(&spin.word, false);
	while (__sync_lock_test_and_set(&direct, 1) == 1)
		;
	by_direct++; // NORACE
	__sync_lock_release(&direct);
	while (!put(&taken, 0, 1))
		;
	by_taken++; // NORACE
	put(&taken, 1, 0);
	if (__atomic_exchange_n(&twice, 7, __ATOMIC_ACQUIRE) != 7) {
		by_twice++; // NORACE
		__atomic_store_n(&twice, 0, __ATOMIC_RELEASE);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	work(NULL);
	return 0;
}
