// SPDX-License-Identifier: MIT
/* Two numbers lead to the same work. */
#include <pthread.h>

static int first, second, rest[4];

static void *work(void *arg)
{
	long number = (long)arg;

	switch (number) {
	case 1:
		first++; // NORACE
		break;
	case 2:
	case 3:
		second++; // RACE
		break;
	default:
		rest[number]++; // NORACE
	}
	return NULL;
}

int main(void)
{
	pthread_t ids[4];

	for (long i = 0; i < 4; i++)
		pthread_create(&ids[i], NULL, work, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(ids[i], NULL);
	return first + second + rest[0];
}
