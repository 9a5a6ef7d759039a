// SPDX-License-Identifier: MIT
/* Handlers and code of one process: the child's own handler, a handler that the child has
 * inherited, and one that changes something before it forks. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int before, own, inherited, parents;

// TSAN: sees one process
static void on_user(int number)
{
	(void)number;
	before++; // RACE
	if (fork() == 0) {
		before = 7;
		_exit(0);
	}
}

static void on_alarm(int number)
{
	(void)number;
	own++; // RACE
}

static void on_hangup(int number)
{
	(void)number;
	inherited++; // RACE
}

static void worker_main(void)
{
	signal(SIGALRM, on_alarm);
	own = 1; // RACE
	inherited = 1; // RACE
	_exit(0);
}

int main(void)
{
	signal(SIGUSR1, on_user);
	signal(SIGHUP, on_hangup);
	before = 1; // RACE
	if (fork() == 0)
		worker_main();
	own = 2; // NORACE
	parents = 1; // NORACE
	wait(NULL);
	return 0;
}
