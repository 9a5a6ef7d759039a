// SPDX-License-Identifier: MIT
// What atexit registers joins nobody, only sometimes, or may not have been registered.
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
	counted++; // RACE
	return arg;
}

static void *write_log(void *arg)
{
	logged++; // RACE
	return arg;
}

static void *leave(void *arg)
{
	left++; // RACE
	return arg;
}

static void finish(void)
{
	counted++; // RACE
}

static void join_log(pthread_t *id)
{
	pthread_join(*id, NULL);
}

static void end_log(void)
{

	logged = 0; // RACE
}

/* registered first, so it is called last */
static void report(void)
{
	left = 0; // RACE
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
	if (argc > 3)
		atexit(join_third);
	pthread_create(&third, NULL, leave, NULL);
	begin();
	atexit(end_log);
	pthread_create(&second, NULL, write_log, NULL);
	stops = argc; // NORACE
	return argv == NULL;
}
