// SPDX-License-Identifier: MIT
/* The flag begins as what is waited for to end. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy = 1;
static int data;

static void *fill(void *arg)
{
	data = 1; // NORACE
	atomic_store(&busy, 0);
	return arg;
}

static void *use(void *arg)
{
	while (atomic_load(&busy) != 0)
		;
	return data ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, fill, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return data; // NORACE
}
