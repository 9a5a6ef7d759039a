/* clone() without CLONE_VM makes a process, which has a copy of the memory. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>

static long hits;
static char stack[65536];

static int child(void *arg)
{
	(void)arg;
	hits++; // NORACE
	return 0;
}

int main(void)
{
	clone(child, stack + sizeof(stack), SIGCHLD, NULL);
	hits += 2; // NORACE
	return 0;
}
