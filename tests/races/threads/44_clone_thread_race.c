/* clone() with CLONE_VM makes a thread. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>

static long hits;
static char stack[65536];

static int child(void *arg)
{
	(void)arg;
	hits++; // RACE
	return 0;
}

int main(void)
{
	clone(child, stack + sizeof(stack), CLONE_VM | SIGCHLD, NULL);
	hits += 2; // RACE
	return 0;
}
