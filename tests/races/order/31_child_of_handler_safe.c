// SPDX-License-Identifier: MIT
/* A handler forks: what the child does is nothing to the code that the handler has interrupted,
 * nor to what the other handler's child does, nor to threads. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int state, count;

static int fork_a_child(void)
{
	int pid = fork();

	if (pid == 0) {
		state = 1; // NORACE
		count++; // NORACE
		_exit(0);
	}
	return pid;
}

// TSAN: sees one process
static void on_child(int number)
{
	(void)number;
	if (fork_a_child() == -1)
		abort();
}

static void on_user(int number)
{
	(void)number;
	fork_a_child();
}

static void *worker(void *arg)
{
	state = 2; // NORACE
	return arg;
}

int main(void)
{
	pthread_t id;

	signal(SIGCHLD, on_child);
	signal(SIGUSR1, on_user);
	pthread_create(&id, NULL, worker, NULL);
	pthread_join(id, NULL);
	state = 3; // NORACE
	count = 0; // NORACE
	fork_a_child();
	return 0;
}
