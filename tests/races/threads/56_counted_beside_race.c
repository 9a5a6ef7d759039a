// SPDX-License-Identifier: MIT
/* Counts that are not equal to the index: one begins later, one is set to zero on a way on which threads are there,
 * one is what it was in the round before. */
#include <pthread.h>
#include <stdlib.h>

enum { N = 8 };
static long late[N], reset[N], old[N];

static void *work(void *p)
{
	++*(long *)p; // RACE
	return NULL;
}

static long begins_late(void)
{
	pthread_t id[N];
	unsigned i, made = 0;
	long sum = 0;

	for (i = 1; i < N; i++) {
		if (pthread_create(&id[i], NULL, work, &late[i]))
			break;
		made++;
	}
	for (i = 1; i < made; i++)
		pthread_join(id[i], NULL);
	for (i = 0; i < N; i++)
		sum += late[i]; // RACE
	return sum;
}

static long is_reset(unsigned n)
{
	pthread_t id[N];
	unsigned i, made = 0;
	long sum = 0;

	for (i = 0; i < n; i++) {
		if (pthread_create(&id[i], NULL, work, &reset[i])) {
			made = 0;
			goto join;
		}
		made++;
	}
join:
	for (i = 0; i < made; i++)
		pthread_join(id[i], NULL);
	for (i = 0; i < N; i++)
		sum += reset[i]; // RACE
	return sum;
}

static long of_last_round(unsigned n, unsigned rounds)
{
	pthread_t id[N];
	unsigned i, made = 0, last = 0;
	long sum = 0;

	for (unsigned k = 0; k < rounds; k++) {
		last = made;
		made = 0;
		for (i = 0; i < n; i++) {
			if (pthread_create(&id[i], NULL, work, &old[i]))
				break;
			made++;
		}
		for (i = 0; i < last; i++)
			pthread_join(id[i], NULL);
		for (i = 0; i < N; i++)
			sum += old[i]; // RACE
	}
	return sum;
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : N;

	return begins_late() + is_reset(n) + of_last_round(n, 2) > 0;
}
