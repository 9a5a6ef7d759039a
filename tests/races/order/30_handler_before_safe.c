// SPDX-License-Identifier: MIT
/* The data is complete before the handler is installed and only read by it. */
#include <signal.h>
#include <unistd.h>

static char message[16];
static size_t length;

static void on_alarm(int number)
{
	(void)number;
	if (write(1, message, length) < 0) // NORACE
		_exit(1);
}

int main(void)
{
	message[0] = 'x'; // NORACE
	length = 1; // NORACE
	signal(SIGUSR2, on_alarm);
	raise(SIGUSR2);
	return 0;
}
