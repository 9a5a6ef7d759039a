// SPDX-License-Identifier: MIT
/* Blocks have a header in front. What is not the static default is a block, and is counted
 * in its header: there is no header in front of the default. */
#include <pthread.h>
#include <stdlib.h>

struct header {
	long size, uses;
};

struct options {
	int level;
};

static struct options standard = {3};

static struct options *copy(const struct options *o)
{
	struct header *h = malloc(sizeof(*h) + sizeof(*o));

	if (!h)
		exit(1);
	h->size = sizeof(*o);
	h->uses = 0;
	*(struct options *)(h + 1) = *o;
	return (struct options *)(h + 1);
}

static void use(struct options *o)
{
	if (o != &standard)
		((struct header *)o - 1)->uses++; // NORACE
}

static void *work(void *arg)
{
	struct options *own = arg ? copy(&standard) : &standard;

	use(own);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, &a);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
