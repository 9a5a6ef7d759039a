// SPDX-License-Identifier: MIT
#include <pthread.h>

int shared_total = 1;

void *one(void *arg);

static void *two(void *arg)
{
	shared_total += 2; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, one, NULL);
	pthread_create(&second, NULL, two, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
