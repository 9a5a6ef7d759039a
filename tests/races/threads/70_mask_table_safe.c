/* Handlers come from a table with their signals; those without a handler are ignored, and not blocked. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

struct row {
	int number;
	const char *name;
	void (*handler)(int, siginfo_t *, void *);
};

static long hits;

static void on_signal(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	(void)context;
	hits++; // NORACE
}

static struct row rows[] = {
	{SIGHUP, "HUP", on_signal},
	{SIGTERM, "TERM", on_signal},
	{SIGPIPE, "PIPE, ignored", NULL},
	{0, NULL, NULL},
};

static int install(void)
{
	struct row *r;
	struct sigaction act;

	for (r = rows; r->number != 0; r++) {
		memset(&act, 0, sizeof(act));
		if (r->handler) {
			act.sa_sigaction = r->handler;
			act.sa_flags = SA_SIGINFO;
		} else {
			act.sa_handler = SIG_IGN;
		}
		sigemptyset(&act.sa_mask);
		if (sigaction(r->number, &act, NULL) == -1)
			return -1;
	}
	return 0;
}

int main(void)
{
	sigset_t set;

	if (install())
		return 1;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	if (sigprocmask(SIG_BLOCK, &set, NULL) == -1)
		return 1;
	sigemptyset(&set);
	for (;;) {
		sigsuspend(&set);
		hits = 0; // NORACE
	}
}
