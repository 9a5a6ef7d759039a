// SPDX-License-Identifier: MIT
// The id comes through functions of the program, as a number that a union makes of it, and is
// stored by a helper while nothing else runs. Others come to the store only behind the test, so
// they never come there: a logger hands its lines over to the main loop, which may do anything.
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static _Atomic unsigned long main_id = (unsigned long)-1;
static int lines, restarts, shown;

static unsigned long thread_id(void)
{
	union {
		pthread_t thread;
		unsigned long number;
	} u;
	u.thread = pthread_self();
	return u.number;
}

static unsigned long current(void)
{
	return thread_id();
}

static void set_main(void)
{
	main_id = current();
}

static bool in_main(void)
{
	return main_id == current();
}

static void reload(void)
{
	restarts++; // NORACE
	set_main();
}

static void deliver(void)
{
	lines++; // NORACE
	if (lines > 100)
		reload();
}

static void log_line(void)
{
	if (!in_main())
		return;
	deliver();
}

static void show(void)
{
	if (in_main())
		shown++; // NORACE
}

static void *worker(void *arg)
{
	log_line();
	show();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	set_main();
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	log_line();
	show();
	lines++; // NORACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return lines + restarts + shown;
}
