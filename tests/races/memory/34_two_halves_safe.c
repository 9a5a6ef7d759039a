// SPDX-License-Identifier: MIT
/* Two functions, each with a half of the array. */
#include <pthread.h>

enum { HALF = 50 };

static int numbers[2 * HALF], others[2 * HALF];

static void *low(void *arg)
{
	for (int i = 0; i < HALF; i++) {
		numbers[i] = i; // NORACE
		others[i] = i; // NORACE
	}
	return arg;
}

static void *high(void *arg)
{
	for (int i = HALF; i < 2 * HALF; i++)
		numbers[i] = i; // NORACE
	for (int i = 0; i < HALF; i++)
		others[i + HALF] = i; // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, low, NULL);
	pthread_create(&b, NULL, high, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return numbers[3] + others[3]; // NORACE
}
