/* The set is in a struct, filled by a helper that is told the number. What another helper blocks,
 * which is told where the set is, is not known in it. */
#include <signal.h>
#include <unistd.h>

struct guard {
	int depth;
	sigset_t set, before;
};

static long hits, inner;

static void on_signal(int number)
{
	(void)number;
	hits++; // NORACE
	inner++; // FP what a set holds is not known to who gets its address
}

static void add(sigset_t *set, int number)
{
	sigaddset(set, number);
}

static void set_up(struct guard *g)
{
	sigemptyset(&g->set);
	add(&g->set, SIGHUP);
	add(&g->set, SIGTERM);
}

static void count(struct guard *g)
{
	sigprocmask(SIG_BLOCK, &g->set, &g->before);
	inner += 2; // FP what a set holds is not known to who gets its address
	sigprocmask(SIG_SETMASK, &g->before, NULL);
}

int main(void)
{
	struct sigaction act = {.sa_handler = on_signal};
	struct guard g = {0};

	set_up(&g);
	sigaction(SIGHUP, &act, NULL);
	for (int i = 0; i < 10; i++) {
		sigprocmask(SIG_BLOCK, &g.set, NULL);
		hits += 3; // NORACE
		sigprocmask(SIG_UNBLOCK, &g.set, NULL);
		count(&g);
		pause();
	}
	return 0;
}
