/* The signal is blocked wherever main touches what its handler touches, and let in only
 * while main waits. */
#include <signal.h>
#include <unistd.h>

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

	sigemptyset(&block);
	sigaddset(&block, SIGHUP);
	sigprocmask(SIG_BLOCK, &block, &before);
	sigaction(SIGHUP, &act, NULL);
	for (int i = 0; i < 10; i++) {
		hits += 2; // NORACE
		sigsuspend(&before);
	}
	return 0;
}
