// SPDX-License-Identifier: MIT
// A handler that the parent installs after the fork() is not there in the child, and that of the
// child not in the parent; a thread of the parent is not in the child.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int childs, parents, shared;

static void of_parent(int s)
{
	childs = s;	// NORACE
}

static void of_child(int s)
{
	parents = s;	// NORACE
}

static void *work(void *a)
{
	shared++;	// NORACE
	return a;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	if (fork() == 0) {
		signal(SIGUSR1, of_child);
		childs++;	// NORACE
		shared++;	// NORACE
		pause();
		_exit(0);
	}
	signal(SIGUSR2, of_parent);
	parents++;	// NORACE
	pthread_join(t, 0);
	return 0;
}
