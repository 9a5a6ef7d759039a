// SPDX-License-Identifier: MIT
/* The object carries its operations and its lock; they are set by its constructor. */
#include <pthread.h>
#include <stdlib.h>

struct driver {
	void (*acquire)(struct driver *);
	void (*release)(struct driver *);
	pthread_mutex_t lock;
	int packets;
};

static void driver_acquire(struct driver *d)
{
	pthread_mutex_lock(&d->lock);
}

static void driver_release(struct driver *d)
{
	pthread_mutex_unlock(&d->lock);
}

static struct driver *driver_new(void)
{
	struct driver *d = calloc(1, sizeof(*d));

	d->acquire = driver_acquire; // NORACE
	d->release = driver_release; // NORACE
	pthread_mutex_init(&d->lock, NULL);
	return d;
}

static void *receive(void *arg)
{
	struct driver *d = arg;

	d->acquire(d);
	d->packets++; // NORACE
	d->release(d);
	return NULL;
}

int main(void)
{
	struct driver *d = driver_new();
	pthread_t first, second;

	pthread_create(&first, NULL, receive, d);
	pthread_create(&second, NULL, receive, d);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	free(d);
	return 0;
}
