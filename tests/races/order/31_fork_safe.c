// SPDX-License-Identifier: MIT
/* A forked child has its own memory; a thread has not. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int counter;

static void work(void)
{
	counter++; // NORACE
}

int main(void)
{
	pid_t child = fork();

	if (child == 0) {
		work();
		_exit(0);
	}
	work();
	waitpid(child, NULL, 0);
	return 0;
}
