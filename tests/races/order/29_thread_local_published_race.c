// SPDX-License-Identifier: MIT
/* The address of a thread-local variable is given to another thread. */
#include <pthread.h>

static _Thread_local int counter;

static void *child(void *arg)
{
	int *parents = arg;

	*parents += 1; // RACE
	counter += 1; /* its own */ // NORACE
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, child, &counter);
	counter += 1; // RACE
	pthread_join(t, NULL);
	return counter; // NORACE
}
