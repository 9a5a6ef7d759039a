// SPDX-License-Identifier: MIT
/* As 80_set_up_by_calls.c, but two structs get the same memory: copied, swapped, handed on, or set
 * up by one call. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	int size, *items;
};

static struct queue copied, copy, left, right, taken, taker, looped[2], passed;
static int *kept;

static int set_up(struct queue *q, int size)
{
	q->size = size;
	q->items = calloc((size_t)size, sizeof(*q->items));
	return q->items ? 0 : -1;
}

static void swap(struct queue *a, struct queue *b)
{
	int *items = a->items;
	a->items = b->items;
	b->items = items;
}

static void *one(void *unused)
{
	copied.items[0]++; // RACE
	left.items[0]++; // RACE
	taken.items[0]++; // RACE
	looped[0].items[0]++; // RACE
	passed.items[0]++; // RACE
	return unused;
}

static void *two(void *unused)
{
	copy.items[0]++; // RACE
	right.items[0]++; // RACE
	taker.items[0]++; // RACE
	looped[1].items[0]++; // RACE
	(*kept)++; // RACE
	return unused;
}

int main(void)
{
	pthread_t a, b;
	if (set_up(&copied, 3) || set_up(&copy, 4) || set_up(&left, 5) || set_up(&right, 6) ||
	    set_up(&taken, 7) || set_up(&taker, 8) || set_up(&passed, 9))
		return 1;
	for (int i = 0; i < 2; i++)
		if (set_up(&looped[i], 4))
			return 1;
	copy = copied;
	if (left.size > 4)
		swap(&left, &right);
	free(taker.items);
	taker.items = taken.items;
	looped[1].items = looped[0].items;
	kept = passed.items;
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	return 0;
}
