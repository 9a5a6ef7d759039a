// SPDX-License-Identifier: MIT
/* Lock i guards element i. */
#include <pthread.h>

#define N 4

static pthread_mutex_t m[N];
static int a[N];

static void *plain(void *arg)
{
	int i;

	for (i = 0; i < N; i++) {
		pthread_mutex_lock(&m[i]);
		a[i]++; // RACE
		pthread_mutex_unlock(&m[i]);
	}
	return arg;
}

static void *reverse(void *arg)
{
	int i;

	for (i = 0; i < N; i++) {
		int j = N - 1 - i;

		pthread_mutex_lock(&m[i]);
		a[j]++; // RACE
		pthread_mutex_unlock(&m[i]);
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;
	int i;

	for (i = 0; i < N; i++)
		pthread_mutex_init(&m[i], NULL);
	pthread_create(&first, NULL, plain, NULL);
	pthread_create(&second, NULL, reverse, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
