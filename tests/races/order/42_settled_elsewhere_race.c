// SPDX-License-Identifier: MIT
// A function that is not known may be in a file that was left out: it can write a visible variable by its name,
// not a static one.
#include <pthread.h>
#include <stddef.h>

void parse_arguments(int argc, char **argv);

int verbose;
static int quiet, lines, hushed;

static void write_line(void)
{
	if (verbose)
		lines++;	// RACE
	if (quiet)
		hushed++;	// NORACE
}

static void *run(void *arg)
{
	write_line();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	parse_arguments(argc, argv);
	pthread_create(&t, NULL, run, NULL);
	write_line();
	pthread_join(t, NULL);
	return 0;
}
