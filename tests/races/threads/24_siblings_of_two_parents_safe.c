// SPDX-License-Identifier: MIT
/* Two threads each create one; the two grandchildren know nothing of each other. */
#include <pthread.h>

static int lamps, switches;

static void *lamp(void *arg)
{
	lamps++; // NORACE
	return arg;
}

static void *push(void *arg)
{
	switches++; // NORACE
	return arg;
}

static void *kitchen(void *arg)
{
	pthread_t t;

	pthread_create(&t, NULL, lamp, NULL);
	pthread_join(t, NULL);
	return arg;
}

static void *cellar(void *arg)
{
	pthread_t t;

	pthread_create(&t, NULL, push, NULL);
	pthread_join(t, NULL);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, kitchen, NULL);
	pthread_create(&second, NULL, cellar, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return lamps + switches; // NORACE
}
