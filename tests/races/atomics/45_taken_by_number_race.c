// SPDX-License-Identifier: MIT
/* As 45_taken_by_number_safe.c, but: there is a third number; it is the other number that is put there, or
 * looked for; or the number is counted up. */
#include <pthread.h>
#include <stdbool.h>

static unsigned third, other, two;
static int taken, counted, by_third, by_other, by_two, by_taken, by_counted;

static unsigned swap(unsigned *p, unsigned v)
{
	return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);
}

static bool put(int *p, int old, int new)
{
	return __atomic_compare_exchange_n(p, &old, new, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_ACQUIRE);
}

static void *work(void *arg)
{
	while (swap(&third, 1) == 1)
		;
	by_third++; // RACE
	swap(&third, 0);
	while (swap(&other, 0) == 1)
		;
	by_other++; // RACE
	swap(&other, 0);
	while (swap(&two, arg ? 1 : 2) == 1)
		;
	by_two++; // RACE
	swap(&two, 0);
	while (!put(&taken, 0, 0))
		;
	by_taken++; // RACE
	put(&taken, 1, 0);
	if (__atomic_fetch_add(&counted, 1, __ATOMIC_ACQ_REL) != 1)
		by_counted++; // RACE
	__atomic_fetch_sub(&counted, 1, __ATOMIC_ACQ_REL);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, &b);
	__atomic_store_n(&third, 2, __ATOMIC_RELEASE);
	work(NULL);
	return 0;
}
