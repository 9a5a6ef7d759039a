// SPDX-License-Identifier: MIT
/* Threads in an array are joined from the last one to the first. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

static pthread_t ids[MOST + 1];

static int last_to_first;
static void *read_last_to_first(void *arg)
{
	return last_to_first ? arg : NULL; // NORACE
}
static void do_last_to_first(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_last_to_first, NULL);
	for (int i = n - 1; i >= 0; i--)
		pthread_join(ids[i], NULL);
	last_to_first = 2; // NORACE
}

static int above_minus_one;
static void *read_above_minus_one(void *arg)
{
	return above_minus_one ? arg : NULL; // NORACE
}
static void do_above_minus_one(int n)
{
	for (int i = 0; i < MOST; i++)
		pthread_create(&ids[i], NULL, read_above_minus_one, NULL);
	for (int i = MOST - 1; i > -1; --i)
		pthread_join(ids[i], NULL);
	above_minus_one = 2; // NORACE
}

static int counted_off;
static void *read_counted_off(void *arg)
{
	return counted_off ? arg : NULL; // NORACE
}
static void do_counted_off(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_counted_off, NULL);
	while (n > 0)
		pthread_join(ids[--n], NULL);
	counted_off = 2; // NORACE
}

static int until_zero;
static void *read_until_zero(void *arg)
{
	return until_zero ? arg : NULL; // NORACE
}
static void do_until_zero(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_until_zero, NULL);
	while (n--)
		pthread_join(ids[n], NULL);
	until_zero = 2; // NORACE
}

static int without_sign;
static void *read_without_sign(void *arg)
{
	return without_sign ? arg : NULL; // NORACE
}
static void do_without_sign(int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&ids[i], NULL, read_without_sign, NULL);
	for (unsigned i = (unsigned)n; i-- > 0;)
		pthread_join(ids[i], NULL);
	without_sign = 2; // NORACE
}

static int in_struct;
static void *read_in_struct(void *arg)
{
	return in_struct ? arg : NULL; // NORACE
}
static void do_in_struct(int n)
{
	struct worker {
		long number;
		pthread_t id;
	} *w = calloc((size_t)n, sizeof(*w));

	for (int i = 0; i < n; i++)
		pthread_create(&w[i].id, NULL, read_in_struct, NULL);
	while (n > 0) {
		n--;
		pthread_join(w[n].id, NULL);
	}
	free(w);
	in_struct = 2; // NORACE
}

int main(int argc, char **argv)
{
	int n = argc < MOST ? argc : MOST;

	(void)argv;
	do_last_to_first(n);
	do_above_minus_one(n);
	do_counted_off(n);
	do_until_zero(n);
	do_without_sign(n);
	do_in_struct(n);
	return 0;
}
