// SPDX-License-Identifier: MIT
// Like 42_settled_safe.c, but something else is stored: by a function that only a pointer leads to, through
// an address in a table, by a library, a part of it, another element, all at once, before main.
#include <getopt.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct entry {
	int kept;
	unsigned count;
};

static int verbose, level = 3, scanned, chosen, begun, a, b, c, d, e, f, g, h;
static struct entry list[4];
static union {
	unsigned word;
	unsigned char parts[4];
} word;
static struct entry whole;
static int left, right;

static void set_verbose(int on)
{
	verbose = on;
}
static void (*const setters[])(int) = {set_verbose};
static int *const levels[] = {&level};
static const struct option options[] = {{"choose", no_argument, &chosen, 1}, {0}};

__attribute__((constructor)) static void before_main(void)
{
	begun = 1;
}

static void write_line(int id)
{
	if (verbose)
		a++;	// RACE
	if (level != 3)
		b++;	// RACE
	if (list[id].kept)
		list[id].count++;	// RACE
	if (scanned)
		c++;	// RACE
	if (chosen)
		d++;	// RACE
	if (begun)
		e++;	// RACE
	if (word.word)
		f++;	// RACE
	if (whole.kept)
		g++;	// RACE
	if (left)
		h++;	// RACE
}

static void *worker(void *arg)
{
	write_line(1);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	setters[argc - 1](1);
	*levels[argc - 1] = 4;
	list[argc].kept = 1;
	if (scanf("%d", &scanned) != 1)
		return 1;
	getopt_long(argc, argv, "", options, NULL);
	word.parts[2] = (unsigned char)argc;
	memset(&whole, 1, sizeof(whole));
	*(argc > 1 ? &left : &right) = 1;
	pthread_create(&t, NULL, worker, NULL);
	a = b = c = d = e = f = g = h = 0;	// RACE
	list[1].count = 0;	// RACE
	pthread_join(t, NULL);
	return 0;
}
