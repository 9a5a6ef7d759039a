/* As 70_mask_helpers_safe.c, but the helper takes the number out again, and what the other puts
 * back lets the signal in. */
#include <signal.h>
#include <unistd.h>

struct guard {
	int depth;
	sigset_t set, before;
};

static long hits, after;

static void on_signal(int number)
{
	(void)number;
	hits++; // RACE
	after++; // RACE
}

static void change(sigset_t *set, int number)
{
	sigdelset(set, number);
}

static void count(struct guard *g)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &g->before);
	after++; // NORACE
	sigprocmask(SIG_SETMASK, &g->before, NULL);
	after += 2; // RACE
}

int main(void)
{
	struct sigaction act = {.sa_handler = on_signal};
	struct guard g = {0};

	sigfillset(&g.set);
	change(&g.set, SIGHUP);
	sigaction(SIGHUP, &act, NULL);
	sigprocmask(SIG_BLOCK, &g.set, NULL);
	hits += 2; // RACE
	count(&g);
	return 0;
}
