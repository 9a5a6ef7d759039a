/* Flags that are not known may make a thread; and in a process of its own there may be threads. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>

static long hits, inside, outside;
static char stack[65536];

static int child(void *arg)
{
	(void)arg;
	hits++; // RACE
	return 0;
}

static void *work(void *arg)
{
	inside++; // RACE
	outside++; // NORACE
	return arg;
}

static int process(void *arg)
{
	pthread_t id;

	(void)arg;
	pthread_create(&id, NULL, work, NULL);
	inside += 2; // RACE
	pthread_join(id, NULL);
	return 0;
}

static void start(int (*f)(void *), int flags)
{
	clone(f, stack + sizeof(stack), flags, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	clone(process, stack + sizeof(stack), SIGCHLD, NULL);
	outside += 2; // NORACE
	start(child, argc);
	hits += 2; // RACE
	return 0;
}
