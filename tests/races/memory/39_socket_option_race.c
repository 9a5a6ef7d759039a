// SPDX-License-Identifier: MIT
/* A number that was zero before getsockopt has written it. */
#include <pthread.h>
#include <sys/socket.h>
#include <stdbool.h>
static int failures;
static bool broken(int fd)
{
	int err = 0;
	socklen_t len = sizeof err;
	getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &len);
	return err != 0;
}
static void *watch(void *arg)
{
	int *fds = arg;
	for (int i = 0; i < 3; i++)
		if (broken(fds[i]))
			failures++; // RACE
	return NULL;
}
int main(void)
{
	int fds[3] = {0, 1, 2};
	pthread_t t;
	pthread_create(&t, NULL, watch, fds);
	if (broken(5))
		failures++; // RACE
	pthread_join(t, NULL);
	return failures; // NORACE
}
