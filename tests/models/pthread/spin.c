// SPDX-License-Identifier: MIT
/* POSIX spin locks. */
#include <pthread.h>

static pthread_spinlock_t l;
static int locked, tried, try_ignored;

static void *worker(void *arg)
{
	pthread_spin_lock(&l);
	locked++; // NORACE
	pthread_spin_unlock(&l);
	if (pthread_spin_trylock(&l) == 0) {
		tried++; // NORACE
		pthread_spin_unlock(&l);
	}
	pthread_spin_trylock(&l);
	try_ignored++; // RACE
	pthread_spin_unlock(&l);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_spin_destroy(&l);
	return 0;
}
