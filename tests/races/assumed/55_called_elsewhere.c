// SPDX-License-Identifier: MIT
/* 55: nobody here calls set_verbose; a file that was left out may. */
#include <pthread.h>
#include <stddef.h>

void parse_arguments(int argc, char **argv); /* calls set_verbose */
void set_verbose(int on);

static int verbose, lines;

void set_verbose(int on)
{
	verbose = on;
}

static void *run(void *arg)
{
	if (verbose)
		lines++; // FN what only code that was left out calls does not happen
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	parse_arguments(argc, argv);
	pthread_create(&t, NULL, run, NULL);
	lines = 0; // FN likewise
	pthread_join(t, NULL);
	return 0;
}
