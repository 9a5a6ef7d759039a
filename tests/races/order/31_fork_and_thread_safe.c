// SPDX-License-Identifier: MIT
/* The child process and a thread of the parent: only the parent's own accesses count. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int state;

// TSAN: reports, it carries the parent's threads into the child process
static void *watcher(void *arg)
{
	state++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;
	pid_t child;

	pthread_create(&t, NULL, watcher, NULL);
	child = fork();
	if (child == 0) {
		state = 1; // NORACE
		_exit(0);
	}
	waitpid(child, NULL, 0);
	pthread_join(t, NULL);
	return 0;
}
