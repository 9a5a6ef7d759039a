// SPDX-License-Identifier: MIT
/* Numbers that two threads have: pairs share one, and all have number 0. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 4

struct job {
	int number;
	long done;
};

static struct job jobs[THREADS];
static long reports, rounds;

static void report(int number)
{
	if (number == 0)
		reports++; // RACE
}

static void *by_value(void *arg)
{
	report((int)(long)arg);
	return NULL;
}

static void *in_struct(void *arg)
{
	struct job *j = arg;

	j->done = 1; // NORACE
	if (j->number == 0) // NORACE
		rounds++; // RACE
	return NULL;
}

int main(void)
{
	pthread_t first[THREADS], second[THREADS];
	long i;

	for (i = 0; i < THREADS; i++) {
		jobs[i].number = 0; // NORACE
		pthread_create(&first[i], NULL, by_value, (void *)(i / 2));
		pthread_create(&second[i], NULL, in_struct, &jobs[i]);
	}
	for (i = 0; i < THREADS; i++) {
		pthread_join(first[i], NULL);
		pthread_join(second[i], NULL);
	}
	printf("%ld %ld\n", reports, rounds); // NORACE
	return 0;
}
