// SPDX-License-Identifier: MIT
/* A function makes memory, stores its address where the caller wants it, and gives it to
 * somebody else as well: to a thread, to a global variable, in another object. */
#include <pthread.h>
#include <stdlib.h>

struct part {
	int *numbers;
};

struct holder {
	int *numbers;
};

static int *kept, *first_kept;
static struct holder *holders[4];
static int holder_count;

static void *fill(void *arg)
{
	int *numbers = arg;
	numbers[0] = 1; // RACE
	return NULL;
}

static void *fill_kept(void *arg)
{
	kept[1] = 1; // RACE
	first_kept[2] = 1; // RACE
	holders[0]->numbers[3] = 1; // RACE
	return arg;
}

static void for_thread(struct part *p)
{
	pthread_t t;
	p->numbers = calloc(8, sizeof(int));
	pthread_create(&t, NULL, fill, p->numbers);
}

/* stored where the caller finds it last */
static void for_global(struct part *p)
{
	kept = calloc(8, sizeof(int));
	p->numbers = kept;
}

static void keep(int *numbers)
{
	first_kept = numbers;
}

static void by_helper(struct part *p)
{
	int *numbers = calloc(8, sizeof(int));
	keep(numbers);
	p->numbers = numbers;
}

static void by_object(struct part *p)
{
	int *numbers = calloc(8, sizeof(int));
	struct holder *h = malloc(sizeof(*h));
	h->numbers = numbers;
	holders[holder_count++] = h;
	p->numbers = numbers;
}

/* two callers' places, of which one is shared */
static void for_both(struct part *p, struct part *q)
{
	int *numbers = calloc(8, sizeof(int));
	p->numbers = numbers;
	q->numbers = numbers;
}

static struct part shared;

static void *fill_shared(void *arg)
{
	shared.numbers[4] = 1; // RACE
	return arg;
}

int main(void)
{
	struct part a, b, c, d, e;
	pthread_t t, u;
	for_thread(&a);
	for_global(&b);
	by_helper(&c);
	by_object(&d);
	for_both(&shared, &e);
	pthread_create(&t, NULL, fill_kept, NULL);
	pthread_create(&u, NULL, fill_shared, NULL);
	a.numbers[0] = 2; // RACE
	b.numbers[1] = 2; // RACE
	c.numbers[2] = 2; // RACE
	d.numbers[3] = 2; // RACE
	e.numbers[4] = 2; // RACE
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
