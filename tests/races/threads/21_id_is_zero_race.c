// SPDX-License-Identifier: MIT
/* Ids that are zero, but of threads that are running: cleared by somebody, or tested the other
 * way round. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define MOST 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, sum;
static pthread_t cleared[MOST], wrong[MOST];

static void *add(void *arg)
{
	pthread_mutex_lock(&lock);
	total++; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *add_up(void *arg)
{
	pthread_mutex_lock(&lock);
	sum++; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void let_go(int i)
{
	pthread_detach(cleared[i]);
	cleared[i] = 0;
}

int main(void)
{
	int i;

	for (i = 0; i < MOST; i++)
		pthread_create(&cleared[i], NULL, add, NULL);
	let_go(getchar() & 7);
	for (i = 0; i < MOST; i++)
		if (cleared[i])
			pthread_join(cleared[i], NULL);
	printf("%d\n", total); // RACE

	for (i = 0; i < MOST; i++)
		pthread_create(&wrong[i], NULL, add_up, NULL);
	for (i = 0; i < MOST; i++)
		if (!wrong[i])
			pthread_join(wrong[i], NULL);
	printf("%d\n", sum); // RACE
	return 0;
}
