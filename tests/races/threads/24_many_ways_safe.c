// SPDX-License-Identifier: MIT
/* One handler and one thread that nobody can join, started on more ways than a function can
 * tell apart: the threads that are joined are joined all the same. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { WORKERS = 4 };

static volatile sig_atomic_t stopped;
static int results[WORKERS];
static int lines;

static void stop(int number)
{
	(void)number;
	stopped = 1;
}

static void *log_on(void *arg)
{
	lines++; // RACE several may log
	return arg;
}

static void watch(void)
{
	signal(SIGTERM, stop);
}

static void log_later(void)
{
	pthread_t id;

	if (pthread_create(&id, NULL, log_on, NULL) == 0)
		pthread_detach(id);
}

static void open_0(int n)
{
	if (n & 1)
		watch();
	log_later();
}

static void open_1(int n)
{
	if (n & 2)
		open_0(n);
	open_0(n);
}

static void open_2(int n)
{
	if (n & 4)
		open_1(n);
	open_1(n);
}

static void open_3(int n)
{
	if (n & 8)
		open_2(n);
	open_2(n);
}

static void open_4(int n)
{
	if (n & 16)
		open_3(n);
	open_3(n);
}

static void open_5(int n)
{
	if (n & 32)
		open_4(n);
	open_4(n);
}

static void open_6(int n)
{
	if (n & 64)
		open_5(n);
	open_5(n);
}

static void open_7(int n)
{
	if (n & 128)
		open_6(n);
	open_6(n);
}

static void *work(void *arg)
{
	*(int *)arg = 1; // NORACE
	return NULL;
}

static int run(int n)
{
	pthread_t id[WORKERS];
	int i, sum = 0;

	open_7(n);
	for (i = 0; i < WORKERS; i++)
		if (pthread_create(&id[i], NULL, work, &results[i]) != 0)
			abort();
	for (i = 0; i < WORKERS; i++)
		pthread_join(id[i], NULL);
	for (i = 0; i < WORKERS; i++)
		sum += results[i]; // NORACE
	return sum;
}

int main(int argc, char **argv)
{
	(void)argv;
	return run(argc);
}
