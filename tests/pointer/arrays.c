// SPDX-License-Identifier: MIT
/* Arrays fold onto one element; fields of the elements stay apart; an array in a
 * struct does not touch its neighbours. */
#include <stdlib.h>

struct point {
	int *x, *y;
};

struct shape {
	int *before;
	struct point corners[4];
	int *after;
	int *rows[2][3];
};

static int a, b, c, d, e;
static struct shape shape;
static int *table[] = {&a, &b};

static int *pick(struct point *p, int i)
{
	return p[i].y;
}

int main(int argc, char **argv)
{
	struct point *heap = malloc((size_t)argc * sizeof(*heap));
	struct point *walk;

	(void)argv;
	shape.before = table[argc];
	shape.corners[argc].x = &c;
	shape.corners[1].y = &d;
	shape.after = &e;
	shape.rows[argc][1] = &a;
	for (walk = heap; walk < heap + argc; walk++)
		walk->y = &b;
	heap[argc].x = &c;
	return *pick(heap, 1) + *pick(shape.corners, 2);
}
