// SPDX-License-Identifier: MIT
/* The result of fork() is tested the wrong way round, or not at all; the parent does what the
 * child does; and what the child itself starts. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int wrong, untested, both, inside;

static void work(void)
{
	both++; // RACE
}

static void *helper(void *arg)
{
	inside++; // RACE
	return arg;
}

static void child_main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, helper, NULL);
	inside = 2; // RACE
	pthread_join(id, NULL);
	work();
	_exit(0);
}

static void *worker(void *arg)
{
	pid_t pid = fork();

	untested = 1; // RACE
	if (pid != 0) {
		wrong = 1; // RACE
		waitpid(pid, NULL, 0);
		work();
	} else {
		child_main();
	}
	return arg;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, worker, NULL);
	wrong = 2; // RACE
	untested = 2; // RACE
	both = 2; // RACE
	inside = 7; // NORACE
	pthread_join(id, NULL);
	return 0;
}
