// SPDX-License-Identifier: MIT
/* Who waits for what is so from the beginning has not waited for anybody. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy;
static int data;

static void *fill(void *arg)
{
	data = 1; // RACE
	atomic_store(&busy, 0);
	return arg;
}

static void *use(void *arg)
{
	while (atomic_load(&busy) != 0)
		;
	return data ? arg : NULL; // RACE
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
