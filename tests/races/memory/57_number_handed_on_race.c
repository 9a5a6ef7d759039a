// SPDX-License-Identifier: MIT
// A number that a thread keeps is no longer its own where it has given it to another one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static _Thread_local int mine = -1;
static long seats[64], places[64];

struct order {
	int place;
};

static int my_number(void)
{
	if (mine < 0)
		mine = atomic_fetch_add(&next, 1);
	return mine;
}

static void *by_value(void *arg)
{
	seats[(long)arg]++; // RACE
	return NULL;
}

static void *by_pointer(void *arg)
{
	const struct order *o = arg;

	places[o->place]++; // RACE
	return NULL;
}

static void *run(void *arg)
{
	struct order o = {my_number()};
	pthread_t a, b;

	pthread_create(&a, NULL, by_value, (void *)(long)mine);
	pthread_create(&b, NULL, by_pointer, &o);
	seats[mine]++;		// RACE
	places[my_number()]++; // RACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
