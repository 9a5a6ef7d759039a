// SPDX-License-Identifier: MIT
// A thread that is created before main.
#include <pthread.h>

static int count;

static void *work(void *arg)
{
	count++; // RACE
	return arg;
}

__attribute__((constructor)) static void start(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
}

int main(void)
{
	count++; // RACE
	return 0;
}
