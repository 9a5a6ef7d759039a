// SPDX-License-Identifier: MIT
/* A helper thread only for much work. The comparison that says so is made once and kept, or
 * made again in other words. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static long first, second;

static void *help(void *arg)
{
	first += *(int *)arg; // NORACE
	second += *(int *)arg; // NORACE
	return NULL;
}

static void once(int n)
{
	pthread_t id;
	bool helped = n > 100;

	if (helped)
		pthread_create(&id, NULL, help, &n);
	if (helped)
		pthread_join(id, NULL);
	first++; // NORACE
}

static void again(int n)
{
	pthread_t id;

	if (n > 100)
		pthread_create(&id, NULL, help, &n);
	if (n >= 101)
		pthread_join(id, NULL);
	second++; // NORACE
}

int main(int argc, char **argv)
{
	once(atoi(argv[argc - 1]));
	again(atoi(argv[argc - 1]));
	return 0;
}
