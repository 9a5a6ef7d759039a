// SPDX-License-Identifier: MIT
/* A pointer moves from one part of a local object to another before it is used. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct item {
	int n;
	struct item *next;
};

struct box {
	int n;
	struct item *p;
	long pad[2];
};

struct pair {
	struct box first, second;
};

static struct item head, elements, members, moved, swapped, heap;

static void element(struct item *o)
{
	struct box b[2] = {{1, o->next, {0, 0}}};

	b[1] = b[0];
	b[1].p->n++; // RACE
}

static void member(struct item *o)
{
	struct pair b;

	b.first.p = o->next;
	memcpy(&b.second, &b.first, sizeof b.second);
	b.second.p->n++; // RACE
}

static void move(struct item *o)
{
	struct item *at[4] = {o->next};

	memmove(at + 1, at, 3 * sizeof at[0]);
	at[1]->n++; // RACE
}

static void back(struct item *o)
{
	struct pair b;

	b.second.p = o->next;
	b.first = b.second;
	b.first.p->n++; // RACE
}

static void copy_second(struct pair *to)
{
	to->first = to->second;
}

static void allocated(struct item *o)
{
	struct pair *b = malloc(sizeof *b);

	b->second.p = o->next;
	copy_second(b);
	b->first.p->n++; // RACE
	free(b);
}

static struct item roots[] = {{0, &elements}, {0, &members}, {0, &moved}, {0, &swapped},
			      {0, &heap}};

static void *run(void *arg)
{
	struct item *o = arg;

	element(&o[0]);
	member(&o[1]);
	move(&o[2]);
	back(&o[3]);
	allocated(&o[4]);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	head.n = 1; // NORACE
	pthread_create(&a, NULL, run, roots);
	pthread_create(&b, NULL, run, roots);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
