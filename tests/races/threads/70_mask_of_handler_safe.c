/* Each of the two handlers blocks the other's signal, main blocks both. */
#include <signal.h>
#include <unistd.h>

static long hits;

static void on_hangup(int number)
{
	(void)number;
	hits++; // NORACE
}

static void on_alarm(int number)
{
	(void)number;
	hits += 2; // NORACE
}

static void install(int number, void (*handler)(int))
{
	struct sigaction act = {.sa_handler = handler};

	sigemptyset(&act.sa_mask);
	sigaddset(&act.sa_mask, SIGHUP);
	sigaddset(&act.sa_mask, SIGALRM);
	sigaction(number, &act, NULL);
}

int main(void)
{
	sigset_t both, before;

	sigemptyset(&both);
	sigaddset(&both, SIGHUP);
	sigaddset(&both, SIGALRM);
	install(SIGHUP, on_hangup);
	install(SIGALRM, on_alarm);
	sigprocmask(SIG_BLOCK, &both, &before);
	hits = 0; // NORACE
	sigsuspend(&before);
	return 0;
}
