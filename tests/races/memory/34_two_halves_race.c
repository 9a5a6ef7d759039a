// SPDX-License-Identifier: MIT
/* Two functions, each with a half of the array and one element more: by the comparison, by
 * looking before the comparison, by the factor. */
#include <pthread.h>

enum { HALF = 50 };

static int numbers[2 * HALF], others[2 * HALF], steps[2 * HALF];

static void *low(void *arg)
{
	int sum = 0;

	for (int i = 0; i <= HALF; i++)
		numbers[i] = i; // RACE
	for (int i = 0; sum += others[i], i < HALF; i++) // RACE
		;
	for (int i = 0; i <= HALF / 2; i++)
		steps[2 * i] = i; // RACE
	return sum ? arg : NULL;
}

static void *high(void *arg)
{
	for (int i = HALF; i < 2 * HALF; i++)
		numbers[i] = i; // RACE
	for (int i = 0; i < HALF; i++)
		others[i + HALF] = i; // RACE
	for (int i = 0; i < HALF; i++)
		steps[i + HALF] = i; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, low, NULL);
	pthread_create(&b, NULL, high, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
