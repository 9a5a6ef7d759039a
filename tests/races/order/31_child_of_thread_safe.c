// SPDX-License-Identifier: MIT
/* Threads that fork: what the child processes do meets neither the parent's threads nor each
 * other. Through a wrapper, a helper, a switch, a variable in a struct. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct job {
	pid_t pid;
	int number;
};

static int state, total, last, parent_only;

static pid_t spawn(void)
{
	pid_t pid = fork();

	if (pid < 0)
		abort();
	return pid;
}

static void child_main(int number)
{
	state = number; // NORACE
	total += number; // NORACE
	_exit(0);
}

// TSAN: reports, it carries the parent's threads into the child process
static void *by_switch(void *arg)
{
	switch (spawn()) {
	case 0:
		child_main(1);
		break;
	default:
		break;
	}
	return arg;
}

static void start(struct job *j)
{
	j->pid = spawn();
	if (j->pid)
		return;
	last = j->number; // NORACE
	child_main(j->number);
}

static void *by_helper(void *arg)
{
	struct job j = {0, 2};

	start(&j);
	waitpid(j.pid, NULL, 0);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, by_switch, NULL);
	pthread_create(&b, NULL, by_helper, NULL);
	state = 3; // NORACE
	last = 3; // NORACE
	parent_only = total; // NORACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return parent_only;
}
