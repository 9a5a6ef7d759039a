// SPDX-License-Identifier: MIT
/* A function that creates a thread and joins it, and returns less than zero where it does not; what it
 * returns otherwise, zero or an error of the join, may be any number. Its caller goes on only if the
 * number is not negative: the next thread is created behind the join. */
#include <pthread.h>
#include <unistd.h>

static int fd;

static void *receive(void *arg)
{
	char c;

	if (read(fd, &c, 1) == 1) // NORACE
		return arg;
	return NULL;
}

static int send_one(int from)
{
	pthread_t id;
	int error;

	fd = from; // NORACE
	error = pthread_create(&id, NULL, receive, NULL);
	if (error)
		goto out;
	if (close(from) < 0) {
		error = -1;
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
