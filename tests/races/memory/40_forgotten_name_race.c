// SPDX-License-Identifier: MIT
/*
 * The lock comes first in its struct, and the struct has a name that begins with underscores, as
 * those have that a library calls its locks. It is a lock of that struct all the same. One
 * function has forgotten it.
 */
#include <pthread.h>
#include <stdlib.h>

struct link {
	struct link *next;
	void *object;
};

struct bus {
	int number;
	pthread_mutex_t lock;
	struct link *devices;
};

typedef struct __device {
	pthread_mutex_t lock;
	int id;
	int users;
} device;

static device *find(struct bus *b, int id)
{
	pthread_mutex_lock(&b->lock);
	struct link *l = b->devices;
	while (l && ((device *)l->object)->id != id)
		l = l->next;
	pthread_mutex_unlock(&b->lock);
	return l ? l->object : NULL;
}

#define PROBE(n) \
	static void probe##n(struct bus *b) \
	{ \
		device *d = calloc(1, sizeof(*d)); \
		struct link *l = calloc(1, sizeof(*l)); \
		if (!d || !l) \
			exit(1); \
		d->id = n; \
		d->users = 0; \
		pthread_mutex_init(&d->lock, NULL); \
		pthread_mutex_lock(&b->lock); \
		l->object = d; \
		l->next = b->devices; \
		b->devices = l; \
		pthread_mutex_unlock(&b->lock); \
	}
PROBE(1) PROBE(2) PROBE(3) PROBE(4) PROBE(5) PROBE(6) PROBE(7) PROBE(8) PROBE(9) PROBE(10)

static void probe_all(struct bus *b)
{
	probe1(b);
	probe2(b);
	probe3(b);
	probe4(b);
	probe5(b);
	probe6(b);
	probe7(b);
	probe8(b);
	probe9(b);
	probe10(b);
}

static void open_device(device *d)
{
	pthread_mutex_lock(&d->lock);
	d->users++; // RACE
	pthread_mutex_unlock(&d->lock);
}

static void close_device(device *d)
{
	pthread_mutex_lock(&d->lock);
	d->users--; // RACE
	pthread_mutex_unlock(&d->lock);
}

static void reset_device(device *d)
{
	if (d->users > 3) // RACE
		d->users = 0; // RACE
	else if (d->users < 0) // RACE
		d->users = 1; // RACE
}

static void *work(void *arg)
{
	struct bus *b = arg;
	for (int i = 0; i < 10; i++) {
		device *d = find(b, i);
		if (!d)
			continue;
		open_device(d);
		if (i == 5)
			reset_device(d);
		close_device(d);
	}
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	struct bus *b = calloc(1, sizeof(*b));
	if (!b)
		return 1;
	pthread_mutex_init(&b->lock, NULL);
	probe_all(b);
	pthread_create(&id[0], NULL, work, b);
	pthread_create(&id[1], NULL, work, b);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
