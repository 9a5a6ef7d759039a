// SPDX-License-Identifier: MIT
/* The number is known at the call: the pointer that is returned follows from it. */
#include <pthread.h>

static int zero, rest;

static int *pick(int number, int *for_zero, int *for_others)
{
	return number == 0 ? for_zero : for_others;
}

static void *chooser(void *arg)
{
	*pick(3, &zero, &rest) = 1; // RACE
	return arg;
}

static void *other(void *arg)
{
	rest = 2; // RACE
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
