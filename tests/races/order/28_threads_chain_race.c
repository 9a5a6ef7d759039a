// SPDX-License-Identifier: MIT
/* A relay: each thread starts the next and waits for it, or does not. */
#include <pthread.h>
#include <stdint.h>

static int baton;

static void *runner(void *arg)
{
	intptr_t left = (intptr_t)arg;
	pthread_t next;

	baton++; // RACE
	if (left > 0) {
		pthread_create(&next, NULL, runner, (void *)(left - 1));
		baton++; // RACE
		pthread_join(next, NULL);
	}
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, runner, (void *)3);
	pthread_join(t, NULL);
	return baton; // NORACE
}
