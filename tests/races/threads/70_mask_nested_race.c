/* Main has both signals blocked while it counts; one handler, which comes when main waits, lets
 * the other in: that one interrupts it. */
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
	sigset_t hangup;

	(void)number;
	sigemptyset(&hangup);
	sigaddset(&hangup, SIGHUP);
	sigprocmask(SIG_UNBLOCK, &hangup, NULL);
	pause();
}

int main(void)
{
	sigset_t hangup;

	sigemptyset(&hangup);
	sigaddset(&hangup, SIGHUP);
	sigprocmask(SIG_BLOCK, &hangup, NULL);
	signal(SIGHUP, on_hangup);
	signal(SIGALRM, on_alarm);
	hits = 0; // RACE
	return 0;
}
