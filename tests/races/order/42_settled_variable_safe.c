// SPDX-License-Identifier: MIT
// Variables whose address is taken, or that other files could name, but in which nobody ever stores anything
// else: it is only read through the address, printed, copied from, or passed to who does not write.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

int verbose;
int limit = 7;
static int debug, dumped, shown;
static struct settings {
	int quiet, loud;
	char text[8];
} settings, saved;

static int lines, over, traced, dumps, shows, quiets, louds;

static const struct name {
	const char *name;
	const int *at;
} names[] = {{"debug", &debug}, {"limit", &limit}};

static void show(const int *at)
{
	printf("%d\n", *at);
}

static void write_line(int n)
{
	if (verbose)
		lines++;	// NORACE
	if (n && limit != 7)
		over++;	// NORACE
	if (debug)
		traced++;	// NORACE
	if (dumped)
		dumps++;	// NORACE
	if (shown)
		shows++;	// NORACE
	if (settings.quiet)
		quiets++;	// NORACE
	if (settings.loud)
		louds++;	// NORACE
}

static void *run(void *arg)
{
	write_line(*(int *)arg);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	for (unsigned i = 0; i < 2; i++)
		printf("%s %d\n", names[i].name, *names[i].at);
	fwrite(&dumped, sizeof(dumped), 1, stdout);
	show(&shown);
	memcpy(&saved, &settings, sizeof(saved));
	strncpy(settings.text, argv[0], sizeof(settings.text));
	pthread_create(&t, NULL, run, &argc);
	lines = over = traced = dumps = shows = quiets = louds = 0;	// NORACE
	pthread_join(t, NULL);
	return saved.quiet;
}
