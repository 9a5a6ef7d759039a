// SPDX-License-Identifier: MIT
/* joinable is a bit of a nested struct behind a second pointer. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct worker { struct { pthread_t id; unsigned joinable : 1; } t; int result; };
struct owner { struct worker *w; };
static void *run(void *a) { struct worker *w = a; w->result = 5; return 0; } // NORACE
static bool owner_start(struct owner *o)
{
	o->w = calloc(1, sizeof *o->w);
	if (!o->w)
		return false;
	if (pthread_create(&o->w->t.id, 0, run, o->w) == 0)
		o->w->t.joinable = 1;
	return o->w->t.joinable;
}
static int owner_finish(struct owner *o)
{
	int r;
	if (!o->w)
		return -1;
	if (o->w->t.joinable)
		pthread_join(o->w->t.id, 0);
	r = o->w->result; // NORACE
	free(o->w); // NORACE
	o->w = 0;
	return r;
}
int main(void)
{
	struct owner o = {0};
	owner_start(&o);
	printf("%d\n", owner_finish(&o));
	return 0;
}
