// SPDX-License-Identifier: MIT
// strtok keeps its place between calls.
#include <pthread.h>
#include <string.h>

static void *first(void *arg)
{
	char text[] = "a b";

	strtok(text, " "); // RACE
	return arg;
}

static void *next(void *arg)
{
	return strtok(NULL, " ") ? arg : NULL; // RACE
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, next, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
