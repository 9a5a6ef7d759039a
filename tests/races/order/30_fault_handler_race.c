// SPDX-License-Identifier: MIT
// The same function also handles a signal that comes from outside; and a thread that has
// nothing to do with handlers.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int stage;
static long lines;

static void stopped(int number)
{
	printf("signal %d in stage %d\n", number, stage); // RACE
	_exit(3);
}

static void catch(int number, void (*handler)(int))
{
	struct sigaction action = {0};
	action.sa_handler = handler;
	sigaction(number, &action, NULL);
}

static void *count(void *x)
{
	lines++; // RACE
	return x;
}

int main(void)
{
	pthread_t id;
	signal(SIGSEGV, stopped);
	catch(SIGTERM, stopped);
	pthread_create(&id, NULL, count, NULL);
	for (int i = 0; i < 10; i++) {
		stage = i; // RACE
		lines += i; // RACE
	}
	pthread_join(id, NULL);
	return stage;
}
