// SPDX-License-Identifier: MIT
/* As 20_started_above_limit_safe.c, but there is a number for which the thread is started
 * and not waited for. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static long first, second;

static void *help(void *arg)
{
	first += 2; // RACE
	second += 2; // RACE
	return arg;
}

static void once(int n)
{
	pthread_t id;
	bool helped = n > 100;

	if (helped)
		pthread_create(&id, NULL, help, NULL);
	helped = n > 1000;
	if (helped)
		pthread_join(id, NULL);
	first++; // RACE
}

static void again(int n)
{
	pthread_t id;

	if (n > 100)
		pthread_create(&id, NULL, help, NULL);
	if (n >= 102)
		pthread_join(id, NULL);
	second++; // RACE
}

int main(int argc, char **argv)
{
	if (argc > 2)
		once(atoi(argv[argc - 1]));
	else
		again(atoi(argv[argc - 1]));
	return 0;
}
