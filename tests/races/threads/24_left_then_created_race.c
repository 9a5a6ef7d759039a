// SPDX-License-Identifier: MIT
/* What the first child left behind runs while the second one does. */
#include <pthread.h>

static int total;
static int before;

static void *grandchild(void *arg)
{
	total++; // RACE
	before++; // NORACE
	return arg;
}

static void *first(void *arg)
{
	pthread_t t;

	before++; // NORACE
	pthread_create(&t, NULL, grandchild, NULL);
	pthread_detach(t);
	return arg;
}

static void *second(void *arg)
{
	total++; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;

	before++; // NORACE
	pthread_create(&t, NULL, first, NULL);
	pthread_join(t, NULL);
	pthread_create(&t, NULL, second, NULL);
	pthread_join(t, NULL);
	return 0;
}
