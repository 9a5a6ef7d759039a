// SPDX-License-Identifier: MIT
/* Rounds of threads: those of one round have an element each, and are joined before the
 * next round begins. */
#include <pthread.h>

static int sums[4], prepared[4];

static void *add(void *arg)
{
	sums[(long)arg]++; // NORACE
	return NULL;
}

static void *use(void *arg)
{
	int *p = arg;

	return *p ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t t[4];

	for (int round = 0; round < 3; round++) {
		for (long j = 0; j < 4; j++)
			pthread_create(&t[j], NULL, add, (void *)j);
		for (int j = 0; j < 4; j++)
			pthread_join(t[j], NULL);
	}
	for (int round = 0; round < 3; round++) {
		for (long j = 0; j < 4; j++) {
			prepared[j] = round; // NORACE
			pthread_create(&t[j], NULL, use, &prepared[j]);
		}
		for (int j = 0; j < 4; j++)
			pthread_join(t[j], NULL);
	}
	return sums[0]; // NORACE
}
