/* Old functions that may let any signal in: what was blocked is not any more. */
#include <signal.h>
#include <stddef.h>

int sigsetmask(int mask);
int sigpause(int mask);
int __sigpause(int mask, int is_signal);

static long before, after_setmask, after_pause, after_bsd_pause;

static void on_hangup(int number)
{
	(void)number;
	before++; // NORACE
	after_setmask++; // RACE
	after_pause++; // RACE
	after_bsd_pause++; // RACE
}

static void block(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

int main(void)
{
	struct sigaction act = {.sa_handler = on_hangup};

	block();
	sigaction(SIGHUP, &act, NULL);
	before = 1; // NORACE
	sigsetmask(0);
	after_setmask = 1; // RACE
	block();
	before = 2; // NORACE
	sigpause(0);
	after_pause = 1; // RACE
	block();
	before = 3; // NORACE
	__sigpause(0, 0);
	after_bsd_pause = 1; // RACE
	return 0;
}
