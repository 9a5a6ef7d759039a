// SPDX-License-Identifier: MIT
/* A handler interrupts: what it and the program touch races unless it is a
 * volatile sig_atomic_t. By signal, and by the first field of a sigaction. */
#include <signal.h>
#include <string.h>

static int by_signal, by_action;
static volatile sig_atomic_t flag;

static void on_interrupt(int number)
{
	by_signal = number; // RACE
	flag = 1; // NORACE
}

static void on_terminate(int number)
{
	by_action = number; // RACE
}

int main(void)
{
	struct sigaction action;

	by_signal = 1; // NORACE
	by_action = 1; // NORACE
	signal(SIGINT, on_interrupt);
	memset(&action, 0, sizeof(action));
	action.sa_handler = on_terminate;
	sigaction(SIGTERM, &action, NULL);
	by_signal = 2; // RACE
	by_action = 2; // RACE
	while (!flag) // NORACE
		;
	return 0;
}
