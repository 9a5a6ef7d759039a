// SPDX-License-Identifier: MIT
/* Adjacent chars are separate memory locations; one wider store covers both. */
#include <pthread.h>
#include <string.h>

static unsigned char bytes[8];

static void *low(void *arg)
{
	bytes[0] = 1; // RACE
	return arg;
}

static void *high(void *arg)
{
	memset(bytes, 2, 2); // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, low, NULL);
	pthread_create(&second, NULL, high, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
