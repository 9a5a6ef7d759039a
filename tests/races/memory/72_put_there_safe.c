// SPDX-License-Identifier: MIT
/* What a function has made, and puts where its argument points, is the caller's own. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct buffer {
	int *data;
	int size;
};

static int make(struct buffer **out)
{
	struct buffer *b = malloc(sizeof(*b));

	if (!b)
		return ENOMEM;
	b->data = calloc(4, sizeof(int)); // NORACE
	b->size = 4; // NORACE
	*out = b;
	return 0;
}

static void *work(void *arg)
{
	struct buffer *b;

	if (make(&b))
		return NULL;
	b->data[1]++; // NORACE
	b->size++; // NORACE
	free(b->data); // NORACE
	free(b);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	return 0;
}
