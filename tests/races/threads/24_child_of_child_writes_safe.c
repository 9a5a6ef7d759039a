// SPDX-License-Identifier: MIT
/* What the middle thread does before it creates the next one is before it. */
#include <pthread.h>

static int depth;

static void *inner(void *arg)
{
	depth++; // NORACE
	return arg;
}

static void *outer(void *arg)
{
	pthread_t t;

	depth++; // NORACE
	pthread_create(&t, NULL, inner, NULL);
	pthread_join(t, NULL);
	depth++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;

	depth = 1; // NORACE
	pthread_create(&t, NULL, outer, NULL);
	pthread_join(t, NULL);
	return depth; // NORACE
}
