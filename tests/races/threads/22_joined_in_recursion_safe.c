// SPDX-License-Identifier: MIT
/* A command may run other commands. One of them works with a thread that it joins, another
 * in a process of its own; one installs a handler, which stays. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int setting, total;
static volatile sig_atomic_t stopped;

static void on_signal(int sig)
{
	stopped = sig;
}

static void *work(void *arg)
{
	total += setting; // NORACE
	return arg;
}

static void run_here(void)
{
	pthread_t id;

	if (pthread_create(&id, NULL, work, NULL))
		exit(1);
	pthread_join(id, NULL);
}

static void start(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, NULL);
}

static void run_apart(void)
{
	if (fork())
		return;
	start();
	_exit(0);
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
	case 'f':
		run_apart();
		break;
	case '=':
		setting = c[1]; // NORACE
		break;
	default:
		return;
	}
	command(c + 1);
	total++; // NORACE
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc && !stopped; i++)
		command(argv[i]);
	return total; // NORACE
}
