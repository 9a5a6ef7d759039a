// SPDX-License-Identifier: MIT
/* A function in a slot of type 'void *', which callers from outside fill too: what is
 * called through it may be anything, so it may be this. */
#include <pthread.h>

typedef void hook(int);

static void *slot;
static int sum, most;

void set_hook(void *h)
{
	slot = h; // RACE
}

static void add(int n)
{
	sum += n; // RACE
}

static void *work(void *arg)
{
	hook *h = (hook *)slot; // RACE

	h(1);
	return arg;
}

void run(void)
{
	pthread_t t[2];

	set_hook((void *)add);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	most = sum > most ? sum : most; // RACE
}
