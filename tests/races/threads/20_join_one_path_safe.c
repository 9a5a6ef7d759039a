// SPDX-License-Identifier: MIT
/* The join happens on one path only. */
#include <pthread.h>

static int result;

static void *compute(void *arg)
{
	result = 6; // NORACE
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;

	pthread_create(&t, NULL, compute, NULL);
	if (argc > 1)
		pthread_join(t, NULL);
	else
		pthread_join(t, NULL);
	result++; // NORACE
	return 0;
}
