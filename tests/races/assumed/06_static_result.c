// SPDX-License-Identifier: MIT
/* docs/soundness.md, 6: the memory that a library function returns. */
#include <pthread.h>
#include <time.h>
static int year;

static void *one(void *arg)
{
	time_t t = 0;
	struct tm *now = localtime(&t); // RACE

	now->tm_year = 1; // FN memory of the library
	return arg;
}

static void *two(void *arg)
{
	time_t t = 0;
	struct tm *now = localtime(&t); // RACE

	year = now->tm_year; // FN soundness.md, 6
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
