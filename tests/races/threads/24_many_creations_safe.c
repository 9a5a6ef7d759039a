// SPDX-License-Identifier: MIT
/* More creations than have a bit in a set of 64: what is done before the last of them, and
 * what only one thread does, is no race; for the latter it is not known that it is one. */
#include <pthread.h>

#define TEN(x) x x x x x x x x x x
#define MANY(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x)

static int ready, own, early;

static void *nothing(void *arg)
{
	return arg;
}

static void *work(void *arg)
{
	own += ready; // FP of creations that share a bit, each may have happened before
	return arg;
}

static void *begin(void *arg)
{
	early++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t id, one;

	pthread_create(&one, NULL, begin, NULL);
	pthread_join(one, NULL);
	early++; // NORACE
	ready = 1; // NORACE
	MANY(pthread_create(&id, NULL, nothing, NULL);)
	early++; // NORACE
	pthread_create(&id, NULL, work, NULL);
	return early; // NORACE
}
