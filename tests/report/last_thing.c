// SPDX-License-Identifier: MIT
/* What is done when the program ends is of less interest; but not what is done in a function
 * that merely does not return. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static int shown, stopped, thrown, asked, served;
static jmp_buf again;

static void die(const char *why)
{
	fprintf(stderr, "%d: %s\n", shown, why);
	exit(1);
}

static void stop(void)
{
	stopped++;
	pthread_exit(NULL);
}

static void throw(int what)
{
	thrown++;
	longjmp(again, what);
}

static void on_request(int number)
{
	asked = number;
}

static void serve(void)
{
	served++;
	if (rand() == 5)
		exit(0);
	exit(2);
}

static void *work(void *arg)
{
	if (!arg)
		die("no argument");
	if (rand() == 1)
		die("one");
	if (rand() == 2)
		stop();
	if (rand() == 3)
		stop();
	if (rand() == 4)
		throw(1);
	served++;
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	signal(SIGUSR1, on_request);
	pthread_create(&id, NULL, work, &argc);
	shown = argc;
	stopped = argc;
	thrown = argc;
	asked = argc;
	if (setjmp(again) || argc > 7)
		die("main");
	if (argc > 8)
		die("again");
	if (argc > 9)
		stop();
	if (argc > 10)
		stop();
	if (argc > 11)
		throw(2);
	if (argc > 12)
		throw(3);
	if (argc > 13)
		throw(4);
	serve();
}
