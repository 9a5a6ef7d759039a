// SPDX-License-Identifier: MIT
// Functions that are given to one that is not known, and do not look like those of threads, are callbacks
// of who knows whom; and of one that does look so, two need not run at the same time.
#include <stdlib.h>

typedef void *(*copier)(void *);

void on_event(void (*f)(void *), void *arg);
int visit_all(int (*f)(void *, int));
void set_copier(copier f);

static int events, visited, copies;

static void event(void *arg)
{
	events++; // NORACE
	(void)arg;
}

static int visit(void *arg, int n)
{
	visited += n; // NORACE
	return arg != NULL;
}

static void *copy(void *arg)
{
	copies++; // NORACE
	return arg;
}

int main(void)
{
	on_event(event, NULL);
	events = 0; // NORACE
	visit_all(visit);
	visited = 0; // NORACE
	set_copier(copy);
	return 0;
}
