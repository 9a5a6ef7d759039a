// SPDX-License-Identifier: MIT
/* A lock-free maximum by compare and exchange. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic int highest;
static int record_holder;

static void offer(int value, int who)
{
	int seen = atomic_load(&highest); // NORACE

	while (value > seen)
		if (atomic_compare_exchange_weak(&highest, &seen, value)) { // NORACE
			break;
		}
}

static void *bidder(void *arg)
{
	int who = (int)(intptr_t)arg;

	offer(10 * who, who);
	offer(15 * who, who);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, bidder, (void *)1);
	pthread_create(&second, NULL, bidder, (void *)2);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return record_holder; // NORACE
}
