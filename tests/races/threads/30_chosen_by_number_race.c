// SPDX-License-Identifier: MIT
// The number that chooses the handler, or the thread, chooses the same one twice; or it is not
// known.
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static int rounds, written, drawn;

static void stop(int number)
{
	(void)number;
}

static void reload(int number)
{
	(void)number;
	rounds++; // RACE
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
	written++; // RACE
	return arg;
}

static void start(pthread_t *id, int kind)
{
	pthread_create(id, NULL, kind == 'w' ? writer : reader, NULL);
}

static void *drawer(void *arg)
{
	drawn++; // RACE
	return arg;
}

static void start_either(pthread_t *id, int kind)
{
	pthread_create(id, NULL, kind == 'd' ? drawer : reader, NULL);
}

int main(int argc, char **argv)
{
	pthread_t a, b, c, d;

	(void)argv;
	install(SIGINT, true);
	install(SIGHUP, false);
	install(SIGUSR1, false);
	start(&a, 'w');
	start(&b, 'w');
	start_either(&c, argc);
	start_either(&d, 'd');
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	pthread_join(d, NULL);
	return written;
}
