// SPDX-License-Identifier: MIT
/* A pointer to the first member is converted back to the struct, in the same variable's value:
 * what it points to may be either, and both are found. */
#include <pthread.h>

struct shape {
	int kind;
};

struct circle {
	struct shape shape;
	int radius;
};

static struct circle circle;
static struct shape dot;
static void *things[2];

static void grow(struct shape *s)
{
	s->kind |= 2; // RACE
	if (s->kind & 1) { // RACE
		struct circle *c = (struct circle *)s;
		c->radius++; // RACE
	}
}

static void *work(void *arg)
{
	grow(things[arg != 0]);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	circle.shape.kind = 1;
	things[0] = &circle;
	things[1] = &dot;
	pthread_create(&t, NULL, work, argc > 1 ? argv : NULL);
	dot.kind = 4; // RACE
	grow(things[argc > 1]);
	pthread_join(t, NULL);
	return 0;
}
