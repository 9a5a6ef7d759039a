// SPDX-License-Identifier: MIT
/* Fresh memory is private until it is published; one row of each kind. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../two.h"

struct item {
	int value;
};

static struct item *published;

static void fill(struct item *p)
{
	if (p)
		p->value = 1; // NORACE
}

static void *worker(void *arg)
{
	struct item *p;
	void *out;
	char *text;

	p = malloc(sizeof(*p));
	fill(p);
	p = realloc(p, 2 * sizeof(*p));
	if (p)
		p[1].value = 2; // NORACE
	free(p);
	fill(calloc(1, sizeof(*p)));
	fill(aligned_alloc(16, 16));
	fill(reallocarray(NULL, 2, sizeof(*p)));
	if (posix_memalign(&out, 16, sizeof(*p)) == 0)
		fill(out);
	if (asprintf(&text, "%d", 1) > 0)
		text[0] = 'x'; // NORACE
	text = strndup("text", 2);
	if (text)
		text[0] = 'x'; // NORACE
	p = malloc(sizeof(*p));
	if (p) {
		published = p; // RACE
		p->value = 3; // RACE
	}
	return arg;
}

static void *spy(void *arg)
{
	struct item *p = published; // RACE

	if (p)
		p->value = 4; // RACE
	return arg;
}

TWO_THREADS(worker, spy)
