// SPDX-License-Identifier: MIT
/* Globals reached through a table of pointers. */
#include <pthread.h>

static int red, green, blue;
static int *const colours[] = { &red, &green, &blue };

static void *painter(void *arg)
{
	int i;

	for (i = 0; i < 3; i++)
		*colours[i] += 1; // RACE
	return arg;
}

static void *cleaner(void *arg)
{
	blue = 0; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, painter, NULL);
	pthread_create(&second, NULL, cleaner, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
