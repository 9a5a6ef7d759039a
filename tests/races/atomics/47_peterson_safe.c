// SPDX-License-Identifier: MIT
/* Peterson's lock for two threads: each waits for the flag of the other. It is not proved
 * that they exclude each other, but no race is shown. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int count;

static void *left(void *arg)
{
	atomic_store(&wants[0], 1); // NORACE
	atomic_store(&turn, 1); // NORACE
	while (atomic_load(&wants[1]) && atomic_load(&turn) == 1) // NORACE
		;
	count++; // NORACE
	atomic_store(&wants[0], 0); // NORACE
	return arg;
}

static void *right(void *arg)
{
	atomic_store(&wants[1], 1); // NORACE
	atomic_store(&turn, 0); // NORACE
	while (atomic_load(&wants[0]) && atomic_load(&turn) == 0) // NORACE
		;
	count++; // NORACE
	atomic_store(&wants[1], 0); // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, left, NULL);
	pthread_create(&b, NULL, right, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return count;
}
