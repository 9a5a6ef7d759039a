/* The old mask is back before the access. */
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
	sigset_t block, before;

	sigemptyset(&block);
	sigaddset(&block, SIGHUP);
	sigaction(SIGHUP, &act, NULL);
	sigprocmask(SIG_BLOCK, &block, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
	hits += 2; // RACE
	return 0;
}
