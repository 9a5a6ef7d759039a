// SPDX-License-Identifier: MIT
/* A wrapper around malloc, one around the wrapper, one for realloc: memory is
 * named by the outermost call. */
#include <stdlib.h>
#include <string.h>

struct item {
	struct item *self;
	char *name;
};

static void *xmalloc(size_t size)
{
	void *p = malloc(size);

	if (!p)
		abort();
	return p;
}

static char *copy_string(const char *s)
{
	char *p = xmalloc(strlen(s) + 1);

	strcpy(p, s);
	return p;
}

static struct item *item_new(void)
{
	struct item *i = xmalloc(sizeof(*i));

	i->self = i;
	i->name = NULL;
	return i;
}

static void *xrealloc(void *old, size_t size)
{
	void *p = realloc(old, size);

	if (!p)
		abort();
	return p;
}

static struct item *kept;

/* Not a wrapper: it keeps what it returns. */
static struct item *item_keep(void)
{
	kept = xmalloc(sizeof(*kept));
	return kept;
}

int main(void)
{
	int *a = xmalloc(4), *b = xmalloc(4), *c = xmalloc(4);
	struct item *d = item_new(), *e = item_new(), *f = item_keep();
	char *g = copy_string("g"), *h = copy_string("h");
	struct item **i = NULL, **j = NULL;

	i = xrealloc(i, sizeof(*i));
	j = xrealloc(j, sizeof(*j));
	i[0] = d;
	j[0] = e;
	i = xrealloc(i, 2 * sizeof(*i));
	d->name = g;
	e->name = h;
	f->self = i[0];
	return *a + *b + *c + (j[0] == d);
}
