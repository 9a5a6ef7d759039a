/* As 70_mask_in_wait_safe.c, but one of the two ways to the loop does not block, and a set that
 * nobody has filled blocks nothing. */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>

static long hits, others;

static void on_signal(int number)
{
	(void)number;
	hits++; // RACE
}

static void on_other(int number)
{
	(void)number;
	others++; // RACE
}

int main(int argc, char **argv)
{
	struct sigaction act = {.sa_handler = on_signal};
	sigset_t block, before, unknown;
	struct pollfd fd = {0};

	(void)argv;
	sigemptyset(&block);
	sigaddset(&block, SIGCHLD);
	if (argc > 1)
		sigprocmask(SIG_BLOCK, &block, &before);
	sigaction(SIGCHLD, &act, NULL);
	act.sa_handler = on_other;
	sigaction(SIGUSR1, &act, NULL);
	sigaddset(&unknown, argc);
	sigprocmask(SIG_BLOCK, &unknown, NULL);
	for (;;) {
		ppoll(&fd, 1, NULL, &before);
		if (hits > 3) // RACE
			hits = 0; // RACE
		others = 0; // RACE
	}
}
