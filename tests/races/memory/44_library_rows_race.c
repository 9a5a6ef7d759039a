// SPDX-License-Identifier: MIT
// What a row of the models cannot say: strtok keeps its place between calls.
#include <pthread.h>
#include <string.h>

static void *first(void *arg)
{
	char text[] = "a b";

	strtok(text, " "); // FN state that the library keeps is not in the models (2)
	return arg;
}

static void *next(void *arg)
{
	return strtok(NULL, " ") ? arg : NULL; // FN state that the library keeps is not in the models (2)
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
