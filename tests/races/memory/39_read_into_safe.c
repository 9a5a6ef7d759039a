// SPDX-License-Identifier: MIT
/* System calls and stdio that fill a buffer write it. */
#include <pthread.h>
#include <unistd.h>

static char buffer[32];
static char other[32];

static void *input(void *arg)
{
	int fds[2];

	if (pipe(fds))
		return arg;
	if (write(fds[1], "data", 4) == 4)
		if (read(fds[0], buffer, sizeof(buffer)) < 0) // NORACE
			return arg;
	close(fds[0]);
	close(fds[1]);
	return NULL;
}

static void *parse(void *arg)
{
	return other[0] == '#' ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, input, NULL);
	pthread_create(&second, NULL, parse, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
