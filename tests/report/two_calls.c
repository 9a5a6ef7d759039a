// SPDX-License-Identifier: MIT
/* A call of the library starts one thread, that has a variable to itself unless there is a second
 * call; another one starts four. */
#include <pthread.h>

static int total, all;

static void *count(void *arg)
{
	total++;
	return arg;
}

static void *count_all(void *arg)
{
	all++;
	return arg;
}

int lib_start(void)
{
	pthread_t t;

	return pthread_create(&t, NULL, count, NULL);
}

int lib_pool(void)
{
	pthread_t t[4];
	int failed = 0;

	for (int i = 0; i < 4; i++)
		failed |= pthread_create(&t[i], NULL, count_all, NULL);
	return failed;
}
