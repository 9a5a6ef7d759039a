// SPDX-License-Identifier: MIT
/* One of many sets up, by an atomic step from NONE to DOING; the others wait until it is DONE. */
#include <pthread.h>
#include <stdatomic.h>

enum { NONE, DOING, DONE };

static atomic_int st;
static int table[8], old_st, old_table[8];

static void ensure(void)
{
	int expected = NONE;

	if (atomic_load(&st) == DONE)
		return;
	if (atomic_compare_exchange_strong(&st, &expected, DOING)) {
		for (int i = 0; i < 8; i++)
			table[i] = i * i; // NORACE
		atomic_store_explicit(&st, DONE, memory_order_release);
		return;
	}
	while (atomic_load_explicit(&st, memory_order_acquire) != DONE)
		;
}

static void ensure_old(void)
{
	if (__sync_bool_compare_and_swap(&old_st, NONE, DOING)) {
		for (int i = 0; i < 8; i++)
			old_table[i] = i; // NORACE
		__atomic_store_n(&old_st, DONE, __ATOMIC_SEQ_CST);
	} else {
		while (__atomic_load_n(&old_st, __ATOMIC_SEQ_CST) != DONE)
			;
	}
}

static void *work(void *arg)
{
	int sum = 0;

	ensure();
	ensure_old();
	for (int i = 0; i < 8; i++)
		sum += table[i] + old_table[i]; // NORACE
	return sum ? arg : NULL;
}

int main(void)
{
	pthread_t id[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&id[i], NULL, work, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(id[i], NULL);
	return 0;
}
