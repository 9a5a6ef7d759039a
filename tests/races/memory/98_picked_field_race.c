// SPDX-License-Identifier: MIT
// One of several members of an object that was allocated once, picked by a function: by a switch, by
// a chain of conditions, through a helper that passes the object on.
#include <pthread.h>
#include <stdlib.h>

struct bucket {
	int length;
};
struct dict {
	pthread_mutex_t lock;
	struct bucket a, b, c, d, e, f, g;
};

static struct bucket *pick(struct dict *d, int key)
{
	switch (key) {
	case 0:
		return &d->a;
	case 1:
		return &d->b;
	case 2:
		return &d->c;
	case 3:
		return &d->d;
	case 4:
		return &d->e;
	case 5:
		return &d->f;
	default:
		return &d->g;
	}
}

static struct bucket *choose(struct dict *d, int key)
{
	struct bucket *b = &d->g;
	if (key < 1)
		b = &d->a;
	else if (key < 2)
		b = &d->b;
	else if (key < 3)
		b = &d->c;
	else if (key < 4)
		b = &d->d;
	else if (key < 5)
		b = &d->e;
	return b;
}

static struct bucket *find(struct dict *d, int key)
{
	return key & 1 ? pick(d, key / 2) : choose(d, key / 2);
}

static void *writer(void *arg)
{
	struct dict *d = arg;
	for (int i = 0; i < 14; i++) {
		find(d, i)->length++; // RACE
	}
	return NULL;
}

static void *reader(void *arg)
{
	struct dict *d = arg;
	int n = d->c.length; // RACE
	return n ? arg : NULL;
}

int main(void)
{
	struct dict *d = calloc(1, sizeof(*d));
	pthread_t a, b;
	if (!d)
		return 1;
	pthread_mutex_init(&d->lock, NULL);
	pthread_create(&a, NULL, writer, d);
	pthread_create(&b, NULL, reader, d);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(d);
	return 0;
}
