// SPDX-License-Identifier: MIT
// realpath's result is its second argument, or fresh memory when that is NULL.
#include <pthread.h>
#include <stdlib.h>

static char given[4096];

static void *resolve(void *name)
{
	char *path = realpath(name, given); // RACE
	path[0] = 1; // RACE
	char *own = realpath(name, NULL);
	own[0] = 1; // NORACE
	return name;
}

static void *other(void *arg)
{
	given[0] = 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, resolve, "/");
	pthread_create(&b, NULL, other, NULL);
	return 0;
}
