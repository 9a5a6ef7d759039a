// SPDX-License-Identifier: MIT
/* A local of the parent given to the child; both write it. */
#include <pthread.h>

static void *child(void *arg)
{
	int *shared = arg;

	(*shared)++; // NORACE
	return NULL;
}

int main(void)
{
	int local = 0;
	pthread_t t;

	local++; // NORACE
	pthread_create(&t, NULL, child, &local);
	pthread_join(t, NULL);
	local++; // NORACE
	return local; // NORACE
}
