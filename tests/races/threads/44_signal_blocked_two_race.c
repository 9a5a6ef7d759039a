/* The handler is that of two signals, of which one is blocked. */
#include <signal.h>
#include <unistd.h>

static long hits;

static void on_signal(int number)
{
	(void)number;
	hits++; // RACE
}

int main(void)
{
	struct sigaction act = {.sa_handler = on_signal};
	sigset_t block;

	sigemptyset(&block);
	sigaddset(&block, SIGHUP);
	sigprocmask(SIG_BLOCK, &block, NULL);
	sigaction(SIGHUP, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	hits += 2; // RACE
	return 0;
}
