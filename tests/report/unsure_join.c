// SPDX-License-Identifier: MIT
/* A join of an id that may be the thread's is named, though it is not known to be that one. */
#include <pthread.h>
#include <stdlib.h>

struct image {
	pthread_t thread;
};

struct source {
	struct image *image;
};

static int written;

static void *work(void *arg)
{
	written++;
	return arg;
}

static int make_image(struct image **out)
{
	struct image *i = calloc(1, sizeof(*i));

	if (!i || pthread_create(&i->thread, NULL, work, i))
		return -1;
	*out = i;
	return 1;
}

static int make_source(struct source **out)
{
	struct source *s = calloc(1, sizeof(*s));
	struct image *i = NULL;

	if (!s || make_image(&i) < 0)
		return -1;
	s->image = i;
	*out = s;
	return 1;
}

int main(void)
{
	struct source *s = NULL;

	make_source(&s);
	if (s)
		pthread_join(s->image->thread, NULL);
	return written;
}
