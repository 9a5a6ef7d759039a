// SPDX-License-Identifier: MIT
// RUN: --all
// Bits of a word, or zero, are given back by who has not taken them; a semaphore begins anew.
#include <pthread.h>
#include <stdatomic.h>

enum { BUSY = 8, DIRTY = 1 };
static unsigned long flags;
static int whole;
static atomic_int count = 1;
static int by_bits, by_whole, counted;

static void give_bits(unsigned long *w)
{
	__atomic_fetch_and(w, ~(unsigned long)BUSY, __ATOMIC_RELEASE);
}

static void down(void)
{
	int n;

	do
		n = atomic_load(&count);
	while (n <= 0 || !atomic_compare_exchange_weak(&count, &n, n - 1));
}

static void *run(void *arg)
{
	while (__atomic_fetch_or(&flags, BUSY, __ATOMIC_ACQUIRE) & BUSY)
		;
	by_bits++; // RACE
	give_bits(&flags);
	while (__atomic_exchange_n(&whole, 1, __ATOMIC_ACQUIRE))
		;
	by_whole++; // RACE
	__atomic_exchange_n(&whole, 0, __ATOMIC_RELEASE);
	down();
	counted++; // RACE
	atomic_fetch_add(&count, 1);
	return arg;
}

static void *reset(void *arg)
{
	give_bits(&flags);
	__atomic_exchange_n(&whole, 0, __ATOMIC_RELEASE);
	atomic_store(&count, 1);
	return arg;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, run, NULL);
	pthread_create(&t[1], NULL, run, NULL);
	pthread_create(&t[2], NULL, reset, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return by_bits + by_whole + counted;
}
