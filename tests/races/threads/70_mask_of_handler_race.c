/* Only one of the two handlers blocks the other's signal: it may have interrupted that one. */
#include <signal.h>
#include <unistd.h>

static long hits;

static void on_hangup(int number)
{
	(void)number;
	hits++; // RACE
}

static void on_alarm(int number)
{
	(void)number;
	hits += 2; // RACE
}

int main(void)
{
	struct sigaction act = {.sa_handler = on_hangup};
	sigset_t both, before;

	sigemptyset(&both);
	sigaddset(&both, SIGHUP);
	sigaddset(&both, SIGALRM);
	sigprocmask(SIG_BLOCK, &both, &before);
	sigemptyset(&act.sa_mask);
	sigaction(SIGHUP, &act, NULL);
	act.sa_handler = on_alarm;
	act.sa_mask = both;
	sigaction(SIGALRM, &act, NULL);
	hits = 0; // NORACE
	sigsuspend(&before);
	return 0;
}
