// SPDX-License-Identifier: MIT
/* Headers in front of what a pointer is given to: of a block that two threads share, and of
 * an array of which the second element is given away. */
// RUN: --all
#include <pthread.h>
#include <stdlib.h>

struct header {
	long size, uses;
};

struct options {
	long level, used;
};

static struct options *shared;
static struct options table[2];

static struct options *copy(const struct options *o)
{
	struct header *h = malloc(sizeof(*h) + sizeof(*o));

	if (!h)
		exit(1);
	*(struct options *)(h + 1) = *o;
	return (struct options *)(h + 1);
}

static void use(struct options *o)
{
	((struct header *)o - 1)->uses++; // RACE
}

static void use_front(struct options *o)
{
	(o - 1)->used++; // RACE
}

static void *work(void *arg)
{
	(void)arg;
	use(shared);
	use_front(&table[1]);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	shared = copy(&table[0]);
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
