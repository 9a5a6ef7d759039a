// SPDX-License-Identifier: MIT
/* As 72_handler_not_installed_safe.c, but it was installed; nobody has looked; it was
 * asked the other way round; or the first one is still there. */
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int pipe_end = -1, log_end = -1, bell = -1, two_ends = -1;

static void on_interrupt(int s)
{
	write(pipe_end, &s, sizeof(s)); // RACE
}

static void on_hangup(int s)
{
	write(log_end, &s, sizeof(s)); // RACE
}

static void on_alarm(int s)
{
	write(bell, &s, sizeof(s)); // RACE
}

static void on_either(int s)
{
	write(two_ends, &s, sizeof(s)); // RACE
}

static int install(int number, void (*handler)(int), struct sigaction *old)
{
	struct sigaction sa = {.sa_handler = handler};

	return sigaction(number, &sa, old);
}

static int install_two(void)
{
	if (install(SIGUSR1, on_either, NULL) < 0)
		return -1;
	if (install(SIGUSR2, on_either, NULL) < 0) {
		two_ends = -1; // RACE
		return -1;
	}
	return 0;
}

int main(void)
{
	struct sigaction sa = {.sa_handler = on_interrupt};

	if (sigaction(SIGINT, &sa, NULL) == 0) {
		pipe_end = -1; // RACE
		return 1;
	}
	install(SIGHUP, on_hangup, NULL);
	log_end = -1; // RACE
	if (signal(SIGALRM, on_alarm) != SIG_ERR)
		bell = -1; // RACE
	if (install_two())
		return 1;
	pause();
	return 0;
}
