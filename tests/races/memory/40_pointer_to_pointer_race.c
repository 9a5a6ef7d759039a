// SPDX-License-Identifier: MIT
/* The datum is two pointers away. */
#include <pthread.h>

static int value;
static int *direct = &value;
static int **indirect = &direct;

static void *deep(void *arg)
{
	**indirect += 1; // RACE
	return arg;
}

static void *shallow(void *arg)
{
	value += 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, deep, NULL);
	pthread_create(&second, NULL, shallow, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
