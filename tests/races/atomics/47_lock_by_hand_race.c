// SPDX-License-Identifier: MIT
/* Atomics that exclude nobody: a barrier, a counter in the condition of a loop that also
 * has the access, and one side that does not wait. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived, rounds, left_wants, right_wants;
static long after_barrier, in_loop, sides;

static void meet(int n)
{
	atomic_fetch_add(&arrived, 1);
	while (atomic_load(&arrived) < n)
		;
}

static void *together(void *arg)
{
	meet(2);
	after_barrier++; // RACE
	meet(4);
	return arg;
}

static void *count(void *arg)
{
	while (atomic_load(&rounds) < 1000) {
		in_loop++; // RACE
		atomic_fetch_add(&rounds, 1);
	}
	return arg;
}

static void *left(void *arg)
{
	atomic_store(&left_wants, 1);
	while (atomic_load(&right_wants))
		;
	sides++; // RACE
	atomic_store(&left_wants, 0);
	return arg;
}

static void *right(void *arg)
{
	atomic_store(&right_wants, 1);
	sides++; // RACE
	return arg;
}

int main(void)
{
	pthread_t t[6];

	pthread_create(&t[0], NULL, together, NULL);
	pthread_create(&t[1], NULL, together, NULL);
	pthread_create(&t[2], NULL, count, NULL);
	pthread_create(&t[3], NULL, count, NULL);
	pthread_create(&t[4], NULL, left, NULL);
	pthread_create(&t[5], NULL, right, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
