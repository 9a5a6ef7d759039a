// SPDX-License-Identifier: MIT
/* Sieve of primes: the totals are added up without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 100000
#define SEGMENT 1000
#define THREADS 4

static char composite[LIMIT];
static int small[200], small_count;
static int next_segment;
static long primes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void find_small(void)
{
	int i, k;

	for (i = 2; i * i < LIMIT; i++) {
		int prime = 1;

		for (k = 0; k < small_count && prime; k++) // NORACE
			prime = i % small[k] != 0; // NORACE
		if (prime)
			small[small_count++] = i; // NORACE
	}
}

static int take(void)
{
	int segment;

	pthread_mutex_lock(&lock);
	segment = next_segment++; // NORACE
	pthread_mutex_unlock(&lock);
	return segment;
}

static void *sieve(void *arg)
{
	long found = 0;
	int segment;

	while ((segment = take()) < LIMIT / SEGMENT) {
		char flags[SEGMENT];
		int low = segment * SEGMENT, k, i;

		memset(flags, 0, sizeof(flags));
		for (k = 0; k < small_count; k++) { // NORACE
			int p = small[k]; // NORACE
			int from = (low + p - 1) / p * p;

			if (from < p * p)
				from = p * p;
			for (i = from; i < low + SEGMENT; i += p)
				flags[i - low] = 1;
		}
		for (i = 0; i < SEGMENT; i++)
			found += !flags[i] && low + i > 1;
	}
	primes += found; // RACE
	return arg;
}

int main(void)
{
	pthread_t ids[THREADS];
	int i;

	find_small();
	for (i = 0; i < THREADS; i++)
		if (pthread_create(&ids[i], NULL, sieve, NULL))
			exit(1);
	for (i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	printf("%ld %d\n", primes, composite[0]); // NORACE
	return 0;
}
