// SPDX-License-Identifier: MIT
// Handlers that were installed before fork() are there in the child too, wherever it is forked.
#include <signal.h>
#include <unistd.h>

static int here, below, above, parents, late;

static void handler(int s)
{
	if (s + here + below + above > 7)	// RACE
		_exit(1);
	if (parents)	// RACE
		_exit(2);
}

static void second(int s)
{
	late = s;	// RACE
}

static int become_daemon(void)
{
	return fork();
}

static void install(void)
{
	struct sigaction a = {0};
	a.sa_handler = handler;
	sigaction(SIGHUP, &a, 0);
}

static void serve(void)
{
	for (;;) {
		above++;	// RACE
		pause();
	}
}

static void child_of_helper(void)
{
	if (become_daemon() == 0) {
		below++;	// RACE
		pause();
	}
}

int main(void)
{
	install();
	parents++;	// RACE
	switch (fork()) {
	case -1:
		return 1;
	case 0:
		here++;	// RACE
		signal(SIGUSR1, second);
		late++;	// RACE
		serve();
	}
	child_of_helper();
	return 0;
}
