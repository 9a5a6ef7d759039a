/* What a callee lets in is open for its callers too, from there on, also by way of a recursion. */
#include <signal.h>
#include <unistd.h>

static long hits, deep;

static void on_signal(int number)
{
	(void)number;
	hits++; // RACE
	deep++; // RACE
}

static void let_in(const sigset_t *set)
{
	sigprocmask(SIG_UNBLOCK, set, NULL);
}

static void down(int n)
{
	sigset_t none;

	if (n) {
		down(n - 1);
		return;
	}
	sigemptyset(&none);
	pthread_sigmask(SIG_SETMASK, &none, NULL);
}

int main(int argc, char **argv)
{
	sigset_t block;

	(void)argv;
	sigemptyset(&block);
	sigaddset(&block, SIGHUP);
	sigprocmask(SIG_BLOCK, &block, NULL);
	signal(SIGHUP, on_signal);
	hits = 1; // NORACE
	let_in(&block);
	hits = 2; // RACE
	sigprocmask(SIG_BLOCK, &block, NULL);
	deep = 1; // NORACE
	down(argc);
	deep = 2; // RACE
	return 0;
}
