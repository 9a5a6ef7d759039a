// SPDX-License-Identifier: MIT
/* pthread spinlocks; the twin forgets one side. */
#include <pthread.h>

static pthread_spinlock_t spin;
static unsigned ticks;

static void *ticker(void *arg)
{
	int i;

	for (i = 0; i < 50; i++) {
		pthread_spin_lock(&spin);
		ticks++; // RACE
		pthread_spin_unlock(&spin);
	}
	return arg;
}

static void *resetter(void *arg)
{
	ticks = 0; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&first, NULL, ticker, NULL);
	pthread_create(&second, NULL, resetter, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	pthread_spin_destroy(&spin);
	return 0;
}
