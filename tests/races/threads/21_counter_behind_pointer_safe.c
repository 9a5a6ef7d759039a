// SPDX-License-Identifier: MIT
/* The loops count in a member behind a pointer. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int d;
struct pool { pthread_t *t; int n; };

static void *w(void *a)
{
	return (void *)(long)d; // NORACE
}

static void run(struct pool *p)
{
	for (p->n = 0; p->n < 8; p->n++)
		pthread_create(&p->t[p->n], 0, w, 0);
	for (p->n = 0; p->n < 8; p->n++)
		pthread_join(p->t[p->n], 0);
}

int main(void)
{
	struct pool p;
	p.t = calloc(8, sizeof *p.t);
	run(&p);
	d = 2; // NORACE
	return 0;
}
