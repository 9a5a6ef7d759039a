/* Another signal's handler is replaced, or only on one way, or the handler is asked for and not
 * replaced, or it is installed again. */
#include <signal.h>
#include <unistd.h>

static long other, maybe, asked, again;

static void on_hangup(int number)
{
	(void)number;
	other++; // RACE
}

static void on_alarm(int number)
{
	(void)number;
	maybe++; // RACE
}

static void on_child(int number)
{
	(void)number;
	asked++; // RACE
}

static void on_term(int number)
{
	(void)number;
	again++; // RACE
}

int main(int argc, char **argv)
{
	struct sigaction old;

	(void)argv;
	signal(SIGHUP, on_hangup);
	signal(SIGALRM, on_alarm);
	signal(SIGCHLD, on_child);
	signal(SIGTERM, on_term);
	signal(SIGUSR1, SIG_IGN);
	if (argc > 1)
		signal(SIGALRM, SIG_IGN);
	sigaction(SIGCHLD, NULL, &old);
	signal(SIGTERM, SIG_IGN);
	signal(SIGTERM, on_term);
	other = 1; // RACE
	maybe = 1; // RACE
	asked = 1; // RACE
	again = 1; // RACE
	return 0;
}
