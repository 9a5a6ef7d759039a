// SPDX-License-Identifier: MIT
/* As 64_fails_before_join_safe.c: but the number says nothing, as the function returns more than zero where
 * it has not joined the thread. */
#include <pthread.h>
#include <unistd.h>

static int fd;

static void *receive(void *arg)
{
	char c;

	if (read(fd, &c, 1) == 1) // RACE
		return arg;
	return NULL;
}

static int send_one(int from)
{
	pthread_t id;
	int error;

	fd = from; // RACE
	error = pthread_create(&id, NULL, receive, NULL);
	if (error)
		goto out;
	if (close(from) < 0) {
		error = 1;
		goto out;
	}
	error = pthread_join(id, NULL);
out:
	return error;
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++)
		if (send_one(i) < 0)
			return 1;
	return fd; // NORACE
}
