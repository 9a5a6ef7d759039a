// SPDX-License-Identifier: MIT
/* A heap object goes through a chain of wrappers before it is published. */
#include <pthread.h>
#include <stdlib.h>

struct box {
	int value;
	struct box *inner;
};

static struct box *seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct box *make(int deep)
{
	struct box *b = calloc(1, sizeof(*b));

	if (b && deep)
		b->inner = make(deep - 1);
	return b;
}

static struct box *same(struct box *b)
{
	return b;
}

static struct box *(*through[2])(struct box *) = { same, same };

static void publish(struct box *b)
{
	pthread_mutex_lock(&lock);
	seen = through[b->value & 1](b);
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	struct box *b = seen;
	pthread_mutex_unlock(&lock);
	if (b && b->inner)
		b->inner->value++; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;
	struct box *b = make(2);

	publish(b);
	pthread_create(&t, NULL, work, NULL);
	b->inner->value++; // RACE
	pthread_join(t, NULL);
	return 0;
}
