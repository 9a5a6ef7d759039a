// SPDX-License-Identifier: MIT
/* Where the maker has come back with a thread, it has put the object where it was told to: whoever
 * finds no object there has no thread to join. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct image {
	int size;
	pthread_t thread;
};

struct shelf {
	int number;
	struct image *image;
};

static int written, copied;

static void *write_it(void *arg)
{
	struct image *i = arg;
	written += i->size; // NORACE
	return NULL;
}

static void *copy_it(void *arg)
{
	struct image *i = arg;
	copied += i->size; // NORACE
	return NULL;
}

static int make(struct image **out)
{
	struct image *i = calloc(1, sizeof(*i));
	if (!i)
		return -1;
	i->size = 3;
	if (pthread_create(&i->thread, NULL, write_it, i)) {
		free(i);
		return -1;
	}
	*out = i;
	return 1;
}

static int make_copy(struct image **out)
{
	struct image *i = calloc(1, sizeof(*i));
	if (i == NULL || pthread_create(&i->thread, NULL, copy_it, i) != 0) {
		free(i);
		return 0;
	}
	*out = i;
	return 1;
}

static int make_on(struct shelf *s)
{
	int result = make_copy(&s->image);
	s->number++;
	return result;
}

int main(void)
{
	struct image *image = NULL;
	struct shelf shelf = {0, NULL};
	if (make(&image) < 0)
		goto out;
	if (!make_on(&shelf))
		puts("none");
out:
	if (image)
		pthread_join(image->thread, NULL);
	if (shelf.image != NULL)
		pthread_join(shelf.image->thread, NULL);
	free(image);
	free(shelf.image);
	return written + copied; // NORACE
}
