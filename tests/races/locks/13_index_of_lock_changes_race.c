// SPDX-License-Identifier: MIT
/* The lock is one of an array, by a number in memory: that has one name, but not always one value. A number that
 * nobody writes once threads run is one. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t locks[8];
static unsigned current, fixed;
static int total, other;

static void *worker(void *arg)
{
	pthread_mutex_lock(&locks[current]); // RACE
	total++; // RACE
	pthread_mutex_unlock(&locks[current]); // RACE
	pthread_mutex_lock(&locks[fixed]);
	other++; // NORACE
	pthread_mutex_unlock(&locks[fixed]);
	current = rand() % 8; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int i;

	for (i = 0; i < 8; i++)
		pthread_mutex_init(&locks[i], NULL);
	fixed = rand() % 8;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
