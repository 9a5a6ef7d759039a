// SPDX-License-Identifier: MIT
/* docs/soundness.md, 27: a volatile counter that handler and program both change. */
#include <signal.h>
#include <unistd.h>

static volatile int count;

static void handler(int signal)
{
	(void)signal;
	count++; // FN soundness.md, 27
}

int main(void)
{
	signal(SIGALRM, handler);
	alarm(1);
	while (count < 3)
		count++; // FN the two updates may be mixed
	return 0;
}
