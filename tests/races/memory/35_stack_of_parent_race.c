// SPDX-License-Identifier: MIT
/* A local of the parent given to the child; both write it. */
#include <pthread.h>

static void *child(void *arg)
{
	int *shared = arg;

	(*shared)++; // RACE
	return NULL;
}

int main(void)
{
	int local = 0;
	pthread_t t;

	local++; // NORACE
	pthread_create(&t, NULL, child, &local);
	local++; // RACE
	pthread_join(t, NULL);
	return local; // NORACE
}
