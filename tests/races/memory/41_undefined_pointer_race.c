// SPDX-License-Identifier: MIT
/* What a variable points to that is defined elsewhere: one object for each, for whoever looks. */
#include <pthread.h>

struct state {
	int n;
	struct state *next;
};

struct table {
	int size;
	struct state *first;
};

extern int *number;
extern struct state *state;
extern struct table table;
extern struct state *states[4];

static void add(struct state *s)
{
	s->n++; // RACE
}

static void *worker(void *arg)
{
	(*number)++; // RACE
	add(state);
	state->next->n = 1; // RACE
	table.first->n++; // RACE
	states[1]->n++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
