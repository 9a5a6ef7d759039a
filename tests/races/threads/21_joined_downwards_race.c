// SPDX-License-Identifier: MIT
/* As in 21_joined_downwards_safe.c, but one of the threads is left. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

static pthread_t ids[MOST + 1];

static int but_the_first;
static void *read_but_the_first(void *arg)
{
	return but_the_first ? arg : NULL; // RACE
}
static void do_but_the_first(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_but_the_first, NULL);
	for (int i = n - 1; i > 0; i--)
		pthread_join(ids[i], NULL);
	but_the_first = 2; // RACE
}

static int but_the_last;
static void *read_but_the_last(void *arg)
{
	return but_the_last ? arg : NULL; // RACE
}
static void do_but_the_last(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_but_the_last, NULL);
	for (int i = n - 2; i >= 0; i--)
		pthread_join(ids[i], NULL);
	but_the_last = 2; // RACE
}

static int one_further;
static void *read_one_further(void *arg)
{
	return one_further ? arg : NULL; // RACE
}
static void do_one_further(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_one_further, NULL);
	for (int i = n - 1; i >= 0; i--)
		pthread_join(ids[i + 1], NULL);
	one_further = 2; // RACE
}

static int every_other;
static void *read_every_other(void *arg)
{
	return every_other ? arg : NULL; // RACE
}
static void do_every_other(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_every_other, NULL);
	for (int i = n - 1; i >= 0; i -= 2)
		pthread_join(ids[i], NULL);
	every_other = 2; // RACE
}

static int fewer;
static void *read_fewer(void *arg)
{
	return fewer ? arg : NULL; // RACE
}
static void do_fewer(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_fewer, NULL);
	int k = n / 2;

	while (k > 0)
		pthread_join(ids[--k], NULL);
	fewer = 2; // RACE
}

static int left_early;
static void *read_left_early(void *arg)
{
	return left_early ? arg : NULL; // RACE
}
static void do_left_early(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_left_early, NULL);
	for (int i = n - 1; i >= 0; i--)
		if (pthread_join(ids[i], NULL))
			break;
	left_early = 2; // RACE
}

static int skipped;
static void *read_skipped(void *arg)
{
	return skipped ? arg : NULL; // RACE
}
static void do_skipped(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_skipped, NULL);
	for (int i = n - 1; i >= 0; i--)
		if (i != 3)
			pthread_join(ids[i], NULL);
	skipped = 2; // RACE
}

static int always_one;
static void *read_always_one(void *arg)
{
	return always_one ? arg : NULL; // RACE
}
static void do_always_one(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_always_one, NULL);
	for (int i = n - 1; i >= 0; i--)
		pthread_join(ids[0], NULL);
	always_one = 2; // RACE
}

static int down_to_three;
static void *read_down_to_three(void *arg)
{
	return down_to_three ? arg : NULL; // RACE
}
static void do_down_to_three(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_down_to_three, NULL);
	for (int i = n - 1; i >= 3; i--)
		pthread_join(ids[i], NULL);
	down_to_three = 2; // RACE
}

static int after_the_test;
static void *read_after_the_test(void *arg)
{
	return after_the_test ? arg : NULL; // RACE
}
static void do_after_the_test(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_after_the_test, NULL);
	int k = n;

	while (--k > 0)
		pthread_join(ids[k], NULL);
	after_the_test = 2; // RACE
}

static int one_ahead;
static void *read_one_ahead(void *arg)
{
	return one_ahead ? arg : NULL; // RACE
}
static void do_one_ahead(int n)
{
	for (int i = 0; i < n + 1; i++)
		pthread_create(&ids[i], NULL, read_one_ahead, NULL);
	while (n > 0)
		pthread_join(ids[--n], NULL);
	one_ahead = 2; // RACE
}

int main(int argc, char **argv)
{
	int n = argc < MOST ? argc : MOST;

	(void)argv;
	do_but_the_first(n);
	do_but_the_last(n);
	do_one_further(n);
	do_every_other(n);
	do_fewer(n);
	do_left_early(n);
	do_skipped(n);
	do_always_one(n);
	do_down_to_three(n);
	do_after_the_test(n);
	do_one_ahead(n);
	return 0;
}
