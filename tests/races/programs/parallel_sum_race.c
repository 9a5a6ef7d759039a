// SPDX-License-Identifier: MIT
/* A parallel sum: parts on the stack of the caller, partial results after the joins. */
#include <pthread.h>

#define PARTS 4
#define LENGTH 64

struct part {
	const int *from;
	int count;
	long sum;
};

static int numbers[LENGTH];

static void *add(void *arg)
{
	struct part *p = arg;
	int i;

	for (i = 0; i < p->count; i++) // RACE
		p->sum += p->from[i]; // RACE
	return NULL;
}

static long parallel_sum(const int *array, int length)
{
	pthread_t threads[PARTS];
	struct part parts[PARTS] = { 0 };
	long sum = 0;
	int i;

	for (i = 0; i < PARTS; i++) {
		struct part *p = &parts[i / 2];

		p->from = array + i * (length / PARTS); // RACE
		p->count = length / PARTS; // RACE
		p->sum = 0; // RACE
		pthread_create(&threads[i], NULL, add, p);
	}
	for (i = 0; i < PARTS; i++)
		pthread_join(threads[i], NULL);
	for (i = 0; i < PARTS; i++)
		sum += parts[i].sum; // NORACE
	return sum;
}

int main(void)
{
	int i;

	for (i = 0; i < LENGTH; i++)
		numbers[i] = i; // NORACE
	return parallel_sum(numbers, LENGTH) == 0;
}
