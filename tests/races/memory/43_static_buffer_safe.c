// SPDX-License-Identifier: MIT
/* A function that returns a static buffer is not for two threads. */
#include <pthread.h>
#include <stdio.h>

static const char *label(int n, char *buffer, size_t size)
{
	snprintf(buffer, size, "item %d", n); // NORACE
	return buffer;
}

static void *worker(void *arg)
{
	char buffer[32];
	const char *text = label(3, buffer, sizeof(buffer));

	return text[5] == 'x' ? arg : NULL; // NORACE
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
