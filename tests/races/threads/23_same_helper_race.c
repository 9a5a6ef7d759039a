// SPDX-License-Identifier: MIT
/* Two entries reach the same counter through a common helper. */
#include <pthread.h>

struct stats {
	int a, b;
};

static struct stats stats;

static void bump(int *field)
{
	(*field)++; // RACE
}

static void *one(void *arg)
{
	bump(&stats.a);
	return arg;
}

static void *two(void *arg)
{
	bump(&stats.a);
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
