// SPDX-License-Identifier: MIT
// Like 42_settled_variable_safe.c, but somebody writes: through the table, the file's contents, the parameter,
// the copy the other way round, a string that may be longer than its array; or it is volatile.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

int verbose;
static int debug, dumped, shown;
static volatile int device;
static struct settings {
	char text[8];
	int quiet, loud;
} settings, saved;

static int lines, traced, dumps, shows, quiets, louds, devices;

static const struct name {
	const char *name;
	int *at;
} names[] = {{"debug", &debug}, {"verbose", &verbose}};

static void show(int *at)
{
	printf("%d\n", ++*at);
}

static void write_line(void)
{
	if (verbose)
		lines++;	// RACE
	if (debug)
		traced++;	// RACE
	if (dumped)
		dumps++;	// RACE
	if (shown)
		shows++;	// RACE
	if (settings.quiet)
		quiets++;	// RACE
	if (settings.loud)
		louds++;	// RACE
	if (device)
		devices++;	// RACE
}

static void *run(void *arg)
{
	write_line();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	for (int i = 1; i < argc && i < 3; i++)
		for (unsigned k = 0; k < 2; k++)
			if (!strcmp(argv[i], names[k].name))
				*names[k].at = 1;
	if (fread(&dumped, sizeof(dumped), 1, stdin) != 1)
		return 1;
	show(&shown);
	saved.quiet = argc;
	memcpy(&settings, &saved, (size_t)argc);
	pthread_create(&t, NULL, run, NULL);
	lines = traced = dumps = shows = quiets = louds = devices = 0;	// RACE
	pthread_join(t, NULL);
	return 0;
}
