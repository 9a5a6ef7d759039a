// SPDX-License-Identifier: MIT
/* Each entry runs once; each has its own variable, both one in common. */
#include <pthread.h>

static int ones, twos;
static int common;

static void *one(void *arg)
{
	ones++; // NORACE
	common++; // RACE
	return arg;
}

static void *two(void *arg)
{
	twos++; // NORACE
	common++; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, one, NULL);
	pthread_create(&second, NULL, two, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
