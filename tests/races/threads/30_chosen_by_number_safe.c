// SPDX-License-Identifier: MIT
// A number says which function becomes a handler, or a thread: the other one does not.
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static int rounds, written;
static volatile sig_atomic_t stopped;

static void stop(int number)
{
	(void)number;
	stopped = 1; // NORACE
}

static void reload(int number)
{
	(void)number;
	rounds++; // NORACE
}

static void install(int number, bool once)
{
	struct sigaction action = {0};
	if (once)
		action.sa_handler = stop;
	else
		action.sa_handler = reload;
	sigaction(number, &action, NULL);
}

static void *reader(void *arg)
{
	return arg;
}

static void *writer(void *arg)
{
	written++; // NORACE
	return arg;
}

static void start(pthread_t *id, int kind)
{
	pthread_create(id, NULL, kind == 'w' ? writer : reader, NULL);
}

int main(void)
{
	pthread_t a, b;

	install(SIGINT, true);
	install(SIGTERM, true);
	install(SIGHUP, false);
	start(&a, 'w');
	start(&b, 'r');
	while (!stopped) // NORACE
		;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return written;
}
