/* SPDX-License-Identifier: MIT */
/* Report: a signal handler is a thread too; sig_atomic_t is fine, a long is not. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t stop;
static long interrupts;

static void on_interrupt(int number)
{
	(void)number;
	stop = 1; // NORACE
	interrupts++; // RACE
}

int main(void)
{
	struct sigaction action = {.sa_handler = on_interrupt};
	sigaction(SIGINT, &action, NULL);
	while (!stop) // NORACE
		pause();
	printf("%ld\n", interrupts); // RACE
	return 0;
}
