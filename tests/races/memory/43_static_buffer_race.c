// SPDX-License-Identifier: MIT
/* A function that returns a static buffer is not for two threads. */
#include <pthread.h>
#include <stdio.h>

static const char *label(int n)
{
	static char buffer[32];

	snprintf(buffer, sizeof(buffer), "item %d", n); // RACE
	return buffer;
}

static void *worker(void *arg)
{
	const char *text = label(3);

	return text[5] == 'x' ? arg : NULL; // RACE
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
