// SPDX-License-Identifier: MIT
/* A function that returns one of its two pointers: either may be meant. */
#include <pthread.h>

static int left, right;

static int *pick(int which, int *a, int *b)
{
	return which ? a : b;
}

static void *chooser(void *arg)
{
	int i;

	for (i = 0; i < 2; i++)
		*pick(i, &left, &right) += 1; // RACE
	return arg;
}

static void *other(void *arg)
{
	right += 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, chooser, NULL);
	pthread_create(&second, NULL, other, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
