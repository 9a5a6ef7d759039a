// SPDX-License-Identifier: MIT
/* Handlers that are named in initialisers: of a local, of a table, of what is returned. The
 * twin keeps only flags in them. */
#define _GNU_SOURCE
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stop, again;
static int cleanups, reloads, others;

static void on_term(int number)
{
	(void)number;
	stop = 1; // NORACE
	cleanups++; // RACE
}

static void on_hangup(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	(void)context;
	again = 1; // NORACE
	reloads++; // RACE
}

static void on_user(int number)
{
	others += number; // RACE
}

static const struct sigaction table[] = {
	{.sa_sigaction = on_hangup, .sa_flags = SA_SIGINFO},
	{.sa_handler = SIG_IGN},
};

static struct sigaction with(void (*handler)(int))
{
	return (struct sigaction){.sa_handler = handler};
}

static void install(void)
{
	struct sigaction action = {.sa_handler = on_term, .sa_flags = SA_RESTART};
	struct sigaction made = with(on_user);

	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &table[0], NULL);
	sigaction(SIGPIPE, &table[1], NULL);
	sigaction(SIGUSR1, &made, NULL);
}

int main(void)
{
	int turns = 0;

	install();
	while (!stop) { // NORACE
		if (++turns == 3)
			raise(SIGHUP);
		if (again) // NORACE
			raise(SIGTERM);
		cleanups++; // RACE
		reloads--; // RACE
		others ^= 1; // RACE
	}
	return cleanups > 5 && reloads > others; // RACE
}
// TSAN: misses, the handler runs on the same thread
