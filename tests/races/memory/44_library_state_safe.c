// SPDX-License-Identifier: MIT
/* errno, stdout and the allocator are the C library's business. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *worker(void *arg)
{
	char *text = strdup("work");
	FILE *f;

	errno = 0; // NORACE
	f = fopen("/nonexistent/file", "r");
	if (!f && errno != ENOENT) // NORACE
		printf("unexpected: %s\n", strerror(errno));
	printf("%s done\n", text); // NORACE
	fflush(stdout); // NORACE
	free(text);
	return arg;
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
