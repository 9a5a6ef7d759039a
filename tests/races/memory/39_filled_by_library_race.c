// What a library call of unknown length writes is not only the first word: fields
// behind it are not known any more, in new memory, in a variable, and in memory of
// others.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct header {
	int magic, first, second, third;
};

static int by_read, by_copy, by_realloc, by_callee, by_argument;

static void *reader(void *arg)
{
	(void)arg;
	by_read++; // RACE
	by_copy++; // RACE
	by_realloc++; // RACE
	by_callee++; // RACE
	by_argument++; // RACE
	return NULL;
}

static void fill(struct header *h, int n)
{
	memset(h, n, n * sizeof(*h));
}

static void refresh(struct header *h, size_t n)
{
	if (h->first != 0)
		return;
	if (read(0, h, n) < 0)
		return;
	if (h->first > 0)
		by_argument++; // RACE
}

int main(int argc, char **argv)
{
	pthread_t id;
	struct header *a = calloc(1, sizeof(*a)), *b = calloc(1, sizeof(*b));
	struct header *c = calloc(1, sizeof(*c)), *d = calloc(1, sizeof(*d));
	static struct header e;

	pthread_create(&id, NULL, reader, NULL);
	if (read(0, a, (size_t)argc) < 0)
		return 1;
	if (a->first > 0)
		by_read++; // RACE
	memcpy(b, argv[0], (size_t)argc);
	if (b->second > 0)
		by_copy++; // RACE
	c = realloc(c, (size_t)argc);
	if (c->third > 0)
		by_realloc++; // RACE
	d->first = 0;
	fill(d, argc);
	if (d->first > 0)
		by_callee++; // RACE
	refresh(&e, (size_t)argc);
	return 0;
}
