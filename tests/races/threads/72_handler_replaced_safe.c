/* A signal has one handler: the one that was installed before, by a helper, is gone; a child
 * has taken its parent's away. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static long before, by_helper, in_child;

static void on_hangup(int number)
{
	(void)number;
	before++; // NORACE
	by_helper++; // FP a number that a helper is given is not known in it
}

static void on_alarm(int number)
{
	(void)number;
	in_child++; // NORACE
}

static void install(int number, void (*handler)(int))
{
	struct sigaction act = {.sa_handler = handler};

	sigaction(number, &act, NULL);
}

static void forget(void)
{
	signal(SIGALRM, SIG_DFL);
}

int main(void)
{
	install(SIGHUP, on_hangup);
	signal(SIGALRM, on_alarm);
	if (fork() == 0) {
		forget();
		in_child = 2; // NORACE
		pause();
		_exit(0);
	}
	install(SIGHUP, SIG_IGN);
	by_helper = 1; // FP a number that a helper is given is not known in it
	signal(SIGHUP, SIG_IGN);
	before = 1; // NORACE
	wait(NULL);
	return 0;
}
