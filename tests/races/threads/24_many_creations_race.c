// SPDX-License-Identifier: MIT
/* One function creates more threads than have a bit in a set of 64: those that come after
 * exist as well. */
#include <pthread.h>

#define TEN(x) x x x x x x x x x x
#define MANY(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x)

static int last, first, both, direct, wrapped, slot[2];

static void *nothing(void *arg)
{
	return arg;
}

static void *set_first(void *arg)
{
	first = 1; // RACE
	return arg;
}

static void *set_last(void *arg)
{
	last = 1; // RACE
	both = 1; // RACE
	return arg;
}

static void *set_too(void *arg)
{
	both = 2; // RACE
	return arg;
}

static void *set_direct(void *arg)
{
	direct = 1; // RACE
	return arg;
}

static void *set_slot(void *arg)
{
	*(int *)arg = 1; // RACE
	return NULL;
}

static void start(void *(*run)(void *), void *arg)
{
	pthread_t id;

	pthread_create(&id, NULL, run, arg);
}

static void create(void)
{
	start(set_first, NULL);
	MANY(start(nothing, NULL);)
	start(set_last, NULL);
	start(set_too, NULL);
}

int main(void)
{
	pthread_t id;

	create();
	last = 2; // RACE
	first = 2; // RACE
	MANY(pthread_create(&id, NULL, nothing, NULL);)
	pthread_create(&id, NULL, set_direct, NULL);
	direct = 2; // RACE
	start(set_slot, &slot[1]);
	slot[1] = 2; // RACE
	wrapped = 2;
	return wrapped;
}
