// SPDX-License-Identifier: MIT
/* A function hands back, or stores, what it was given: that is not new memory. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	int n, m;
	struct item *next;
};

static struct item *shared, *kept;

static struct item *same(struct item *p)
{
	return p;
}

static struct item *next(struct item *p)
{
	return p->next;
}

static void keep(struct item **to, struct item *p)
{
	*to = p;
}

static void setup(void)
{
	shared = calloc(1, sizeof(*shared));
	kept = calloc(1, sizeof(*kept));
	kept->next = calloc(1, sizeof(*kept));
}

static void *run(void *arg)
{
	shared->n++; // RACE
	shared->m++; // RACE
	kept->next->n++; // RACE
	return arg;
}

int main(void)
{
	struct item *r, *q;
	pthread_t id;

	setup();
	pthread_create(&id, NULL, run, NULL);
	r = same(shared);
	r->n += 2; // RACE
	keep(&q, shared);
	q->m += 2; // RACE
	next(kept)->n++; // RACE
	pthread_join(id, NULL);
	return 0;
}
