// SPDX-License-Identifier: MIT
/* A signal handler and the program it interrupts. */
#include <signal.h>

static volatile sig_atomic_t interrupts;

static void on_signal(int number)
{
	(void)number;
	interrupts = interrupts + 1; // NORACE
}

int main(void)
{
	int i;

	signal(SIGUSR1, on_signal);
	for (i = 0; i < 3; i++) {
		raise(SIGUSR1);
		if (interrupts > 5) // NORACE
			break;
	}
	interrupts = 0; // NORACE
	return 0;
}
