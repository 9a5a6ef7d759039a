// SPDX-License-Identifier: MIT
/* As 102_result_kept_safe.c, but it is asked the wrong way round, or overwritten, or that of a
 * creation before. */
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

static pthread_t first, second, third;
static int failed = -1, error = -1;
static bool there;
static int a, b, c;

static void *count(void *arg)
{
	++*(int *)arg; // RACE
	return NULL;
}

static void start_first(int wanted)
{
	if (wanted)
		failed = pthread_create(&first, NULL, count, &a);
}

static void stop_first(void)
{
	if (failed)
		pthread_join(first, NULL);
	a = 0; // RACE
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
	b = 0; // RACE
}

static void start_third(void)
{
	error = pthread_create(&third, NULL, count, &c);
	error = close(3);
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
	there = argc > 4;
	start_third();
	stop_first();
	stop_second();
	stop_third();
	c = 0; // RACE
	return 0;
}
