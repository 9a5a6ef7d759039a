// SPDX-License-Identifier: MIT
// What atexit registers joins the threads: it runs where the program ends, in whoever ends it.
#include <pthread.h>
#include <stdlib.h>

static pthread_t first, second, third;
static int have;
static int counted; 
static int logged;
static int left;
static int stops;

static void *run(void *arg)
{
	counted++; // NORACE
	return arg;
}

static void *write_log(void *arg)
{
	logged++; // NORACE
	return arg;
}

static void *leave(void *arg)
{
	left++; // NORACE
	return arg;
}

static void finish(void)
{
	if (have)
		pthread_join(first, NULL);
	counted++; // NORACE
}

static void join_log(pthread_t *id)
{
	pthread_join(*id, NULL);
}

static void end_log(void)
{
	join_log(&second);

	logged = 0; // NORACE
}

/* registered first, so it is called last */
static void report(void)
{
	left = 0; // NORACE
}

static void join_third(void)
{
	pthread_join(third, NULL);
}

static void usage(void)
{
	stops = 1; // NORACE
	exit(1);
}

static void begin(void)
{
	atexit(finish);
	if (pthread_create(&first, NULL, run, NULL) == 0)
		have = 1;
}

int main(int argc, char **argv)
{
	if (argc > 7)
		usage();
	atexit(report);
	atexit(join_third);
	pthread_create(&third, NULL, leave, NULL);
	begin();
	atexit(end_log);
	pthread_create(&second, NULL, write_log, NULL);
	stops = argc; // NORACE
	return argv == NULL;
}
