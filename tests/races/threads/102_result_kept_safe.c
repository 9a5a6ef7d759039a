// SPDX-License-Identifier: MIT
/* The result of the creation, or whether it was zero, is kept and tells whether there is a thread. */
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

static pthread_t first, second, third;
static int failed = -1, error = -1;
static bool there;
static int a, b, c;

static void *count(void *arg)
{
	++*(int *)arg; // NORACE
	return NULL;
}

static void start_first(int wanted)
{
	if (wanted)
		failed = pthread_create(&first, NULL, count, &a);
}

static void stop_first(void)
{
	if (!failed)
		pthread_join(first, NULL);
	a = 0; // NORACE
}

static void start_second(int wanted)
{
	if (wanted)
		there = pthread_create(&second, NULL, count, &b) == 0;
}

static void stop_second(void)
{
	if (there)
		pthread_join(second, NULL);
	b = 0; // NORACE
}

static void start_third(void)
{
	error = pthread_create(&third, NULL, count, &c);
}

static void stop_third(void)
{
	if (error)
		return;
	pthread_join(third, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	start_first(argc > 1);
	start_second(argc > 2);
	start_third();
	stop_first();
	stop_second();
	stop_third();
	c = 0; // NORACE
	return 0;
}
