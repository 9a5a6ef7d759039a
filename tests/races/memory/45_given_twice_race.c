// SPDX-License-Identifier: MIT
// Memory that was made for a call, which gives it to several threads: two creations, a loop, a function in between,
// two parameters, a member of a struct, or a variable that others look at first.
#include <pthread.h>
#include <stdlib.h>

struct box {
	int twice, looped, below, around, named, inside, found;
};
struct holder {
	struct box *box;
};
static struct box *last;

static void *twice(void *arg)
{
	((struct box *)arg)->twice++; // RACE
	return NULL;
}

static void *looped(void *arg)
{
	((struct box *)arg)->looped++; // RACE
	return NULL;
}

static void *below(void *arg)
{
	((struct box *)arg)->below++; // RACE
	return NULL;
}

static void *around(void *arg)
{
	((struct box *)arg)->around++; // RACE
	return NULL;
}

static void *named(void *arg)
{
	((struct box *)arg)->named++; // RACE
	return NULL;
}

static void *inside(void *arg)
{
	((struct box *)arg)->inside++; // RACE
	return NULL;
}

static void *found(void *arg)
{
	((struct box *)arg)->found++; // RACE
	return NULL;
}

static void *finder(void *arg)
{
	while (last)		 // RACE
		last->found = 0; // RACE
	return arg;
}

static void start_two(struct box *b)
{
	pthread_t t;
	pthread_create(&t, NULL, twice, b);
	pthread_create(&t, NULL, twice, b);
}

static void start_some(struct box *b, int n)
{
	pthread_t t;
	for (int i = 0; i < n; i++)
		pthread_create(&t, NULL, looped, b);
}

static void start_one(struct box *b)
{
	pthread_t t;
	pthread_create(&t, NULL, below, b);
}

static void start_below(struct box *b)
{
	start_one(b);
	start_one(b);
}

static void start_around(struct box *b)
{
	pthread_t t;
	pthread_create(&t, NULL, around, b);
}

static void repeat_around(struct box *b, int n)
{
	while (n--)
		start_around(b);
}

static void start_both(struct box *b, struct box *c)
{
	pthread_t t;
	pthread_create(&t, NULL, named, b);
	pthread_create(&t, NULL, named, c);
}

static void start_inside(struct holder *h, int n)
{
	pthread_t t;
	while (n--)
		pthread_create(&t, NULL, inside, h->box);
}

static void start_found(struct box *b)
{
	pthread_t t;
	last = b; // RACE
	pthread_create(&t, NULL, found, b);
}

int main(int argc, char **argv)
{
	pthread_t t;
	(void)argv;
	pthread_create(&t, NULL, finder, NULL);
	start_some(calloc(1, sizeof(struct box)), argc);
	for (int i = 0; i < argc; i++) {
		struct box *b = calloc(1, sizeof(*b));
		struct holder h = {calloc(1, sizeof(*b))};
		start_two(calloc(1, sizeof(*b)));
		start_some(calloc(1, sizeof(*b)), i);
		start_below(calloc(1, sizeof(*b)));
		repeat_around(calloc(1, sizeof(*b)), i);
		start_both(b, b);
		start_inside(&h, i);
		start_found(calloc(1, sizeof(*b)));
	}
	pthread_exit(NULL);
}
