/* The loop of a server: signals come while it waits in ppoll, whose mask lets them in. */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdlib.h>

static long hits;

static void on_signal(int number)
{
	(void)number;
	hits++; // NORACE
}

int main(void)
{
	struct sigaction act = {.sa_handler = on_signal};
	sigset_t block, before;
	struct pollfd fd = {0};

	sigemptyset(&block);
	sigaddset(&block, SIGCHLD);
	if (sigprocmask(SIG_BLOCK, &block, &before) < 0)
		exit(1);
	sigaction(SIGCHLD, &act, NULL);
	for (;;) {
		ppoll(&fd, 1, NULL, &before);
		if (hits > 3) // NORACE
			hits = 0; // NORACE
	}
}
