// SPDX-License-Identifier: MIT
/* Of many threads, the one with number 0 reports: its number comes by value, and for
 * another kind of thread in a struct. */
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
		reports++; // NORACE
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
		rounds++; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t first[THREADS], second[THREADS];
	long i;

	for (i = 0; i < THREADS; i++) {
		jobs[i].number = (int)i; // NORACE
		pthread_create(&first[i], NULL, by_value, (void *)i);
		pthread_create(&second[i], NULL, in_struct, &jobs[i]);
	}
	for (i = 0; i < THREADS; i++) {
		pthread_join(first[i], NULL);
		pthread_join(second[i], NULL);
	}
	printf("%ld %ld\n", reports, rounds); // NORACE
	return 0;
}
