// SPDX-License-Identifier: MIT
/* Installed with sigaction; the twin keeps only a flag in the handler. */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t stop;
static int cleanups;

static void on_term(int number)
{
	(void)number;
	stop = 1; // NORACE
}

static void install(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action)); // NORACE
	action.sa_handler = on_term; // NORACE
	sigemptyset(&action.sa_mask);
	sigaction(SIGTERM, &action, NULL);
}

int main(void)
{
	int turns = 0;

	install();
	while (!stop) { // NORACE
		if (++turns == 3)
			raise(SIGTERM);
		cleanups++; // NORACE
	}
	return cleanups > 5; // NORACE
}
