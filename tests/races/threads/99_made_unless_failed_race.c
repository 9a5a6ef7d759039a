// SPDX-License-Identifier: MIT
/* The object is put there before it has a thread, and taken away again where another one runs; it is
 * there only if it is small; another one is put over it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct image {
	int size;
	pthread_t thread;
};

static int taken, small, over;

static void *take_it(void *arg)
{
	struct image *i = arg;
	taken += i->size; // RACE
	return NULL;
}

static void *shrink_it(void *arg)
{
	struct image *i = arg;
	small += i->size; // RACE
	return NULL;
}

static void *cover_it(void *arg)
{
	struct image *i = arg;
	over += i->size; // RACE
	return NULL;
}

static int make_and_take(struct image **out)
{
	struct image *i = calloc(1, sizeof(*i));
	if (!i)
		return -1;
	*out = i;
	if (pthread_create(&i->thread, NULL, take_it, i))
		return -1;
	if (rand() == 1)
		*out = NULL;
	return 1;
}

static int make_small(struct image **out, int size)
{
	struct image *i = calloc(1, sizeof(*i));
	if (!i)
		return -1;
	i->size = size;
	if (pthread_create(&i->thread, NULL, shrink_it, i))
		return -1;
	if (size < 9)
		*out = i;
	return 1;
}

static int make(struct image **out)
{
	struct image *i = calloc(1, sizeof(*i));
	if (!i)
		return -1;
	if (pthread_create(&i->thread, NULL, cover_it, i)) {
		free(i);
		return -1;
	}
	*out = i;
	return 1;
}

int main(int argc, char **argv)
{
	struct image *image = NULL, *second = NULL, *third = NULL;
	(void)argv;
	make_and_take(&image);
	make_small(&second, argc);
	make(&third);
	if (argc > 3)
		make(&third);
	if (image)
		pthread_join(image->thread, NULL);
	if (second)
		pthread_join(second->thread, NULL);
	if (third)
		pthread_join(third->thread, NULL);
	return taken + small + over; // RACE
}
