// SPDX-License-Identifier: MIT
/* Where a handler could not be installed there is none: directly, by a helper that says so, by the
 * other way to install one; and a first one is taken back when the second could not be. */
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int pipe_end = -1, log_end = -1, bell = -1, two_ends = -1;

static void on_interrupt(int s)
{
	write(pipe_end, &s, sizeof(s));
}

static void on_hangup(int s)
{
	write(log_end, &s, sizeof(s));
}

static void on_alarm(int s)
{
	write(bell, &s, sizeof(s));
}

static void on_either(int s)
{
	write(two_ends, &s, sizeof(s));
}

static int install(int number, void (*handler)(int), struct sigaction *old)
{
	struct sigaction sa = {.sa_handler = handler};

	return sigaction(number, &sa, old);
}

static int install_two(void)
{
	struct sigaction first;

	if (install(SIGUSR1, on_either, &first) < 0) {
		two_ends = -1; // NORACE
		return -1;
	}
	if (install(SIGUSR2, on_either, NULL) < 0) {
		sigaction(SIGUSR1, &first, NULL);
		two_ends = -1; // NORACE
		return -1;
	}
	return 0;
}

int main(void)
{
	struct sigaction sa = {.sa_handler = on_interrupt};

	pipe_end = log_end = bell = two_ends = dup(1); // NORACE
	if (sigaction(SIGINT, &sa, NULL)) {
		pipe_end = -1; // NORACE
		return 1;
	}
	if (install(SIGHUP, on_hangup, NULL) == -1) {
		log_end = -1; // NORACE
		return 1;
	}
	if (signal(SIGALRM, on_alarm) == SIG_ERR) {
		bell = -1; // NORACE
		return 1;
	}
	if (install_two())
		return 1;
	pause();
	return 0;
}
