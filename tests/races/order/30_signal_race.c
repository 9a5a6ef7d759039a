// SPDX-License-Identifier: MIT
/* A signal handler and the program it interrupts. */
#include <signal.h>

static int interrupts;

static void on_signal(int number)
{
	(void)number;
	interrupts = interrupts + 1; // RACE
}

int main(void)
{
	int i;

	signal(SIGUSR1, on_signal);
	for (i = 0; i < 3; i++) {
		raise(SIGUSR1);
		if (interrupts > 5) // RACE
			break;
	}
	interrupts = 0; // RACE
	return 0;
}
// TSAN: misses, the handler runs on the same thread
