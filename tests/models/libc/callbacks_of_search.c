// SPDX-License-Identifier: MIT
/* What a library function is given to call gets what was put in before; so do the parsers that
 * argp_parse finds in its struct. */
#define _GNU_SOURCE
#include <argp.h>
#include <pthread.h>
#include <search.h>

static int counted, parsed;
static void *root;

static int compare(const void *a, const void *b)
{
	return (a > b) - (a < b);
}

static void release(void *node)
{
	++*(int *)node; // RACE
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)key, (void)arg, (void)state;
	parsed++; // RACE
	return 0;
}

static const struct argp parser = {.parser = parse};

static void *work(void *arg)
{
	char name[] = "x", *arguments[] = {name, NULL};
	tdestroy(root, release);
	argp_parse(&parser, 1, arguments, 0, NULL, NULL);
	return arg;
}

int main(void)
{
	pthread_t id;

	tsearch(&counted, &root, compare);
	pthread_create(&id, NULL, work, NULL);
	counted++; // RACE
	parsed++;  // RACE
	pthread_join(id, NULL);
	return 0;
}
