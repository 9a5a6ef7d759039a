// SPDX-License-Identifier: MIT
/* A command may run other commands. One of them starts a thread that is joined, and leaves
 * another one; one installs a handler. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static int setting, total;
static volatile sig_atomic_t stopped;

static void on_signal(int sig)
{
	stopped = sig;
}

static void *work(void *arg)
{
	total += setting; // RACE
	return arg;
}

static void *start_work(void *arg)
{
	pthread_t id;

	pthread_create(&id, NULL, work, arg);
	return NULL;
}

static void run_here(void)
{
	pthread_t id;

	if (pthread_create(&id, NULL, start_work, NULL))
		exit(1);
	pthread_join(id, NULL);
}

static void command(const char *c)
{
	switch (*c) {
	case 's':
		signal(SIGINT, on_signal);
		break;
	case 'r':
		run_here();
		break;
	case '=':
		setting = c[1]; // RACE
		break;
	default:
		return;
	}
	command(c + 1);
	total++; // RACE
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc && !stopped; i++)
		command(argv[i]);
	return total; // RACE
}
